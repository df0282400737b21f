internal import TypesetDiagnostics

/// Tasks with the times that they take.
struct Gantt {
  struct Task {
    var text: String
    var section: Int?
    var start = DiagramTime(0)
    var end = DiagramTime(0)
    var isDone = false
    var isActive = false
    var isCritical = false
    var isMilestone = false
    /// A line over the whole chart.
    var isMark = false
    /// Where it is in the source.
    var place = 0
  }

  var title = ""
  var sections: [String] = []
  var tasks: [Task] = []
  var axisForm: String?
  var tick: DiagramDuration?
  /// On which weeks begin; 0 is Sunday.
  var weekStart = 0
  /// True if tasks that don't overlap share a row.
  var isCompact = false

  static let mostTasks = 1000
}

/// Reads `gantt`.
struct GanttReader {
  private var scanner: DiagramScanner
  private var gantt = Gantt()
  private var form = "YYYY-MM-DD"
  private var endsAreWithin = false
  private var isWeekendOff = false
  /// Friday and Saturday instead of Saturday and Sunday.
  private var weekendStart = 6
  private var daysOff: Set<Int> = []
  private var weekdaysOff: Set<Int> = []

  private enum Begin {
    case previous
    case time(DiagramTime)
    case after([String])
  }

  private enum Finish {
    case lasting(DiagramDuration)
    case time(DiagramTime)
    case until([String])
  }

  private var plans: [(begin: Begin, finish: Finish)] = []
  private var names: [String: Int] = [:]
  /// Days looked at for days off, in all tasks together.
  private var steps = 0
  private static let mostSteps = 500_000

