import Foundation
import MidenSwiftClient

/// Answers the messages of the wallet's own Safari extension in the process of its native handler, which answers one message
/// with one reply and has no window.
///
/// ```swift
/// let handler = SafariRequestHandler(configuration: configuration, accountId: account, folder: folder)
/// let response = await handler.answer(context.rpcRequest())
/// context.complete(response)
/// ```
///
/// The wallet is open for the time of one message. If the app or another message has it open, the answer is
/// ``RPCError/busy``. Nothing is kept in the process: grants, transactions and the activity log are `grants.json`,
/// `transactions.json` and `activity.json` in the folder, which the app uses too.
///
/// A page of the extension shows what `miden_prepare` returned, and sends the user's decision with its digest. What is approved
/// is on the disk before it is executed: if Safari ends the process, the next message or the app makes the transaction, once.
public struct SafariRequestHandler: Sendable {
    /// How long a message waits for a wallet that another process has open.
    static let openTime = Duration.milliseconds(1500)
    /// How long a message waits for the node before it tells what is known.
    private static let syncTime = Duration.seconds(10)

    private let configuration: MidenWallet.Configuration
    private let accountId: AccountID
    private let files: RPCFiles
    private let submissionTime: Duration
    private let isLocked: @Sendable () async -> Bool

    /// Describes a wallet. Nothing is opened yet.
    ///
    /// - Parameters:
    ///   - configuration: What to open, such as in the folder of the App Group. How long the opening waits is not looked at.
    ///   - accountId: The account that new origins are offered.
    ///   - folder: The folder of the files that are shared with the app.
    ///   - submissionTime: How long a reply waits until what was approved is submitted. After it the next message or the app
    ///     goes on with it.
    ///   - isLocked: Whether the app is locked. Pages are answered ``RPCError/locked`` then: only the app can unlock it.
    public init(
        configuration: MidenWallet.Configuration,
        accountId: AccountID,
        folder: URL,
        submissionTime: Duration = .seconds(60),
        isLocked: @escaping @Sendable () async -> Bool = { false }
    ) {
        var configuration = configuration
        configuration.timeouts.open = Self.openTime
        self.configuration = configuration
        self.accountId = accountId
        files = RPCFiles(in: folder)
        self.submissionTime = submissionTime
        self.isLocked = isLocked
    }

    /// Answers a message. Cancelling the task ends what has not been approved.
    ///
    /// - Parameter request: The message.
    /// - Returns: The reply.
    public func answer(_ request: SafariRequest) async -> SafariResponse {
        do {
            return request.response(result: try await result(of: request))
        } catch let error as RPCError {
            return request.response(error: error)
        } catch let error as MidenError where error.kind == .storeInUse {
            return request.response(error: .busy)
        } catch RPCFileError.inUse {
            return request.response(error: .busy)
        } catch {
            return request.response(error: .internalError)
        }
    }

    private func result(of request: SafariRequest) async throws -> JSONText {
        guard let method = request.method else { throw RPCError.invalidRequest("The request has no method") }
        guard let parameters = try request.parameters(), let members = try JSONScanner.scan(parameters.data) else {
            throw RPCError.invalidParameters("The parameters are not an object")
        }
        switch method {
        case RPCMethodName.prepare: return try await outcome(of: SafariPageRequest(members), decision: nil)
        case RPCMethodName.decide:
            let decision = try SafariPageRequest.Decision(members)
            return try await outcome(of: SafariPageRequest(members), decision: decision)
        case RPCMethodName.pollEvents: return try await events(members)
        default: throw RPCError.unknownMethod(method)
        }
    }

    // MARK: - Requests of pages

