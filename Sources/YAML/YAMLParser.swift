internal import CYAML
public import TypesetDiagnostics

/// Reads the first document of a YAML text.
///
/// Anchors are read, aliases are not followed (a few lines of them unfold into gigabytes): an alias is an empty value and a
/// diagnostic. Values nest at most 64 deep; a deeper one is empty, and what follows it is read.
///
/// - Parameter offset: Where the bytes begin in the author's text; added to every span.
/// - Returns: The value, or nil for an empty or unreadable text, and what is wrong with the text.
public func parseYAML(_ bytes: some Sequence<UInt8>, offset: Int = 0) -> (value: YAMLValue?, diagnostics: [Diagnostic]) {
  var parser = YAMLEvents(Array(bytes), offset: offset)
  let value = parser.document()
  return (value, parser.diagnostics)
}

/// libyaml's parser and the events that it gives.
@safe private struct YAMLEvents: ~Copyable {
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let input: UnsafeMutableBufferPointer<UInt8>
  /// libyaml counts characters; this maps them to bytes.
  private let offsets: [Int32]
  private let offset: Int
  private var depth = 0
  private var hasFailed = false
  /// True if a value was nested too deeply, which is reported once.
  private var isTooDeep = false
  /// What libyaml may yet do with values that are left out: for each event it looks at all that are open.
  private var skips = 1 << 24
  var diagnostics: [Diagnostic] = []

  init(_ bytes: [UInt8], offset: Int) {
    self.offset = offset
    unsafe input = UnsafeMutableBufferPointer.allocate(capacity: max(bytes.count, 1))
    _ = unsafe input.initialize(from: bytes)
    offsets = bytes.indices.lazy.filter { bytes[$0] & 0xC0 != 0x80 }.map { Int32($0) } + [Int32(bytes.count)]
    unsafe yaml_parser_initialize(parser)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  private enum Event {
    case scalar(String, isPlain: Bool)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
    case alias
    case other
    case end
  }

  private func place(_ mark: yaml_mark_t) -> Int {
    offset + Int(offsets[min(Int(mark.index), offsets.count - 1)])
  }

  private mutating func next() -> (event: Event, span: SourceSpan) {
    guard !hasFailed else { return (.end, SourceSpan(offset, offset)) }
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) != 0 else {
      hasFailed = true
      let start = unsafe place(parser.pointee.problem_mark)
      let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "cannot read this"
      diagnostics.append(Diagnostic(.warning, "yaml.syntax", at: SourceSpan(start, start + 1), problem))
      return (.end, SourceSpan(start, start))
    }
    defer { unsafe yaml_event_delete(&event) }
    let span = unsafe SourceSpan(place(event.start_mark), place(event.end_mark))
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      return unsafe (.scalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE), span)
    case YAML_SEQUENCE_START_EVENT: return (.sequenceStart, span)
    case YAML_SEQUENCE_END_EVENT: return (.sequenceEnd, span)
    case YAML_MAPPING_START_EVENT: return (.mappingStart, span)
    case YAML_MAPPING_END_EVENT: return (.mappingEnd, span)
    case YAML_ALIAS_EVENT: return (.alias, span)
    case YAML_STREAM_END_EVENT, YAML_DOCUMENT_END_EVENT: return (.end, span)
    default: return (.other, span)
    }
  }

  mutating func document() -> YAMLValue? {
    while true {
      let (event, span) = next()
      switch event {
      case .other: continue
      case .end: return nil
      default: return value(event, span)
      }
    }
  }

  private mutating func value(_ event: Event, _ span: SourceSpan) -> YAMLValue? {
    switch event {
    case .scalar(let text, let isPlain): return YAMLValue(.scalar(text, isPlain: isPlain), span: span)
    case .alias:
      diagnostics.append(Diagnostic(.warning, "yaml.alias", at: span, "aliases are not followed", hint: "write out the value"))
      return YAMLValue(.scalar("", isPlain: true), span: span)
    case .sequenceStart, .mappingStart:
      guard depth < 64 else {
        if !isTooDeep { diagnostics.append(Diagnostic(.warning, "limit.yaml-nesting", at: span, "values nest deeper than 64")) }
        isTooDeep = true
        skip()
        return YAMLValue(.scalar("", isPlain: true), span: span)
      }
      depth += 1
      defer { depth -= 1 }
      if case .sequenceStart = event { return sequence(from: span) }
      return mapping(from: span)
    case .sequenceEnd, .mappingEnd, .other, .end: return nil
    }
  }

  /// Passes over a value that has begun; fails where that would take long.
  private mutating func skip() {
    var open = 1
    while open > 0, !hasFailed {
      switch next().event {
      case .sequenceStart, .mappingStart: open += 1
      case .sequenceEnd, .mappingEnd: open -= 1
      case .end: hasFailed = true
      default: break
      }
      skips -= depth + open
      if skips < 0 { hasFailed = true }
    }
  }

  private mutating func sequence(from start: SourceSpan) -> YAMLValue {
    var items: [YAMLValue] = []
    while true {
      let (event, span) = next()
      guard let item = value(event, span) else {
        return YAMLValue(.sequence(items), span: SourceSpan(Int(start.start), Int(max(start.end, span.end))))
      }
      items.append(item)
    }
  }

  private mutating func mapping(from start: SourceSpan) -> YAMLValue {
    var entries: [YAMLEntry] = []
    while true {
      let (event, keySpan) = next()
      guard let key = value(event, keySpan) else {
        return YAMLValue(.mapping(entries), span: SourceSpan(Int(start.start), Int(max(start.end, keySpan.end))))
      }
      let (following, span) = next()
      guard let value = value(following, span) else {
        return YAMLValue(.mapping(entries), span: SourceSpan(Int(start.start), Int(max(start.end, span.end))))
      }
      let text = if case .scalar(let text, _) = key.content { text } else { "" }
      entries.append(YAMLEntry(key: text, keySpan: keySpan, value: value))
    }
  }
}
