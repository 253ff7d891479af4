import MidenSwiftClient

/// The parameters of `miden_requestSend`: a payment to one account.
public struct RequestSendParameters: Codable, Hashable, Sendable {
    /// The largest number of blocks after which a payment can be taken back.
    public static let mostRecallBlocks = Int(Int32.max)

    /// The account that the page believes it is connected to, which pays.
    public let address: String
    /// The account that is paid.
    public let recipientAddress: String
    /// The address of the faucet that issues the token.
    public let faucetId: String
    /// Whether the chain has the whole note.
    public let noteType: NoteType
    /// The amount in base units.
    public let amount: RPCAmount
    /// The number of blocks after which the payment can be taken back. It cannot be if this is 0 or nil.
    public let recallBlocks: Int?
    /// What makes this call differ from an equal one: 32 hexadecimal digits.
    public let callId: String

    /// Makes the parameters.
    ///
    /// - Parameters:
    ///   - address: The account that pays.
    ///   - recipientAddress: The account that is paid.
    ///   - faucetId: The address of the faucet that issues the token.
    ///   - noteType: Whether the chain has the whole note.
    ///   - amount: The amount in base units.
    ///   - recallBlocks: The number of blocks after which the payment can be taken back, 0 or nil if never.
    ///   - callId: 128 random bits as hexadecimal digits.
    public init(
        address: String,
        recipientAddress: String,
        faucetId: String,
        noteType: NoteType,
        amount: RPCAmount,
        recallBlocks: Int? = nil,
        callId: String
    ) {
        self.address = address
        self.recipientAddress = recipientAddress
        self.faucetId = faucetId
        self.noteType = noteType
        self.amount = amount
        self.recallBlocks = recallBlocks
        self.callId = callId
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        address = try container.decodeAddress(forKey: .address)
        recipientAddress = try container.decodeAddress(forKey: .recipientAddress)
        faucetId = try container.decodeAddress(forKey: .faucetId)
        noteType = try container.decode(WireNoteType.self, forKey: .noteType).noteType
        amount = try container.decode(RPCAmount.self, forKey: .amount)
        // A null is refused: a page's NaN becomes one, and the payment would lose its recall.
        recallBlocks =
            container.contains(.recallBlocks)
            ? Int(
                try container.decode(
                    WholeNumber.self,
                    forKey: .recallBlocks,
                    "a whole number of at most \(Self.mostRecallBlocks)"
                ) { $0.value <= UInt64(Self.mostRecallBlocks) }.value
            ) : nil
        callId = try container.decode(String.self, forKey: .callId, "a call id", where: WireForm.isCallID)
    }
}