    private func outcome(
        of request: SafariPageRequest,
        decision: SafariPageRequest.Decision?
    ) async throws -> JSONText {
        let log = try ActivityLog(file: files.activity)
        let granted = try FileGrantStore(file: files.grants).load()[request.origin]
        if let answer = request.answerWithoutWallet(granted) { return await json(of: answer, to: request, log) }
        // A request that is only prepared is not in the log: its decision is.
        let callLog = decision == nil ? ActivityLog() : log
        let approvals = SafariApprovals(network: configuration.network, request: request, decision: decision)
        return try await withWallet(approvals: approvals, log: callLog) { pages in
            let caller = RPCCaller.page(origin: request.origin, connection: UUID())
            if let token = request.token {
                // Without a session, or with one of another network, the call itself says so.
                _ = try? await pages.resumeSession(ResumeSessionParameters(token: token), from: caller)
            }
            let isWait = request.method == RPCMethodName.waitForTransaction
            if isWait {
                let network = WalletNetwork(configuration.network)
                let waits = try request.waitsForBlock(TransactionStore(file: files.transactions).all(), on: network)
                if waits { await sync(pages) }
                await pages.limitWaitsForTransactions(to: .zero)
            }
            let router = try RPCRouter(pages.methods)
            let call = Task { await router.call(request.method, parameters: request.parameters, from: caller) }
            let asked = Task { () -> QuestionDescription? in
                for await question in approvals.questions {
                    call.cancel()
                    return question
                }
                return nil
            }
            let answer = await withTaskCancellationHandler {
                await call.value
            } onCancel: {
                call.cancel()
            }
            approvals.finish()
            if let question = await asked.value { return try json(of: question, for: request) }
            guard let answer else { throw CancellationError() }
            for entry in decision == nil ? try await callLog.entries() : [] { await log.add(entry) }
            // The page gets its answer also if the log cannot be written.
            try? await log.save()
            await pages.waitForSubmissions(within: submissionTime)
            switch answer {
            case .failure(let error): return .object(["error": error.json])
            case .success(let result)
            where try isWait && result == JSONText(encoding: WaitForTransactionResult.timedOut):
                return JSONText(trusted: Data(#"{"isPending":true}"#.utf8))
            case .success(let result): return .object(["result": result])
            }
        }
    }

    /// An answer without the wallet. What reaches no method is not in the log.
    private func json(
        of answer: Result<JSONText, RPCError>,
        to request: SafariPageRequest,
        _ log: ActivityLog
    ) async -> JSONText {
        let (outcome, json): (ActivityEntry.Outcome, JSONText) =
            switch answer {
            case .success(let result): (.answered, .object(["result": result]))
            case .failure(let error): (ActivityEntry.Outcome(error), .object(["error": error.json]))
            }
        if RPCMethodName.specified.contains(request.method) {
            let (origin, method) = (request.origin, request.method)
            await log.add(
                ActivityEntry(time: Date(), origin: origin, accountId: nil, method: method, outcome: outcome)
            )
            try? await log.save()
        }
        return json
    }

    private func json(of question: QuestionDescription, for request: SafariPageRequest) throws -> JSONText {
        .object([
            "question": try JSONText(encoding: question),
            "digest": .string(try question.digest(of: request).base64EncodedString()),
        ])
    }

    // MARK: - Events

    private func events(_ members: [String: JSONText]) async throws -> JSONText {
        let page = try SafariPage(members)
        let cursor: SafariEvents.Cursor?
        if let json = members["cursor"] {
            guard let text = json.string else {
                throw RPCError.invalidParameters("The cursor is not a text")
            }
            cursor = try SafariEvents.Cursor(text)
        } else {
            cursor = nil
        }
        let network = WalletNetwork(configuration.network)
        let grants = try FileGrantStore(file: files.grants).load()
        let known = try TransactionStore(file: files.transactions).all()
        // A page without a session does not make the wallet work.
        let hasSession = page.token.map { grants[page.origin]?.accepts($0) == true } == true
        if hasSession, known.values.contains(where: { !$0.isSettled && $0.network == network }) {
            await goOn()
        }
        let transactions = try TransactionStore(file: files.transactions).all()
        return try SafariEvents(of: page, after: cursor, on: network, grants, transactions).json
    }

    /// Goes on with transactions that are not settled. If another process has the wallet open, that one does.
    private func goOn() async {
        let approvals = NoUser()
        try? await withWallet(approvals: approvals, log: ActivityLog()) { pages in
            await pages.waitForSubmissions(within: submissionTime)
            await sync(pages)
        }
    }

    private struct NoUser: ApprovalHandler {
        func answer(_ question: ApprovalQuestion) async -> ApprovalAnswer { .decline }
    }

    // MARK: - The wallet

    /// Asks the node for the states of transactions. If it does not answer, the page gets the states that are known.
    private func sync(_ pages: RPCWallet) async {
        _ = try? await pages.wallet.sync(timeout: Self.syncTime)
        await pages.updatePending()
    }

    private func withWallet<Value: Sendable>(
        approvals: any ApprovalHandler,
        log: ActivityLog,
        _ body: @Sendable (RPCWallet) async throws -> Value
    ) async throws -> Value {
        let wallet = try await MidenWallet.open(configuration: configuration)
        let result: Result<Value, any Error>
        do {
            let pages = try await RPCWallet(
                wallet,
                accountId: accountId,
                approvals: approvals,
                store: FileGrantStore(file: files.grants),
                activityLog: log,
                transactions: TransactionStore(file: files.transactions),
                isLocked: isLocked,
                send: { _, _ in }
            )
            result = .success(try await body(pages))
        } catch {
            result = .failure(error)
        }
        // The process may end after the reply, and the app wants the store.
        _ = try? await wallet.shutdown(gracefully: .zero)
        return try result.get()
    }
}
