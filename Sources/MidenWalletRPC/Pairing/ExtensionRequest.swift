import Foundation

/// A request of a browser extension: its own, or that of a page in its browser.
package struct ExtensionRequest: Hashable, Sendable {
    /// The page that asks, as the browser told the extension.
    package struct Sender: Codable, Hashable, Sendable {
        /// The origin of the page. It counts only on a socket that is paired.
        package let origin: String
        /// The name that the extension gave the page: 1 to 64 characters out of `A-Z a-z 0-9 - _`.
        package let page: String
    }

    /// The request.
    package let request: RPCRequest
    /// The page, nil if the extension asks for itself.
    package let sender: Sender?

    /// Reads a message of an extension.
    ///
    /// - Parameter data: The message.
    /// - Throws: ``RPCRefusal`` if it is no request of this version, or if its sender cannot be read.
    package init(reading data: Data) throws(RPCRefusal) {
        request = try RPCRequest(reading: data)
        do throws(RPCError) {
            let members = try JSONScanner.scan(data) ?? [:]
            if let json = members["sender"] {
                sender = try Self.sender(json)
            } else {
                sender = nil
            }
        } catch {
            throw RPCRefusal(id: request.id, error: error)
        }
    }

    private static func sender(_ json: JSONText) throws(RPCError) -> Sender {
        guard let sender = try? json.decoded(as: Sender.self), RPCID(sender.page) != nil else {
            throw .invalidRequest("The sender has no origin or no page")
        }
        return sender
    }
}

extension JSONText {
    /// The result of a request that has nothing to say.
    package static let emptyObject = JSONText.object([:])
}

extension Data {
    /// A message to an extension with the page that it is for.
    ///
    /// - Parameter page: The name of the page, which is plain ASCII.
    /// - Returns: The message, an object like this one.
    package func addressed(to page: String) -> Data {
        Data("{\"page\":\"\(page)\",".utf8) + dropFirst()
    }
}
