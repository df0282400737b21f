/// The parts of GitBook's exercises: `{% exercise %}`, `{% initial %}`, `{% solution %}`, `{% validation %}`, `{% endexercise %}`; all but the first
/// are code up to the next one.
struct ExerciseParts {
  private static let names: Set<String> = ["exercise", "initial", "solution", "validation", "context"]

  /// Where each part ends, by where its tag begins.
  private var ends: [Int: Int] = [:]

  /// - Parameter tags: In order.
  init(of tags: [TemplateTag]) {
    var open: [TemplateTag] = []
    for tag in tags where tag.form == .liquid {
      if tag.ended == "exercise" {
        // Code alone on its lines.
        for (part, next) in zip(open, open.dropFirst().map(\.range.lowerBound) + [tag.range.lowerBound]) {
          ends[part.range.lowerBound] = next
        }
        open = []
      } else if tag.name == "exercise" {
        open = [tag]
      } else if !open.isEmpty, Self.names.contains(tag.name) {
        open.append(tag)
      }
    }
  }

  /// Where the part ends that a tag begins; nil for other tags.
  func end(of tag: TemplateTag) -> Int? { ends[tag.range.lowerBound] }
}
