/// Shows questions to the user.
public protocol ApprovalHandler: Sendable {
    /// Shows a question and waits for the user's answer.
    ///
    /// There is one question at a time. The task is cancelled if the question ends without the answer: because its time passed,
    /// its page was closed or the page disconnected. Remove it from the screen then; what is returned is ignored. The next
    /// question follows after a second, so that an answer meant for this one does not meet that one.
    ///
    /// - Parameter question: The question.
    /// - Returns: The answer.
    func answer(_ question: ApprovalQuestion) async -> ApprovalAnswer
}

/// What the user decided.
public enum ApprovalAnswer: Hashable, Sendable {
    /// The page gets what it asked for.
    case approve
    /// The page does not get it.
    case decline
}
