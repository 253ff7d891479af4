import Foundation
import Logging
import MidenSwiftClient

/// A command that opens the wallet only if its options need one.
protocol RequestingCommand: WalletInputCommand {
    /// Whether it needs one, as it is called.
    var needsWallet: Bool { get }

    /// Does it.
    ///
    /// - Parameters:
    ///   - files: What the network's folder has of requests.
    ///   - input: What was read.
    ///   - wallet: The wallet. Nil if the command needs none.
    /// - Returns: The answer.
    /// - Throws: `MidenError` if it cannot be done.
    func answer(in files: RequestFiles, input: Input, wallet: MidenWallet?) async throws -> Answer
}

extension RequestingCommand {
    static var makesWallet: Bool { false }

    var onlyReads: Bool { true }

    mutating func run() async throws {
        guard !needsWallet else { return try await runOnce() }
        try global.format.check(for: Answer.self)
        let console = Console.standard
        let log = CommandLog(
            console: console,
            progress: Progress(doing: Self.doing, console: console),
            isVerbose: global.verbose
        )
        let configuration = try global.configuration(
            logger: Logger(label: "miden-cli", factory: { _ in log }),
            environment: ProcessInfo.processInfo.environment
        )
        try check(configuration)
        let input = try await input(global.inputReader())
        let answer = try await answer(in: RequestFiles(configuration), input: input, wallet: nil)
        if let text = try global.format.written(answer) {
            try console.answer(text)
        }
        if let failure = answer.failure {
            throw failure
        }
    }

    func answer(from wallet: MidenWallet, input: Input, asking confirmation: Confirmation) async throws -> Answer {
        // The wallet of a folder without one is elsewhere.
        let configuration = try global.configuration(
            logger: wallet.configuration.logger,
            environment: ProcessInfo.processInfo.environment
        )
        return try await answer(in: RequestFiles(configuration), input: input, wallet: wallet)
    }
}
