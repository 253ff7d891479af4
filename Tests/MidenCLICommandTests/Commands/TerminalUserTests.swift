import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenWalletRPC
@testable import miden_cli

@Suite("The user of a terminal", .timeLimit(.minutes(2)))
struct TerminalUserTests {
    /// A terminal whose first text is not written until it is let go, which keeps the user's actor busy.
    private final class SlowScreen: ByteSink {
        private let texts = AsyncStream.makeStream(of: String.self)
        private let gate = DispatchSemaphore(value: 0)
        private let isOpen = Locked(false)

        func write(_ bytes: [UInt8]) throws(OutputFailure) {
            texts.continuation.yield(String(decoding: bytes, as: UTF8.self))
            if !isOpen.withLock({ $0 }) { gate.wait() }
        }

        func letGo() {
            isOpen.withLock { $0 = true }
            gate.signal()
        }

        /// Waits for a text.
        func shows(_ part: String) async {
            for await text in texts.stream where text.contains(part) { return }
        }
    }

    private func question(of account: AccountID, in wallet: MidenWallet) async throws -> ApprovalQuestion {
        ApprovalQuestion(
            .signMessage("I agree"),
            from: .page(origin: "https://shop.example", connection: UUID()),
            appName: nil,
            icon: nil,
            about: try await Grant(of: account, in: wallet)
        )
    }

    @Test("a line that is read before the prompt: does not answer it, however late the prompt comes")
    func earlyLine() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try await MidenWallet.open(
            configuration: MidenWallet.Configuration(
                network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
                dataDirectory: directory.path
            )
        )
        let asked = try await question(of: wallet.createWallet(), in: wallet)
        let screen = SlowScreen()
        let user = TerminalUser(
            reader: QuestionReader(wallet: wallet),
            console: Console(output: screen, error: screen, terminal: nil),
            pairings: try Pairings(store: TransientPairingStore())
        )
        let answer = Task { await user.answer(asked) }
        await screen.shows("I agree")
        // Empty, as if the user had declined an earlier question twice.
        try await user.take(.text(""))
        screen.letGo()
        await screen.shows("y to approve it")
        try await user.take(.text("y"))
        #expect(await answer.value == .approve)
        _ = try await wallet.shutdown()
        withExtendedLifetime(directory) {}
    }

    @Test("a transaction that fails during a question: is told on one line, and the prompt is shown again")
    func settledDuringQuestion() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try await MidenWallet.open(
            configuration: MidenWallet.Configuration(
                network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
                dataDirectory: directory.path
            )
        )
        let account = try await wallet.createWallet()
        let asked = try await question(of: account, in: wallet)
        var transaction = RequestedTransaction(
            origin: "https://shop.example",
            grant: try await Grant(of: account, in: wallet),
            callId: "c",
            parameters: Data(),
            approvedAt: Date(timeIntervalSince1970: 1_764_063_000),
            work: TransactionWork(draft: .serialized(Data()), limit: .shown(ShownEffects(assetsIn: [], notes: [])))
        )
        transaction.become(.failed(reason: "refused\n\u{202E}by the node"))
        let settled = SettledTransactionAnswer(ApprovedTransaction(transaction, reference: "r"))

        let screen = SlowScreen()
        screen.letGo()
        let user = TerminalUser(
            reader: QuestionReader(wallet: wallet),
            console: Console(output: screen, error: screen, terminal: nil),
            pairings: try Pairings(store: TransientPairingStore())
        )
        let line = #"""
            Failed: the transaction of https://shop.example that you approved at 2025-11-25T09:30:00Z, reference r. \#
            Nothing was paid. refused\u{A}\u{202E}by the node
            """#
        await user.tell(settled)
        await screen.shows("\(line)\n")
        let answer = Task { await user.answer(asked) }
        await screen.shows("y to approve it")
        await user.tell(settled)
        await screen.shows("\n\(line)\n")
        await screen.shows("y to approve it")
        await user.endInput()
        #expect(await answer.value == .decline)
        _ = try await wallet.shutdown()
        withExtendedLifetime(directory) {}
    }
}
