import Testing

@testable import TypesetPictures

/// Whether a picture's own resolution counts.
@Suite struct RasterSizeTests {
  @Test(arguments: [
    (120, 138, 1200.0, 96.0),
    (1200, 1380, 1200, 1200),
    // An icon as high as a letter, and a picture just above one.
    (24, 24, 300, 300), (120, 30, 600, 600),
    (120, 30, 1, 96), (120, 30, 2400, 96),
  ])
  func `a resolution counts unless many pixels would be as small as a letter`(width: Int, height: Int, resolution: Double, counts: Double) {
    let size = RasterSize(width: width, height: height, resolutionX: resolution, resolutionY: resolution)
    #expect(size.usableResolutionX == counts)
    #expect(size.usableResolutionY == counts)
  }
}
