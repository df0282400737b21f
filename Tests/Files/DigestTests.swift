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

  @Test func `pieces give the digest of the whole`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for size in [1, 55, 56, 63, 64, 65, 999] {
      var digest = Digest()
      for start in stride(from: 0, to: bytes.count, by: size) { digest.add(bytes[start..<min(start + size, bytes.count)]) }
      #expect(digest.finish() == Digest.of(bytes))
    }
  }
}
