internal import Glibc

/// The version of librsvg with which SVG files are drawn; empty where it is not installed.
public let librsvgVersion: String = {
  guard let handle = unsafe dlopen("librsvg-2.so.2", RTLD_LAZY | RTLD_LOCAL) else { return "" }
  return ["major", "minor", "micro"].compactMap { part in
    unsafe dlsym(handle, "rsvg_\(part)_version").map { unsafe String($0.load(as: UInt32.self)) }
  }.joined(separator: ".")
}()
