import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// Answers requests of other apps for a wallet: shows what they ask, executes what the user approves, once, and signs receipts.
///
/// ```swift
/// let requests = try RequestWallet(wallet, folder: folder)
/// try await requests.resume()                              // goes on with what was approved
/// let question = try await requests.question(for: link)    // show its title, lines and warnings
/// let record = try await requests.approve(question)        // or decline(question)
/// ```
///
/// Several processes can use the folder at the same time. What was approved is on the disk before it begins, so that it is
/// made once whatever happens to the process.
public actor RequestWallet {
    /// How many requests are approved and not at their end at most.
    package static let mostOpen = 128
    /// How many requests that are at their end are kept.
    package static let mostDone = 10_000
    /// How far ahead of the clock a request may be issued.
    static let clockTolerance: TimeInterval = 300
    /// From which difference on errors say that the clock is wrong.
    private static let namedDifference: TimeInterval = 60

    nonisolated let wallet: MidenWallet
    nonisolated let folder: DecidedRequests
    nonisolated let requesters: ApprovedRequesters
    nonisolated let now: @Sendable () -> Date
    /// What is being executed, with the number of calls that wait for it.
    var running: [DecidedRequest.Name: (task: Task<DecidedRequest, any Error>, waitCount: Int)] = [:]

    /// Opens the requests of a wallet. Reads nothing yet: call ``resume(timeout:)`` to go on with what was approved.
    ///
    /// - Parameters:
    ///   - wallet: The wallet.
    ///   - folder: The folder of the wallet's files, such as that of its network. Requests are in `requests` in it, and the apps
    ///     that were approved in `requesters.json`.
    ///   - now: The clock.
    /// - Throws: Nothing yet.
    public init(_ wallet: MidenWallet, folder: URL, now: @escaping @Sendable () -> Date = { Date() }) throws {
        try self.init(wallet, folder: folder, now: now, onWrite: { _ in })
    }

    /// The same, for tests: with a call before and after each write, and lower limits.
    package init(
        _ wallet: MidenWallet,
        folder: URL,
        now: @escaping @Sendable () -> Date = { Date() },
        mostOpen: Int = RequestWallet.mostOpen,
        mostDone: Int = RequestWallet.mostDone,
        onWrite: @escaping @Sendable (RequestWrite) -> Void
    ) throws {
        self.wallet = wallet
        self.now = now
        self.folder = DecidedRequests(
            folder.appendingPathComponent("requests"),
            mostOpen: mostOpen,
            mostDone: mostDone,
            onWrite: onWrite
        )
        requesters = ApprovedRequesters(folder.appendingPathComponent("requesters.json"), onWrite: onWrite)
    }

    // MARK: - Question

    /// Reads a request and says what it would do. Nothing is stored and nothing is sent to the requester. Code of the request
    /// does not run unless `simulating`.
    ///
    /// Cancelling the task ends the call.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - accountID: The account that acts. Nil means the one that the request names, or the wallet's default account.
    ///   - simulating: Whether a transaction that has code of the requester is executed, within the wallet's budget for code of
    ///     strangers. It is neither proven nor submitted.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The question. If the user decided it already it has the ``RequestQuestion/record``.
    /// - Throws: `MidenError.Kind.invalidRequestLink`, `.invalidRequest`, `.unsupportedRequestVersion`, `.unsupportedRequest` for
    ///   a link of a relay, `.requestWrongNetwork`, `.requestExpired`, `.requestNotYetValid`, `.requestChanged` if another
    ///   request with its id and key was decided, `.requestStoreFull`, `.requestFileDamaged`, `.unknownAccount` if the wallet
    ///   does not have the account, and what the wallet throws.
    public nonisolated func question(
        for link: String,
        accountID: AccountID? = nil,
        simulating: Bool = false,
        timeout: Duration? = nil
    ) async throws -> RequestQuestion {
        let request = try read(link)
        return try await limited(timeout) {
            try await self.question(of: request, accountID: accountID, simulating: simulating)
        }
    }

    private nonisolated func read(_ link: String) throws -> SignedRequest {
        let network = WalletNetwork(wallet.configuration.network)
        guard case .direct(let signed) = try RequestLink(link, allowsLoopback: network == .localnet) else {
            throw MidenError(
                code: .invalidParameter,
                kind: .unsupportedRequest,
                message: "The link is that of a relay. This version of the wallet opens direct links."
            )
        }
        if let asked = signed.request.network, asked != network {
            throw MidenError(
                code: .networkMismatch,
                kind: .requestWrongNetwork,
                message: "The request is for the network \(asked.rawValue), and the wallet is on \(network.rawValue)."
            )
        }
        return signed
    }

    private nonisolated func question(
        of signed: SignedRequest,
        accountID named: AccountID?,
        simulating: Bool
    ) async throws -> RequestQuestion {
        let request = signed.request
        let network = wallet.configuration.network
        let standing = try requesters.standing(of: request.requester)
        var texts = RequestTexts(request, standing: standing, on: network)
        if let file = try folder.file(of: DecidedRequest.Name(signed)) {
            try requireSame(file, signed)
            return RequestQuestion(
                request: signed,
                accountID: file.accountID,
                address: try AccountAddress(file.accountID, on: network).text,
                standing: standing,
                title: RequestTexts.title(of: request.action),
                lines: texts.texts.lines,
                warnings: [],
                canBeApproved: false,
                canBeSimulated: false,
                isBeforeRestore: false,
                fee: nil,
                digest: nil,
                record: try RequestRecord(file),
                work: nil
            )
        }
        let info = try await wallet.info()
        try requireValid(request, info)
        try folder.requireRoom()
        let accountID = try await account(for: request, named: named, info)
        let prepared = try await PreparedRequest.prepare(
            request,
            in: wallet,
            accountID: accountID,
            simulating: simulating
        )
        try texts.add(prepared, accountID: accountID)
        let isBeforeRestore = isBeforeRestore(request, info)
        if isBeforeRestore {
            texts.warn(
                """
                The wallet was restored from a backup after this request was made. If you approved it before, it was \
                paid already: look into the history.
                """
            )
        }
        let canBeApproved = prepared.preview == nil || prepared.preview?.digest != nil
        let previews = [prepared.preview?.digest].compactMap { $0 }
        return RequestQuestion(
            request: signed,
            accountID: accountID,
            address: try AccountAddress(accountID, on: network).text,
            standing: standing,
            title: RequestTexts.title(of: request.action),
            lines: texts.texts.lines,
            warnings: texts.texts.warnings,
            canBeApproved: canBeApproved,
            canBeSimulated: prepared.simulation != nil,
            impossibility: prepared.impossibility,
            isBeforeRestore: isBeforeRestore,
            fee: prepared.fee,
            digest: canBeApproved ? signed.decisionDigest(accountID: accountID, previews: previews) : nil,
            record: nil,
            work: prepared.preview?.work
        )
    }

    private nonisolated func account(
        for request: AppRequest,
        named: AccountID?,
        _ info: WalletInfo
    ) async throws -> AccountID {
        let asked = request.accountID
        if let asked, let named, asked != named {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidParameter,
                message: "The request is for the account \(asked), and the account \(named) was named."
            )
        }
        guard let accountID = named ?? asked ?? info.defaultAccountId else {
            throw MidenError(code: .lookup, kind: .unknownAccount, message: "The wallet has no account.")
        }
        guard try await wallet.getAccounts().contains(where: { $0.id == accountID }) else {
            throw MidenError(
                code: .lookup,
                kind: .unknownAccount,
                message: "The wallet does not have the account \(accountID)."
            )
        }
        return accountID
    }

    // MARK: - Time

    /// The later one of the clock and the newest block. The blocks of the embedded chain have times of their own making.
    nonisolated func time(_ info: WalletInfo) -> Date {
        if case .embedded = wallet.configuration.network { return now() }
        return info.newestBlockTime.map { max($0, now()) } ?? now()
    }

    /// Whether the transaction of a request may have been made before the wallet was restored from a backup. A request
    /// is accepted some time before it is issued, so that counts as before, too.
    nonisolated func isBeforeRestore(_ request: AppRequest, _ info: WalletInfo) -> Bool {
        guard request.action.hasTransactions, let restoredAt = info.restoredAt else { return false }
        return request.issuedAt <= restoredAt.addingTimeInterval(Self.clockTolerance)
    }

    /// Whether a transaction of a request may not begin any more.
    nonisolated func isExpired(_ request: AppRequest, _ info: WalletInfo) -> Bool {
        time(info) >= request.expiresAt
    }

    nonisolated func requireValid(_ request: AppRequest, _ info: WalletInfo) throws {
        let time = time(info)
        guard time < request.expiresAt else { throw expiry(of: request, at: time) }
        if request.issuedAt.timeIntervalSince(time) > Self.clockTolerance {
            let ahead = Int(request.issuedAt.timeIntervalSince(time))
            throw MidenError(
                code: .transactionSubmission,
                kind: .requestNotYetValid,
                message: """
                    The request is valid from \(request.issuedAt.formatted(.iso8601)) on, and it is \
                    \(time.formatted(.iso8601)). Either the clock of this device is \(ahead) s behind, or that of the \
                    requester is ahead.\(difference(of: time))
                    """
            )
        }
    }

    /// The error of a request that has expired.
    nonisolated func expiry(of request: AppRequest, at time: Date) -> MidenError {
        MidenError(
            code: .transactionSubmission,
            kind: .requestExpired,
            message: """
                The request expired at \(request.expiresAt.formatted(.iso8601)), and it is \
                \(time.formatted(.iso8601)).\(difference(of: time))
                """
        )
    }

    /// By how much the clock is wrong, if a block is ahead of it.
    private nonisolated func difference(of time: Date) -> String {
        let seconds = time.timeIntervalSince(now())
        guard seconds > Self.namedDifference else { return "" }
        return " The clock of this device is at least \(Int(seconds)) s behind the newest block: set it."
    }

    // MARK: - Records

    /// Reads what is kept of all requests that the user decided. Reads files alone, verifies no signature again, and does not
    /// wait.
    ///
    /// - Returns: The records, and the ids of the requests whose files are damaged.
    /// - Throws: `MidenError.Kind.requestFileUnusable` if the folder cannot be read.
    public nonisolated func list() throws -> RequestList {
        var records: [RequestRecord] = []
        var damaged: [RequestID] = []
        for name in try folder.names() {
            do {
                // Nil if it was removed meanwhile.
                guard let record = try folder.record(of: name) else { continue }
                records.append(record)
            } catch {
                damaged.append(name.id)
            }
        }
        return RequestList(
            records: records.sorted { $0.decidedAt < $1.decidedAt },
            damaged: damaged.sorted { $0.text < $1.text }
        )
    }

    /// Reads what is kept of a request. Looks for its file alone, and does not wait.
    ///
    /// - Parameter request: The request.
    /// - Returns: The record, nil if the user did not decide a request with its id and its requester's key.
    /// - Throws: `MidenError.Kind.requestFileDamaged`, `.requestFileUnusable`, and `.requestChanged` if the user decided another
    ///   request with its id and its requester's key.
    public nonisolated func record(of request: SignedRequest) throws -> RequestRecord? {
        guard let file = try folder.file(of: DecidedRequest.Name(request)) else { return nil }
        try requireSame(file, request)
        return try RequestRecord(file)
    }

    /// Finds the requests that transactions were made for, such as those of a page of the history. Reads the files of these
    /// requests alone, verifies no signature again, and does not wait. Reads nothing if no reference is that of a request.
    ///
    /// - Parameter references: What the wallet names transactions by: `TransactionRecord.reference`.
    /// - Returns: The records by their references. A reference of which no request is known here, or whose file is damaged, has
    ///   none.
    /// - Throws: `MidenError.Kind.requestFileUnusable` if the folder cannot be read.
    public nonisolated func records(ofReferences references: Set<String>) throws -> [String: RequestRecord] {
        let digits = Set(references.compactMap { DecidedRequest.Name.digits(ofReference: $0) })
        guard !digits.isEmpty else { return [:] }
        let records = try folder.names().filter { digits.contains($0.digits) }.compactMap { try? folder.record(of: $0) }
        let entries = records.flatMap { record in record.references.map { ($0, record) } }
        return Dictionary(entries.filter { references.contains($0.0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Refuses a request if another one with its id and key was decided.
    nonisolated func requireSame(_ file: DecidedRequest, _ request: SignedRequest) throws {
        guard file.request != request.data,
            try SignedRequest(verifiedBefore: file.request).digest != request.digest
        else { return }
        throw MidenError(
            code: .transactionSubmission,
            kind: .requestChanged,
            message: """
                You decided another request of this app with the id \(request.request.id) before. The app may want to be \
                paid twice: do not approve this one.
                """
        )
    }
}
