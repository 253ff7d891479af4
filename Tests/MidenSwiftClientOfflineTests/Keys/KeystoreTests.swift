import Foundation
import Testing

@testable import MidenSwiftClient

/// What is on disk, and what opens it. Each failure leaves the keystore as it was, and the right source opens it after.
@Suite("The keystore", .serialized, .timeLimit(.minutes(5)))
struct KeystoreTests {
    private static let message = Data("I am Alice".utf8)

    private static func configuration(
        _ directory: TemporaryDirectory,
        _ keys: MidenWallet.KeySource
    ) -> MidenWallet.Configuration {
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.keys = keys
        return configuration
    }

    private static func opened(
        _ directory: TemporaryDirectory,
        _ keys: MidenWallet.KeySource
    ) async throws -> MidenWallet {
        try await MidenWallet.open(configuration: configuration(directory, keys))
    }

    /// Makes a wallet with the account of the known seed, and closes it.
    private static func made(_ directory: TemporaryDirectory, _ keys: MidenWallet.KeySource) async throws -> AccountID {
        let wallet = try await opened(directory, keys)
        let account = try await wallet.createWallet(seed: PlaintextKeystore.seed)
        try await wallet.shutdown()
        return account
    }

    /// Opens the wallet again and uses the account's key.
    private static func use(
        _ account: AccountID,
        _ directory: TemporaryDirectory,
        _ keys: MidenWallet.KeySource
    ) async throws {
        let wallet = try await opened(directory, keys)
        let paid = try await wallet.paidNote(to: account, amount: 5)
        _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
        #expect(try await wallet.sign(message: message, accountId: account).isValid(for: message))
        try await wallet.shutdown()
    }

    /// Opens the wallet with what cannot open it; nothing on disk is changed by that.
    private static func refused(
        _ directory: TemporaryDirectory,
        _ keys: MidenWallet.KeySource,
        _ kind: MidenError.Kind,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> MidenError {
        let before = try directory.contents(of: ["keystore.key", "embedded/keystore"])
        let error = try await #require(throws: MidenError.self, sourceLocation: sourceLocation) {
            _ = try await opened(directory, keys)
        }
        #expect(error.code == .accountOperation, sourceLocation: sourceLocation)
        #expect(error.kind == kind, "\(error)", sourceLocation: sourceLocation)
        #expect(error.message.hasSuffix("."), sourceLocation: sourceLocation)
        #expect(!"\(error)".contains("hunter2"), sourceLocation: sourceLocation)
        let after = try directory.contents(of: ["keystore.key", "embedded/keystore"])
        #expect(after == before, sourceLocation: sourceLocation)
        return error
    }

    @Test("is under the platform's key by default, which is in a file for nobody but the user")
    func platform() async throws {
        let directory = try TemporaryDirectory()
        let account = try await Self.made(directory, .platform)
        #expect(try directory.permissions(of: "keystore.key") == 0o600)
        #expect(try directory.permissions(of: "embedded/keystore/keystore.json") == 0o600)
        #expect(try directory.permissions(of: "embedded/store.sqlite3") == 0o600)
        #expect(try directory.permissions(of: "embedded/store.sqlite3.lock") == 0o600)
        try await Self.use(account, directory, .platform)
    }

    @Test("is under a passphrase, which is nowhere on disk")
    func passphrase() async throws {
        let directory = try TemporaryDirectory()
        let account = try await Self.made(directory, .passphrase("hunter2"))
        #expect(throws: (any Error).self, "no key file") { try directory.permissions(of: "keystore.key") }
        let files = try directory.contents(of: ["."])
        #expect(files.keys.contains { $0.hasSuffix("keystore.json") })
        for (name, bytes) in files {
            #expect(bytes.range(of: Data("hunter2".utf8)) == nil, "\(name)")
        }
        try await Self.use(account, directory, .passphrase("hunter2"))
    }

    @Test("is not made under a passphrase of no characters, and the sentence says so")
    func emptyPassphrase() throws {
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.keys = .passphrase("")
        let error = #expect(throws: MidenError.self) { try MidenWallet(configuration: configuration) }
        #expect(error?.code == .invalidParameter)
        #expect(error?.kind == .passphraseEmpty)
        let keystore = directory.path + "/embedded/keystore"
        #expect(error?.message == "A passphrase must not be empty: the keystore at \(keystore) was not made.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: keystore).isEmpty)
    }

