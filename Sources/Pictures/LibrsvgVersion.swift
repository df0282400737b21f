internal import Glibc
internal import TypesetFiles

/// The version of librsvg with which SVG files are drawn; empty where it is not installed.
public let librsvgVersion: String = {
  let names = ["rsvg_major_version", "rsvg_minor_version", "rsvg_micro_version"]
  // Opening the library brings 30 others along, and the sandbox opens no libraries: the library's file has the version too.
  if let path = librsvgPath, let file = try? readFile(path, limit: 64 << 20) {
    let numbers = names.compactMap { SharedLibrary(file)?.word(named: $0) }
    if numbers.count == names.count { return numbers.map { "\($0)" }.joined(separator: ".") }
  }
  guard let handle = unsafe dlopen(librsvgName, RTLD_LAZY | RTLD_LOCAL) else { return "" }
  return names.compactMap { name in unsafe dlsym(handle, name).map { unsafe String($0.load(as: UInt32.self)) } }.joined(separator: ".")
}()

private let librsvgName = "librsvg-2.so.2"

/// Where the dynamic linker finds librsvg, as far as that is known without asking it.
let librsvgPath: String? = {
  let chosen = unsafe getenv("LD_LIBRARY_PATH").map { unsafe String(cString: $0) } ?? ""
  var folders = chosen.split(separator: ":").map(String.init)
  for machine in ["x86_64-linux-gnu", "aarch64-linux-gnu"] { folders += ["/lib/" + machine, "/usr/lib/" + machine] }
  folders += ["/lib64", "/usr/lib64", "/lib", "/usr/lib"]
  return folders.lazy.map { "\($0)/\(librsvgName)" }.first { unsafe access($0, R_OK) == 0 }
}()

/// A library's file, read as data (System V ABI, chapters 4 and 5; 64 bits, little-endian).
struct SharedLibrary {
  private let bytes: [UInt8]

  /// - Returns: Nil for what is no such file.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
    self.bytes = bytes
  }

  /// The number of four bytes that an exported variable begins with.
  func word(named name: String) -> UInt32? {
    let name = Array(name.utf8) + [0]
    for section in 0..<min(number(at: 60, 2), 1_000) {
      let head = number(at: 40, 8) &+ section &* number(at: 58, 2)
      // Dynamic symbols; the section of their names is the one that it is linked to.
      guard number(at: head &+ 4, 4) == 11 else { continue }
      let (start, size) = (number(at: head &+ 24, 8), number(at: head &+ 32, 8))
      let names = number(at: number(at: 40, 8) &+ number(at: head &+ 40, 4) &* number(at: 58, 2) &+ 24, 8)
      for symbol in stride(from: max(start, 0), to: min(start &+ size, bytes.count), by: 24) {
        let at = names &+ number(at: symbol, 4)
        guard at >= 0, at <= bytes.count - name.count, bytes[at..<at + name.count].elementsEqual(name) else { continue }
        return offset(ofAddress: number(at: symbol &+ 8, 8)).map { UInt32(truncatingIfNeeded: number(at: $0, 4)) }
      }
    }
    return nil
  }

  /// Where in the file lies what is loaded at an address.
  private func offset(ofAddress address: Int) -> Int? {
    for segment in 0..<min(number(at: 56, 2), 100) {
      let head = number(at: 32, 8) &+ segment &* number(at: 54, 2)
      let (offset, start, size) = (number(at: head &+ 8, 8), number(at: head &+ 16, 8), number(at: head &+ 32, 8))
      guard number(at: head, 4) == 1, address >= start, address &- start < size else { continue }
      return offset &+ (address &- start)
    }
    return nil
  }

  /// A number of some bytes, at most eight; zero beyond the file.
  private func number(at place: Int, _ count: Int) -> Int {
    guard place >= 0, place <= bytes.count - count else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(truncatingIfNeeded: UInt64(bytes[place + $1]) << (8 * UInt64($1))) }
  }
}