  init(_ scanner: DiagramScanner) {
    self.scanner = scanner
    gantt.title = scanner.title
    gantt.isCompact = String(decoding: scanner.bytes.prefix(400), as: UTF8.self).contains("displayMode: compact")
  }

  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  mutating func read() throws(DiagramMistake) -> Gantt {
    scanner.nextLine()
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      try readLine()
    }
    guard !gantt.tasks.isEmpty else {
      throw DiagramMistake(0..<1, "the diagram has no tasks", hint: "write Name : 2024-05-01, 3d")
    }
    try settle()
    return gantt
  }

  private mutating func readLine() throws(DiagramMistake) {
    let start = scanner.at
    if scanner.skipSilentLine(["todayMarker", "click", "topAxis"]) { return }
    if scanner.takeWord("title") {
      gantt.title = scanner.restOfLine()
    } else if scanner.takeWord("section") {
      gantt.sections.append(scanner.restOfLine())
    } else if scanner.takeWord("dateFormat") {
      form = scanner.restOfLine()
    } else if scanner.takeWord("axisFormat") {
      gantt.axisForm = scanner.restOfLine()
    } else if scanner.takeWord("tickInterval") {
      let (start, word) = (scanner.at, scanner.restOfLine())
      gantt.tick = try duration(word, at: start)
    } else if scanner.takeWord("inclusiveEndDates") {
      endsAreWithin = true
    } else if scanner.takeWord("weekday") {
      gantt.weekStart = Self.weekdays.firstIndex(of: scanner.restOfLine().lowercased()) ?? 0
    } else if scanner.takeWord("weekend") {
      weekendStart = scanner.restOfLine().lowercased() == "friday" ? 5 : 6
    } else if scanner.takeWord("excludes") {
      for word in scanner.restOfLine().split(whereSeparator: { $0 == "," || $0 == " " }) { exclude(word.lowercased()) }
    } else if scanner.takeWord("includes") {
      scanner.nextLine()
    } else {
      try readTask(from: start)
    }
  }

  private mutating func exclude(_ word: String) {
    if word == "weekends" {
      isWeekendOff = true
    } else if let day = Self.weekdays.firstIndex(of: word) {
      weekdaysOff.insert(day)
    } else if let day = DiagramTime(word, form: form) {
      daysOff.insert(day.days)
    }
  }

  private func isOff(_ time: DiagramTime) -> Bool {
    let isWeekend = isWeekendOff && (time.weekday == weekendStart || time.weekday == (weekendStart + 1) % 7)
    return isWeekend || weekdaysOff.contains(time.weekday) || daysOff.contains(time.days)
  }

  /// `Name : crit, id, 2014-01-06, 3d`
  private mutating func readTask(from start: Int) throws(DiagramMistake) {
    guard let colon = scanner.find(" :") ?? scanner.find(":") else {
      throw scanner.mistake("this is no task", from: start, hint: "write Name : 2024-05-01, 3d")
    }
    var task = Gantt.Task(text: scanner.trimmed(upTo: colon), section: gantt.sections.isEmpty ? nil : gantt.sections.count - 1)
    task.place = start
    scanner.at = colon
    while scanner.byte == 0x20 || scanner.byte == UInt8(ascii: ":") { scanner.at += 1 }
    let place = scanner.at
    var words = scanner.restOfLine().split(separator: ",").map { word in
      String(word.drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
    while let tag = words.first {
      switch tag {
      case "active": task.isActive = true
      case "done": task.isDone = true
      case "crit": task.isCritical = true
      case "milestone": task.isMilestone = true
      case "vert": task.isMark = true
      default: break
      }
      guard ["active", "done", "crit", "milestone", "vert", ""].contains(tag) else { break }
      words.removeFirst()
    }
    guard words.count <= 3, let last = words.popLast() else {
      throw scanner.mistake("the task has no time", from: start, hint: "write Name : 2024-05-01, 3d")
    }
    let begin = words.popLast()
    if let name = words.popLast() { names[name] = gantt.tasks.count }
    plans.append((try self.begin(begin, at: place), try finish(last, at: place)))
    gantt.tasks.append(task)
    guard gantt.tasks.count <= Gantt.mostTasks else {
      throw scanner.mistake("the diagram has more than \(Gantt.mostTasks) tasks", from: start)
    }
  }

  private func begin(_ word: String?, at place: Int) throws(DiagramMistake) -> Begin {
    guard let word, !word.isEmpty else { return .previous }
    if word.hasPrefix("after ") { return .after(word.dropFirst(6).split(separator: " ").map(String.init)) }
    guard let time = DiagramTime(word, form: form) else { throw notRead(word, at: place) }
    return .time(time)
  }

  private func finish(_ word: String, at place: Int) throws(DiagramMistake) -> Finish {
    if word.hasPrefix("until ") { return .until(word.dropFirst(6).split(separator: " ").map(String.init)) }
    if form != "X", form != "x" || !word.allSatisfy(\.isNumber), let duration = try duration(word, at: place) { return .lasting(duration) }
    if let time = DiagramTime(word, form: form) { return .time(endsAreWithin ? DiagramTime(time.seconds + 86_400) : time) }
    if let duration = try duration(word, at: place) { return .lasting(duration) }
    throw notRead(word, at: place)
  }

  /// A length of time; one beyond its range is a mistake, since no picture of it would be true.
  private func duration(_ word: String, at place: Int) throws(DiagramMistake) -> DiagramDuration? {
    guard let duration = DiagramDuration(word) else { return nil }
    guard duration.isBeyond else { return duration }
    throw DiagramMistake(
      range(of: word, after: place), "the length of time \(word.prefix(40)) is out of range",
      hint: "write a number from 0 to 1000000 with its unit")
  }

  private func notRead(_ word: String, at place: Int) -> DiagramMistake {
    DiagramMistake(
      range(of: word, after: place), "this is no time and no length of time: \(word.prefix(40))",
      hint: "times are written as dateFormat says (\(form)), lengths as 3d, 2w or 5h")
  }

  /// Where a word is, from some place on.
  private func range(of word: String, after place: Int) -> Range<Int> {
    var scanner = scanner
    scanner.at = place
    let start = scanner.find(word) ?? place
    return start..<start + max(1, word.utf8.count)
  }

  // MARK: Times

  /// Gives each task its times, first the tasks that others wait for.
  private mutating func settle() throws(DiagramMistake) {
    var isKnown = [Bool](repeating: false, count: plans.count)
    var isOpen = isKnown
    for index in plans.indices {
      var waiting = [index]
      while let top = waiting.last {
        if isKnown[top] {
          waiting.removeLast()
          continue
        }
        let needs = try needs(of: top).filter { !isKnown[$0] }
        if needs.isEmpty {
          settle(top)
          (isKnown[top], isOpen[top]) = (true, false)
          waiting.removeLast()
          continue
        }
        guard !isOpen[top] else {
          throw DiagramMistake(
            gantt.tasks[top].place..<gantt.tasks[top].place + 1, "the task waits for itself: \(gantt.tasks[top].text.prefix(40))")
        }
        isOpen[top] = true
        waiting += needs
      }
    }
  }

  /// The tasks whose times a task needs.
  private func needs(of index: Int) throws(DiagramMistake) -> [Int] {
    var needs: [Int] = []
    var named: [String] = []
    switch plans[index].begin {
    case .previous: if index > 0 { needs.append(index - 1) }
    case .after(let words): named += words
    case .time: break
    }
    if case .until(let words) = plans[index].finish { named += words }
    for name in named {
      guard let other = names[name] else {
        let place = gantt.tasks[index].place
        throw DiagramMistake(
          place..<place + 1, "no task has the name \(name.prefix(40))", hint: "write Name : \(name.prefix(40)), 2024-05-01, 3d")
      }
      if other != index { needs.append(other) }
    }
    return needs
  }

  private mutating func settle(_ index: Int) {
    let start: DiagramTime
    switch plans[index].begin {
    case .previous: start = index > 0 ? gantt.tasks[index - 1].end : DiagramTime(0)
    case .time(let time): start = time
    case .after(let words): start = words.compactMap { names[$0] }.map { gantt.tasks[$0].end }.max() ?? DiagramTime(0)
    }
    gantt.tasks[index].start = start
    switch plans[index].finish {
    case .time(let time): gantt.tasks[index].end = max(start, time)
    case .until(let words):
      gantt.tasks[index].end = max(start, words.compactMap { names[$0] }.map { gantt.tasks[$0].start }.min() ?? start)
    case .lasting(let duration): gantt.tasks[index].end = end(after: duration, from: start)
    }
  }

  /// Days off make a task of whole days longer.
  private mutating func end(after duration: DiagramDuration, from start: DiagramTime) -> DiagramTime {
    guard let days = duration.days, isWeekendOff || !daysOff.isEmpty || !weekdaysOff.isEmpty, weekdaysOff.count < 5, days < 40_000 else {
      return duration.after(start)
    }
    var (time, left) = (start, days)
    while left > 0, steps < Self.mostSteps {
      if !isOff(time) { left -= 1 }
      time = DiagramTime(time.seconds + 86_400)
      steps += 1
    }
    return left > 0 ? duration.after(start) : time
  }
}
