import Testing
import ZitareBase

@Suite("SHA-256")
struct SHA256Tests {
  @Test(
    "digests are those of FIPS 180-4",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digest(text: String, expected: String) {
    #expect(SHA256.digest(text.utf8).hexadecimal == expected)
  }

  @Test("bytes that arrive in pieces have the digest of the whole")
  func pieces() {
    var hash = SHA256()
    hash.update("a".utf8)
    hash.update([])
    hash.update(AnySequence("bc".utf8))
    #expect(hash.finish() == SHA256.digest("abc".utf8))
  }
}
