import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// Each failure shows the sentence a person reads, leaves the store as it was, and the next call succeeds.
@Suite("What goes wrong is said, and nothing is lost", .timeLimit(.minutes(5)))
struct ErrorSentencesTests {
    /// Runs what has to fail on a wallet, and checks that nothing has come of it.
    private func failure(
        on wallet: MidenWallet,
        _ body: () async throws -> Void
    ) async throws -> MidenError {
        let before = try await WalletSnapshot(of: wallet)
        let error = try await #require(throws: MidenError.self) { try await body() }
        #expect(try await WalletSnapshot(of: wallet) == before)
        try await wallet.ping()
        return error
    }

    @Test("An account id that cannot be one")
    func impossibleAccount() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let impossible: AccountID = .of("0xffffffffffffffffffffffffffffff")
            let error = try await failure(on: wallet) { _ = try await wallet.getBalance(accountId: impossible) }
            #expect(error.code == .invalidParameter)
            #expect(error.kind == .invalidAccountId)
            #expect(error.localizedDescription.hasPrefix("“\(impossible)” is not an account id: "))
            _ = try await wallet.getBalance(accountId: account)
        }
    }

    @Test("An account id that does not look like one, through the published API")
    func misspelledAccount() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWalletAsync()
            let error = try await failure(on: wallet) { _ = try await wallet.getBalanceAsync(accountId: "alice") }
            #expect(error.code == .invalidParameter)
            #expect(error.localizedDescription == "“alice” is not an account id: it does not begin with 0x.")
            _ = try await wallet.getBalanceAsync(accountId: account)
        }
    }

    @Test("An account of another wallet")
    func unknownAccount() async throws {
        let directory = try TemporaryDirectory()
        let other = try MidenWallet(configuration: .embedded(in: directory))
        let stranger = try await other.createWallet()
        try await other.shutdown()
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            for call in [
                { _ = try await wallet.getBalance(accountId: stranger) },
                { _ = try await wallet.getInputNotes(accountId: stranger) },
                { try await wallet.setDefaultAccount(stranger) },
            ] {
                let error = try await failure(on: wallet) { try await call() }
                #expect(error.code == .lookup)
                #expect(error.kind == .unknownAccount)
                #expect(error.localizedDescription == "Account \(stranger) is not in this wallet.")
            }
            _ = try await wallet.getBalance(accountId: account)
        }
    }

    @Test("A note that is not there")
    func unknownNote() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 1000)
            let nowhere: NoteID = .of("0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20")
            let error = try await failure(on: wallet) {
                _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId, nowhere])
            }
            #expect(error.code == .noteOperation)
            #expect(error.kind == .unknownNote)
            #expect(
                error.localizedDescription
                    == "Note \(nowhere) is not in this wallet. If it was sent recently, sync and try again."
            )
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
        }
    }

    @Test("A note that was consumed before")
    func consumedNote() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let first = try await wallet.paidNote(to: account, amount: 1000)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [first.noteId])
            let second = try await wallet.paidNote(to: account, amount: 500)
            let error = try await failure(on: wallet) {
                _ = try await wallet.consumeNotes(accountId: account, noteIds: [first.noteId])
            }
            #expect(error.code == .noteOperation)
            #expect(error.kind == .noteAlreadyConsumed)
            #expect(error.localizedDescription == "Note \(first.noteId) has already been consumed.")
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [second.noteId])
            #expect(try await wallet.getBalance(accountId: account).balance(for: first.faucetId) == 1500)
        }
    }

    @Test("A note for another account of the same wallet")
    func noteOfAnotherAccount() async throws {
        try await withEmbeddedWallet { wallet in
            let owner = try await wallet.createWallet()
            let other = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: owner, amount: 1000)
            let error = try await failure(on: wallet) {
                _ = try await wallet.consumeNotes(accountId: other, noteIds: [paid.noteId])
            }
            #expect(error.code == .noteOperation)
            #expect(error.kind == .noteOfAnotherAccount)
            #expect(
                error.localizedDescription
                    == "Note \(paid.noteId) is for account \(owner), and account \(other) cannot consume it."
            )
            _ = try await wallet.consumeNotes(accountId: owner, noteIds: [paid.noteId])
        }
    }

    @Test("No asset to pay the fee with")
    func noFeeAsset() async throws {
        try await withEmbeddedWallet(fee: 500) { wallet in
            let poor = try await wallet.createWallet()
            let rich = try await wallet.createWallet()
            let miden = try await wallet.mint(to: rich, amount: 1_000_000)
            let token = try await wallet.paidNote(to: poor, amount: 1000, token: "TOK")
            let error = try await failure(on: wallet) {
                _ = try await wallet.consumeNotes(accountId: poor, noteIds: [token.noteId])
            }
            #expect(error.code == .transactionSubmission)
            #expect(error.kind == .insufficientFee)
            _ = try await wallet.consumeNotes(accountId: rich, noteIds: [miden.noteId])
            // Another account that consumes one note as its first transaction pays the same.
            let held = try await wallet.getBalance(accountId: rich).balance(for: miden.faucetId)
            let fee = FungibleAsset(faucetId: miden.faucetId, amount: 1_000_000 - held, symbol: "MIDEN", decimals: 6)
            #expect(
                error.localizedDescription
                    == "Account \(poor) cannot pay the transaction fee of \(fee.formatted): it holds 0 MIDEN, and"
                    + " \(fee.formatted) is missing (faucet \(miden.faucetId))."
            )
        }
    }

    @Test("Less of a token than is to be sent")
    func tooLittle() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let recipient = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 1000)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
            try await wallet.sync()
            let error = try await failure(on: wallet) {
                try await wallet.send(from: account, to: recipient, faucetId: paid.faucetId, amount: 1001)
            }
            #expect(error.kind == .insufficientBalance)
            #expect(
                error.localizedDescription
                    == "Account \(account) holds 0.001 MIDEN, which is less than the 0.001001 MIDEN it would take"
                    + " (faucet \(paid.faucetId))."
            )
            try await wallet.send(from: account, to: recipient, faucetId: paid.faucetId, amount: 1000)
        }
    }

    @Test("A node that is down")
    func nodeDown() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .custom(rpcEndpoint: "http://127.0.0.1:9"),
                dataDirectory: directory.path
            )
        )
        let account = try await wallet.createWallet()
        let error = try await failure(on: wallet) { try await wallet.sync() }
        #expect(error.code == .nodeUnreachable)
        #expect(error.isRetryable)
        #expect(
            error.localizedDescription
                == "No node answers at http://127.0.0.1:9. Check the address and the connection, then try again."
        )
        #expect(try await wallet.testConnection() == false)
        #expect(try await wallet.getAccounts().map(\.id) == [account])
        try await wallet.shutdown()
    }

    @Test("Why there is no answer, for who wants to know")
    func requiredConnection() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .custom(rpcEndpoint: "http://127.0.0.1:9"),
                dataDirectory: directory.path
            )
        )
        let error = try await failure(on: wallet) { _ = try await wallet.getNodeStatus() }
        #expect(error.code == .nodeUnreachable)
        #expect(error.causes.contains { $0.contains("refused") }, "\(error.causes)")
        try await wallet.shutdown()

        try await withEmbeddedWallet { wallet in
            _ = try await wallet.getNodeStatus()
            #expect(try await wallet.testConnection())
        }
    }

    @Test("A node of another version")
    func nodeOfAnotherVersion() async throws {
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.network = .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy, nodeVersion: "0.17.3"))
        let wallet = try MidenWallet(configuration: configuration)
        let account = try await wallet.createWallet()
        for call in [{ _ = try await wallet.sync() }, { _ = try await wallet.testConnection() }] {
            let error = try await failure(on: wallet) { try await call() }
            #expect(error.code == .networkMismatch)
            #expect(error.isRetryable == false)
            #expect(
                error.localizedDescription
                    == "The embedded chain has version 0.17.3, this library needs 0.18.x: one of the two has to be"
                    + " updated."
            )
        }
        try await wallet.shutdown()

        let updated = try MidenWallet(configuration: .embedded(in: directory))
        #expect(try await updated.sync().blockNumber > 0)
        #expect(try await updated.getAccounts().map(\.id) == [account])
        try await updated.shutdown()
    }

    @Test("A store of another network")
    func storeOfAnotherNetwork() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await wallet.createWallet()
        try await wallet.sync()
        let before = try await WalletSnapshot(of: wallet)
        try await wallet.shutdown()

        let store = directory.path + "/embedded/store.sqlite3"
        let configuration = MidenWallet.Configuration(
            network: .custom(rpcEndpoint: "http://127.0.0.1:9"),
            keystorePath: directory.path + "/embedded/keystore",
            storePath: store
        )
        let error = #expect(throws: MidenError.self) { try MidenWallet(configuration: configuration) }
        #expect(error?.code == .networkMismatch)
        #expect(error?.kind == .storeOfAnotherNetwork)
        #expect(
            error?.localizedDescription
                == "The store at \(store) belongs to the network “embedded” and cannot be used with “custom”."
                + " Use another store path for each network."
        )

        let again = try MidenWallet(configuration: .embedded(in: directory))
        #expect(try await WalletSnapshot(of: again) == before)
        #expect(try await again.getAccounts().map(\.id) == [account])
        try await again.shutdown()
    }

    @Test("A store of another chain of the same kind")
    func storeOfAnotherChain() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        _ = try await wallet.createWallet()
        try await wallet.sync()
        try await wallet.shutdown()

        var options = MidenWallet.EmbeddedOptions(proofs: .dummy, verificationBaseFee: 1)
        options.chainDirectory = directory.path + "/another-chain"
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.network = .embedded(options)
        // Where the chain is in this process, the mismatch may show when the store is opened.
        let error = await #expect(throws: MidenError.self) {
            let mixed = try MidenWallet(configuration: configuration)
            _ = try await mixed.testConnection()
        }
        #expect(error?.code == .networkMismatch)
        #expect(error?.localizedDescription.isEmpty == false)
    }

    @Test("A seed that does not have 32 bytes")
    func shortSeed() async throws {
        try await withEmbeddedWallet { wallet in
            _ = try await wallet.createWallet()
            let error = try await failure(on: wallet) {
                _ = try await wallet.createWallet(seed: Array(repeating: 7, count: 31))
            }
            #expect(error.code == .invalidParameter)
            #expect(error.kind == .invalidSeed)
            #expect(error.localizedDescription == "A seed must have exactly 32 bytes; this one has 31.")
            _ = try await wallet.createWallet(seed: Array(repeating: 7, count: 32))
        }
    }

    @Test("A faucet where there is none")
    func noFaucet() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .custom(rpcEndpoint: "http://127.0.0.1:9"),
                dataDirectory: directory.path
            )
        )
        let account = try await wallet.createWallet()
        let error = try await failure(on: wallet) { try await wallet.mint(to: account, amount: 1) }
        #expect(error.code == .unsupported)
        #expect(error.localizedDescription.hasSuffix("."))
        try await wallet.shutdown()
    }

    @Test("A file that is not an account")
    func notAnAccountFile() async throws {
        try await withEmbeddedWallet { wallet in
            let error = try await failure(on: wallet) { _ = try await wallet.importAccount(file: [1, 2, 3]) }
            #expect(error.code == .invalidParameter)
            #expect(error.localizedDescription == "This is not an account file (.mac) this version can read.")
        }
    }

    @Test("A transaction that is not there")
    func unknownTransaction() async throws {
        try await withEmbeddedWallet { wallet in
            let nowhere: TransactionID = .of("0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20")
            let error = try await failure(on: wallet) { _ = try await wallet.getTransaction(nowhere) }
            #expect(error.code == .lookup)
            #expect(error.kind == .unknownTransaction)
            #expect(error.localizedDescription == "Transaction \(nowhere) is not one of this wallet.")
        }
    }
}
