import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What a ``RequesterStore`` keeps of a request. It has the secret that opens the receipts: keep it where only the requester
/// can read it.
public struct StoredRequest: Sendable {
    static let format = "miden-swift requester request"
    static let version = 1
    /// How many bytes ``init(_:)`` reads at most.
    static let largestSize = 1_048_576

    /// The secret of the request.
    public let secret: RequestSecret
    /// The request.
    public let request: SignedRequest
    /// What the link begins with.
    public let linkBase: String
    /// The receipts that were accepted, oldest first.
    public internal(set) var receipts: [VerifiedReceipt]

    init(secret: RequestSecret, request: SignedRequest, linkBase: String) {
        self.secret = secret
        self.request = request
        self.linkBase = linkBase
        receipts = []
    }

    /// Reads what ``data()`` wrote. Does not wait.
    ///
    /// - Parameter data: The bytes.
    /// - Throws: ``MidenError/Kind/requestFileDamaged`` if they are something else, ``MidenError/Kind/requestFileUnusable`` if
    ///   a later version of this library wrote them. The message has nothing of what the bytes hold.
    public init(_ data: Data) throws {
        guard data.count <= Self.largestSize, let text = try? JSONText(data),
            let header = try? text.decoded(as: Header.self), header.format == Self.format, header.version >= 1
        else { throw Self.damaged("it does not have the format \(Self.format)") }
        guard header.version <= Self.version else {
            throw MidenError(
                code: .store,
                kind: .requestFileUnusable,
                message: "The stored request has version \(header.version), and this version of the library reads "
                    + "version \(Self.version). Update the app."
            )
        }
        do {
            let content = try text.decoded(as: Envelope.self).content
            secret = try RequestSecret(content.secret)
            request = try SignedRequest(content.request)
            linkBase = content.linkBase
            receipts = try content.receipts.map {
                VerifiedReceipt(try SignedReceipt($0.receipt), verifiedBy: $0.verifiedBy)
            }
        } catch let error as MidenError where error.code == .unsupported {
            throw error
        } catch {
            throw Self.damaged("a member is missing or has the wrong form")
        }
        guard secret.id == request.request.id else { throw Self.damaged("its secret is of another request") }
    }

    /// Writes it as JSON. The bytes have the secret. Does not wait.
    ///
    /// - Returns: The bytes.
    /// - Throws: What the encoder throws.
    public func data() throws -> Data {
        let content = Content(
            secret: secret.bytes,
            request: request.data,
            linkBase: linkBase,
            receipts: receipts.map { Receipt(receipt: $0.signed.data, verifiedBy: $0.verifiedBy) }
        )
        let envelope = Envelope(format: Self.format, version: Self.version, content: content)
        return try JSONText(encoding: envelope).data
    }

    static func damaged(_ reason: String) -> MidenError {
        MidenError(code: .store, kind: .requestFileDamaged, message: "The stored request is damaged: \(reason).")
    }

    private struct Header: Decodable {
        let format: String
        let version: Int
    }

    private struct Envelope: Codable {
        let format: String
        let version: Int
        let content: Content
    }

    private struct Content: Codable {
        let secret: Data
        /// The signed request.
        let request: Data
        let linkBase: String
        let receipts: [Receipt]
    }

    private struct Receipt: Codable {
        /// The signed receipt.
        let receipt: Data
        let verifiedBy: VerifiedBy?
    }
}

/// What is shown of a stored request has neither its secret nor its content in it.
extension StoredRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Its id.
    public var description: String { "stored request \(request.request.id)" }

    /// The same.
    public var debugDescription: String { description }

    /// Nothing of the content.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
