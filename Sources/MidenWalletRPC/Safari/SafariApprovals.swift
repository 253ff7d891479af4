import Foundation
import MidenSwiftClient

/// Stands for the user in the process of the Safari handler, which has no window: it answers the question that the user
/// decided on the page of the extension, and hands out any other one.
final class SafariApprovals: ApprovalHandler {
    /// The questions that have to be decided.
    let questions: AsyncStream<QuestionDescription>
    private let asked: AsyncStream<QuestionDescription>.Continuation
    private let network: MidenWallet.Network
    private let request: SafariPageRequest
    private let decision: SafariPageRequest.Decision?

    /// - Parameters:
    ///   - network: The network of the wallet.
    ///   - request: The request of the page.
    ///   - decision: What the user decided; nil if the user has not been asked yet.
    init(network: MidenWallet.Network, request: SafariPageRequest, decision: SafariPageRequest.Decision?) {
        (questions, asked) = AsyncStream.makeStream(of: QuestionDescription.self)
        self.network = network
        self.request = request
        self.decision = decision
    }

    func answer(_ question: ApprovalQuestion) async -> ApprovalAnswer {
        // Only the app can unlock the wallet. The page is told that it is locked.
        guard question.content != .unlock else { return .decline }
        // A decline needs no look at what was shown.
        if decision?.isApproved == false { return .decline }
        do {
            let simulated = request.isSimulated && question.canBeSimulated ? try await question.simulate() : nil
            let shown = try question.described(on: network, simulated: simulated)
            guard let decision, try shown.digest(of: request) == decision.digest else {
                asked.yield(shown)
                // Nobody answers it in this process: the call is cancelled.
                while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
                return .decline
            }
            return shown.approval ?? .decline
        } catch {
            return .decline
        }
    }

    /// No question follows.
    func finish() {
        asked.finish()
    }
}
