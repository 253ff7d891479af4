import Foundation
import MidenSwiftClient
import MidenTestSupport
import MidenWalletRPC

/// A wallet on a chain of its own, which answers pages.
struct AnsweringWallet: Sendable {
    static let origin = "https://shop.example"
    static let now = "2026-11-25T09:31:00Z"

    struct SentEvent: Hashable, Sendable {
        let event: RPCEvent
        let connection: UUID
    }

    let wallet: MidenWallet
    let account: AccountID
    let address: String
    let pages: RPCWallet
    let router: RPCRouter
    let user: TestUser
    let activityLog: ActivityLog
    let clock = ManualClock()
    let isLocked = Switch(isOn: false)
    let sent = Log<SentEvent>()
    /// The transactions whose end the user was told.
    let settled = Log<ApprovedTransaction>()

    fileprivate init(
        _ wallet: MidenWallet,
        answering answer: ApprovalAnswer?,
        store: any GrantStore,
        activityLog: ActivityLog,
        transactions: TransactionStore
    ) async throws {
        self.wallet = wallet
        account = try await wallet.createWallet()
        address = try AccountAddress(account, on: wallet.configuration.network).text
        user = TestUser(answering: answer)
        self.activityLog = activityLog
        let now = try Date(Self.now, strategy: .iso8601)
        pages = try await RPCWallet(
            wallet,
            accountId: account,
            approvals: user,
            store: store,
            activityLog: activityLog,
            transactions: transactions,
            isLocked: { [isLocked] in isLocked.isOn },
            clock: clock,
            now: { now },
            settled: { [settled] in settled.append($0) },
            send: { [sent] in sent.append(SentEvent(event: $0, connection: $1)) }
        )
        router = try RPCRouter(pages.methods)
    }

    /// A new tab.
    func page(of origin: String = AnsweringWallet.origin) -> TestPage {
        TestPage(router: router, caller: .page(origin: origin, connection: UUID()))
    }

    /// A new tab that the user connected. For a user that answers immediately.
    func connectedPage(of origin: String = AnsweringWallet.origin) async throws -> TestPage {
        let page = page(of: origin)
        _ = try await page.connect()
        return page
    }

    var safariExtension: TestPage { TestPage(router: router, caller: .safariExtension) }

    /// Another one that answers for the same wallet, such as after the app was started again.
    func again(_ store: any GrantStore) async throws -> RPCWallet {
        try await RPCWallet(wallet, accountId: account, approvals: user, store: store, send: { _, _ in })
    }

    /// The same with the transactions of a store. The events and what is settled go where those of the first one go.
    func again(_ store: any GrantStore, transactions: TransactionStore) async throws -> RPCWallet {
        try await RPCWallet(
            wallet,
            accountId: account,
            approvals: user,
            store: store,
            transactions: transactions,
            clock: clock,
            settled: { [settled] in settled.append($0) },
            send: { [sent] in sent.append(SentEvent(event: $0, connection: $1)) }
        )
    }

    /// Waits until the user was told the end of so many transactions.
    func waitForSettled(_ count: Int) async -> [ApprovedTransaction] {
        while settled.all.count < count { await Task.yield() }
        return settled.all
    }

    /// The events that a page got.
    func events(of page: TestPage) -> [RPCEvent] {
        sent.all.filter { $0.connection == page.connection }.map(\.event)
    }

    /// The questions that the user was asked.
    var questions: [ApprovalQuestion.Content] { user.log.all.map(\.content) }

    /// The same without the first one: that of the only connect.
    var laterQuestions: [ApprovalQuestion.Content] { Array(questions.dropFirst()) }
}

/// Runs a test with a wallet of its own.
///
/// - Parameters:
///   - answer: What the user answers to each question; nil if the test answers.
///   - store: Keeps the grants.
///   - activityLog: Lists what pages asked and got.
///   - transactions: Keeps what became of transactions.
///   - body: The test.
/// - Throws: What the test throws.
func withAnsweringWallet(
    _ answer: ApprovalAnswer? = .approve,
    store: any GrantStore = TransientGrantStore(),
    activityLog: ActivityLog = ActivityLog(),
    transactions: TransactionStore = TransactionStore(),
    _ body: (AnsweringWallet) async throws -> Void
) async throws {
    let directory = try TemporaryDirectory()
    let wallet = try await MidenWallet.open(
        configuration: MidenWallet.Configuration(
            network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
            dataDirectory: directory.path
        )
    )
    try await body(
        try await AnsweringWallet(
            wallet,
            answering: answer,
            store: store,
            activityLog: activityLog,
            transactions: transactions
        )
    )
    _ = try await wallet.shutdown()
    withExtendedLifetime(directory) {}
}
