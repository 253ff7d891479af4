import Foundation

/// Passes the questions of a wallet to a screen of the app, and the user's answers back.
///
/// ```swift
/// for await question in approvals.questions { shown = question }  // nil: remove the sheet
/// await approvals.answer(.decline, to: question.id)
/// ```
public actor ApprovalScreen: ApprovalHandler {
    /// The question to show. Nil if the one before has ended, whether the user answered it or not. For one screen: read it
    /// once.
    public nonisolated let questions: AsyncStream<ApprovalQuestion?>
    private let shown: AsyncStream<ApprovalQuestion?>.Continuation
    private var open: (id: ApprovalQuestion.ID, answer: CheckedContinuation<ApprovalAnswer, Never>)?

    /// Makes the handler of one wallet.
    public init() {
        // A screen that is slow needs the newest one only.
        (questions, shown) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Shows a question and waits for ``answer(_:to:)``.
    ///
    /// - Parameter question: The question.
    /// - Returns: The answer. A decline if the task is cancelled or another question follows.
    public func answer(_ question: ApprovalQuestion) async -> ApprovalAnswer {
        end(with: .decline)
        guard !Task.isCancelled else { return .decline }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                open = (question.id, continuation)
                shown.yield(question)
            }
        } onCancel: {
            Task { await self.answer(.decline, to: question.id) }
        }
    }

    /// Answers a question. Nothing happens if it is not the one that is shown: it has ended.
    ///
    /// - Parameters:
    ///   - answer: What the user decided.
    ///   - id: The question that the user saw.
    public func answer(_ answer: ApprovalAnswer, to id: ApprovalQuestion.ID) {
        guard open?.id == id else { return }
        end(with: answer)
    }

    private func end(with answer: ApprovalAnswer) {
        guard let ended = open else { return }
        open = nil
        shown.yield(nil)
        ended.answer.resume(returning: answer)
    }
}
