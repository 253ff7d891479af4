import MidenSwiftClient
import MidenWalletRPC

/// A payment that a request asks for.
public struct RequestedPayment: Hashable, Sendable {
    /// The largest amount of a token, in base units.
    public static let largestAmount: UInt64 = 1 << 63 - 1 << 31

    /// The account that is paid.
    public let recipientID: AccountID
    /// The faucet that issues the token.
    public let faucetID: AccountID
    /// The amount in base units of the token.
    public let baseUnits: UInt64
    /// Whether the chain has the whole note.
    public let noteType: NoteType
    /// The number of blocks after which the payment can be taken back. It cannot be if this is 0 or nil.
    public let recallBlocks: Int?

    /// Describes a payment. ``AppRequest`` checks the limits.
    ///
    /// - Parameters:
    ///   - recipientID: The account that is paid.
    ///   - faucetID: The faucet that issues the token.
    ///   - baseUnits: The amount in base units of the token, from 1 to ``largestAmount``.
    ///   - noteType: Whether the chain has the whole note.
    ///   - recallBlocks: The number of blocks after which the payment can be taken back, 0 or nil if never.
    public init(
        to recipientID: AccountID,
        faucetID: AccountID,
        baseUnits: UInt64,
        noteType: NoteType = .public,
        recallBlocks: Int? = nil
    ) {
        self.recipientID = recipientID
        self.faucetID = faucetID
        self.baseUnits = baseUnits
        self.noteType = noteType
        self.recallBlocks = recallBlocks
    }
}
