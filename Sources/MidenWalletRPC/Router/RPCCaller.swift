import Foundation

/// Whoever sent a request, as the transport knows it. Nothing that a page says about itself counts.
public enum RPCCaller: Hashable, Sendable {
    /// A page.
    ///
    /// - Parameters:
    ///   - origin: The origin of the page, as the browser states it.
    ///   - connection: The page's connection: two tabs of one origin have different ones.
    case page(origin: String, connection: UUID)
    /// The wallet's own Safari extension.
    case safariExtension
}
