import Glibc
import TeXMath
import TypesetBoxes
import TypesetFonts
import TypesetDiagnostics

let args = CommandLine.arguments
let fonts = FontBook()
let face = fonts.face(family: args[1])!
let set = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
let mode = args[3]
func slurp(_ p: String) -> [UInt8] {
  let f = fopen(p, "r")!; var out: [UInt8] = []; var buf = [UInt8](repeating: 0, count: 65536)
  while true { let n = fread(&buf, 1, 65536, f); if n == 0 { break }; out += buf[0..<n] }
  return out
}
let lines = String(decoding: slurp(args[2]), as: UTF8.self).split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
if mode == "json" {
  for l in lines where l.count >= 3 { print(set.record(id: l[0], l[2], style: l[1] == "display" ? .display : .text, size: 10.pt)) }
} else if mode == "diag" {
  for l in lines where l.count >= 3 { for d in set.set(l[2], style: .display, size: 10.pt).diagnostics { print(l[0], l[2], d.code, d.range, d.message, d.hint ?? "") } }
} else {
  var n = 0; let t = clock()
  for _ in 0..<20 { for l in lines where l.count >= 3 { n += set.set(l[2], style: l[1] == "display" ? .display : .text, size: 10.pt).list.nodes.isEmpty ? 0 : 1 } }
  print(n, Double(n) / (Double(clock() - t) / 1e6), "formulas a second")
}
