internal import CFetch
internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles

/// Where pictures may be loaded from, and how.
public struct NetworkAccess: Sendable {
  /// Names of hosts, which may be in any network; if empty, all hosts of the public Internet are allowed.
  public var hosts: [String] = []
  /// Seconds that one picture may take.
  public var timeOut = 15
  /// Seconds that all pictures together may take.
  public var totalTimeOut = 60
  /// True if the proxies that the environment names are used.
  public var usesProxies = false
  /// Where loaded pictures are kept for a day; nil keeps no pictures.
  public var cache: String?

  public init() {}
}

/// Loads pictures over the network through libcurl, side by side.
struct RemotePictures {
  let access: NetworkAccess
  let limit: Int

  enum Failure: Error, Hashable, Sendable {
    case noLibrary
    case failed(reason: String)
  }

  /// Seconds for which a kept picture is not requested again.
  private static let freshness = 86_400
  private static let redirections = 5
  private static let connections = 8

  /// The result for each address.
  ///
  /// - Parameter threads: With one, pictures are loaded one after the other in the caller's thread.
  func load(_ addresses: [String], threads: Int) -> [String: Result<[UInt8], Failure>] {
    let isThere = fetch_is_available() != 0
    let end = ContinuousClock.now + .seconds(access.totalTimeOut)
    // They wait most of the time, so their number does not depend on the machine's cores.
    let results = concurrently(addresses.count, threads: threads > 1 ? Self.connections : 1) {
      self
    } work: { pictures, index in
      pictures.load(addresses[index], isThere: isThere, until: end)
    }
    return Dictionary(zip(addresses, results)) { first, _ in first }
  }

  private func load(_ address: String, isThere: Bool, until end: ContinuousClock.Instant) -> Result<[UInt8], Failure> {
    // Cached pictures were allowed at the time; what counts is what is allowed now.
    if let reason = refusal(of: address) { return .failure(.failed(reason: reason)) }
    let kept = cachePath(of: address)
    if let kept, let bytes = read(kept, notOlderThan: Self.freshness) { return .success(bytes) }
    guard isThere else { return .failure(.noLibrary) }
    let result = request(address, until: end)
    switch result {
    case .success(let bytes): if let kept { keep(bytes, at: kept) }
    // An outdated picture is better than no picture.
    case .failure: if let kept, let bytes = read(kept, notOlderThan: .max) { return .success(bytes) }
    }
    return result
  }

  /// Why an address may not be requested; nil if it may.
  private func refusal(of address: String) -> String? {
    guard let host = Self.host(of: address) else { return "the address has no host" }
    return access.hosts.isEmpty || isNamed(address) ? nil : "\(host) is not among the hosts that are allowed"
  }

  /// True if the caller names the host of an address, alone or with the address's port.
  private func isNamed(_ address: String) -> Bool {
    guard let host = Self.host(of: address) else { return false }
    let withPort = "\(host):\(Self.port(of: address))"
    return access.hosts.contains { $0.lowercased() == host || $0.lowercased() == withPort }
  }

  private func request(_ address: String, until end: ContinuousClock.Instant) -> Result<[UInt8], Failure> {
    var address = address
    for _ in 0...Self.redirections {
      if let reason = refusal(of: address) { return .failure(.failed(reason: reason)) }
      let left = Int(clamping: (end - ContinuousClock.now) / .milliseconds(1))
      guard left > 0 else { return .failure(.failed(reason: "all pictures together take longer than \(access.totalTimeOut) seconds")) }
      let isNamed = isNamed(address)
      var result = unsafe FetchResult()
      unsafe fetch(address, min(access.timeOut * 1000, left), limit, isNamed ? 1 : 0, access.usesProxies ? 1 : 0, &result)
      defer { unsafe fetch_free(&result) }
      let status = unsafe result.status
      if let location = unsafe result.location, (300..<400).contains(status) {
        address = unsafe String(cString: location)
        continue
      }
      let reason = unsafe withUnsafeBytes(of: &result.error) { bytes in unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
      guard reason.isEmpty else { return .failure(.failed(reason: reason)) }
      guard status == 200 else { return .failure(.failed(reason: "the server says \(status)")) }
      return unsafe .success(Array(UnsafeBufferPointer(start: result.bytes, count: result.count)))
    }
    return .failure(.failed(reason: "it has too many redirects"))
  }

  /// The port of a web address as it is written, or its scheme's port.
  private static func port(of address: String) -> Substring {
    guard let scheme = address.firstRange(of: "://") else { return "" }
    let rest = address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = rest.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let after = host.hasPrefix("[") ? host.drop { $0 != "]" }.dropFirst() : host.drop { $0 != ":" }
    return after.count > 1 ? after.dropFirst() : address.lowercased().hasPrefix("http:") ? "80" : "443"
  }

  /// The host of a web address, in lower case.
  static func host(of address: String) -> String? {
    guard let scheme = address.firstRange(of: "://") else { return nil }
    let rest = address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = rest.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return name.isEmpty ? nil : name.lowercased()
  }

  // MARK: The cache

  private func cachePath(of address: String) -> String? {
    guard let folder = access.cache else { return nil }
    // FNV-1a twice: names of files, not secrets.
    var hashes: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)
    for byte in address.utf8 {
      hashes.0 = (hashes.0 ^ UInt64(byte)) &* 0x100_0000_01B3
      hashes.1 = (hashes.1 &+ UInt64(byte)) &* 0x100_0000_01B3 ^ hashes.0 >> 31
    }
    return folder + "/" + String(hashes.0, radix: 16) + String(hashes.1, radix: 16)
  }

  private func read(_ path: String, notOlderThan seconds: Int) -> [UInt8]? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, time(nil) - status.st_mtim.tv_sec < seconds else { return nil }
    return try? FileAccess(roots: [access.cache ?? ""]).read(path, from: nil, limit: limit).bytes
  }

  /// A cache that cannot be written is ignored.
  private func keep(_ bytes: [UInt8], at path: String) {
    guard let folder = access.cache else { return }
    try? makeFolder(folder, mode: 0o700)
    guard let file = try? NewFile(path, mode: 0o600) else { return }
    do {
      unsafe try bytes.withUnsafeBytes { unsafe try file.write($0) }
    } catch {
      file.discard()
      return
    }
    try? NewFile.finish([file])
  }
}

/// A `data:` URL's bytes (RFC 2397); nil where it is broken.
func dataURLBytes(_ url: String) -> [UInt8]? {
  guard let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
  let head = url[..<comma].lowercased()
  let body = percentDecodedBytes(url[url.utf8.index(after: comma)...].utf8)
  return head.hasSuffix(";base64") ? base64Decoded(body) : body
}

/// RFC 4648, its alphabet for addresses too; spaces and line ends are ignored.
package func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
  var out: [UInt8] = []
  out.reserveCapacity(text.count / 4 * 3)
  var bits: UInt32 = 0
  var count = 0
  for byte in text {
    let value: UInt8
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
    case UInt8(ascii: "="), 0x09, 0x0A, 0x0D, 0x20: continue
    default: return nil
    }
    bits = bits << 6 | UInt32(value)
    count += 1
    if count == 4 {
      out.append(UInt8(bits >> 16 & 255))
      out.append(UInt8(bits >> 8 & 255))
      out.append(UInt8(bits & 255))
      (bits, count) = (0, 0)
    }
  }
  switch count {
  case 0: break
  case 2: out.append(UInt8(bits >> 4 & 255))
  case 3:
    out.append(UInt8(bits >> 10 & 255))
    out.append(UInt8(bits >> 2 & 255))
  default: return nil
  }
  return out
}
