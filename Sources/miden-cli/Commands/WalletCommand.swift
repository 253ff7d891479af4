import ArgumentParser
import Foundation
import Logging
import MidenSwiftClient

/// A command that opens the wallet, does one thing and writes one answer.
protocol WalletCommand: AsyncParsableCommand {
    associatedtype Answer: CommandAnswer

    /// What is being done, for the line of progress.
    static var doing: String { get }

    /// Whether the wallet is made where there is none yet, which is so by default. Where it is not, the command works
    /// on an empty one that is gone afterwards: a mistyped address leaves nothing behind.
    static var makesWallet: Bool { get }

    /// Whether the command may begin a new store beside keys whose store is gone. Not so by default: an empty wallet would
    /// look as if there had never been an account.
    static var replacesLostStore: Bool { get }

    var global: GlobalOptions { get }

    /// Refuses what cannot be, before the wallet is opened. Nothing is refused by default.
    func check(_ configuration: MidenWallet.Configuration) throws

    /// Whether the keystore is to be made under a passphrase that is asked for. Not so unless a command says it.
    var wantsPassphrase: Bool { get }

    /// The backup that is to be restored before the wallet is opened. There is none unless a command has one.
    func backup() async throws -> BackupToRestore?

    /// Does it. What changes something comes last, so that a cancelled task does not lose what was done.
    func answer(from wallet: MidenWallet) async throws -> Answer

    /// Does it, and asks first where something is given away. Nothing is asked by default.
    func answer(from wallet: MidenWallet, asking confirmation: Confirmation) async throws -> Answer
}

extension WalletCommand {
    static var makesWallet: Bool { true }

    static var replacesLostStore: Bool { false }

    /// The names of the values in the answer, which `--field` takes.
    static func valueNames() throws -> Set<String> { try Answer.valueNames() }

    func check(_ configuration: MidenWallet.Configuration) throws {}

    var wantsPassphrase: Bool { false }

    func backup() async throws -> BackupToRestore? { nil }

    func answer(from wallet: MidenWallet, asking confirmation: Confirmation) async throws -> Answer {
        try await answer(from: wallet)
    }

    mutating func run() async throws {
        try await runOnce()
    }

    /// Does it once and writes the answer.
    func runOnce() async throws {
        try global.format.check(for: Answer.self)
        let console = Console.standard
        let progress = Progress(doing: Self.doing, console: console)
        let ticking = Task { await progress.keepCurrent() }
        defer { ticking.cancel() }
        let answer: Answer
        do {
            defer { progress.finish() }
            answer = try await withWallet(console: console, progress: progress) { wallet in
                try await self.answer(from: wallet, asking: Confirmation(console: console))
            }
        }
        if let text = try global.format.written(answer) {
            try console.answer(text)
        }
        if let failure = answer.failure {
            throw failure
        }
    }

    /// Opens the wallet, works with it, and closes it again however the work ends. Says so where the task is cancelled.
    func withWallet<Result: Sendable>(
        console: Console,
        progress: Progress,
        _ work: (MidenWallet) async throws -> Result
    ) async throws -> Result {
        try await withTaskCancellationHandler {
            try await withOpenWallet(console: console, progress: progress, work)
        } onCancel: {
            progress.change(to: "Stopping")
        }
    }

    private func withOpenWallet<Result: Sendable>(
        console: Console,
        progress: Progress,
        _ work: (MidenWallet) async throws -> Result
    ) async throws -> Result {
        let log = CommandLog(console: console, progress: progress, isVerbose: global.verbose)
        var configuration = try global.configuration(
            logger: Logger(label: "miden-cli", factory: { _ in log }),
            environment: ProcessInfo.processInfo.environment
        )
        try check(configuration)
        if !Self.replacesLostStore, let keys = KeysWithoutStore(configuration) {
            throw keys.error
        }
        let stand = Self.makesWallet || configuration.hasStore ? nil : StandInDirectory()
        defer { stand?.remove() }
        configuration.dataDirectory = stand?.path ?? configuration.dataDirectory
        let wallet = try await WalletOpening(
            configuration: configuration,
            options: global.passphrase,
            wantsPassphrase: wantsPassphrase,
            backup: try await backup(),
            console: console
        ).wallet()
        do {
            let result = try await work(wallet)
            try await wallet.shutdown()
            return result
        } catch {
            // What has been handed to the network is completed before the process ends.
            _ = try? await wallet.shutdown()
            throw error
        }
    }
}
