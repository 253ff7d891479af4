import Foundation
import MidenSwiftClient

/// An error as it is told: with `--json` one object on standard error, otherwise a sentence and what lies below it.
struct ErrorReport: Encodable {
    struct Contents: Encodable {
        let code: Int32
        let kind: String
        let message: String
        let causes: [String]
        let retryable: Bool
        @OrNull var transactionId: TransactionID?
        let exitCode: Int32
    }

    let error: Contents

    /// The report of what a command has thrown.
    init(_ error: any Error, status: ExitStatus) {
        let error = Self.midenError(error)
        self.error = Contents(
            code: error.code.rawValue,
            kind: error.kind.rawValue,
            message: error.message + (Self.advice[error.kind] ?? ""),
            causes: error.causes,
            retryable: error.isRetryable,
            transactionId: error.transactionId,
            exitCode: status.rawValue
        )
    }

    /// What people read. The message is one sentence on one line: a line break in it comes from what somebody typed.
    var text: String {
        var lines = ["Error: \(error.message.onOneLine)"]
        // The lines of a cause look like nothing else, whatever a node has written there.
        lines += error.causes.map { "  because: " + $0.replacingOccurrences(of: "\n", with: "\n    ") }
        if let transaction = error.transactionId {
            lines.append("  transaction: \(transaction)")
        }
        return lines.joined(separator: "\n")
    }

    /// What the command adds to what the library says: its options.
    private static let advice: [MidenError.Kind: String] = {
        let limit = " The options --script-cycles and --script-time raise it."
        return [
            "note_script_over_budget": limit, "token_callback_over_budget": limit, "request_over_budget": limit,
            "call_over_budget": limit,
            "proof_too_large": " The options are --prover and --proof-memory.",
        ]
    }()

    private static func midenError(_ error: any Error) -> MidenError {
        switch error {
        case let error as MidenError: error
        case let error as OutputFailure:
            MidenError(
                code: .internal,
                kind: "output_unwritable",
                message: "The answer could not be written to standard output.",
                causes: [error.reason]
            )
        default:
            MidenError(
                code: .internal,
                kind: .internal,
                message: "Something unexpected went wrong.",
                causes: [error.sentence]
            )
        }
    }
}

extension ExitStatus {
    /// How the process ends after what a command has thrown.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as MidenError: ExitStatus(error.code)
            case is OutputFailure: .output
            default: .internal
            }
    }
}

extension ErrorReport {
    /// The report of a command line that cannot be understood.
    init(usage message: String) {
        self.init(
            MidenError(code: .invalidParameter, kind: "usage", message: message),
            status: .usage
        )
    }
}
