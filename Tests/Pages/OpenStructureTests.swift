import Testing
import TypesetBoxes

@testable import TypesetPages

/// Elements as `role<parent`, one after the other.
private func printed(_ structure: OpenStructure) -> String {
  structure.elements.map { "\($0.role)<\($0.parent)" }.joined(separator: " ")
}

@Suite struct OpenStructureTests {
  @Test func `what is set within an element is numbered on, and appended as it is`() {
    var outer = OpenStructure(block: 7)
    _ = outer.enter(StructureElement(.blockQuote, parent: -1))
    var inner = outer.continued
    _ = inner.enter(StructureElement(.paragraph, parent: -1))
    #expect(inner.content == ElementID(block: 7, number: 1))
    outer.append(inner)
    #expect(printed(outer) == "blockQuote<-1 paragraph<0")
    #expect(outer.content == ElementID(block: 7, number: 0))
  }

  @Test func `what is dropped leaves no number unused`() {
    var outer = OpenStructure(block: 0)
    var dropped = outer.continued
    _ = dropped.enter(StructureElement(.table, parent: -1))
    var kept = outer.continued
    _ = kept.enter(StructureElement(.figure, parent: -1))
    outer.append(kept)
    #expect(printed(outer) == "figure<-1")
  }

  @Test func `a term and its definitions share an item, though each is set by itself`() {
    var list = OpenStructure(block: 0)
    _ = list.enter(StructureElement(.list, parent: -1))
    for role in [StructureRole.label, .itemBody, .itemBody, .label] {
      var part = list.continued
      _ = part.enter(StructureElement(role, parent: -1))
      list.append(part)
    }
    #expect(printed(list) == "list<-1 item<0 label<1 itemBody<1 itemBody<1 item<0 label<5")
  }

  @Test func `the element around a block is known in it`() {
    var outer = OpenStructure(block: 0)
    _ = outer.enter(StructureElement(.paragraph, parent: -1))
    _ = outer.enter(StructureElement(.formula, parent: -1))
    var inner = outer.continued
    #expect(inner.outerContent == ElementID(block: 0, number: 0))
    _ = inner.enter(StructureElement(.row, parent: -1))
    _ = inner.leaveToOuter()
    #expect(inner.content == ElementID(block: 0, number: 1))
  }

  @Test func `cells are heads within a head only`() {
    var structure = OpenStructure(block: 0)
    _ = structure.enter(StructureElement(.tableHead, parent: -1))
    _ = structure.enter(StructureElement(.row, parent: -1))
    #expect(structure.isWithinTableHead)
    var body = OpenStructure(block: 0)
    _ = body.enter(StructureElement(.tableBody, parent: -1))
    _ = body.enter(StructureElement(.row, parent: -1))
    #expect(!body.isWithinTableHead)
  }
}
