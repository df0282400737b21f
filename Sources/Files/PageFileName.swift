internal import TypesetDiagnostics

/// The name of the file for a page: `name.png` becomes `name-3.png`; `{p}` is the number, `{0p}` with leading zeros, `{t}` the number of pages.
///
/// - Parameters:
///   - number: From 0.
///   - isPattern: False takes `{p}` and the others as they are written.
public func pageFileName(_ path: String, number: Int, count: Int, isPattern: Bool = true) -> String {
  guard !isPattern || !path.contains("{p}") && !path.contains("{0p}") else {
    let padded = String(repeating: "0", count: max(0, String(count).count - String(number + 1).count)) + "\(number + 1)"
    return path.replacing("{p}", with: "\(number + 1)").replacing("{0p}", with: padded).replacing("{t}", with: "\(count)")
  }
  let dot = path.lastIndex(of: ".") ?? path.endIndex
  return path[..<dot] + "-\(number + 1)" + path[dot...]
}
