import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// A request with the signature of the app that asks: the bytes that were signed, and what they say.
public struct SignedRequest: Hashable, Sendable {
    /// What comes before a request text where it is signed and hashed.
    private static let domainTag = "miden-swift request v1\n"
    private static let signatureSize = 64
    /// What the references of requests begin with.
    static let referencePrefix = "request/"

    /// What is asked for.
    public let request: AppRequest
    /// The signature, 64 bytes, and the request text.
    public let data: Data

    /// The request text as it was signed.
    public var text: Data { Data(data.dropFirst(Self.signatureSize)) }

    /// The SHA-256 that names this text, 32 bytes.
    public let digest: Data

    /// Verifies a signed request, and then reads the bytes that were verified. Needs no wallet and no network.
    ///
    /// - Parameter data: The signature and the request text.
    /// - Throws: `MidenError.Kind.invalidRequestLink` if the signature is not that of the requester: then the error shows nothing
    ///   of the text. `MidenError.Kind.invalidRequest` if the text is not of the form,
    ///   `MidenError.Kind.unsupportedRequestVersion`, `MidenError.Kind.requestWrongNetwork`. `MidenError.Code.unsupported` if this
    ///   build or this CPU cannot do it.
    public init(_ data: Data) throws {
        let data = Data(data)
        let text = Data(data.dropFirst(Self.signatureSize))
        guard text.count <= AppRequest.largestText else {
            throw MidenError.invalidRequest("it has more than \(AppRequest.largestText) bytes.")
        }
        guard data.count > Self.signatureSize, let key = RequestForm.key(ofUnverified: text),
            try RequestSealing.isValid(data.prefix(Self.signatureSize), requestText: text, key: key)
        else {
            throw MidenError.invalidRequestLink("The request is damaged, or its requester did not sign it.")
        }
        try self.init(verified: AppRequest(text: text), data)
    }

    /// Signs a request. Needs no wallet and no network.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - key: The key of its requester.
    /// - Throws: `MidenError.Kind.invalidRequest` if the request names another key. `MidenError.Code.unsupported` if this
    ///   build or this CPU cannot do it.
    public init(_ request: AppRequest, by key: RequesterKey) throws {
        guard request.requester.key == key.publicKey else {
            throw MidenError.invalidRequest("requester.key is not the key that signs.")
        }
        let text = try request.text()
        let signature = try RequestSealing.sign(requestText: text, seed: key.seed)
        self.init(verified: request, signature + text)
    }

    /// Reads a signed request that this wallet verified before it wrote it down. Does not verify the signature again.
    ///
    /// - Parameter data: The signature and the request text.
    /// - Throws: `MidenError.Kind.invalidRequest`, `.unsupportedRequestVersion`.
    init(verifiedBefore data: Data) throws {
        let data = Data(data)
        try self.init(verified: AppRequest(textReadBefore: Data(data.dropFirst(Self.signatureSize))), data)
    }

    private init(verified request: AppRequest, _ data: Data) {
        self.request = request
        self.data = data
        digest = SHA256.hash(Data(Self.domainTag.utf8) + data.dropFirst(Self.signatureSize))
    }

    /// Under which reference the wallet makes a transaction of the request: it makes it at most once.
    ///
    /// - Parameter index: The transaction, from 0 to 15.
    /// - Returns: 72 characters.
    public func reference(ofTransaction index: Int) -> String {
        let named =
            Data("miden-swift request reference v1\n".utf8) + request.requester.key + request.id.bytes
            + Data([UInt8(truncatingIfNeeded: index)])
        return Self.referencePrefix + SHA256.hash(named).hexDigits
    }

    /// Seals the request for a relay. Needs no wallet and no network.
    ///
    /// - Parameter secret: The secret of the request.
    /// - Returns: The sealed request, 16 bytes longer than ``data``.
    /// - Throws: `MidenError.Kind.invalidRequest` if the secret is of another request. `MidenError.Code.unsupported` if this
    ///   build or this CPU cannot do it.
    public func sealed(for secret: RequestSecret) throws -> Data {
        guard secret.id == request.id else {
            throw MidenError.invalidRequest("its id does not derive from the secret.")
        }
        return try RequestSealing.seal(request: data, linkKey: secret.linkKey)
    }
}

extension SignedRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The action and the id: neither names nor amounts.
    public var description: String { request.description }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Has no children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
