import MidenSwiftClient
import MidenTestSupport
import Testing

/// An account that the network drives itself, and notes for it.
@Suite(
    "Network transactions on a real network",
    .serialized,
    .enabled(if: LocalNetwork.hasNetworkTransactions, LocalNetwork.networkTransactionsMissing),
    .timeLimit(.minutes(15))
)
struct NetworkTransactionTests {
    private static let slot = "miden::tutorials::counter"

    @Test("The network carries out a note for an account that it drives, and says why it does not carry out another")
    func counter() async throws {
        let network = try LocalNetwork.current()
        let (files, otherFiles) = (try TemporaryDirectory(), try TemporaryDirectory())
        let wallet = try network.wallet(in: files)
        try await wallet.sync()
        let sender = try await wallet.createWallet(visibility: .private)
        let contracts = try await NetworkContracts.compiled()
        let counter = try await wallet.createAccount(
            components: [contracts.authentication, contracts.counter],
            storage: [.init(Self.slot, entries: [.init(key: .zero, value: Word([41]))])]
                + contracts.slots(feesIn: AccountID(network.genesisAccount("native_faucet")))
        )

        // The account's first transaction is its owner's. Notes without an attachment, which the network leaves alone, make
        // the scripts known to the node: a note that a script makes names but the root of its own.
        let plain = [CustomNote(script: contracts.increment, for: counter), CustomNote(script: contracts.forbidden)]
        let made = try await wallet.execute(CustomTransaction(createdNotes: plain), accountId: sender)
        let first = try #require(made.noteIds.first)
        try await wallet.syncUntilUnverified(first)
        let counted = try await repeatIfExpired(wallet) {
            try await wallet.consumeNotes(accountId: counter, noteIds: [first])
        }
        _ = try await wallet.syncUntilCommitted(counted)
        #expect(try await Self.count(wallet, counter) == Word([42]))
        let plainStatus = await #expect(throws: MidenError.self) {
            try await wallet.getNetworkNoteStatus(noteId: first)
        }
        #expect(plainStatus?.kind == "not_a_network_note")

        let increment = try await Self.send(contracts.increment, to: counter, from: sender, of: wallet)
        let consumed = try await Self.status(of: increment, in: wallet) { $0.status == .consumed }
        #expect(consumed.lastError == nil)
        let other = try network.wallet(in: otherFiles)
        try await other.sync()
        #expect(try await Self.count(other, counter) == Word([43]))
        try await wallet.sync()
        #expect(try await Self.count(wallet, counter) == Word([43]))
        let command = try await CommandWallet(on: network).answer("network-note-status", increment.hex)
        #expect(command["note_id"].text == increment.hex)
        #expect(command["status"].text == "consumed")

        // It is tried again for a while: the account could come to allow it.
        let forbidden = try await Self.send(contracts.forbidden, to: counter, from: sender, of: wallet)
        let refused = try await Self.status(of: forbidden, in: wallet) { $0.attempts > 0 }
        #expect(refused.status == .pending)
        #expect(refused.lastAttemptBlock != nil)
        #expect(refused.lastError?.contains("is not allowlisted by the target network account") == true)
        #expect(try await Self.count(other, counter) == Word([43]))
        try await wallet.shutdown()
        try await other.shutdown()
        withExtendedLifetime((files, otherFiles)) {}
    }

    private static func count(_ wallet: MidenWallet, _ account: AccountID) async throws -> Word? {
        let storage = try await wallet.getStorage(accountId: account, slot: .name(slot), key: .zero)
        return storage[slot]?.entries?.first?.value
    }

    /// Makes a note for an account that the network drives, and waits until it is in a block.
    private static func send(
        _ script: MidenPackage,
        to target: AccountID,
        from sender: AccountID,
        of wallet: MidenWallet
    ) async throws -> NoteID {
        let transaction = try await NetworkContracts.note(script, for: target)
        let sent = try await wallet.execute(transaction, accountId: sender)
        _ = try await wallet.syncUntilCommitted(sent.transactionId)
        let made = try await wallet.getTransactions(TransactionQuery(accountId: sender)).transactions
        return try #require(made.first { $0.id == sent.transactionId }?.createdNotes.first)
    }

    /// Asks for a note's status until it is the one that is waited for.
    private static func status(
        of note: NoteID,
        in wallet: MidenWallet,
        until isReached: (NetworkNoteStatus) -> Bool
    ) async throws -> NetworkNoteStatus {
        var last: NetworkNoteStatus?
        for _ in 0..<1200 {
            let status = try await wallet.getNetworkNoteStatus(noteId: note)
            if isReached(status) {
                return status
            }
            last = status
            try await pauseForBlock()
        }
        throw Abandoned(reason: "the note came no further in five minutes: \(String(describing: last))")
    }
}
