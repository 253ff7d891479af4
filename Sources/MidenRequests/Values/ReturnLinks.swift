import MidenSwiftClient

/// What the wallet opens after a decision, so that the user comes back to the app that asked.
public struct ReturnLinks: Hashable, Sendable {
    /// The longest link, in characters.
    public static let longestLink = 512

    /// Opened after the transactions were submitted or something was signed.
    public let success: String?
    /// Opened after anything else.
    public let failure: String?

    /// Names what is opened.
    ///
    /// - Parameters:
    ///   - success: Opened after the transactions were submitted or something was signed.
    ///   - failure: Opened after anything else.
    /// - Throws: `MidenError.Kind.invalidRequest` if one is longer than 512 characters, has a fragment, or is of another
    ///   scheme than `https`, `http` on this machine, or one of an app.
    public init(success: String? = nil, failure: String? = nil) throws {
        for (member, link) in [("success", success), ("failure", failure)] {
            guard let link, !Self.isAllowed(link) else { continue }
            throw MidenError.invalidRequest(
                "returnLinks.\(member) is not a link of at most \(Self.longestLink) characters that can be opened."
            )
        }
        self.success = success
        self.failure = failure
    }

    private static let refusedSchemes: Set<String> = [
        "file", "data", "javascript", "blob", "about", "miden-request",
    ]

    private static func isAllowed(_ link: String) -> Bool {
        guard link.utf8.count <= longestLink, link.utf8.allSatisfy(WebHost.isLinkByte),
            let colon = link.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        let scheme = link[..<colon].lowercased()
        let rest = link[colon...].dropFirst()
        guard WebHost.isScheme(scheme), !rest.isEmpty, !refusedSchemes.contains(scheme) else { return false }
        guard scheme == "https" || scheme == "http" else { return true }
        guard rest.hasPrefix("//") else { return false }
        let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" }.lowercased()
        return scheme == "https" ? WebHost.isNamed(authority: authority) : WebHost.isLoopback(authority: authority)
    }
}
