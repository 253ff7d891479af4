import Foundation
import MidenSwiftClient
import MidenTestSupport

/// Private notes of another wallet on the chain of a shop, for the account of the shop's wallet. Both carry 7 of one token.
struct StrangersNotes: Sendable {
    /// The file of a payment, without its id.
    let paymentFile: Data
    /// A note with a script of its own, which gives what the note carries to the account.
    let scriptedID: NoteID
    /// The file of that note.
    let scriptedFile: Data

    init(for shop: RequestingShop) async throws {
        let directory = try TemporaryDirectory()
        var configuration = shop.wallet.configuration
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
        let paid = try await wallet.send(
            from: account,
            to: shop.account,
            faucetId: minted.faucetId,
            amount: 7,
            noteType: .private
        )
        try await wallet.sync()
        paymentFile = Data(try await wallet.exportNote(noteId: paid.noteId, content: .details))

        guard let recipient = AccountElements(hex: shop.account.hex) else { throw CancellationError() }
        let scripted = CustomNote(
            script: try await .compile(MASMSource(.noteScript, Contracts.source("riddle"))),
            storage: [try Felt(recipient.suffix), try Felt(recipient.prefix), 0, 0, 1],
            for: shop.account,
            fungibleAssets: [FungibleAsset(faucetId: minted.faucetId, amount: 7)],
            noteType: .private
        )
        let made = try await wallet.execute(CustomTransaction(createdNotes: [scripted]), accountId: account)
        try await wallet.sync()
        scriptedID = made.noteIds[0]
        scriptedFile = Data(try await wallet.exportNote(noteId: scriptedID))
        _ = try await wallet.shutdown()
        withExtendedLifetime(directory) {}
    }
}
