import Foundation
import MidenTestSupport

/// The wallet that pays all others, and sends them what is to hold them up.
///
/// It talks to the node directly, and nobody attacks it.
actor Payer {
    /// What the faucet gets for its fees, enough for some hundred transactions.
    private static let faucetFees = 20_000_000

    private let chain: LocalChain
    private let log: RunLog
    private let environment: [String: String]
    private let folder: String
    /// The faucet whose token never gets into an account, and the package with its procedures.
    private var callbackFaucet = ""
    private var callbackPackage: String { folder + "/callback_faucet.masp" }

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
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        environment = ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("MIDEN_") && !$0.key.hasPrefix("XDG_") }
            .merging(
                [
                    "HOME": folder, "MIDEN_DATA_DIR": folder, "MIDEN_NETWORK": chain.nodeURL,
                    "MIDEN_NOTE_TRANSPORT": "none",
                ]
            ) { $1 }
        for contract in HostileNote.allCases.compactMap(\.script) + ["callback_faucet"] {
            let source = try Contracts.source(contract)
            try Data(source.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(contract).masm"))
        }
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

    /// Makes the faucet whose token never gets into an account, and pays it for its fees.
    ///
    /// - Throws: If that fails.
    func makeCallbackFaucet() async throws {
        let compiled = try await answer(["compile", "\(folder)/callback_faucet.masm", "-o", callbackPackage])
        let callback = "on_before_asset_added_to_account"
        let procedure = compiled["procedures"].list.first { $0["path"].text.hasSuffix(callback) }
        let slot = "miden::protocol::faucet::callback::\(callback)=\(procedure?["root"].text ?? "")"
        // It is the storage slot that makes the account one with callbacks.
        let made = try await answer(
            ["new-account", "-t", "public", "-p", callbackPackage, "-p", "basic-wallet", "--storage", slot]
        )
        callbackFaucet = made["account_id"].text
        try await answer(
            [
                "send", "\(callbackFaucet)=\(Self.faucetFees)", "--token", chain.nativeFaucet, "--base-units",
                "--account", chain.funding, "--yes",
            ]
        )
        for _ in 0..<30 {
            try await answer(["sync"])
            let consumed = try await answer(["consume", "--all", "--account", callbackFaucet, "--yes"])
            if !consumed["transaction_ids"].list.isEmpty { return }
            try await Task.sleep(for: .seconds(1))
        }
        throw ChaosError("payer: the faucet with the callback did not get the money for its fees")
    }

    /// Sends an account a hostile note.
    ///
    /// - Parameters:
    ///   - note: What it is.
    ///   - account: The account.
    /// - Returns: The id by which the note is recognised in what a command writes: its own, or that of its token's faucet.
    /// - Throws: If it cannot be sent.
    func send(_ note: HostileNote, to account: String) async throws -> String {
        guard let id = AccountElements(hex: account) else {
            throw ChaosError("\(account) is no account id.")
        }
        guard let script = note.script else {
            let serialNumber = (0..<4).map { _ in String(UInt32.random(in: .min ... .max)) }
            let publicNote = "1"
            try await answer(
                ["call", "\(callbackFaucet):pay", "\(id.suffix)", "\(id.prefix)", "\(id.noteTag)"]
                    + [publicNote] + serialNumber + ["--package", callbackPackage, "--yes"]
            )
            return callbackFaucet
        }
        let sent = try await answer(
            [
                "new-note", "-p", "\(folder)/\(script).masm", "--storage", "\(id.suffix),\(id.prefix)",
                "--for", account, "--account", chain.funding, "--yes",
            ]
        )
        return sent["note_id"].text
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
