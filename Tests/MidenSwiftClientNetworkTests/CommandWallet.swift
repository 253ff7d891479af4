import Foundation
import MidenTestSupport
import Testing

/// A wallet on the local network, used by one `miden-cli` after the other, through a proxy that the test has in hand.
struct CommandWallet {
    let proxy: NodeProxy
    private let directory: TemporaryDirectory
    private let environment: [String: String]

    /// A wallet without an account.
    init(on network: LocalNetwork) throws {
        let node = try #require(URL(string: network.rpcURL)?.port.flatMap(UInt16.init(exactly:)))
        proxy = try NodeProxy(node: node)
        directory = try TemporaryDirectory()
        environment = ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("MIDEN_") && !$0.key.hasPrefix("XDG_") }
            .merging(
                [
                    "HOME": directory.path,
                    "MIDEN_DATA_DIR": directory.path + "/wallets",
                    "MIDEN_NETWORK": proxy.address,
                    "MIDEN_NOTE_TRANSPORT": network.transportURL ?? "none",
                ]
            ) { $1 }
    }

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - failure: Where it is to fail and how, such as `after-submit:kill`.
    ///   - errors: Where standard error goes; a file where nil.
    ///   - shell: What a shell does before it becomes the command.
    /// - Returns: The command.
    /// - Throws: Where it cannot be started.
    func start(
        _ arguments: [String],
        failing failure: String? = nil,
        errors: FileHandle? = nil,
        shell: String? = nil
    ) throws -> RunningCommand {
        var environment = environment
        environment["MIDEN_FAIL_POINT"] = failure
        return try RunningCommand(arguments, environment: environment, errors: errors, shell: shell)
    }

    /// Runs a command that must end well.
    @discardableResult
    func answer(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSON {
        try await answer(to: arguments, sourceLocation: sourceLocation)
    }

    /// The same of a list.
    @discardableResult
    func answer(to arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSON {
        let outcome = try await start(arguments + ["--json"]).outcome()
        try #require(outcome.status == 0, "\(arguments): \(outcome.errors)", sourceLocation: sourceLocation)
        return try outcome.object()
    }

    /// The same of a command whose transaction may have expired before it was proven: then it is run again.
    func answerRepeatedIfExpired(
        to arguments: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSON {
        for _ in 0..<5 {
            let outcome = try await start(arguments + ["--json"]).outcome()
            if outcome.status == 0 { return try outcome.object() }
            try #require(
                outcome.errors.contains("transaction expired"),
                "\(arguments): \(outcome.errors)",
                sourceLocation: sourceLocation
            )
            try await answer("sync", sourceLocation: sourceLocation)
        }
        return try await answer(to: arguments, sourceLocation: sourceLocation)
    }

    /// Runs a command that must fail, and says how.
    func error(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSON {
        let outcome = try await start(arguments + ["--json"]).outcome()
        try #require(outcome.status != 0, "\(arguments)", sourceLocation: sourceLocation)
        return try outcome.error()
    }

    /// Runs a command that is killed at a place.
    func killed(
        at place: String,
        _ arguments: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await start(arguments, failing: "\(place):kill").outcome()
        try #require(
            outcome.status == 1000 + SIGKILL,
            "\(arguments) at \(place): \(outcome.errors)",
            sourceLocation: sourceLocation
        )
    }

    /// Makes an account.
    func newAccount(_ visibility: String) async throws -> String {
        let outcome = try await start(["new-wallet", "--json"] + (visibility == "private" ? ["--private"] : []))
            .outcome()
        return try outcome.object()["account_id"].text
    }

    /// Syncs until a transaction is in a block.
    func syncUntilCommitted(_ transaction: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for _ in 0..<240 {
            try await answer("sync", sourceLocation: sourceLocation)
            let state = try await answer("transaction", transaction, sourceLocation: sourceLocation)["state"].text
            if state == "committed" {
                return
            }
            try #require(state == "pending", sourceLocation: sourceLocation)
            try await pauseForBlock()
        }
        throw Abandoned(reason: "transaction \(transaction) was in no block after a minute")
    }

    /// Syncs until notes can be consumed.
    func syncUntilConsumable(_ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for _ in 0..<240 {
            let synced = try await answer("sync", sourceLocation: sourceLocation)
            if synced["consumable_note_count"].number == count {
                return
            }
            try await pauseForBlock()
        }
        throw Abandoned(reason: "\(count) notes could not be consumed after a minute")
    }

    /// How much of a token an account holds, in base units.
    func balance(of account: String? = nil, token: String = "MIDEN") async throws -> Int {
        let named = account.map { ["--account", $0] } ?? []
        let outcome = try await start(["balance", "--json"] + named).outcome()
        let assets = try outcome.object()["fungible_assets"]
        let held = (0..<assets.count).map { assets[$0] }.first { $0["symbol"].text == token }
        return held.flatMap { Int($0["amount"].text) } ?? 0
    }

    /// No account is locked.
    func expectUnlocked(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let accounts = try await answer("accounts")["accounts"]
        for index in 0..<accounts.count {
            #expect(accounts[index]["status"].text == "tracked", sourceLocation: sourceLocation)
        }
    }

    /// The file of the store.
    func store() async throws -> String {
        try await answer("info")["store_path"].text
    }

    /// The transactions in the journal, also those that were refused and may still be included.
    func journal() async throws -> [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: try await store() + ".journal")
        let entries = (files ?? []).filter { $0.hasSuffix(".transaction") || $0.hasSuffix(".refused") }
        return entries.map { String($0.prefix { $0 != "." }) }
    }
}

/// The genesis account that pays for these tests. No other tests use it, so that nobody changes its state meanwhile.
struct Payer {
    let wallet: CommandWallet

    init(on network: LocalNetwork) async throws {
        wallet = try CommandWallet(on: network)
        try await wallet.answer("import", network.accountFile("alice"))
        try await wallet.answer("sync")
    }

    /// Sends base units of MIDEN.
    func pay(_ amount: Int, to account: String) async throws {
        let sent = try await wallet.answer("send", account, "\(amount)", "--token", "MIDEN", "--base-units", "--yes")
        try await wallet.syncUntilCommitted(sent["transaction_id"].text)
    }
}
