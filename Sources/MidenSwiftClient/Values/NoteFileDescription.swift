import Foundation

/// What a note file (`.mno`) says of its note. Nothing of it is checked against the chain.
public struct NoteFileDescription: Hashable, Sendable {
    /// The note's id, nil if the file does not tell it.
    public let noteId: NoteID?
    /// The account that made the note, nil if the file does not tell it.
    public let sender: AccountID?
    /// Who can read the note, nil if the file does not tell it.
    public let type: NoteType?
    /// What the note carries, nil if the file does not tell it. How amounts are shown is not known.
    public private(set) var assets: TransactionSummary.Assets?
    /// Whether the note is a payment: to consume it runs no code but that of standard payments. Nil if the file does not tell
    /// it.
    public let isPayment: Bool?

    /// Reads a note file. Needs no wallet and no network, runs nothing, and does not wait.
    ///
    /// - Parameter file: The content of the file.
    /// - Throws: ``MidenError/Code/invalidParameter`` if it is not a note file that this version can read.
    public init(of file: Data) throws(MidenError) {
        let reply = try DescribeNoteFileRequest(file: file).result()
        noteId = reply.noteId
        sender = reply.sender
        type = reply.noteType
        assets = reply.assets.map(TransactionSummary.Assets.init)
        isPayment = reply.isPayment
    }

    /// The same with the symbols and decimals of tokens that a wallet knows.
    ///
    /// - Parameter tokens: The tokens.
    /// - Returns: The description.
    public func naming(_ tokens: [Token]) -> NoteFileDescription {
        var named = self
        named.assets = assets.map { assets in
            TransactionSummary.Assets(
                fungible: assets.fungible.map { $0.naming(tokens) },
                nonFungible: assets.nonFungible
            )
        }
        return named
    }
}
