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
    /// How many questions of one origin wait to be shown at most. The Safari extension counts as one origin.
    static let mostWaitingOfOrigin = 3
    /// How many questions of all origins wait to be shown at most.
    static let mostWaiting = 128
    /// After how many seconds a page may ask again if too many questions wait.
    static let retryAfter = 5

    let wallet: MidenWallet
    let now: @Sendable () -> Date
    /// A grant of the account that new origins are offered. The Safari extension acts under it.
    let offered: Grant
    /// The open connects, each with its caller.
    var openConnects: [UUID: RPCCaller] = [:]
    /// The questions that are not answered yet, in order of arrival.
    var questions: [PendingQuestion] = []
    /// The question that the user sees.
    var shown: (id: UUID, task: Task<Void, Never>)?
    /// Whether nothing is shown because a question ended that the user saw and did not answer.
    var isPausing = false

    let approvals: any ApprovalHandler
    let isLocked: @Sendable () async -> Bool

    /// The grants of all origins. The store may have some of another network.
    private(set) var grants: [String: Grant]
    /// The connections that have a session, each with its origin.
    private var sessions: [UUID: String] = [:]
    private let store: any GrantStore
    /// When a duration that begins now has passed.
    let newDeadline: @Sendable (Duration) -> Deadline
    private let send: @Sendable (RPCEvent, UUID) -> Void

    /// Makes what answers pages.
    ///
    /// - Parameters:
    ///   - wallet: The wallet.
    ///   - accountId: The account that new origins are offered.
    ///   - approvals: Shows questions to the user.
    ///   - store: Keeps the grants.
    ///   - isLocked: Whether the app is locked. The user is asked to unlock it then, before anything else. A `MidenWallet` that
    ///     is open can sign; an app that wants to be unlocked for that says so here.
    ///   - clock: Measures the time that a question is open.
    ///   - now: The time that sign-ins are compared with.
    ///   - send: Sends an event to the page of a connection. Called in the order of the events.
    /// - Throws: `MidenError` if the account is not in the wallet, and what the store throws.
    public init(
        _ wallet: MidenWallet,
        accountId: AccountID,
        approvals: any ApprovalHandler,
        store: any GrantStore = TransientGrantStore(),
        isLocked: @escaping @Sendable () async -> Bool = { false },
        clock: some Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        send: @escaping @Sendable (_ event: RPCEvent, _ connection: UUID) -> Void
    ) async throws {
        let offered = try await Grant(of: accountId, in: wallet)
        let grants = try store.load()
        self.wallet = wallet
        self.offered = offered
        self.grants = grants
        self.approvals = approvals
        self.store = store
        self.isLocked = isLocked
        newDeadline = { Deadline(after: $0, on: clock) }
        self.now = now
        self.send = send
    }

    // MARK: - What the app tells

    /// A connection was closed: its session and its questions end. Call it after the last call of the connection began.
    ///
    /// - Parameter connection: The connection.
    public func connectionClosed(_ connection: UUID) {
        sessions[connection] = nil
        for caller in openConnects.values.filter({ $0.page?.connection == connection }) {
            endConnects(of: caller)
        }
        endQuestions(of: connection)
    }

    /// Ends the grant of an origin and tells its pages.
    ///
    /// - Parameter origin: The origin.
    /// - Throws: What the store throws; the grant goes on then.
    public func revoke(origin: String) throws {
        try endGrant(of: origin, announcedBy: nil)
    }

    /// The user chose another account for an origin that has a grant: its pages are told.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - origin: The origin. If it has no grant on the network of the wallet, nothing happens.
    /// - Throws: `MidenError` if the account is not in the wallet, and what the store throws.
    public func chooseAccount(_ accountId: AccountID, for origin: String) async throws {
        let chosen = try await Grant(of: accountId, in: wallet)
        guard var held = grant(ofOrigin: origin) else { return }
        held.accountId = chosen.accountId
        held.address = chosen.address
        held.publicKey = chosen.publicKey
        try keep(held, for: origin)
    }

    // MARK: - Grants

    /// The grant of an origin, nil if it has none on the network of the wallet.
    func grant(ofOrigin origin: String) -> Grant? {
        guard let grant = grants[origin], grant.network == offered.network else { return nil }
        return grant
    }

    /// The grant of a page's origin, of any network; nil if the connection of the page has no session.
    func sessionGrant(of page: (origin: String, connection: UUID)) -> Grant? {
        sessions[page.connection] == page.origin ? grants[page.origin] : nil
    }

    /// The grant that a caller acts under: the connection of a page has to have a session.
    ///
    /// - Throws: ``RPCError/unauthorizedOrigin`` if there is none, ``RPCError/wrongNetwork(_:)`` if the grant is of another
    ///   network than the wallet's.
    func grant(of caller: RPCCaller) throws -> Grant {
        guard let page = caller.page else { return offered }
        guard let grant = sessionGrant(of: page) else { throw RPCError.unauthorizedOrigin }
        guard grant.network == offered.network else { throw RPCError.wrongNetwork(offered.network) }
        return grant
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

    /// Changes the grant of an origin, or makes it. If its account changes its pages are told, and their questions end. If it
    /// replaces one of another network, the sessions of that one end.
    func keep(_ grant: Grant, for origin: String) throws {
        let event = try RPCEvent.accountChange(grant.session)
        let earlier = grants[origin]
        var changed = grants
        changed[origin] = grant
        try store.save(changed)
        grants = changed
        guard let earlier else { return }
        guard earlier.network == grant.network else {
            for connection in connections(of: origin) { sessions[connection] = nil }
            return
        }
        guard earlier.accountId != grant.accountId else { return }
        for connection in connections(of: origin) {
            endQuestions(of: connection)
            send(event, connection)
        }
    }

    /// Ends the grant of an origin. Its pages are told, except the one that ended it.
    func endGrant(of origin: String, announcedBy caller: UUID?) throws {
        var left = grants
        guard left.removeValue(forKey: origin) != nil else { return }
        try store.save(left)
        grants = left
        for connection in connections(of: origin) {
            sessions[connection] = nil
            endQuestions(of: connection)
            if connection != caller { send(.disconnect, connection) }
        }
    }

    private func connections(of origin: String) -> [UUID] {
        sessions.filter { $0.value == origin }.map { $0.key }
    }

    private func endQuestions(of connection: UUID) {
        endQuestions(with: .unauthorizedOrigin) { $0.page?.connection == connection }
    }
}
