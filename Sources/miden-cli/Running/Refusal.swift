import MidenSwiftClient

/// What is said where a command does nothing for want of a yes.
struct Refusal: Sendable {
    /// What was not done, as the beginning of a sentence, such as "Nothing was sent".
    let outcome: String
    /// What to write where there is nobody to ask, as a sentence.
    let remedy: String
    /// The class of the error where the answer is no.
    let code: MidenError.Code

    /// Makes a refusal.
    ///
    /// - Parameters:
    ///   - outcome: What was not done, as the beginning of a sentence.
    ///   - remedy: What to write where there is nobody to ask.
    ///   - code: The class of the error where the answer is no.
    init(
        _ outcome: String,
        remedy: String = "Give --yes to go on without being asked, or --preview to see what it would do.",
        code: MidenError.Code = .transactionSubmission
    ) {
        self.outcome = outcome
        self.remedy = remedy
        self.code = code
    }

    /// Why nothing is done without an answer.
    var nobodyToAsk: MidenError {
        MidenError(
            code: .invalidParameter,
            kind: "confirmation_needed",
            message: "\(outcome): this has to be confirmed, and there is no terminal to ask (standard input and"
                + " standard error both have to be one). \(remedy)"
        )
    }

    /// Why nothing is done after another answer than yes.
    var notConfirmed: MidenError {
        MidenError(code: code, kind: "not_confirmed", message: "\(outcome): it was not confirmed.")
    }
}
