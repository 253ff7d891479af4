import Foundation
import MidenTestSupport

@testable import MidenSwiftClient

/// A wallet whose one account has its key elsewhere, and a note to consume.
struct SigningWallet<Signer: MidenSigner>: Sendable {
    let wallet: MidenWallet
    let signer: Signer
    let publicKey: Data
    let account: AccountID
    let note: NoteID

    /// Consumes the note.
    @discardableResult
    func consume(timeout: Duration? = nil) async throws -> TransactionID {
        try await wallet.consumeNotes(accountId: account, noteIds: [note], timeout: timeout)
    }
}

/// Runs a test on such a wallet, with a signer that is made with the account's key.
func withSigningWallet<Signer: MidenSigner>(
    _ signer: (TestKey) -> Signer,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (SigningWallet<Signer>) async throws -> Void
) async throws {
    let directory = try TemporaryDirectory()
    let key = try TestKey(in: directory)
    let publicKey = try await key.publicKey()
    let signer = signer(key)
    let wallet = try MidenWallet(configuration: .signing(in: directory, signer))
    let account = try await wallet.createWallet(publicKey: publicKey)
    let note = try await wallet.paidNote(to: account, amount: 1000).noteId
    let made = SigningWallet(wallet: wallet, signer: signer, publicKey: publicKey, account: account, note: note)
    try await body(made)
    try await wallet.shutdown()
    withExtendedLifetime(directory) {}
}

extension AccountID {
    /// An account of nobody's.
    static var someone: AccountID { .of("0x5e903836a825d6c135c26611fe6786") }
}

extension MidenWallet.Configuration {
    /// A chain of its own with dummy proofs, and keys that are elsewhere.
    static func signing(in directory: TemporaryDirectory, fee: UInt32 = 0, _ signer: any MidenSigner) -> Self {
        var configuration = Self.embedded(in: directory, fee: fee)
        configuration.keys = .signer(signer)
        return configuration
    }
}