    @Test("has no key in the clear, whichever source it has", arguments: ["platform", "passphrase"])
    func encrypted(source: String) async throws {
        let directory = try TemporaryDirectory()
        let keys: MidenWallet.KeySource = source == "platform" ? .platform : .passphrase("hunter2")
        let account = try await Self.made(directory, keys)
        #expect(account == PlaintextKeystore.ecdsaAccount, "the key is the one that is looked for")
        let secret = try PlaintextKeystore.ecdsaSecret()
        let texts = [secret.map { String(format: "%02x", $0) }.joined(), secret.base64EncodedString()]
        let files = try directory.contents(of: ["."])
        let knownToBeThere = Data(account.hex.utf8)
        #expect(files.values.contains { $0.range(of: knownToBeThere) != nil }, "the search finds what is there")
        for (name, bytes) in files {
            #expect(bytes.range(of: secret) == nil, "\(name)")
            for text in texts {
                #expect(bytes.range(of: Data(text.utf8)) == nil, "\(name)")
            }
        }
    }

    @Test("says that the passphrase is wrong, or missing, or not what it is under")
    func otherSource() async throws {
        let directory = try TemporaryDirectory()
        let account = try await Self.made(directory, .passphrase("hunter2"))
        _ = try await Self.refused(directory, .passphrase("Hunter2"), .wrongPassphrase)
        _ = try await Self.refused(directory, .passphrase(""), .passphraseNeeded)
        _ = try await Self.refused(directory, .platform, .passphraseNeeded)
        try await Self.use(account, directory, .passphrase("hunter2"))

        let other = try TemporaryDirectory()
        let otherAccount = try await Self.made(other, .platform)
        _ = try await Self.refused(other, .passphrase("hunter2"), .keySourceMismatch)
        try await Self.use(otherAccount, other, .platform)
    }

    @Test("says that the key file is gone, and makes no new one")
    func missingKeyFile() async throws {
        let directory = try TemporaryDirectory()
        let account = try await Self.made(directory, .platform)
        let file = directory.path + "/keystore.key"
        try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
        let error = try await Self.refused(directory, .platform, .keyFileMissing)
        #expect(error.message.contains(file))
        try FileManager.default.moveItem(atPath: file + ".away", toPath: file)
        try await Self.use(account, directory, .platform)
    }

    @Test("is not opened with a key file that others can read, until that is mended")
    func exposedKeyFile() async throws {
        let directory = try TemporaryDirectory()
        let account = try await Self.made(directory, .platform)
        let file = directory.path + "/keystore.key"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let error = try await Self.refused(directory, .platform, .keyFileExposed)
        #expect(error.message.contains(file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try await Self.use(account, directory, .platform)
    }

    @Test("says that it is damaged")
    func damaged() async throws {
        let directory = try TemporaryDirectory()
        let account = try await Self.made(directory, .platform)
        let header = URL(fileURLWithPath: directory.path + "/embedded/keystore/keystore.json")
        let whole = try Data(contentsOf: header)
        try whole.prefix(whole.count / 2).write(to: header)
        _ = try await Self.refused(directory, .platform, .keystoreDamaged)
        try whole.write(to: header)
        try await Self.use(account, directory, .platform)
    }

    @Test(
        "of a version whose keys are in the clear is converted once, and nothing is lost",
        arguments: ["platform", "passphrase"]
    )
    func conversion(source: String) async throws {
        let directory = try TemporaryDirectory()
        let keys: MidenWallet.KeySource = source == "platform" ? .platform : .passphrase("hunter2")
        let wallet = try await Self.opened(directory, .platform)
        _ = try await wallet.createWallet(seed: PlaintextKeystore.seed)
        _ = try await wallet.createWallet(seed: PlaintextKeystore.seed, scheme: .falcon512Poseidon2)
        try await wallet.shutdown()
        let keystore = directory.path + "/embedded/keystore"
        try PlaintextKeystore.replace(at: keystore)
        try FileManager.default.removeItem(atPath: directory.path + "/keystore.key")

        for account in [PlaintextKeystore.ecdsaAccount, PlaintextKeystore.falconAccount] {
            try await Self.use(account, directory, keys)
        }
        let old = try PlaintextKeystore.files()
        for (name, bytes) in try directory.contents(of: ["embedded/keystore"]) {
            #expect(old[URL(fileURLWithPath: name).lastPathComponent] == nil, "\(name) is still there")
            #expect(!old.values.contains(bytes))
            #expect(bytes.range(of: try PlaintextKeystore.ecdsaSecret()) == nil, "\(name)")
        }
    }
}
