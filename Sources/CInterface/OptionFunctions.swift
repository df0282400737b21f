internal import MDTypeset
internal import Synchronization

/// What a document is set with, as C's functions change it.
struct DocumentOptions: Sendable {
  var options: TypesetterOptions = {
    var options = TypesetterOptions()
    // Files that the caller did not name are not read.
    options.ignoresSystemFonts = true
    return options
  }()
  var name = "document.md"
  var theme: MarkdownTheme?
  var settings: [(key: String, value: String)] = []
  var macros = ""
  /// Files in memory, by their names in the document.
  var files: [String: [UInt8]] = [:]

  /// A document of Markdown, as these options say.
  func typeset(_ markdown: [UInt8]) -> TypesetDocument {
    var document = Document(Source(name: name, bytes: markdown, folder: options.root))
    if let theme { document = document.markdownTheme(theme) }
    for setting in settings { document = document.markdownSetting(setting.key, setting.value) }
    if !files.isEmpty { document = document.markdownResources(MemoryResources(files)) }
    var options = options
    options.mathMacros = macros
    return Typesetter(options: options).typeset(document)
  }
}

/// Options behind a pointer of C.
final class SharedOptions: Sendable {
  private let state = Mutex(DocumentOptions())

  var value: DocumentOptions { state.withLock { $0 } }

  func change(_ body: (inout sending DocumentOptions) -> Void) { state.withLock { body(&$0) } }
}

/// Changes the options behind a pointer; nothing where it is null.
private func change(_ options: OpaquePointer?, _ body: (inout DocumentOptions) -> Void) {
  unsafe Handle<SharedOptions>.value(of: options)?.change { body(&$0) }
}

@_cdecl("mdt_options_new") public func newOptions() -> OpaquePointer { unsafe Handle.pointer(to: SharedOptions()) }

@_cdecl("mdt_options_free") public func freeOptions(_ options: OpaquePointer?) { unsafe Handle<SharedOptions>.free(options) }

@_cdecl("mdt_options_name") public func setName(_ options: OpaquePointer?, _ name: UnsafePointer<CChar>?) {
  unsafe change(options) { unsafe $0.name = string(name) }
}

@_cdecl("mdt_options_theme") public func setTheme(_ options: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> CInt {
  let name = unsafe string(name)
  guard Typesetter.themeNames.contains(name) else { return 0 }
  unsafe change(options) { $0.theme = .named(name) }
  return 1
}

@_cdecl("mdt_options_theme_yaml") public func setThemeText(_ options: OpaquePointer?, _ yaml: UnsafePointer<CChar>?) {
  unsafe change(options) { unsafe $0.theme = .yaml(string(yaml)) }
}

@_cdecl("mdt_options_set") public func setSetting(
  _ options: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) {
  unsafe change(options) { unsafe $0.settings.append((string(key), string(value))) }
}

@_cdecl("mdt_options_macros") public func setMacros(_ options: OpaquePointer?, _ macros: UnsafePointer<CChar>?) {
  unsafe change(options) { unsafe $0.macros = string(macros) }
}

@_cdecl("mdt_options_folder") public func addFolder(_ options: OpaquePointer?, _ folder: UnsafePointer<CChar>?) {
  unsafe change(options) { unsafe $0.options.roots.append(string(folder)) }
}

@_cdecl("mdt_options_file") public func addFile(
  _ options: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?, _ size: Int
) {
  unsafe change(options) { unsafe $0.files[string(name)] = bytes(data, size) }
}

@_cdecl("mdt_options_fonts") public func addFontFolder(_ options: OpaquePointer?, _ folder: UnsafePointer<CChar>?) {
  unsafe change(options) { unsafe $0.options.fontPaths.append(string(folder)) }
}

@_cdecl("mdt_options_system_fonts") public func useSystemFonts(_ options: OpaquePointer?, _ uses: CInt) {
  unsafe change(options) { $0.options.ignoresSystemFonts = uses == 0 }
}

@_cdecl("mdt_options_threads") public func setThreads(_ options: OpaquePointer?, _ count: CInt) -> CInt {
  guard count >= 0 else { return 0 }
  unsafe change(options) { $0.options.threads = count == 0 ? nil : Int(count) }
  return 1
}
