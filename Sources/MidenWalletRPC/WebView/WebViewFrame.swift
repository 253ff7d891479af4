/// The frame of a web view that sent a message, as WebKit states it. Nothing that the page says of itself counts.
public struct WebViewFrame: Hashable, Sendable {
    /// Whether it is the page itself, and not a frame in it.
    public let isMainFrame: Bool
    /// The origin, nil if pages of it may not ask.
    public let origin: String?

    /// Describes a frame.
    ///
    /// - Parameters:
    ///   - isMainFrame: Whether it is the page itself.
    ///   - scheme: The protocol of its security origin, such as `https`.
    ///   - host: The host of it.
    ///   - port: The port of it, 0 for the default one.
    public init(isMainFrame: Bool, scheme: String, host: String, port: Int) {
        self.isMainFrame = isMainFrame
        let isDefault = port == 0 || port == (scheme == "https" ? 443 : 80)
        // An IPv6 address is in brackets in an origin.
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        let origin = "\(scheme)://\(name)\(isDefault ? "" : ":\(port)")"
        self.origin = PageOrigin.isAllowed(origin) ? origin : nil
    }
}
