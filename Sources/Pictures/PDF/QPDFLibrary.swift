internal import Glibc

/// libqpdf, loaded by the first PDF file: the C functions that reading one page takes.
///
/// - Source: qpdf/qpdf-c.h; the same in versions 11 and 12.
@safe struct QPDFLibrary: Sendable {
  static let shared = QPDFLibrary()
  private let library: LoadedLibrary

  private init?() {
    guard let library = LoadedLibrary("libqpdf.so.29", "libqpdf.so.30", "libqpdf.so") else { return nil }
    self.library = library
  }

  /// A function whose type in C the caller knows.
  func function<T>(_ name: String, as type: T.Type) throws(PictureError) -> T {
    guard let function = library.function(name, as: type) else { throw .noLibrary(.pdf, package: "libqpdf29") }
    return function
  }
}

/// A file in libqpdf's hands. Objects are its own numbers.
@safe final class QPDFFile {
  typealias Object = UInt32

  private var data: OpaquePointer?
  private let library: QPDFLibrary

  init() throws(PictureError) {
    guard let library = QPDFLibrary.shared else { throw .noLibrary(.pdf, package: "libqpdf29") }
    self.library = library
    let make = unsafe try library.function("qpdf_init", as: (@convention(c) () -> OpaquePointer?).self)
    unsafe data = unsafe make()
    guard unsafe data != nil else { throw .broken(.pdf, reason: "no memory") }
    try call("qpdf_silence_errors")
    try set("qpdf_set_suppress_warnings", 1)
  }

  deinit {
    let end = unsafe try? library.function(
      "qpdf_cleanup", as: (@convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Void).self)
    unsafe end?(&data)
  }

  // MARK: Calls

  private func call(_ name: String) throws(PictureError) {
    unsafe try library.function(name, as: (@convention(c) (OpaquePointer?) -> Void).self)(data)
  }

  func set(_ name: String, _ value: Int32) throws(PictureError) {
    unsafe try library.function(name, as: (@convention(c) (OpaquePointer?, Int32) -> Void).self)(data, value)
  }

  /// Calls what returns a code whose second bit is an error.
  func run(_ name: String) throws(PictureError) {
    let code = unsafe try library.function(name, as: (@convention(c) (OpaquePointer?) -> Int32).self)(data)
    if code & 2 != 0 { throw failure }
  }

  /// What went wrong last.
  private var failure: PictureError {
    guard let take = unsafe try? library.function("qpdf_get_error", as: (@convention(c) (OpaquePointer?) -> OpaquePointer?).self),
      let codeOf = unsafe try? library.function(
        "qpdf_get_error_code", as: (@convention(c) (OpaquePointer?, OpaquePointer?) -> Int32).self),
      let wordsOf = unsafe try? library.function(
        "qpdf_get_error_message_detail", as: (@convention(c) (OpaquePointer?, OpaquePointer?) -> UnsafePointer<CChar>?).self),
      let error = unsafe take(data)
    else { return .broken(.pdf, reason: "it can't be read") }
    // qpdf_e_password.
    if unsafe codeOf(data, error) == 4 { return .locked }
    let words = unsafe wordsOf(data, error).map { unsafe String(cString: $0) } ?? ""
    return .broken(.pdf, reason: words.isEmpty ? "it can't be read" : String(words.prefix(200)))
  }

  func read(_ bytes: [UInt8]) throws(PictureError) {
    let read = unsafe try library.function(
      "qpdf_read_memory",
      as: (@convention(c) (OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<CChar>?, UInt64, UnsafePointer<CChar>?) -> Int32).self)
    let code = unsafe bytes.withUnsafeBytes {
      unsafe read(data, "figure", $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64($0.count), nil)
    }
    if code & 2 != 0 { throw failure }
  }

  /// - Throws: Where the tree of pages is broken.
  func pageCount() throws(PictureError) -> Int {
    let count = unsafe try library.function("qpdf_get_num_pages", as: (@convention(c) (OpaquePointer?) -> Int32).self)(data)
    guard count >= 0 else { throw failure }
    return Int(count)
  }

  /// - Parameter index: From 0.
  func page(_ index: Int) throws(PictureError) -> Object {
    unsafe try library.function("qpdf_get_page_n", as: (@convention(c) (OpaquePointer?, Int) -> Object).self)(data, index)
  }

  func value(_ key: String, of object: Object) throws(PictureError) -> Object {
    unsafe try library.function(
      "qpdf_oh_get_key", as: (@convention(c) (OpaquePointer?, Object, UnsafePointer<CChar>) -> Object).self)(data, object, key)
  }

  func number(_ object: Object) throws(PictureError) -> Double? {
    var number = 0.0
    let isThere = unsafe try library.function(
      "qpdf_oh_get_value_as_number", as: (@convention(c) (OpaquePointer?, Object, UnsafeMutablePointer<Double>) -> Int32).self)(
        data, object, &number)
    return isThere != 0 && number.isFinite ? number : nil
  }

