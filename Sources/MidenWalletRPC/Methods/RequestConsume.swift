import Foundation
import MidenSwiftClient

/// The parameters of `miden_requestConsume`.
///
/// What the page says of the note, but for its id and its bytes, is only a claim: show what the note itself has.
public struct RequestConsumeParameters: Codable, Hashable, Sendable {
    /// The account that the page believes it is connected to, which consumes the note.
    public let address: String
    /// The id of the note: `0x` and 64 hexadecimal digits.
    public let noteId: String
    /// The note as a file, nil if the wallet has it.
    public let noteBytes: Data?
    /// The faucet of the note's asset, as the page claims.
    public let faucetId: String?
    /// The type of the note, as the page claims.
    public let noteType: NoteType?
    /// The amount of the note's asset, as the page claims.
    public let amount: RPCAmount?
    /// What makes this call differ from an equal one: 32 hexadecimal digits.
    public let callId: String

    /// Makes the parameters.
    ///
    /// - Parameters:
    ///   - address: The account that consumes the note.
    ///   - noteId: The id of the note.
    ///   - noteBytes: The note as a file, nil if the wallet has it.
    ///   - faucetId: The faucet of the note's asset, as the page claims.
    ///   - noteType: The type of the note, as the page claims.
    ///   - amount: The amount of the note's asset, as the page claims.
    ///   - callId: 128 random bits as hexadecimal digits.
    public init(
        address: String,
        noteId: String,
        noteBytes: Data? = nil,
        faucetId: String? = nil,
        noteType: NoteType? = nil,
        amount: RPCAmount? = nil,
        callId: String
    ) {
        self.address = address
        self.noteId = noteId
        self.noteBytes = noteBytes
        self.faucetId = faucetId
        self.noteType = noteType
        self.amount = amount
        self.callId = callId
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        address = try container.decodeAddress(forKey: .address)
        noteId = try container.decode(String.self, forKey: .noteId, "the id of a note", where: WireForm.isHash)
        noteBytes = try container.decodeIfPresent(Data.self, forKey: .noteBytes)
        faucetId = try container.decodeAddressIfPresent(forKey: .faucetId)
        noteType = try container.decodeIfPresent(WireNoteType.self, forKey: .noteType)?.noteType
        amount = try container.decodeIfPresent(RPCAmount.self, forKey: .amount)
        callId = try container.decode(String.self, forKey: .callId, "a call id", where: WireForm.isCallID)
    }
}
