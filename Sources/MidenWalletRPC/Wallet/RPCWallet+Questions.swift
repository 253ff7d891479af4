import Foundation

/// A question that is not answered yet.
struct PendingQuestion: Sendable {
    let question: ApprovalQuestion
    let caller: RPCCaller
    let continuation: CheckedContinuation<ApprovalAnswer, any Error>
}

/// A question ended because its page or its grant did.
struct WithdrawnQuestion: Error {
    /// What the page is answered.
    let answer: RPCError
}

// One question at a time, in order of arrival. Questions and grants are of one actor, so that no question is asked for what
// has ended.

extension RPCWallet {
    /// Asks the user.
    ///
    /// - Throws: ``RPCError/declined``, ``RPCError/notAnswered``, ``RPCError/rateLimited(retryAfter:)`` if too many
    ///   questions wait, or the error that the question was ended with.
    func ask(_ question: ApprovalQuestion, for caller: RPCCaller, until deadline: Deadline) async throws {
        let timer = Task {
            try await deadline.passes()
            self.end(question.id, with: .failure(RPCError.notAnswered))
        }
        defer { timer.cancel() }
        let answer = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(PendingQuestion(question: question, caller: caller, continuation: continuation))
            }
        } onCancel: {
            Task { await self.end(question.id, with: .failure(CancellationError())) }
        }
        guard answer == .approve else { throw RPCError.declined }
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
        let question = ApprovalQuestion(.unlock, from: caller, appName: appName, about: grant)
        do {
            try await ask(question, for: caller, until: deadline)
        } catch let error as RPCError where error.code == .rejected {
            throw RPCError.locked
        }
        guard await !isLocked() else { throw RPCError.locked }
    }

    /// Ends the questions of some callers.
    func endQuestions(with error: RPCError, where isConcerned: (RPCCaller) -> Bool) {
        for pending in questions where isConcerned(pending.caller) {
            end(pending.question.id, with: .failure(WithdrawnQuestion(answer: error)))
        }
    }

    private func add(_ pending: PendingQuestion) {
        guard !Task.isCancelled else {
            pending.continuation.resume(throwing: CancellationError())
            return
        }
        let waiting = questions.filter { $0.question.id != shown?.id }
        let ofOrigin = waiting.count(where: { $0.question.origin == pending.question.origin })
        guard ofOrigin < Self.mostWaitingOfOrigin, waiting.count < Self.mostWaiting else {
            pending.continuation.resume(throwing: RPCError.rateLimited(retryAfter: Self.retryAfter))
            return
        }
        questions.append(pending)
        showFirst()
    }

    /// Ends a question. What comes after that for the same question is ignored.
    private func end(_ id: UUID, with result: Result<ApprovalAnswer, any Error>) {
        guard let index = questions.firstIndex(where: { $0.question.id == id }) else { return }
        let ended = questions.remove(at: index)
        if shown?.id == id {
            shown?.task.cancel()
            shown = nil
            if case .failure = result { pause() }
        }
        ended.continuation.resume(with: result)
        showFirst()
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
        guard shown == nil, !isPausing, let question = questions.first?.question else { return }
        let task = Task {
            // It ended before the user saw it.
            guard !Task.isCancelled else { return }
            let answer = await self.answer(to: question)
            self.end(question.id, with: .success(answer))
        }
        shown = (question.id, task)
    }

    private func answer(to question: ApprovalQuestion) async -> ApprovalAnswer {
        // Another page's question may have unlocked it meanwhile.
        if question.content == .unlock, await !isLocked() { return .approve }
        return await approvals.answer(question)
    }
}
