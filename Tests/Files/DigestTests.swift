import CDigest
import Testing
import TypesetFiles

@Suite struct DigestTests {
  /// FIPS 180-4's examples, and lengths around the blocks' ends (computed by sha256sum).
  @Test func `digests are those of SHA-256`() {
    #expect(Digest.of([UInt8]()) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(Digest.of("abc".utf8) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      Digest.of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      Digest.of(Array(repeating: UInt8(ascii: "a"), count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `the processor's instructions and plain arithmetic give the same`() {
    var bytes = (0..<64 * 37).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 5) }
    for count in [0, 1, 2, 37] {
      var (fast, plain): ([UInt32], [UInt32]) = (Array(1...8), Array(1...8))
      unsafe sha256_add_blocks(&fast, bytes, count)
      unsafe sha256_add_blocks_plainly(&plain, bytes, count)
      #expect(fast == plain)
      #expect((fast == Array(1...8)) == (count == 0))
      bytes[0] ^= 1
    }
  }

  @Test func `pieces give the digest of the whole`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for size in [1, 55, 56, 63, 64, 65, 999] {
      var digest = Digest()
      for start in stride(from: 0, to: bytes.count, by: size) { digest.add(bytes[start..<min(start + size, bytes.count)]) }
      #expect(digest.finish() == Digest.of(bytes))
    }
  }
}
