import ArgumentParser
import Foundation
import Logging
import MidenSwiftClient

/// A command that reads its input, opens the wallet, does one thing and writes one answer.
protocol WalletInputCommand: AsyncParsableCommand {
    associatedtype Input: Sendable
    associatedtype Answer: CommandAnswer

    /// What is being done, for the line of progress.
    static var doing: String { get }

    /// Whether the wallet is made where there is none yet, which is so by default. Where it is not, the command works
    /// on an empty one that is gone afterwards: a mistyped address leaves nothing behind.
    static var makesWallet: Bool { get }

    /// Whether the command may begin a new store beside keys whose store is gone. Not so by default: an empty wallet would
    /// look as if there had never been an account.
    static var replacesLostStore: Bool { get }

    /// Whether the command, as it is called, reads the store and nothing else: it then answers from a copy if another process
    /// has the store open, or if the store cannot be written. Not so by default.
    var onlyReads: Bool { get }

    var global: GlobalOptions { get }

    /// Refuses what cannot be, before the wallet is opened. Nothing is refused by default.
    func check(_ configuration: MidenWallet.Configuration) throws

    /// Whether the keystore is to be made under a passphrase that is asked for. Not so unless a command says it.
    var wantsPassphrase: Bool { get }

    /// The backup that is to be restored before the wallet is opened. There is none unless a command has one.
    func backup(_ reader: InputReader) async throws -> BackupToRestore?

    /// Reads the files and descriptors that the command line names. This is done before the wallet is opened: input that
    /// does not come keeps no other command out.
    func input(_ reader: InputReader) async throws -> Input

    /// Does it, and asks first where something is given away. What changes something comes last, so that a cancelled task
    /// does not lose what was done.
    func answer(from wallet: MidenWallet, input: Input, asking confirmation: Confirmation) async throws -> Answer
}

/// A command whose arguments are all of its input.
protocol WalletCommand: WalletInputCommand where Input == Void {
    /// Does it. What changes something comes last, so that a cancelled task does not lose what was done.
    func answer(from wallet: MidenWallet) async throws -> Answer

    /// Does it, and asks first where something is given away. Nothing is asked by default.
    func answer(from wallet: MidenWallet, asking confirmation: Confirmation) async throws -> Answer
}

extension WalletCommand {
    func input(_ reader: InputReader) async throws {}

    func answer(from wallet: MidenWallet, asking confirmation: Confirmation) async throws -> Answer {
        try await answer(from: wallet)
    }

    func answer(from wallet: MidenWallet, input: Void, asking confirmation: Confirmation) async throws -> Answer {
        try await answer(from: wallet, asking: confirmation)
    }
}

extension WalletInputCommand {
    static var makesWallet: Bool { true }

    static var replacesLostStore: Bool { false }

    var onlyReads: Bool { false }

    /// The names of the values in the answer, which `--field` takes.
    static func valueNames() throws -> Set<String> { try Answer.valueNames() }

    func check(_ configuration: MidenWallet.Configuration) throws {}

    var wantsPassphrase: Bool { false }

    func backup(_ reader: InputReader) async throws -> BackupToRestore? { nil }

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
            answer = try await withWallet(console: console, progress: progress) { wallet, input in
                try await self.answer(from: wallet, input: input, asking: Confirmation(console: console))
            }
        }
        if let text = try global.format.written(answer) {
            try console.answer(text)
        }
        if let failure = answer.failure {
            throw failure
        }
    }

    /// Reads the input, opens the wallet, works with both, and closes the wallet again however the work ends. Says so where the task is cancelled.
    func withWallet<Result: Sendable>(
        console: Console,
        progress: Progress,
        _ work: (MidenWallet, Input) async throws -> Result
    ) async throws -> Result {
        try await withTaskCancellationHandler {
            try await withOpenWallet(console: console, progress: progress, work)
        } onCancel: {
            progress.restart(with: "Stopping")
        }
    }

    private func withOpenWallet<Result: Sendable>(
        console: Console,
        progress: Progress,
        _ work: (MidenWallet, Input) async throws -> Result
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
        let reader = global.inputReader()
        let backup = try await backup(reader)
        let passphrase = try await global.passphrase.given(reader)
        let input = try await input(reader)
        let stand = Self.makesWallet || configuration.hasStore ? nil : StandInDirectory()
        defer { stand?.remove() }
        configuration.dataDirectory = stand?.path ?? configuration.dataDirectory
        let wallet = try await WalletOpening(
            configuration: configuration,
            passphrase: passphrase,
            wantsPassphrase: wantsPassphrase,
            backup: backup,
            onlyReads: onlyReads,
            console: console
        ).wallet()
        do {
            let result = try await work(wallet, input)
            try await wallet.shutdown()
            return result
        } catch {
            // What has been handed to the network is completed before the process ends.
            _ = try? await wallet.shutdown()
            throw error
        }
    }
}
