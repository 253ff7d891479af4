import Foundation

/// A question that is not answered yet.
struct PendingQuestion: Sendable {
    var question: ApprovalQuestion
    let caller: RPCCaller
    let requester: Requester
    /// Makes what is asked again, for a question that waited: another transaction may have changed it. Nil if none does.
    let renewed: (@Sendable () async throws -> PreparedTransaction)?
    /// Whether what it shows may have changed: it waited for another question, or the user approved one meanwhile.
    var isOutdated: Bool
    let continuation: CheckedContinuation<Answered, any Error>

    /// The question as the user saw it last, and the answer.
    typealias Answered = (question: ApprovalQuestion, answer: ApprovalAnswer)
}

/// A question ended because its page or its grant did.
struct WithdrawnQuestion: Error {
    /// What the page is answered.
    let answer: RPCError
    /// Whether the page did that: it was closed, or it disconnected.
    let isByPage: Bool
}

/// A question was about what the user approved meanwhile, as a resent call is.
struct AlreadyApproved: Error {}

// One question at a time, in order of arrival. Questions and grants are of one actor, so that no question is asked for what
// has ended.

extension RPCWallet {
    /// Asks the user.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - caller: The caller.
    ///   - deadline: When the time of the call has passed.
    ///   - isOutdated: Whether another approval may have changed what the question shows.
    ///   - renewed: Makes what the question shows again if it is outdated or the question waited.
    /// - Returns: The preview of the transaction that the user approved; nil if the question is of something else.
    /// - Throws: ``RPCError/declined``, ``RPCError/notAnswered``, ``RPCError/rateLimited(retryAfter:)`` if too many
    ///   questions wait or the user declined too often, or the error that the question was ended with.
    @discardableResult
    func ask(
        _ question: ApprovalQuestion,
        for caller: RPCCaller,
        until deadline: Deadline,
        isOutdated: Bool = false,
        renewed: (@Sendable () async throws -> PreparedTransaction)? = nil
    ) async throws -> TransactionPreview? {
        let requester = try requester(of: caller)
        let timer = Task {
            try await deadline.passes()
            self.end(question.id, with: .failure(RPCError.notAnswered))
        }
        defer { timer.cancel() }
        let answered = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(
                    PendingQuestion(
                        question: question,
                        caller: caller,
                        requester: requester,
                        renewed: renewed,
                        isOutdated: isOutdated,
                        continuation: continuation
                    )
                )
            }
        } onCancel: {
            Task { await self.end(question.id, with: .failure(CancellationError())) }
        }
        guard answered.question.isApproved(by: answered.answer) else { throw RPCError.declined }
        guard case .approveTransaction(let digest) = answered.answer else { return nil }
        return answered.question.shown(digest: digest)
    }

    /// Refuses a requester that may not ask now.
    ///
    /// - Throws: ``RPCError/rateLimited(retryAfter:)``.
    func requireMayAsk(_ requester: Requester) throws {
        if let seconds = declines[requester]?.retryAfter { throw RPCError.rateLimited(retryAfter: seconds) }
        let waiting =
            questions.filter { $0.question.id != shown?.id }.map(\.requester)
            + previewing.flatMap { Array(repeating: $0.key, count: $0.value) }
        let most = requester.isKnown ? Self.mostWaiting : Self.mostWaitingWithoutSession
        guard waiting.count(where: { $0 == requester }) < Self.mostWaitingOfRequester,
            waiting.count(where: { $0.isKnown == requester.isKnown }) < most
        else {
            throw RPCError.rateLimited(retryAfter: Self.retryAfter)
        }
    }

    /// Asks the user to unlock the wallet if it is locked.
    ///
    /// - Parameters:
    ///   - caller: The caller.
    ///   - appName: What the page calls itself.
    ///   - grant: What the question is about.
    ///   - deadline: When the time of the call has passed.
    ///   - requireOpen: Throws if the call has ended. It may end while the app is asked whether it is locked.
    /// - Throws: ``RPCError/locked`` if it stays locked, and what `requireOpen` throws.
    func unlock(
        for caller: RPCCaller,
        appName: String?,
        about grant: Grant,
        until deadline: Deadline,
        whileOpen requireOpen: () throws -> Void
    ) async throws {
        guard await isLocked() else { return }
        try requireOpen()
        let question = ApprovalQuestion(.unlock, from: caller, appName: appName, icon: icon(of: caller), about: grant)
        do {
            try await ask(question, for: caller, until: deadline)
        } catch let error as RPCError where error.code == .rejected {
            throw RPCError.locked
        }
        guard await !isLocked() else { throw RPCError.locked }
    }

    /// Ends the questions of some callers.
    ///
    /// - Parameters:
    ///   - error: What the pages are answered.
    ///   - isByPage: Whether a page of the origin withdraws them.
    ///   - isConcerned: Whether the questions of a caller end.
    func endQuestions(with error: RPCError, byPage isByPage: Bool, where isConcerned: (RPCCaller) -> Bool) {
        for pending in questions where isConcerned(pending.caller) {
            end(pending.question.id, with: .failure(WithdrawnQuestion(answer: error, isByPage: isByPage)))
        }
    }

    private func add(_ pending: PendingQuestion) {
        guard !Task.isCancelled else {
            pending.continuation.resume(throwing: CancellationError())
            return
        }
        do {
            try requireMayAsk(pending.requester)
        } catch {
            pending.continuation.resume(throwing: error)
            return
        }
        var pending = pending
        if shown != nil || isPausing { pending.isOutdated = true }
        questions.append(pending)
        showFirst()
    }

    /// Ends a question. What comes after that for the same question is ignored.
    private func end(_ id: UUID, with result: Result<ApprovalAnswer, any Error>) {
        guard let index = questions.firstIndex(where: { $0.question.id == id }) else { return }
        let ended = questions.remove(at: index)
        ended.question.simulation?.close()
        if shown?.id == id {
            shown?.task.cancel()
            shown = nil
            if case .failure(let error) = result {
                pause()
                // Or else a page could put questions before the user as often as it likes.
                if Self.isByPage(error) { countDecline(of: ended) }
            }
        }
        ended.continuation.resume(with: result.map { (ended.question, $0) })
        showFirst()
    }

    /// Whether a question ended because its page withdrew it. The transport cancels the calls of a page that has gone.
    private static func isByPage(_ error: any Error) -> Bool {
        error is CancellationError || (error as? WithdrawnQuestion)?.isByPage == true
    }

    /// Shows nothing for a moment: the user may be about to answer the question that has gone, and must not answer the next
    /// one instead.
    private func pause() {
        isPausing = true
        let pause = newDeadline(Self.pauseAfterWithdrawal)
        Task {
            try? await pause.passes()
            isPausing = false
            showFirst()
        }
    }

    private func showFirst() {
        guard shown == nil, !isPausing, let first = questions.first else { return }
        let question = first.question
        let task = Task {
            // It ended before the user saw it.
            guard !Task.isCancelled else { return }
            let renewed = await self.renewed(first)
            guard !Task.isCancelled else { return }
            let answer = await self.answer(to: renewed.question)
            self.count(answer, to: renewed)
            self.end(question.id, with: .success(answer))
        }
        shown = (question.id, task)
    }

    /// A question with what it shows made again if that may have changed. If that fails, it stays as it was.
    private func renewed(_ pending: PendingQuestion) async -> PendingQuestion {
        guard pending.isOutdated, let renewed = pending.renewed else { return pending }
        let id = pending.question.id
        do {
            let prepared = try await renewed()
            guard let index = questions.firstIndex(where: { $0.question.id == id }) else { return pending }
            questions[index].question.content = prepared.content
            questions[index].question.simulation = prepared.simulation
            return questions[index]
        } catch let error as AlreadyApproved {
            end(id, with: .failure(error))
            return pending
        } catch {
            return pending
        }
    }

    /// Counts declines in a row. What the user did not see last does not count.
    private func count(_ answer: ApprovalAnswer, to answered: PendingQuestion) {
        guard shown?.id == answered.question.id else { return }
        if answered.question.isApproved(by: answer) {
            declines[answered.requester] = nil
        } else {
            countDecline(of: answered)
        }
    }

    /// Counts a question that the user declined, or that its page withdrew while the user saw it.
    private func countDecline(of declined: PendingQuestion) {
        let requester = declined.requester
        declines[requester, default: Declines()].add(newDeadline)
        // A requester that has to wait has no further question in line.
        guard let seconds = declines[requester]?.retryAfter else { return }
        let refusal = RPCError.rateLimited(retryAfter: seconds)
        for pending in questions where pending.question.id != declined.question.id && pending.requester == requester {
            end(pending.question.id, with: .failure(refusal))
        }
    }

    private func answer(to question: ApprovalQuestion) async -> ApprovalAnswer {
        // Another page's question may have unlocked it meanwhile.
        if question.content == .unlock, await !isLocked() { return .approve }
        return await approvals.answer(question)
    }
}
