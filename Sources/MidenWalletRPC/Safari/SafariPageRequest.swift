import Foundation

/// A request of a page, which the background of the wallet's own Safari extension passes on.
///
/// Safari delivers the messages of the extension to its own handler alone, so what it says of the page holds.
struct SafariPageRequest: Sendable {
    /// What the user decided on the page of the extension.
    struct Decision: Sendable {
        /// The digest of what the user saw.
        let digest: Data
        /// Whether the user approved it.
        let isApproved: Bool
    }

    /// The origin of the page, as the browser told the extension.
    let origin: String
    /// The token of the page; nil if it has none.
    let token: String?
    /// The name of the method.
    let method: String
    /// The parameters, nil if there are none.
    let parameters: JSONText?
    /// Whether the transaction is executed, so that the question shows what it does.
    let isSimulated: Bool

    /// Reads the parameters of `miden_prepare` and `miden_decide`.
    ///
    /// - Parameter members: The members of the parameters.
    /// - Throws: ``RPCError/invalidParameters(_:)``.
    init(_ members: [String: JSONText]) throws {
        let caller = try SafariPage(members)
        (origin, token) = (caller.origin, caller.token)
        guard let method = members["method"]?.string, !method.isEmpty else {
            throw RPCError.invalidParameters("There is no method")
        }
        self.method = method
        parameters = members["params"]
        if let json = members["simulate"] {
            guard let value = try? json.decoded(as: Bool.self) else {
                throw RPCError.invalidParameters("simulate is neither true nor false")
            }
            isSimulated = value
        } else {
            isSimulated = false
        }
    }
}

/// A page, as the extension knows it.
struct SafariPage: Sendable {
    /// The origin.
    let origin: String
    /// The token; nil if the page has none.
    let token: String?

    /// Reads the members `origin` and `token`.
    ///
    /// - Parameter members: The members of the parameters.
    /// - Throws: ``RPCError/invalidParameters(_:)``.
    init(_ members: [String: JSONText]) throws {
        guard let origin = members["origin"]?.string, PageOrigin.isAllowed(origin) else {
            throw RPCError.invalidParameters("The origin is not that of a page that may ask")
        }
        self.origin = origin
        guard let json = members["token"] else {
            token = nil
            return
        }
        guard let token = json.string else {
            throw RPCError.invalidParameters("The token is not a text")
        }
        self.token = token
    }
}

extension SafariPageRequest.Decision {
    /// Reads the members `digest` and `decision`.
    ///
    /// - Parameter members: The members of the parameters.
    /// - Throws: ``RPCError/invalidParameters(_:)``.
    init(_ members: [String: JSONText]) throws {
        guard let text = members["digest"]?.string, let digest = Base64.bytes(of: text) else {
            throw RPCError.invalidParameters("The digest is not base64")
        }
        self.digest = digest
        switch members["decision"]?.string {
        case "approve": isApproved = true
        case "decline": isApproved = false
        default: throw RPCError.invalidParameters("The decision is neither approve nor decline")
        }
    }
}
