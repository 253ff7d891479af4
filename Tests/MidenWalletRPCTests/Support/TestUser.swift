import Foundation
import MidenWalletRPC

/// The user of a wallet, who answers as the test says.
final class TestUser: ApprovalHandler {
    /// A question on the screen. It can be answered more than once, and when it is gone.
    struct Asked: Sendable {
        let question: ApprovalQuestion
        fileprivate let answers: AsyncStream<ApprovalAnswer>.Continuation

        func answer(_ answer: ApprovalAnswer) {
            answers.yield(answer)
        }

        /// Approves what is shown.
        func approve() {
            answer(question.approval)
        }
    }

    /// All questions.
    let log = Log<ApprovalQuestion>()
    private let immediateAnswer: ApprovalAnswer?
    private let screen = AsyncStream.makeStream(of: Asked.self)

    /// - Parameter immediateAnswer: What is answered to each question; nil if the test answers.
    init(answering immediateAnswer: ApprovalAnswer?) {
        self.immediateAnswer = immediateAnswer
    }

    /// The next question that is shown.
    func next() async throws -> Asked {
        for await asked in screen.stream { return asked }
        throw CancellationError()
    }

    func answer(_ question: ApprovalQuestion) async -> ApprovalAnswer {
        log.append(question)
        if let immediateAnswer { return immediateAnswer == .approve ? question.approval : immediateAnswer }
        let answers = AsyncStream.makeStream(of: ApprovalAnswer.self)
        screen.continuation.yield(Asked(question: question, answers: answers.continuation))
        // A task of its own is not cancelled when the question ends: answers can come too late.
        return await Task { () async -> ApprovalAnswer in
            for await answer in answers.stream { return answer }
            return .decline
        }.value
    }
}

extension ApprovalQuestion {
    /// The answer that approves what it shows.
    fileprivate var approval: ApprovalAnswer {
        switch content {
        case .send, .consume, .transaction: digest.map { .approveTransaction(digest: $0) } ?? .decline
        default: .approve
        }
    }
}
