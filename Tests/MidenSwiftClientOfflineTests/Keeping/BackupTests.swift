import Foundation
import MidenSwiftClient
import Testing

@Suite("A whole wallet as one file", .timeLimit(.minutes(5)))
struct BackupTests {
    private static let passphrase = "correct horse battery staple"

    /// Another place for a wallet on the chain that the first one of a folder has made.
    private static func elsewhere(_ name: String, in directory: TemporaryDirectory) -> MidenWallet.Configuration {
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.network = .embedded(
            MidenWallet.EmbeddedOptions(proofs: .dummy, chainDirectory: directory.path + "/embedded/chain")
        )
        configuration.dataDirectory = directory.path + "/" + name
        return configuration
    }

    private static func file(_ name: String, in directory: TemporaryDirectory) -> URL {
        URL(fileURLWithPath: directory.path).appendingPathComponent(name)
    }

    @Test("A restored wallet equals the one it came from, and goes on")
    func roundTrip() async throws {
        let directory = try TemporaryDirectory()
        let alice = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await alice.createWallet(visibility: .private)
        let other = try await alice.createWallet()
        let paid = try await alice.paidNote(to: account, amount: 100)
        _ = try await alice.consumeNotes(accountId: account, noteIds: [paid.noteId])
        let waiting = try await alice.paidNote(to: account, amount: 5)
        try await alice.rename(account: account, to: "Savings")
        try await alice.setDefaultAccount(other)

        let before = try await WalletSnapshot(of: alice)
        let keys = try await alice.getKeys()
        let history = try await alice.getTransactions().transactions
        let file = Self.file("wallet.backup", in: directory)
        let backup = try await alice.backUp(to: file, passphrase: Self.passphrase)
        #expect(backup.accountCount == 2)
        #expect(backup.keyCount == 2)
        #expect(backup.transactionCount == 1)
        #expect(backup.syncHeight == before.info.syncHeight)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.size] as? UInt64 == backup.byteCount)
        try await alice.shutdown()

        var configuration = Self.elsewhere("restored", in: directory)
        configuration.keys = .passphrase("another one")
        let restored = try await MidenWallet.restoreBackup(
            from: file,
            passphrase: Self.passphrase,
            configuration: configuration
        )
        let after = try await WalletSnapshot(of: restored)
        #expect(before.info.restoredAt == nil)
        #expect(try #require(after.info.restoredAt) <= Date())
        #expect(after.info.newestBlockTime == before.info.newestBlockTime)
        #expect(after.accounts == before.accounts)
        #expect(after.accounts.contains { $0.id == account && $0.name == "Savings" })
        #expect(after.balances == before.balances)
        #expect(after.notes == before.notes)
        #expect(after.info.defaultAccountId == other)
        #expect(after.info.genesisCommitment == before.info.genesisCommitment)
        #expect(try await restored.getKeys() == keys)
        #expect(try await restored.getTransactions().transactions == history)
        _ = try await restored.consumeNotes(accountId: account, noteIds: [waiting.noteId])
        try await restored.sync()
        #expect(try await restored.getBalance(accountId: account).balance(for: paid.faucetId) == 105)
        try await restored.shutdown()
    }

    /// The events there are now.
    private static func events(of wallet: MidenWallet, after cursor: EventCursor? = nil) async throws -> [WalletEvent] {
        let newest = try await wallet.newestEvent()
        var events: [WalletEvent] = []
        guard cursor != newest else { return events }
        for try await event in wallet.events(after: cursor) {
            events.append(event)
            if event.cursor == newest { break }
        }
        return events
    }

    @Test("The history of a restored wallet has the same pages, and cursors go on")
    func history() async throws {
        let directory = try TemporaryDirectory()
        let alice = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await alice.createWallet()
        let first = try await alice.paidNote(to: account, amount: 100)
        _ = try await alice.consumeNotes(accountId: account, noteIds: [first.noteId])
        for amount in [1, 2, 3] as [Amount] {
            try await alice.send(from: account, to: first.faucetId, faucetId: first.faucetId, amount: amount)
        }
        try await alice.sync()
        let transactions = try await alice.getTransactions(limit: 2)
        let notes = try await alice.getNotes(limit: 2)
        let events = try await Self.events(of: alice)
        let file = Self.file("wallet.backup", in: directory)
        try await alice.backUp(to: file, passphrase: Self.passphrase)
        // What happens in it from now on is not in the other one.
        try await alice.send(from: account, to: first.faucetId, faucetId: first.faucetId, amount: 4)
        try await alice.sync()
        let later = try await alice.newestEvent()
        try await alice.shutdown()

        let restored = try await MidenWallet.restoreBackup(
            from: file,
            passphrase: Self.passphrase,
            configuration: Self.elsewhere("restored", in: directory)
        )
        #expect(try await restored.getTransactions(limit: 2) == transactions)
        #expect(try await restored.getNotes(limit: 2) == notes)
        #expect(try await Self.events(of: restored) == events)
        let rest = try await restored.getTransactions(after: transactions.next)
        #expect(transactions.transactions.count + rest.transactions.count == 4)
        #expect(try await Self.events(of: restored, after: events[1].cursor) == Array(events.dropFirst(2)))
        let refused = try await #require(throws: MidenError.self) {
            _ = try await Self.events(of: restored, after: later)
        }
        #expect(refused.kind == .invalidCursor)
        #expect(refused.message.contains("after the backup"))

