/// What happens between participants, from top to bottom.
struct Sequence {
  struct Participant {
    /// How its head is drawn.
    enum Kind: String, CaseIterable { case participant, actor, boundary, control, entity, database, queue, collections }

    var name: String
    var text: String
    var kind = Kind.participant
  }

  enum Side { case left, right, over }

  enum Step {
    case message(from: Int, to: Int, text: String, isDashed: Bool, start: Graph.Head, end: Graph.Head)
    case note(Side, first: Int, last: Int, text: String)
    /// `loop`, `alt`, `rect`; the text of `rect` is its colour.
    case begin(String, text: String)
    /// `else`, `and`, `option`
    case divide(text: String)
    case end
    case activate(Int)
    case deactivate(Int)
  }

  var participants: [Participant] = []
  var steps: [Step] = []
  var title = ""
  /// The first number and the step from one to the next; nil without numbers.
  var numbers: (first: Int, step: Int)?

  static let mostSteps = 4000
  static let mostParticipants = 200
  static let mostDepth = 24
}
