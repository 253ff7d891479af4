import Foundation
import MidenSwiftClient

/// An embedded chain on which an account was sent notes: payments, and hostile notes. Its wallet has not synced them yet.
public struct ReceivedNotes: Sendable {
    /// Never ends on the account that the note's storage names, and fails at once on any other. miden-client runs the scripts
    /// of the notes that a transaction makes on the sender's accounts: a thousand scripts that never end there either would
    /// take two hours.
    private static let hostileScript = """
        use miden::protocol::active_note
        use miden::standards::note::note_target

        @note_script
        pub proc main
            push.2 push.0 exec.active_note::get_bounded_storage drop
            mem_load.1 mem_load.0
            exec.note_target::assert_active_account_is_target_account
            push.1
            while.true
                push.1
            end
        end
        """
    /// How many notes of one kind a transaction makes at most. A transaction of more hostile notes is too large for a node.
    private static let notesPerTransaction = 100

    /// The account.
    public let account: AccountID
    private let payments: Int
    private let directory: String

    /// Makes the chain, and sends the notes.
    ///
    /// - Parameters:
    ///   - payments: How many payments.
    ///   - hostile: How many notes whose script never ends.
    ///   - directory: An empty folder for the files.
    /// - Throws: `MidenError`, ``WorkloadError``.
    public init(payments: Int, hostile: Int, in directory: String) async throws {
        self.directory = directory
        self.payments = payments
        // The id does not depend on the chain.
        let recipient = try await Self.wallet(in: directory + "/recipient")
        account = try await Self.makeAccount(in: recipient)
        try await recipient.shutdown()

        let folder = directory + "/sender"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let sender = try await WorkloadWallet(in: folder, chainDirectory: Self.chain(in: directory))
        guard let held = try await sender.wallet.getBalance(accountId: sender.account).fungibleAssets.first else {
            throw WorkloadError(description: "the sender holds nothing")
        }
        let payment = Payment(
            to: account,
            fungibleAssets: [FungibleAsset(faucetId: held.faucetId, amount: 100)]
        )
        for count in Self.parts(of: payments) {
            try await sender.wallet.send(
                from: sender.account,
                payments: Array(repeating: payment, count: count)
            )
            try await sender.wallet.sync()
        }
        let note = CustomNote(
            script: try await MidenPackage.compile(MASMSource(.noteScript, Self.hostileScript)),
            storage: try Self.elements(of: account),
            for: account
        )
        for count in Self.parts(of: hostile) {
            let making = CustomTransaction(createdNotes: Array(repeating: note, count: count))
            _ = try await sender.wallet.execute(making, accountId: sender.account)
            try await sender.wallet.sync()
        }
        try await sender.wallet.shutdown()
    }

    /// Makes a new wallet with the account on a copy of the chain. It has not synced.
    ///
    /// - Returns: The wallet.
    /// - Throws: `MidenError`.
    public func newWallet() async throws -> MidenWallet {
        let folder = "\(directory)/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Self.chain(in: directory), toPath: Self.chain(in: folder))
        let wallet = try await Self.wallet(in: folder)
        _ = try await Self.makeAccount(in: wallet)
        return wallet
    }

    /// Consumes all payments in one transaction.
    ///
    /// - Parameter wallet: A new wallet, which has synced.
    /// - Throws: `MidenError`; ``WorkloadError`` if other notes were consumed than the payments.
    public func consumeAll(in wallet: MidenWallet) async throws {
        let consumed = try await wallet.consumeAllNotes(accountId: account, notesPerTransaction: payments)
        guard consumed.noteIds.count == payments, consumed.transactionIds.count == 1 else {
            throw WorkloadError(description: "consumed \(consumed.noteIds.count) notes of \(payments) payments")
        }
    }

    private static func chain(in directory: String) -> String { directory + "/chain" }

    private static func wallet(in directory: String) async throws -> MidenWallet {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let options = MidenWallet.EmbeddedOptions(proofs: .dummy, chainDirectory: chain(in: directory))
        return try await MidenWallet.open(
            configuration: MidenWallet.Configuration(network: .embedded(options), dataDirectory: directory)
        )
    }

    private static func makeAccount(in wallet: MidenWallet) async throws -> AccountID {
        try await wallet.createWallet(seed: [UInt8](repeating: 9, count: 32))
    }

    private static func parts(of count: Int) -> [Int] {
        stride(from: 0, to: count, by: notesPerTransaction).map { min(notesPerTransaction, count - $0) }
    }

    /// The suffix of an id and its prefix: 7 bytes with a zero byte behind them, and 8 bytes.
    private static func elements(of account: AccountID) throws -> [Felt] {
        let digits = account.hex.dropFirst(2)
        return try [String(digits.dropFirst(16)) + "00", String(digits.prefix(16))].map { text in
            guard let value = UInt64(text, radix: 16) else {
                throw WorkloadError(description: "\(account) is no account id")
            }
            return try Felt(value)
        }
    }
}
