/// What a link begins with: `miden-request:`, or the address of a page.
struct LinkBase {
    /// The longest base, in characters.
    static let longest = 200

    /// Scheme and authority of the address as a relay is written. Nil for `miden-request:`.
    let relay: String?

    /// Reads a base. Nil if it cannot be one.
    ///
    /// - Parameters:
    ///   - text: The base. Scheme and host are read in any case.
    ///   - allowsLoopback: Whether it can be a page by `http` on this machine.
    init?(_ text: String, allowsLoopback: Bool) {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy(WebHost.isLinkByte) else { return nil }
        guard text.lowercased() != RequestLink.scheme else {
            relay = nil
            return
        }
        guard let end = text.range(of: "://"), !text.utf8.contains(UInt8(ascii: "?")) else { return nil }
        let authority = text[end.upperBound...].prefix { $0 != "/" }.lowercased()
        switch text[..<end.lowerBound].lowercased() {
        case "https" where WebHost.isNamed(authority: authority): relay = authority
        case "http" where allowsLoopback && WebHost.isLoopback(authority: authority): relay = "http://\(authority)"
        default: return nil
        }
    }

    /// Whether a text is a relay: `HOST[:PORT][PATH]`, or `http://` and a host of this machine.
    static func isRelay(_ text: String, allowsLoopback: Bool) -> Bool {
        let loopback = "http://"
        let isLoopback = text.utf8.starts(with: loopback.utf8)
        let rest = isLoopback ? text.dropFirst(loopback.count) : text[...]
        let authority = rest.prefix { $0 != "/" }
        guard isPath(rest.dropFirst(authority.count)) else { return false }
        return isLoopback
            ? allowsLoopback && WebHost.isLoopback(authority: authority) : WebHost.isNamed(authority: authority)
    }

    private static func isPath(_ path: Substring) -> Bool {
        path.isEmpty
            || path.utf8.allSatisfy { WebHost.isLinkByte($0) && !"?%".utf8.contains($0) }
                && !path.contains("..") && !path.hasSuffix("/")
    }
}
