import Foundation
import MidenSwiftClient
import Testing

@Suite("Names and keys of accounts", .timeLimit(.minutes(5)))
struct AccountKeyTests {
    private static let passphrase = "correct horse battery staple"

    private static func secondWallet(of directory: TemporaryDirectory) throws -> MidenWallet {
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.network = .embedded(
            MidenWallet.EmbeddedOptions(proofs: .dummy, chainDirectory: directory.path + "/embedded/chain")
        )
        configuration.dataDirectory = directory.path + "/second"
        return try MidenWallet(configuration: configuration)
    }

    @Test("A key brings a public account to another wallet, from a file or as digits", arguments: [true, false])
    func publicAccount(asFile: Bool) async throws {
        let directory = try TemporaryDirectory()
        let alice = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await alice.createWallet()
        let paid = try await alice.paidNote(to: account, amount: 100)
        _ = try await alice.consumeNotes(accountId: account, noteIds: [paid.noteId])
        let bob = try Self.secondWallet(of: directory)
        if asFile {
            let file = try await alice.exportKey(accountId: account, passphrase: Self.passphrase)
            let wrong = try await #require(throws: MidenError.self) {
                try await bob.importKey(file: file, passphrase: "wrong horse")
            }
            #expect(wrong.kind == .wrongFilePassphrase)
            #expect(try await bob.importKey(file: file, passphrase: Self.passphrase) == account)
        } else {
            let hex = try await alice.exportKeyUnencrypted(accountId: account)
            #expect(hex.hasPrefix("0x"))
            let unclear = try await #require(throws: MidenError.self) { try await bob.importKey(hex: hex) }
            #expect(unclear.kind == .keyOfUnknownAccount)
            #expect(try await bob.importKey(hex: hex, accountId: account) == account)
        }
        #expect(try await bob.getBalance(accountId: account).balance(for: paid.faucetId) == 100)
        let message = Data("I am Alice".utf8)
        #expect(try await bob.sign(message: message, accountId: account).isValid(for: message))
        #expect(try await bob.getKeys() == alice.getKeys())
        try await alice.shutdown()
        try await bob.shutdown()
    }

    @Test("A key that cannot be taken in, or is not there, is told")
    func refusals() async throws {
        let directory = try TemporaryDirectory()
        let alice = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await alice.createWallet(visibility: .private)
        let file = try await alice.exportKey(accountId: account, passphrase: Self.passphrase)
        let bob = try Self.secondWallet(of: directory)
        let failures: [(MidenError.Kind, () async throws -> Void)] = [
            (.accountStateNeeded, { try await bob.importKey(file: file, passphrase: Self.passphrase) }),
            (.invalidSealedFile, { try await bob.importKey(file: [1, 2, 3], passphrase: Self.passphrase) }),
            (.invalidKey, { try await bob.importKey(hex: "0x12") }),
            (.unknownAccount, { _ = try await bob.exportKeyUnencrypted(accountId: account) }),
            (.filePassphraseEmpty, { _ = try await alice.exportKey(accountId: account, passphrase: "") }),
            (.accountAlreadyTracked, { try await alice.importKey(file: file, passphrase: Self.passphrase) }),
        ]
        for (kind, call) in failures {
            let error = try await #require(throws: MidenError.self) { try await call() }
            #expect(error.kind == kind)
        }
        #expect(try await bob.getKeys().isEmpty)
        #expect(try await bob.getAccounts().isEmpty)
        try await alice.shutdown()
        try await bob.shutdown()
    }

    @Test("A name is one account's, and can be taken away")
    func names() async throws {
        try await withEmbeddedWallet { wallet in
            let first = try await wallet.createWallet()
            let second = try await wallet.createWallet()
            try await wallet.rename(account: first, to: "Savings")
            let taken = try await #require(throws: MidenError.self) {
                try await wallet.rename(account: second, to: "SAVINGS")
            }
            #expect(taken.kind == .accountNameTaken)
            #expect(taken.localizedDescription.contains("\(first)"))
            let invalid = try await #require(throws: MidenError.self) {
                try await wallet.rename(account: second, to: "0x1234")
            }
            #expect(invalid.code == .invalidParameter)
            #expect(invalid.kind == .invalidAccountName)
            let names = try await wallet.getAccounts().reduce(into: [:]) { $0[$1.id] = $1.name }
            #expect(names == [first: "Savings"])
            try await wallet.rename(account: first, to: nil)
            #expect(try await wallet.getAccounts().allSatisfy { $0.name == nil })
        }
    }

    @Test("A new account has its name, or is not made if the name is another's or none")
    func namedAccount() async throws {
        try await withEmbeddedWallet { wallet in
            let first = try await wallet.createWallet(name: "Savings")
            let second = try await wallet.createWallet(mnemonic: .generate(), name: "Words")
            let refusals: [(String, MidenError.Kind)] = [
                ("SAVINGS", .accountNameTaken), ("words", .accountNameTaken), ("0x1234", .invalidAccountName),
                ("", .invalidAccountName),
            ]
            for (name, kind) in refusals {
                let error = try await #require(throws: MidenError.self) {
                    try await wallet.createWallet(name: name)
                }
                #expect(error.kind == kind)
            }
            let names = try await wallet.getAccounts().reduce(into: [:]) { $0[$1.id] = $1.name }
            #expect(names == [first: "Savings", second: "Words"])
            // A refused account keeps no name from others.
            let repeated = [UInt8](repeating: 7, count: 32)
            let seeded = try await wallet.createWallet(seed: repeated, name: "Rent")
            await #expect(throws: MidenError.self) { try await wallet.createWallet(seed: repeated, name: "Food") }
            #expect(try await wallet.getAccounts().first { $0.id == seeded }?.name == "Rent")
            try await wallet.rename(account: first, to: "Food")
        }
    }

    @Test("The wallet lists its keys with their accounts, and refuses a key it has")
    func listed() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await wallet.createWallet()
        try await wallet.rename(account: account, to: "Savings")
        #expect(try await wallet.getAccounts().map(\.name) == ["Savings"])
        let keys = try await wallet.getKeys()
        #expect(keys.map(\.place) == [.here])
        #expect(keys.map(\.accountIds) == [[account]])
        let file = try await wallet.exportKey(accountId: account, passphrase: Self.passphrase)
        let hex = try await wallet.exportKeyUnencrypted(accountId: account)
        await #expect(throws: MidenError.self) { try await wallet.importKey(file: file, passphrase: Self.passphrase) }
        await #expect(throws: MidenError.self) { try await wallet.importKey(hex: hex) }
        try await wallet.shutdown()
    }
}
