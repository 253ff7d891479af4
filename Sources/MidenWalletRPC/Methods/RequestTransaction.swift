import Foundation

/// The parameters of `miden_requestTransaction`: a transaction that the page made.
public struct RequestTransactionParameters: Codable, Hashable, Sendable {
    /// The most ids and the most notes of one request.
    public static let mostNotes = 1024

    /// The account that the page believes it is connected to, which executes the transaction.
    public let address: String
    /// The account that receives, as the page claims.
    public let recipientAddress: String?
    /// The transaction request, as the SDK serialized it. Whether it can be read is not checked here.
    public let transactionRequest: Data
    /// The ids of the notes that the transaction consumes, as the page claims: `0x` and 64 hexadecimal digits.
    public let inputNoteIds: [String]?
    /// Notes that the wallet needs for the transaction, as files.
    public let importNotes: [Data]?
    /// What makes this call differ from an equal one: 32 hexadecimal digits.
    public let callId: String

    /// Makes the parameters.
    ///
    /// - Parameters:
    ///   - address: The account that executes the transaction.
    ///   - recipientAddress: The account that receives, as the page claims.
    ///   - transactionRequest: The transaction request, as the SDK serialized it.
    ///   - inputNoteIds: The ids of the notes that the transaction consumes, as the page claims.
    ///   - importNotes: Notes that the wallet needs for the transaction, as files.
    ///   - callId: 128 random bits as hexadecimal digits.
    public init(
        address: String,
        recipientAddress: String? = nil,
        transactionRequest: Data,
        inputNoteIds: [String]? = nil,
        importNotes: [Data]? = nil,
        callId: String
    ) {
        self.address = address
        self.recipientAddress = recipientAddress
        self.transactionRequest = transactionRequest
        self.inputNoteIds = inputNoteIds
        self.importNotes = importNotes
        self.callId = callId
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        address = try container.decodeAddress(forKey: .address)
        recipientAddress = try container.decodeAddressIfPresent(forKey: .recipientAddress)
        transactionRequest = try container.decode(
            Data.self,
            forKey: .transactionRequest,
            "a transaction request"
        ) { !$0.isEmpty }
        inputNoteIds = try container.decodeIfPresent(
            [String].self,
            forKey: .inputNoteIds,
            "a list of at most \(Self.mostNotes) ids of notes"
        ) { $0.count <= Self.mostNotes && $0.allSatisfy(WireForm.isHash) }
        importNotes = try container.decodeIfPresent(
            [Data].self,
            forKey: .importNotes,
            "a list of at most \(Self.mostNotes) notes"
        ) { $0.count <= Self.mostNotes }
        callId = try container.decode(String.self, forKey: .callId, "a call id", where: WireForm.isCallID)
    }
}
