internal import Synchronization

extension Theme {
  /// The built-in themes that have been read, by name. Their files are part of the program and never change.
  private static let known = Mutex<[String: Theme]>([:])

  /// A built-in theme, read when it is first asked for; nil where none has the name.
  public static func builtInTheme(_ name: String) -> Theme? {
    if let theme = known.withLock({ $0[name] }) { return theme }
    guard let source = builtIn(name) else { return nil }
    let theme = read(source).theme
    known.withLock { $0[name] = theme }
    return theme
  }
}
