internal import Glibc
internal import TypesetDiagnostics
internal import TypesetJSON

/// The output of a running batch: a line for each document, a status line on a terminal, a summary.
struct BatchReport {
  private enum Kind { case terminal, plain, json, none }

  private let kind: Kind
  private let isQuiet: Bool
  private let count: Int
  private let start = ContinuousClock.now
  private var made = 0
  private var current = 0
  private var failed = 0
  private var warned = 0
  private var shared = SharedWarnings()
  private var lastDrawn: ContinuousClock.Instant?
  private var isShown = false

  init(_ arguments: Arguments, count: Int) throws {
    self.count = count
    isQuiet = arguments.has("quiet")
    switch arguments.value("progress") ?? "auto" {
    case "auto": kind = isatty(STDERR_FILENO) != 0 ? .terminal : .plain
    case "plain": kind = .plain
    case "json": kind = .json
    case "none": kind = .none
    case let word: throw Arguments.UsageError(message: "--progress cannot be \(word)", hint: "use one of auto, plain, json, none")
    }
  }

  /// Milliseconds after which the status line is drawn again; nil if there is none.
  var interval: Int? { kind == .terminal ? 200 : nil }

  private var done: Int { made + current + failed }

  mutating func add(_ name: String, _ answer: JSON) {
    let status = answer["status"]?.text ?? "failed"
    let warnings = answer["warnings"]?.items?.compactMap { BatchWarning($0, in: name) } ?? []
    // What is up to date has been said when it was made.
    let fresh = status == "current" ? [] : shared.add(warnings)
    switch status {
    case "made": made += 1
    case "current": current += 1
    default: failed += 1
    }
    if !warnings.isEmpty { warned += 1 }
    if kind == .json {
      try? printOut(
        JSON(members: [
          "event": .string("document"), "input": .string(name), "status": .string(status), "code": answer["code"],
          "message": answer["message"], "hint": answer["hint"], "pages": answer["pages"], "files": answer["files"],
          "warnings": answer["warnings"], "done": JSON(done), "count": JSON(count), "secondsLeft": secondsLeft.map { JSON($0) },
        ]).description + "\n")
      return
    }
    let name = name.inOneLine
    var text = ""
    if status == "failed" {
      text = "\(name): error: \(answer["message"]?.text ?? "it can't be made")\n" + (answer["hint"]?.text.map { "  hint: \($0)\n" } ?? "")
    } else if !isQuiet, kind != .none {
      let files = answer["files"]?.items?.compactMap(\.text) ?? []
      let target = (files.first ?? "").inOneLine + (files.count > 1 ? " and \(files.count - 1) more" : "")
      let pages = answer["pages"]?.integer ?? 0
      text = status == "current" ? "\(name): up to date\n" : "\(name) -> \(target) (\(pages) page\(pages == 1 ? "" : "s"))\n"
    }
    // Why a document failed is said with it, whatever others had before.
    if status == "failed" { text += warnings.map(\.text).joined() } else if !isQuiet { text += fresh.map(\.text).joined() }
    clear()
    if !text.isEmpty { complain(text) }
    tick()
  }

  /// Names outputs whose input is gone.
  ///
  /// - Parameter isPruned: True if they have been removed.
  mutating func tell(leftOver outputs: [String], isPruned: Bool) {
    if kind == .json {
      let event = JSON(members: ["event": .string(isPruned ? "pruned" : "left-over"), "files": .array(outputs.map { .string($0) })])
      try? printOut(event.description + "\n")
      return
    }
    guard kind != .none, !isQuiet else { return }
    clear()
    let (one, files) = (outputs.count == 1, outputs.count == 1 ? "output" : "outputs")
    let named = outputs.prefix(5).map(\.inOneLine).joined(separator: ", ") + (outputs.count > 5 ? " and \(outputs.count - 5) more" : "")
    complain(
      isPruned
        ? "removed \(outputs.count) \(files) whose input is gone: \(named)\n"
        : "mdtypeset: note: the input of \(outputs.count) \(files) is gone: \(named)\n  hint: --prune removes \(one ? "it" : "them")\n")
  }

  // MARK: The status line

  private var secondsLeft: Int? {
    guard made + failed >= 3, done < count else { return nil }
    let seconds = Double((ContinuousClock.now - start) / .milliseconds(1)) / 1000
    return Int(clamping: (seconds / Double(done) * Double(count - done)).rounded(.up))
  }

  private mutating func clear() {
    if isShown { tellTerminal("\r\u{1B}[K") }
    isShown = false
  }

  mutating func tick() {
    guard kind == .terminal, done < count else { return }
    let now = ContinuousClock.now
    if isShown, let lastDrawn, now - lastDrawn < .milliseconds(100) { return }
    lastDrawn = now
    isShown = true
    let left = secondsLeft.map { ", \(Self.time($0)) left" } ?? ""
    let failures = failed > 0 ? ", \(failed) failed" : ""
    tellTerminal("\r\u{1B}[K[\(done)/\(count)]\(failures)\(left)")
  }

  private static func time(_ seconds: Int) -> String {
    seconds < 60
      ? "\(seconds) s" : seconds < 3600 ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }

  mutating func end() {
    clear()
    let milliseconds = Int(clamping: (ContinuousClock.now - start) / .milliseconds(1))
    if kind == .json {
      try? printOut(
        JSON(members: [
          "event": .string("summary"), "made": JSON(made), "current": JSON(current), "failed": JSON(failed), "withWarnings": JSON(warned),
          "shared": shared.json, "milliseconds": JSON(milliseconds),
        ]).description + "\n")
      return
    }
    guard kind != .none, !isQuiet || failed > 0 else { return }
    if !isQuiet { for line in shared.lines { complain(line) } }
    var parts = ["\(made) made"]
    if current > 0 { parts.append("\(current) up to date") }
    if failed > 0 { parts.append("\(failed) failed") }
    if warned > 0 { parts.append("\(warned) with warnings") }
    let tenths = (milliseconds + 50) / 100
    complain("\(count) document\(count == 1 ? "" : "s"): \(parts.joined(separator: ", ")) in \(tenths / 10).\(tenths % 10) s\n")
  }
}
