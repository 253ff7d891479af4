/// The origin of a page as browsers write it, such as `https://shop.example` or `http://127.0.0.1:8600`.
public enum PageOrigin {
    /// The hosts of pages of this machine.
    public static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    /// Whether it is that of a page that may ask: `https:`, or `http:` on this machine; lower case, no default port, no path.
    ///
    /// - Parameter origin: The origin.
    /// - Returns: Whether it is.
    public static func isAllowed(_ origin: String) -> Bool {
        let form = #/(https?)://([a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::([1-9][0-9]{0,4}))?/#
        guard let match = origin.wholeMatch(of: form) else { return false }
        let (_, scheme, host, port) = match.output
        if let port = port.flatMap({ Int($0) }) {
            guard port <= 65535, port != (scheme == "https" ? 443 : 80) else { return false }
        }
        return scheme == "https" || loopbackHosts.contains(String(host))
    }
}
