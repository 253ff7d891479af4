import Foundation
import MidenTestSupport
import Testing

/// A wallet whose account was paid 5 MIDEN and is asked for payments, and in the same sandbox the account that is paid.
struct Shop {
    let sandbox: Sandbox
    /// The account that pays.
    let account: String
    /// The account that is paid, as an id and as an address.
    let recipient: String
    let recipientAddress: String
    /// The faucet of MIDEN, as an id and as an address.
    let faucet: String
    let faucetAddress: String

    init() async throws {
        sandbox = try Sandbox()
        account = try await sandbox.paidAccount("5")
        recipient = try await sandbox.answer("new-wallet")["account_id"].text
        recipientAddress = try await sandbox.check("address", recipient, "--field", "address").trimmed
        faucet = try await sandbox.faucet()
        faucetAddress = try await sandbox.check("address", faucet, "--field", "address").trimmed
        _ = try await sandbox.check("sync")
    }

    private init(_ shop: Shop, sandbox: Sandbox) {
        self.sandbox = sandbox
        account = shop.account
        recipient = shop.recipient
        recipientAddress = shop.recipientAddress
        faucet = shop.faucet
        faucetAddress = shop.faucetAddress
    }

    /// The same wallets in another environment.
    func with(_ changes: [String: String]) -> Shop { Shop(self, sandbox: sandbox.with(changes)) }

    /// Another sandbox with a copy of the wallets.
    func copy() throws -> Shop {
        let copy = try Sandbox()
        try FileManager.default.copyItem(atPath: sandbox.wallets, toPath: copy.wallets)
        return Shop(self, sandbox: copy)
    }

    /// The folder of the network's wallet.
    var folder: String { sandbox.wallets + "/embedded" }

    /// Asks for 1.5 MIDEN by `request create`.
    func requestPayment(_ options: String...) async throws -> MadeRequest {
        try await request(
            ["sendCoin", "--name", "Shop", "--to", recipientAddress, "--amount", "1500000", "--faucet", faucetAddress]
                + options
        )
    }

    /// Makes a request by `request create`.
    func request(_ arguments: [String]) async throws -> MadeRequest {
        let outcome = try await sandbox.start(["request", "create"] + arguments + ["--json"]).outcome()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return MadeRequest(answer: try outcome.object())
    }

    /// A payment of 1.5 MIDEN whose text a test can change.
    func rawPayment(
        name: String = "Shop",
        seed: UInt8 = 0x22,
        issuedAt: Int = 0,
        expiresAt: Int = 600
    ) throws -> RawRequest {
        try RawRequest(
            payment: "1500000",
            of: faucetAddress,
            to: recipientAddress,
            name: name,
            seed: seed,
            issuedAt: issuedAt,
            expiresAt: expiresAt
        )
    }

    /// Starts `request VERB -` with the link on standard input.
    func start(_ verb: String, _ link: String, _ options: [String] = [], errors: FileHandle? = nil) throws
        -> RunningCommand
    {
        try sandbox.start(
            ["request", verb, "-"] + options + ["--json"],
            input: try sandbox.input(link + "\n"),
            errors: errors
        )
    }

    /// Runs it to its end.
    func run(_ verb: String, _ link: String, _ options: String...) async throws -> Outcome {
        try await start(verb, link, options).outcome()
    }

    /// Runs it, and it has to end well.
    func answer(
        _ verb: String,
        _ link: String,
        _ options: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSON {
        let outcome = try await start(verb, link, options).outcome()
        try #require(outcome.status == 0, "\(verb): \(outcome.errors)", sourceLocation: sourceLocation)
        return try outcome.object()
    }

    /// Approves without being asked.
    func approve(_ link: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSON {
        try await answer("approve", link, "--account", account, "--yes", sourceLocation: sourceLocation)
    }

    /// Runs `request VERB -`, which has to fail, and writes nothing to standard output.
    func expectFailure(
        _ verb: String,
        _ link: String,
        _ options: [String] = [],
        status: Int32,
        kind: String,
        says sentence: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await start(verb, link, options).outcome()
        #expect(outcome.status == status, "\(verb): \(outcome.errors)", sourceLocation: sourceLocation)
        #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
        let error = try outcome.error()
        #expect(error["kind"].text == kind, "\(outcome.errors)", sourceLocation: sourceLocation)
        if let sentence {
            #expect(error["message"].text.contains(sentence), "\(outcome.errors)", sourceLocation: sourceLocation)
        }
    }

    /// What the account that pays has, in MIDEN.
    func balance() async throws -> String {
        _ = try await sandbox.start(["sync"]).outcome()
        let output = try await sandbox.check("balance", "--account", account, "--field", "formatted")
        return output.trimmed
    }

    /// How many transactions the account that pays has made, with the one that consumed what it was paid.
    func transactionCount() async throws -> Int {
        try await sandbox.answer("transactions", "--account", account)["transactions"].count
    }

    /// Nothing was paid.
    func expectUnpaid(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(try await balance() == "5 MIDEN", sourceLocation: sourceLocation)
        #expect(try await transactionCount() == 1, sourceLocation: sourceLocation)
    }

    /// 1.5 MIDEN were paid by one transaction.
    func expectPaidOnce(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(try await balance() == "3.5 MIDEN", sourceLocation: sourceLocation)
        #expect(try await transactionCount() == 2, sourceLocation: sourceLocation)
    }

    /// The names of the wallet's files of requests, with their folder.
    func requestFiles() -> [String] {
        ["open", "done"].flatMap { part in
            let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/requests/\(part)")
            return (names ?? []).filter { $0.hasSuffix(".json") }.map { "\(part)/\($0)" }
        }
    }

    /// The path of the one file of requests with an id.
    func requestFile(of id: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let names = requestFiles().filter { $0.contains(id) }
        try #require(names.count == 1, "\(names)", sourceLocation: sourceLocation)
        return "\(folder)/requests/\(names[0])"
    }

    /// The data folder of ``requesterAlone()``.
    var requesterAloneFolder: String { sandbox.directory.path + "/requester-alone" }

    /// The sandbox of the requester alone, as if it were another computer: its files, no wallet.
    func requesterAlone() throws -> Sandbox {
        let other = requesterAloneFolder
        try? FileManager.default.removeItem(atPath: other)
        try FileManager.default.createDirectory(atPath: other + "/embedded", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: folder + "/requester", toPath: other + "/embedded/requester")
        return sandbox.with(["MIDEN_DATA_DIR": other, "HOME": other])
    }

    /// The commitment of the key of the account that pays.
    func commitment() async throws -> String {
        let keys = try await sandbox.answer("keys")["keys"].list
        return try #require(keys.first { $0["account_ids"].list.contains { $0.text == account } })["commitment"].text
    }

    /// Writes a signed receipt as `request approve` answers it.
    func write(_ receipt: JSON, to name: String) throws -> String {
        let object = try #require(receipt.value as? [String: Any])
        return try sandbox.directory.write(try JSONSerialization.data(withJSONObject: object), to: name)
    }
}

/// What `request create` answers.
struct MadeRequest {
    let answer: JSON
    var id: String { answer["request_id"].text }
    var digest: String { answer["request_digest"].text }
    var link: String { answer["link"].text }
}

extension Sandbox {
    /// An open file with a text, for the standard input of a command.
    func input(_ text: String) throws -> FileHandle {
        let file = try directory.write(Data(text.utf8), to: "input-\(UUID().uuidString)")
        return try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    }
}

extension String {
    /// Without spaces and line feeds around it.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
