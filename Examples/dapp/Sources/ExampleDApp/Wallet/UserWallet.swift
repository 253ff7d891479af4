import Foundation
import MidenSwiftClient

/// The customer's wallet: an account with tokens.
struct UserWallet: Sendable {
    /// What the account is given, in base units.
    private static let gift = Amount(100_000_000)

    let wallet: MidenWallet
    let account: AccountID
    /// The token that it was given.
    let token: FungibleAsset

    /// Opens the wallet in a folder, and gives it an account with tokens that is on the chain. The tokens are from the account
    /// of a file, or else from the faucet of the embedded chain.
    static func open(on network: MidenWallet.Network, in folder: URL, funding: URL?) async throws -> UserWallet {
        let wallet = try await openWallet(on: network, in: folder.appendingPathComponent("user"))
        let account = try await wallet.createWallet()
        let note: NoteID
        if let funding {
            note = try await pay(account, on: network, in: folder.appendingPathComponent("funding"), from: funding)
        } else {
            note = try await wallet.mint(to: account, amount: gift).noteId
        }
        try await wallet.sync()
        let consumed = try await wallet.consumeNotes(accountId: account, noteIds: [note])
        // The shop reads the account's key from the chain.
        try await wait(for: consumed, in: wallet)
        guard let token = try await wallet.getBalance(accountId: account).fungibleAssets.first else {
            throw MidenError(code: .internal, kind: "no_tokens", message: "The account did not get its tokens.")
        }
        return UserWallet(wallet: wallet, account: account, token: token)
    }

    private static func openWallet(on network: MidenWallet.Network, in folder: URL) async throws -> MidenWallet {
        var configuration = MidenWallet.Configuration(network: network, dataDirectory: folder.path)
        configuration.noteTransport = .none
        return try await MidenWallet.open(configuration: configuration)
    }

    /// Lets the account of a file pay another one, and returns the note.
    private static func pay(
        _ account: AccountID,
        on network: MidenWallet.Network,
        in folder: URL,
        from file: URL
    ) async throws -> NoteID {
        let wallet = try await openWallet(on: network, in: folder)
        let payer = try await wallet.importAccount(file: [UInt8](try Data(contentsOf: file)))
        try await wallet.sync()
        guard let token = try await wallet.getBalance(accountId: payer).fungibleAssets.first else {
            throw MidenError(code: .lookup, kind: "no_tokens", message: "The account of \(file.path) has no tokens.")
        }
        let sent = try await wallet.send(from: payer, to: account, faucetId: token.faucetId, amount: gift)
        try await wait(for: sent.transactionId, in: wallet)
        try await wallet.shutdown()
        return sent.noteId
    }

    private static func wait(for transaction: TransactionID, in wallet: MidenWallet) async throws {
        let syncs = Task { try await wallet.keepSynced(every: .seconds(1)) }
        defer { syncs.cancel() }
        try await wallet.wait(for: transaction)
    }
}