        let last = try #require(events.last).cursor
        try await restored.sync()
        #expect(try await Self.events(of: restored, after: last).isEmpty == false)
        try await restored.shutdown()
    }

    @Test("What cannot be restored says why, and what can is restored after that")
    func refusals() async throws {
        let directory = try TemporaryDirectory()
        let alice = try MidenWallet(configuration: .embedded(in: directory))
        _ = try await alice.createWallet()
        try await alice.sync()
        let file = Self.file("wallet.backup", in: directory)
        try await alice.backUp(to: file, passphrase: Self.passphrase)
        let whole = try Data(contentsOf: file)
        let configuration = Self.elsewhere("restored", in: directory)

        func refused(
            _ file: URL,
            _ configuration: MidenWallet.Configuration,
            passphrase: String = Self.passphrase
        ) async throws -> MidenError {
            let error = try await #require(throws: MidenError.self) {
                _ = try await MidenWallet.restoreBackup(
                    from: file,
                    passphrase: passphrase,
                    configuration: configuration
                )
            }
            let store = (configuration.dataDirectory ?? "") + "/embedded/store.sqlite3"
            #expect(!FileManager.default.fileExists(atPath: store))
            return error
        }
        let wrong = try await refused(file, configuration, passphrase: "wrong horse")
        #expect(wrong.code == .accountOperation)
        #expect(wrong.kind == .wrongFilePassphrase)
        var damaged = whole
        damaged[damaged.count - 40] ^= 1
        let damagedFile = Self.file("damaged", in: directory)
        try damaged.write(to: damagedFile)
        #expect(try await refused(damagedFile, configuration).kind == .sealedFileDamaged)
        let text = String(decoding: whole.prefix(80), as: UTF8.self)
        let newer = try #require(text.range(of: "\"version\":2"))
        let place = text.distance(from: text.startIndex, to: newer.upperBound) - 1
        var otherVersion = whole
        otherVersion[place] = UInt8(ascii: "3")
        let otherFile = Self.file("other", in: directory)
        try otherVersion.write(to: otherFile)
        #expect(try await refused(otherFile, configuration).kind == .sealedFileOfAnotherVersion)
        let missing = Self.file("missing", in: directory)
        #expect(try await refused(missing, configuration).kind == .backupFileUnusable)
        let web = try #require(URL(string: "https://backups.example/wallet.backup"))
        #expect(try await refused(web, configuration).code == .invalidParameter)
        var otherChain = MidenWallet.Configuration.embedded(in: directory)
        otherChain.dataDirectory = directory.path + "/another"
        let foreign = try await refused(file, otherChain)
        #expect(foreign.code == .networkMismatch)
        #expect(foreign.kind == .backupOfAnotherNetwork)

        let restored = try await MidenWallet.restoreBackup(
            from: file,
            passphrase: Self.passphrase,
            configuration: configuration
        )
        try await restored.shutdown()
        let full = try await #require(throws: MidenError.self) {
            _ = try await MidenWallet.restoreBackup(
                from: file,
                passphrase: Self.passphrase,
                configuration: configuration
            )
        }
        #expect(full.code == .store)
        #expect(full.kind == .walletNotEmpty)
        let empty = try await #require(throws: MidenError.self) { try await alice.backUp(to: file, passphrase: "") }
        #expect(empty.kind == .filePassphraseEmpty)
        #expect(try Data(contentsOf: file) == whole)
        try await alice.shutdown()
    }

    @Test("A backup of one account restores that account")
    func oneAccount() async throws {
        let directory = try TemporaryDirectory()
        let alice = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await alice.createWallet()
        let file = Self.file("wallet.backup", in: directory)
        let backup = try await alice.backUp(to: file, passphrase: Self.passphrase)
        #expect(backup.accountCount == 1)
        let restored = try await MidenWallet.restoreBackup(
            from: file,
            passphrase: Self.passphrase,
            configuration: Self.elsewhere("restored", in: directory)
        )
        #expect(try await restored.getAccounts().map(\.id) == [account])
        try await restored.shutdown()
        try await alice.shutdown()
    }
}
