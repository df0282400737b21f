/// Labels that items of a list have of their own, such as the numbers of references: attributes of the list and of its items.
package enum ListLabel {
  /// Of an item: what is before it.
  package static let text = "item-label"
  /// Of a list: how wide the column of labels is, in em.
  package static let width = "label-width"
}
