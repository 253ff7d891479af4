import Foundation
import MidenTestSupport
import Testing

/// A folder for wallets and an environment of its own, in which commands run: on an embedded chain without proofs,
/// unless a test says otherwise.
struct Sandbox {
    let directory: TemporaryDirectory
    let environment: [String: String]
    /// Whether the environment is that of most tests.
    private let isUsual: Bool

    /// The folder for wallets, which is not there until a command makes it.
    var wallets: String { directory.path + "/wallets" }

    init(_ changes: [String: String] = [:]) throws {
        directory = try TemporaryDirectory()
        isUsual = changes.isEmpty
        environment = ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("MIDEN_") && !$0.key.hasPrefix("XDG_") }
            .merging(
                [
                    "HOME": directory.path,
                    "MIDEN_DATA_DIR": directory.path + "/wallets",
                    "MIDEN_NETWORK": "embedded",
                    "MIDEN_EMBEDDED_PROOFS": "dummy",
                    "TERM": "xterm",
                    "COLUMNS": "80",
                ]
            ) { $1 }
            .merging(changes) { $1 }
    }

    private init(directory: TemporaryDirectory, environment: [String: String]) {
        self.directory = directory
        self.environment = environment
        isUsual = false
    }

    /// The same folder with another environment.
    func with(_ changes: [String: String]) -> Sandbox {
        Sandbox(directory: directory, environment: environment.merging(changes) { $1 })
    }

    /// Starts a command.
    func start(
        _ arguments: [String],
        input: FileHandle? = nil,
        output: FileHandle? = nil,
        errors: FileHandle? = nil
    ) throws -> RunningCommand {
        try RunningCommand(arguments, environment: environment, input: input, output: output, errors: errors)
    }

    /// Runs a command to its end.
    func run(_ arguments: String...) async throws -> Outcome {
        try await start(arguments).outcome()
    }

    /// Runs a command that must end well and write nothing to standard error.
    func check(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let outcome = try await start(arguments).outcome()
        #expect(outcome.errors.isEmpty, sourceLocation: sourceLocation)
        try #require(outcome.status == 0, "\(arguments)", sourceLocation: sourceLocation)
        return outcome.output
    }

    /// The same with `--json`.
    func answer(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSON {
        let outcome = try await start(arguments + ["--json"]).outcome()
        #expect(outcome.errors.isEmpty, sourceLocation: sourceLocation)
        try #require(outcome.status == 0, "\(arguments)", sourceLocation: sourceLocation)
        #expect(outcome.output.filter(\.isNewline).count == 1, "one line", sourceLocation: sourceLocation)
        return try outcome.object()
    }

    /// Makes an account that has been paid, and has consumed what it was paid. Where nothing has been made yet, that is a
    /// copy of a wallet that was paid once for all tests.
    ///
    /// - Parameters:
    ///   - amount: How much.
    ///   - token: The token.
    /// - Returns: The account.
    /// - Throws: Where a command fails.
    func paidAccount(_ amount: String, token: String = "MIDEN") async throws -> String {
        guard isUsual, !FileManager.default.fileExists(atPath: wallets) else {
            return try await payAccount(amount, token: token)
        }
        let paid = try await PaidWallets.shared.wallets(paid: amount, token: token)
        try FileManager.default.copyItem(atPath: paid.wallets, toPath: wallets)
        return paid.account
    }

    /// Makes it by commands.
    func payAccount(_ amount: String, token: String) async throws -> String {
        let account = try await answer("new-wallet")["account_id"].text
        _ = try await check("faucet", "--amount", amount, "--token", token)
        _ = try await check("sync")
        _ = try await check("consume", "--all", "--yes")
        return account
    }

    /// The faucet of a token that the wallet has met.
    func faucet(of symbol: String = "MIDEN") async throws -> String {
        let tokens = try await answer("tokens")["tokens"].list
        return try #require(tokens.first { $0["symbol"].text == symbol })["faucet_id"].text
    }
}
