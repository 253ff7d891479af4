/// The parts of links, judged by their bytes. URL types of Foundation change what they read.
enum WebHost {
    /// Whether a text is `host` or `host:port` with a DNS name in lower case. IP literals and user info are none.
    static func isNamed(authority: some StringProtocol) -> Bool {
        guard let (host, _) = split(authority) else { return false }
        return isName(host)
    }

    /// Whether a text is a host of this machine, with a port or without.
    static func isLoopback(authority: some StringProtocol) -> Bool {
        ["127.0.0.1", "localhost", "[::1]"].contains { host in
            guard authority.utf8.starts(with: host.utf8) else { return false }
            let port = authority.utf8.dropFirst(host.utf8.count)
            return port.isEmpty || isPort(Array(port))
        }
    }

    /// Whether a text is `https://HOST` or `https://HOST:PORT` as browsers write it: without the default port.
    static func isOrigin(_ origin: String) -> Bool {
        let scheme = "https://"
        guard origin.utf8.starts(with: scheme.utf8), let (host, port) = split(origin.dropFirst(scheme.count)) else {
            return false
        }
        return isName(host) && port != "443"
    }

    /// Whether a text in lower case is a scheme of RFC 3986.
    static func isScheme(_ scheme: String) -> Bool {
        guard let first = scheme.utf8.first, isLetter(first) else { return false }
        return scheme.utf8.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    /// Whether a byte can be in a link without a fragment: a visible character of ASCII but `#` and those that RFC 3986
    /// excludes.
    static func isLinkByte(_ byte: UInt8) -> Bool {
        (0x21...0x7e).contains(byte) && !"#\"<>\\^`{|}".utf8.contains(byte)
    }

    /// Splits host and port. Nil if the port is none.
    private static func split(_ authority: some StringProtocol) -> (host: String, port: String?)? {
        let bytes = Array(authority.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return (String(authority), nil) }
        guard isPort(Array(bytes[colon...])) else { return nil }
        return (
            String(decoding: bytes[..<colon], as: UTF8.self), String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        )
    }

    /// Whether bytes are a colon and a number from 1 to 65535 without leading zeros.
    private static func isPort(_ bytes: [UInt8]) -> Bool {
        let digits = bytes.dropFirst()
        guard bytes.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(isDigit),
            digits.first != UInt8(ascii: "0"), let port = Int(String(decoding: digits, as: UTF8.self))
        else { return false }
        return port <= 65535
    }

    /// Whether a text is a DNS name in lower case. One whose last label is a number would be read as an IP address.
    private static func isName(_ host: String) -> Bool {
        guard (1...253).contains(host.utf8.count) else { return false }
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy(isLabel), let last = labels.last else { return false }
        return !last.allSatisfy(isDigit) && !last.starts(with: "0x".utf8)
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
            && label.allSatisfy { isLetter($0) || isDigit($0) || $0 == hyphen }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
