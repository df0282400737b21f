internal import CXML

/// An element of an XML file, with what is in it.
package struct XMLElement: Sendable {
  /// Without its namespace.
  package var name: String
  package var attributes: [String: String]
  package var children: [XMLElement]
  /// The text between the tags, of the element and of the elements in it.
  package var text: String
  /// From 1.
  package var line: Int

  /// Why a text is no XML.
  package struct Failure: Error {
    package var message: String
    /// From 1; 0 where it is not known.
    package var line: Int
  }

  package subscript(name: String) -> String? { attributes[name] }

  /// Parses a whole file. Nothing is loaded, no entity is looked up elsewhere; libxml2 bounds levels and entities.
  package static func parse(_ bytes: some Collection<UInt8>) throws(Failure) -> XMLElement {
    let options = XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_NOCDATA.rawValue
    xmlResetLastError()
    let parsed = unsafe Array(bytes).withUnsafeBytes { buffer in
      unsafe xmlReadMemory(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count), nil, nil, Int32(options))
    }
    guard let document = unsafe parsed else {
      let fault = unsafe xmlGetLastError()
      let words = unsafe fault?.pointee.message.map { unsafe String(cString: $0) } ?? "it cannot be read"
      let line = unsafe fault.map { unsafe Int($0.pointee.line) } ?? 0
      throw Failure(message: String(words.prefix { !$0.isNewline }), line: line)
    }
    defer { unsafe xmlFreeDoc(document) }
    guard let root = unsafe xmlDocGetRootElement(document) else { throw Failure(message: "it has no element", line: 0) }
    return unsafe element(root, levels: 200)
  }

  private static func element(_ node: xmlNodePtr, levels: Int) -> XMLElement {
    var made = unsafe XMLElement(
      name: node.pointee.name.map { unsafe String(decodingCString: $0, as: UTF8.self) } ?? "", attributes: [:], children: [], text: "",
      line: Int(node.pointee.line))
    var attribute = unsafe node.pointee.properties
    while let one = unsafe attribute {
      let name = unsafe String(decodingCString: one.pointee.name, as: UTF8.self)
      var value = ""
      var piece = unsafe one.pointee.children
      while let one = unsafe piece {
        if let content = unsafe one.pointee.content { value += unsafe String(decodingCString: content, as: UTF8.self) }
        unsafe piece = one.pointee.next
      }
      made.attributes[name] = value
      unsafe attribute = one.pointee.next
    }
    var child = unsafe node.pointee.children
    while let one = unsafe child {
      let type = unsafe one.pointee.type
      if type == XML_ELEMENT_NODE, levels > 0 {
        let inner = unsafe element(one, levels: levels - 1)
        made.text += inner.text
        made.children.append(inner)
      } else if type == XML_TEXT_NODE || type == XML_CDATA_SECTION_NODE, let content = unsafe one.pointee.content {
        made.text += unsafe String(decodingCString: content, as: UTF8.self)
      }
      unsafe child = one.pointee.next
    }
    return made
  }
}
