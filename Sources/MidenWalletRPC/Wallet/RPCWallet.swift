import Foundation
import MidenSwiftClient

/// Answers the calls of pages for an account of a wallet: it checks what they were granted, asks the user, and signs.
///
/// ```swift
/// let events = AsyncStream.makeStream(of: (RPCEvent, UUID).self)
/// let pages = try await RPCWallet(wallet, accountId: account, approvals: screen) { events.continuation.yield(($0, $1)) }
/// let server = try await WalletServer.start(
///     configuration: configuration,
///     router: try RPCRouter(pages.methods),
///     logger: logger,
///     connectionClosed: { connection in Task { await pages.connectionClosed(connection) } }
/// )
/// for await (event, connection) in events.stream { await server.send(event, to: connection) }
/// ```
///
/// The transport tells it of each connection that closes, with ``connectionClosed(_:)``.
public actor RPCWallet {
    /// How long a call waits for the user, including the time in which other questions are shown.
    static let questionLife = Duration.seconds(115)
    /// How long nothing is shown after a question ended that the user saw and did not answer.
    static let pauseAfterWithdrawal = Duration.seconds(1)
    /// How many questions of one requester wait to be shown at most.
    static let mostWaitingOfRequester = 3
    /// How many questions of all requesters with a session wait to be shown at most.
    static let mostWaiting = 128
    /// How many questions of all requesters without a session wait to be shown at most.
    static let mostWaitingWithoutSession = 6
    /// After how many seconds a page may ask again if too many questions wait.
    static let retryAfter = 5

    let wallet: MidenWallet
    let now: @Sendable () -> Date
    /// A grant of the account that new origins are offered. The Safari extension acts under it.
    let offered: Grant
    /// The open connects, each with its caller.
    var openConnects: [UUID: RPCCaller] = [:]
    /// The calls that repeat an open connect of their page, and get its answer.
    var repeatedConnects: [ConnectCall: [CheckedContinuation<ConnectResult, any Error>]] = [:]
    /// The questions that are not answered yet, in order of arrival.
    var questions: [PendingQuestion] = []
    /// The question that the user sees.
    var shown: (id: UUID, task: Task<Void, Never>)?
    /// Whether nothing is shown because a question ended that the user saw and did not answer.
    var isPausing = false

    let approvals: any ApprovalHandler
    let isLocked: @Sendable () async -> Bool

    /// The grants of all origins. The store may have some of other networks.
    private(set) var grants: [String: OriginGrants]
    /// Lists what pages asked and got.
    let activityLog: ActivityLog
    /// The connections that have a session, each with its origin.
    private var sessions: [UUID: String] = [:]
    private let store: any GrantStore
    /// When a duration that begins now has passed.
    let newDeadline: @Sendable (Duration) -> Deadline
    let send: @Sendable (RPCEvent, UUID) -> Void
    /// Tells the user what became of a transaction.
    let settled: @Sendable (ApprovedTransaction) -> Void
    /// What pages asked for and the user approved, for ``TransactionStore/transaction(of:)``.
    public internal(set) var transactions: TransactionStore
    /// How many transactions of a requester are previewed now, to be asked about.
    var previewing: [Requester: Int] = [:]
    /// How many transactions the user approved, each of which changes what others would do.
    var approvalCount = 0
    /// The icons of the origins whose connects the user approved.
    var icons: [String: Data] = [:]
    /// The references of the transactions that are executed or waited for.
    var following: Set<String> = []
    /// What executes transactions, each with its reference.
    var executions: [String: Task<TransactionID?, Never>] = [:]
    /// The calls that wait until a transaction is settled, each with its reference.
    var transactionWaits: [UUID: (reference: String, change: AsyncStream<Void>.Continuation)] = [:]
    /// Those that wait until all that was approved is submitted.
    var submissionWaits: [UUID: AsyncStream<Void>.Continuation] = [:]
    /// How long a page waits for a transaction.
    private(set) var transactionWait = RPCWallet.longestWaitForTransaction
    /// The requesters whose last questions the user declined, or that withdrew them.
    var declines: [Requester: Declines] = [:]

    /// Makes what answers pages.
    ///
    /// - Parameters:
    ///   - wallet: The wallet.
    ///   - accountId: The account that new origins are offered.
    ///   - approvals: Shows questions to the user.
    ///   - store: Keeps the grants.
    ///   - activityLog: Lists what pages asked and got.
    ///   - transactions: Keeps what became of transactions that pages asked for. Those that were approved and not submitted
    ///     when an earlier process ended are made now, if their origins still have grants for the accounts.
    ///   - isLocked: Whether the app is locked. The user is asked to unlock it then, before anything else. A `MidenWallet` that
    ///     is open can sign; an app that wants to be unlocked for that says so here.
    ///   - clock: Measures the time that a question is open, that an origin waits after declines, and that a page waits for a
    ///     transaction.
    ///   - now: The time that sign-ins are compared with.
    ///   - settled: Gets each transaction of a page once it is known what became of it: a block includes it, or none will. Tell
    ///     the user. Those that were approved before a restart are among them, and it may be called before this returns. It has
    ///     to return soon. If the process ends before it does, ``TransactionStore/transaction(of:)`` tells.
    ///   - send: Sends an event to the page of a connection. Called in the order of the events.
    /// - Throws: `MidenError` if the account is not in the wallet, and what the store throws.
    public init(
        _ wallet: MidenWallet,
        accountId: AccountID,
        approvals: any ApprovalHandler,
        store: any GrantStore = TransientGrantStore(),
        activityLog: ActivityLog = ActivityLog(),
        transactions: TransactionStore = TransactionStore(),
        isLocked: @escaping @Sendable () async -> Bool = { false },
        clock: some Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        settled: @escaping @Sendable (_ transaction: ApprovedTransaction) -> Void = { _ in },
        send: @escaping @Sendable (_ event: RPCEvent, _ connection: UUID) -> Void
    ) async throws {
        let offered = try await Grant(of: accountId, in: wallet)
        let grants = try store.load()
        self.wallet = wallet
        self.offered = offered
        self.grants = grants
        self.approvals = approvals
        self.store = store
        self.activityLog = activityLog
        self.isLocked = isLocked
        newDeadline = { Deadline(after: $0, on: clock) }
        self.now = now
        self.settled = settled
        self.send = send
        self.transactions = transactions
        try followEarlierTransactions()
    }

    /// Lets pages wait for transactions for another time.
    func limitWaitsForTransactions(to time: Duration) {
        transactionWait = time
    }

    // MARK: - What the app tells

    /// A connection was closed: its session and its questions end. Call it after the last call of the connection began.
    ///
    /// - Parameter connection: The connection.
    public func connectionClosed(_ connection: UUID) {
        sessions[connection] = nil
        for caller in openConnects.values.filter({ $0.page?.connection == connection }) {
            endConnects(of: caller, byPage: true)
        }
        endQuestions(of: connection, byPage: true)
    }

    /// The user chose another account for an origin whose pages have a session: they are told. Their permissions are those
    /// that the user granted for this account before, the address alone if there are none.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - origin: The origin. If its pages have no session, nothing happens.
    /// - Throws: `MidenError` if the account is not in the wallet, and what the store throws.
    public func chooseAccount(_ accountId: AccountID, for origin: String) async throws {
        let chosen = try await Grant(of: accountId, in: wallet)
        let network = offered.network
        let changed = try store.update { grants in
            guard let current = grants[origin]?.session(on: network) else { return }
            var grant = grants[origin]?.grant(of: accountId, on: network) ?? chosen
            grant.appName = current.appName
            grants[origin]?.select(grant)
        }
        adopt(changed)
    }

    // MARK: - Grants

    /// Whether the connection of a page has a session, of whatever network.
    ///
    /// - Throws: What the store throws.
    func hasSession(_ page: (origin: String, connection: UUID)) throws -> Bool {
        try reloadGrants()
        return sessions[page.connection] == page.origin && grants[page.origin] != nil
    }

    /// The grant that a caller acts under: the connection of a page has to have a session.
    ///
    /// - Returns: The grant, nil if there is none on the network of the wallet.
    /// - Throws: What the store throws.
    func sessionGrant(of caller: RPCCaller) throws -> Grant? {
        guard let page = caller.page else { return offered }
        return try hasSession(page) ? grants[page.origin]?.session(on: offered.network) : nil
    }

    /// The grant that a caller acts under: for a method of the app, which throws the error on. An origin can be forged by a
    /// program, so the connection of a page has to have a session too. The Safari extension acts for the account that new origins
    /// are offered.
    ///
    /// - Parameter caller: Who calls the method.
    /// - Returns: The grant. It may end while a method waits, such as for the user: ask for it again then.
    /// - Throws: ``RPCError/unauthorizedOrigin`` if there is none, ``RPCError/wrongNetwork(_:)`` if the origin has grants of
    ///   other networks only; what the store throws.
    public func grant(of caller: RPCCaller) throws -> Grant {
        if let grant = try sessionGrant(of: caller) { return grant }
        guard let page = caller.page, try hasSession(page) else { throw RPCError.unauthorizedOrigin }
        throw RPCError.wrongNetwork(offered.network)
    }

    /// The same, for a call that names an account.
    ///
    /// - Throws: The same, and ``RPCError/unauthorizedOrigin`` if the grant is of another account.
    func grant(of caller: RPCCaller, naming address: String) throws -> Grant {
        let held = try grant(of: caller)
        guard held.session.isAccount(address) else { throw RPCError.unauthorizedOrigin }
        return held
    }

    /// Gives a connection the session of its origin.
    func beginSession(of page: (origin: String, connection: UUID)) {
        sessions[page.connection] = page.origin
    }

    /// Makes a grant that of the session of its origin, and gives its pages a token.
    func keep(_ grant: Grant, for origin: String, token: String) throws {
        let changed = try store.update { grants in
            var granted = grants[origin] ?? OriginGrants()
            granted.select(grant)
            granted.add(token: token)
            grants[origin] = granted
        }
        adopt(changed)
    }

    /// Ends all grants of an origin. Its pages are told, except the one that ended them.
    func endGrants(of origin: String, announcedBy caller: UUID?) throws {
        adopt(try store.update { $0[origin] = nil }, announcedBy: caller)
    }

    /// Ends the grant of an origin for an account on the network of the wallet. Pages that have the session of it are told.
    func endGrant(of origin: String, for accountId: AccountID) throws {
        let network = offered.network
        let changed = try store.update { grants in
            grants[origin]?.remove(accountId, on: network)
            if grants[origin]?.grants.isEmpty == true { grants[origin] = nil }
        }
        adopt(changed)
    }

    /// Takes over what another process changed in the store.
    ///
    /// - Throws: What the store throws.
    func reloadGrants() throws {
        adopt(try store.load())
    }

    /// Takes over changed grants. Pages whose session ended or got another account are told, and their questions end.
    private func adopt(_ changed: [String: OriginGrants], announcedBy caller: UUID? = nil) {
        guard changed != grants else { return }
        let earlier = grants
        grants = changed
        for origin in Set(sessions.values) {
            // A session goes on only with one of the tokens: the user may have revoked the grant and made another one.
            let tokens = Set(earlier[origin]?.tokenDigests ?? [])
            let goesOn = !tokens.isDisjoint(with: changed[origin]?.tokenDigests ?? [])
            let session = goesOn ? changed[origin]?.session(on: offered.network) : nil
            let accountId = earlier[origin]?.session(on: offered.network)?.accountId
            guard !goesOn || session?.accountId != accountId else { continue }
            let event = session.flatMap { try? RPCEvent.accountChange($0.session) }
            for connection in connections(of: origin) {
                if event == nil { sessions[connection] = nil }
                endQuestions(of: connection, byPage: caller != nil)
                if event != nil || connection != caller { send(event ?? .disconnect, connection) }
            }
        }
    }

    /// Ends the sessions of all connections, and sends each of their pages events.
    func endSessions(announcing events: [RPCEvent]) {
        let connections = sessions.keys
        sessions = [:]
        for connection in connections {
            for event in events { send(event, connection) }
        }
    }

    func connections(of origin: String) -> [UUID] {
        sessions.filter { $0.value == origin }.map { $0.key }
    }

    private func endQuestions(of connection: UUID, byPage isByPage: Bool) {
        endQuestions(with: .unauthorizedOrigin, byPage: isByPage) { $0.page?.connection == connection }
    }
}