  /// An array of four numbers as a rectangle: its lower left corner, and its upper right one.
  func box(_ object: Object) throws(PictureError) -> [Double]? {
    let count = unsafe try library.function("qpdf_oh_get_array_n_items", as: (@convention(c) (OpaquePointer?, Object) -> Int32).self)
    guard unsafe count(data, object) == 4 else { return nil }
    let item = unsafe try library.function("qpdf_oh_get_array_item", as: (@convention(c) (OpaquePointer?, Object, Int32) -> Object).self)
    var numbers: [Double] = []
    for index in 0..<4 {
      guard let number = try number(unsafe item(data, object, Int32(index))), abs(number) < 1e7 else { return nil }
      numbers.append(number)
    }
    return [min(numbers[0], numbers[2]), min(numbers[1], numbers[3]), max(numbers[0], numbers[2]), max(numbers[1], numbers[3])]
  }

  func keys(of object: Object) throws(PictureError) -> [String] {
    unsafe try library.function("qpdf_oh_begin_dict_key_iter", as: (@convention(c) (OpaquePointer?, Object) -> Void).self)(data, object)
    let more = unsafe try library.function("qpdf_oh_dict_more_keys", as: (@convention(c) (OpaquePointer?) -> Int32).self)
    let next = unsafe try library.function(
      "qpdf_oh_dict_next_key", as: (@convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?).self)
    var keys: [String] = []
    while unsafe more(data) != 0, let key = unsafe next(data) { unsafe keys.append(String(cString: key)) }
    return keys
  }

  func remove(_ key: String, from object: Object) throws(PictureError) {
    unsafe try library.function(
      "qpdf_oh_remove_key", as: (@convention(c) (OpaquePointer?, Object, UnsafePointer<CChar>) -> Void).self)(data, object, key)
  }

  func replace(_ key: String, of object: Object, by value: Object) throws(PictureError) {
    unsafe try library.function(
      "qpdf_oh_replace_key", as: (@convention(c) (OpaquePointer?, Object, UnsafePointer<CChar>, Object) -> Void).self)(
        data, object, key, value)
  }

  func parsed(_ text: String) throws(PictureError) -> Object {
    unsafe try library.function(
      "qpdf_oh_parse", as: (@convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> Object).self)(data, text)
  }

  /// Makes a page's content one stream, whatever number it is of.
  func joinContent(of page: Object) throws(PictureError) {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let code = unsafe try library.function(
      "qpdf_oh_get_page_content_data",
      as: (@convention(c) (OpaquePointer?, Object, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>) -> Int32)
        .self)(data, page, &bytes, &count)
    defer { unsafe free(bytes) }
    if code & 2 != 0 { throw failure }
    let stream = unsafe try library.function("qpdf_oh_new_stream", as: (@convention(c) (OpaquePointer?) -> Object).self)(data)
    let none = unsafe try library.function("qpdf_oh_new_null", as: (@convention(c) (OpaquePointer?) -> Object).self)(data)
    unsafe try library.function(
      "qpdf_oh_replace_stream_data",
      as: (@convention(c) (OpaquePointer?, Object, UnsafePointer<UInt8>?, Int, Object, Object) -> Void).self)(
        data, stream, bytes, count, none, none)
    try replace("/Contents", of: page, by: stream)
  }

  /// Takes a page over from another file, with what it needs.
  func add(_ page: Object, of other: QPDFFile) throws(PictureError) {
    let add = unsafe try library.function(
      "qpdf_add_page", as: (@convention(c) (OpaquePointer?, OpaquePointer?, Object, Int32) -> Int32).self)
    if unsafe add(data, other.data, page, 1) & 2 != 0 { throw failure }
  }

  /// The file: no streams of objects, nothing encrypted, filters as they are.
  func written() throws(PictureError) -> [UInt8] {
    try run("qpdf_init_write_memory")
    for (name, value) in [
      ("qpdf_set_object_stream_mode", 0), ("qpdf_set_decode_level", 0), ("qpdf_set_compress_streams", 1),
      ("qpdf_set_preserve_encryption", 0), ("qpdf_set_deterministic_ID", 1),
    ] as [(String, Int32)] { try set(name, value) }
    try run("qpdf_write")
    let count = unsafe try library.function("qpdf_get_buffer_length", as: (@convention(c) (OpaquePointer?) -> Int).self)(data)
    let bytes = unsafe try library.function("qpdf_get_buffer", as: (@convention(c) (OpaquePointer?) -> UnsafePointer<UInt8>?).self)(data)
    guard let bytes = unsafe bytes, count > 0 else { throw failure }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
