import Foundation
import MidenTestSupport

/// The wallet that pays all others, and sends them notes that never end.
///
/// It talks to the node directly, and nobody attacks it.
actor Payer {
    private let chain: LocalChain
    private let log: RunLog
    private let environment: [String: String]
    private let script: String

    /// Makes the wallet with the genesis accounts that pay.
    ///
    /// - Parameters:
    ///   - chain: The network.
    ///   - directory: The folder of the run.
    ///   - log: The log.
    /// - Throws: If that fails.
    init(on chain: LocalChain, in directory: String, log: RunLog) async throws {
        self.chain = chain
        self.log = log
        let folder = directory + "/wallets/payer"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        environment = ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("MIDEN_") && !$0.key.hasPrefix("XDG_") }
            .merging(
                [
                    "HOME": folder, "MIDEN_DATA_DIR": folder, "MIDEN_NETWORK": chain.nodeURL,
                    "MIDEN_NOTE_TRANSPORT": "none",
                ]
            ) { $1 }
        script = folder + "/endless.masm"
        let source = "@note_script\npub proc main\n    push.1 while.true push.1 end\nend\n"
        try Data(source.utf8).write(to: URL(fileURLWithPath: script))
        try await answer(["import", chain.accountFile("funding"), chain.accountFile("tok-faucet")])
        try await answer(["sync"])
    }

    /// Pays an amount of the token of fees to each account, and an amount of another token.
    ///
    /// - Parameters:
    ///   - accounts: The accounts.
    ///   - native: The amount of the token of fees.
    ///   - token: The amount of the other token.
    /// - Throws: If a payment fails.
    func pay(_ accounts: [String], native: UInt64, token: UInt64) async throws {
        let payments = accounts.map { "\($0)=\(native)" }
        try await answer(
            ["send"] + payments + ["--token", chain.nativeFaucet, "--base-units", "--account", chain.funding, "--yes"]
        )
        for account in accounts {
            try await answer(["mint", "-t", account, "-a", "\(token)::\(chain.tokenFaucet)", "--yes"])
        }
    }

    /// Sends an account a note whose script never ends.
    ///
    /// - Parameter account: The account.
    /// - Throws: If it cannot be sent.
    func sendEndlessNote(to account: String) async throws {
        try await answer(["new-note", "-p", script, "--for", account, "--account", chain.funding, "--yes"])
    }

    @discardableResult
    private func answer(_ arguments: [String]) async throws -> JSON {
        let outcome = try await RunningCommand(arguments + ["--json"], environment: environment).outcome()
        log.note("payer: \(arguments.joined(separator: " ")): \(outcome.status) \(outcome.errors)")
        guard outcome.status == 0 else {
            throw ChaosError("payer: \(arguments[0]): \(outcome.errors)")
        }
        return try outcome.object()
    }
}
