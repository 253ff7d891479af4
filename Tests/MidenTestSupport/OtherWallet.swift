import Foundation
import MidenSwiftClient

/// A wallet of somebody else on the same chain. Its private notes are handed over as files.
package struct OtherWallet: Sendable {
    package let wallet: MidenWallet
    package let account: AccountID
    package let faucet: AccountID

    /// Pays by a private note, which a block includes.
    ///
    /// - Returns: The note and its file.
    package func privateNote(
        to recipient: AccountID,
        amount: Amount,
        content: NoteFileContent = .detailsWithProof
    ) async throws -> (id: NoteID, file: Data) {
        let sent = try await wallet.send(
            from: account,
            to: recipient,
            faucetId: faucet,
            amount: amount,
            noteType: .private
        )
        try await wallet.sync()
        return (sent.noteId, Data(try await wallet.exportNote(noteId: sent.noteId, content: content)))
    }

    /// Pays by a private note with a script of its own, which gives what the note carries to the account that it is for.
    package func scriptedNote(to recipient: AccountID, amount: UInt64) async throws -> (id: NoteID, file: Data) {
        guard let elements = AccountElements(hex: recipient.hex) else { throw CancellationError() }
        let note = CustomNote(
            script: try await .compile(MASMSource(.noteScript, Contracts.source("riddle"))),
            storage: [try Felt(elements.suffix), try Felt(elements.prefix), 0, 0, 1],
            for: recipient,
            fungibleAssets: [FungibleAsset(faucetId: faucet, amount: amount)],
            noteType: .private
        )
        let made = try await wallet.execute(CustomTransaction(createdNotes: [note]), accountId: account)
        try await wallet.sync()
        return (made.noteIds[0], Data(try await wallet.exportNote(noteId: made.noteIds[0])))
    }

    /// Makes a private note whose script never ends on the account that it is for.
    package func hostileNote(to recipient: AccountID) async throws -> (id: NoteID, file: Data) {
        guard let elements = AccountElements(hex: recipient.hex) else { throw CancellationError() }
        let note = CustomNote(
            script: try await .compile(MASMSource(.noteScript, Contracts.source("endless"))),
            storage: [try Felt(elements.suffix), try Felt(elements.prefix)],
            for: recipient,
            noteType: .private
        )
        let made = try await wallet.execute(CustomTransaction(createdNotes: [note]), accountId: account)
        try await wallet.sync()
        return (made.noteIds[0], Data(try await wallet.exportNote(noteId: made.noteIds[0])))
    }
}

/// Runs a test with another wallet on the chain of the first one.
package func withOtherWallet(on first: MidenWallet, _ body: (OtherWallet) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    var configuration = first.configuration
    configuration.network = .embedded(
        MidenWallet.EmbeddedOptions(
            proofs: .dummy,
            chainDirectory: (configuration.dataDirectory ?? "") + "/embedded/chain"
        )
    )
    configuration.dataDirectory = directory.path
    configuration.noteTransport = .none
    let wallet = try await MidenWallet.open(configuration: configuration)
    let account = try await wallet.createWallet()
    let minted = try await wallet.mint(to: account, amount: 1000)
    try await wallet.sync()
    _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
    try await body(OtherWallet(wallet: wallet, account: account, faucet: minted.faucetId))
    _ = try await wallet.shutdown()
    withExtendedLifetime(directory) {}
}
