import Foundation
import MidenSwiftClient
import MidenTestSupport

@testable import MidenWalletRPC

/// A folder with a wallet that has tokens. Each message to it is answered by a process of its own, as in Safari.
struct SafariFolder {
    static let origin = "https://shop.example"

    private let directory: TemporaryDirectory
    private let accountId: AccountID
    private let recipientId: AccountID
    private let faucetId: AccountID
    /// The address of the account.
    let address: String
    private let recipient: String
    private let faucet: String

    /// The folder of the wallet, and of the files that are shared with it.
    var url: URL { URL(fileURLWithPath: directory.path) }

    private static func configuration(_ path: String) -> MidenWallet.Configuration {
        MidenWallet.Configuration(
            network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
            dataDirectory: path
        )
    }

    /// Makes a wallet whose account has 1000 base units.
    init() async throws {
        directory = try TemporaryDirectory()
        let wallet = try await MidenWallet.open(configuration: Self.configuration(directory.path))
        let network = wallet.configuration.network
        accountId = try await wallet.createWallet()
        recipientId = try await wallet.createWallet()
        let minted = try await wallet.mint(to: accountId, amount: 1000)
        try await wallet.sync()
        _ = try await wallet.consumeNotes(accountId: accountId, noteIds: [minted.noteId])
        try await wallet.sync()
        faucetId = minted.faucetId
        address = try AccountAddress(accountId, on: network).text
        recipient = try AccountAddress(recipientId, on: network).text
        faucet = try AccountAddress(faucetId, on: network).text
        _ = try await wallet.shutdown()
    }

    // MARK: - The app

    /// Opens the wallet as the app does.
    func withWallet<Value: Sendable>(_ body: (MidenWallet) async throws -> Value) async throws -> Value {
        let wallet = try await MidenWallet.open(configuration: Self.configuration(directory.path))
        let value = try await body(wallet)
        _ = try await wallet.shutdown()
        return value
    }

    /// What the recipient has got.
    func received() async throws -> UInt64 {
        try await withWallet { wallet in
            try await wallet.sync()
            _ = try await wallet.consumeAllNotes(accountId: recipientId)
            try await wallet.sync()
            return try await wallet.getBalance(accountId: recipientId).balance(for: faucetId)
        }
    }

    /// Pays all that the account has.
    func spendAll() async throws {
        try await withWallet { wallet in
            _ = try await wallet.send(from: accountId, to: recipientId, faucetId: faucetId, amount: 1000)
            try await wallet.sync()
        }
    }

    /// Makes a block that the wallet knows.
    func makeBlock() async throws {
        try await withWallet { wallet in
            _ = try await wallet.mint(to: recipientId, amount: 1)
            try await wallet.sync()
        }
    }

    // MARK: - The extension

    /// A handler in this process.
    static func handler(of path: String, _ accountId: AccountID, isLocked: Bool = false) -> SafariRequestHandler {
        SafariRequestHandler(
            configuration: configuration(path),
            accountId: accountId,
            folder: URL(fileURLWithPath: path),
            isLocked: { isLocked }
        )
    }

    /// The same for this wallet.
    func handler(isLocked: Bool) -> SafariRequestHandler {
        Self.handler(of: directory.path, accountId, isLocked: isLocked)
    }

    /// Starts a process that answers a message.
    func start(_ method: String, _ members: [String: Any], failAt place: String? = nil) throws -> RunningCommand {
        let parameters = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
        let message: [String: Any] = [
            "jsonrpc": "2.0", "id": "a", "method": method, "params": String(decoding: parameters, as: UTF8.self),
        ]
        let file = try directory.write(
            JSONSerialization.data(withJSONObject: message),
            to: "message-\(UUID().uuidString)"
        )
        var environment = ProcessInfo.processInfo.environment
        environment["MIDEN_FAIL_POINT"] = place
        return try RunningCommand(
            [directory.path, accountId.hex],
            environment: environment,
            input: FileHandle(forReadingFrom: URL(fileURLWithPath: file)),
            program: URL(fileURLWithPath: BuiltCommand.path()).deletingLastPathComponent()
                .appendingPathComponent("MidenSafariHandler").path
        )
    }

    /// Sends a message.
    ///
    /// - Returns: The result, or the error of the envelope under `error`.
    func send(_ method: String, _ members: [String: Any]) async throws -> JSON {
        let outcome = try await start(method, members).outcome()
        guard outcome.status == 0 else { throw Died(outcome: outcome) }
        let reply = try outcome.object()
        return reply["error"].isNull ? try JSON(reply["result"].text) : reply
    }

    private struct Died: Error {
        let outcome: Outcome
    }

    /// The members of a page's request.
    func request(
        _ method: String,
        _ parameters: some Encodable,
        token: String? = nil,
        origin: String = Self.origin
    ) throws -> [String: Any] {
        let params = try JSONSerialization.jsonObject(with: JSONText(encoding: parameters).data)
        var members: [String: Any] = ["origin": origin, "method": method, "params": params]
        members["token"] = token
        return members
    }

    /// The same with a decision of a question.
    func decision(_ decision: String, of question: JSON, on request: [String: Any]) -> [String: Any] {
        request.merging(["decision": decision, "digest": question["digest"].text]) { $1 }
    }

    /// Prepares a request and approves it.
    func approve(_ request: [String: Any]) async throws -> JSON {
        let question = try await send(RPCMethodName.prepare, request)
        return try await send(RPCMethodName.decide, decision("approve", of: question, on: request))
    }

    /// Connects the page.
    ///
    /// - Returns: The token.
    func connect() async throws -> String {
        try await approve(request(RPCMethodName.connect, ConnectParameters()))["result"]["token"].text
    }

    /// The members of a request to pay.
    func payment(
        _ amount: UInt64,
        token: String?,
        recallBlocks: Int? = nil,
        callId: String = RandomHex.digits(bytes: 16)
    ) throws -> [String: Any] {
        let parameters = RequestSendParameters(
            address: address,
            recipientAddress: recipient,
            faucetId: faucet,
            noteType: .public,
            amount: RPCAmount(baseUnits: amount),
            recallBlocks: recallBlocks,
            callId: callId
        )
        return try request(RPCMethodName.requestSend, parameters, token: token)
    }

    /// Polls events.
    func poll(token: String, cursor: String? = nil) async throws -> JSON {
        var members = ["origin": Self.origin, "token": token]
        members["cursor"] = cursor
        return try await send(RPCMethodName.pollEvents, members)
    }
}
