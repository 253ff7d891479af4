import Foundation

/// What the user script posts to the app.
public enum WebViewMessage: Hashable, Sendable {
    /// The page was loaded and wants a connection.
    case open
    /// The page waits for the next event of its connection.
    case nextEvent(connection: UUID)
    /// A message of the page, as JSON.
    case request(String, connection: UUID)

    /// Reads what was posted. It is nil if the user script does not post such a message.
    ///
    /// - Parameter body: The body of WebKit's message.
    public init?(body: Any) {
        guard let members = body as? [String: Any], let kind = members["kind"] as? String else { return nil }
        if kind == "open" {
            self = .open
            return
        }
        guard let connection = (members["connection"] as? String).flatMap(UUID.init(uuidString:)) else { return nil }
        switch (kind, members["text"] as? String) {
        case ("nextEvent", _): self = .nextEvent(connection: connection)
        case ("request", .some(let text)): self = .request(text, connection: connection)
        default: return nil
        }
    }
}
