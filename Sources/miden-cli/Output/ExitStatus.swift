import Foundation
import MidenSwiftClient

/// How the process ends: one number for each kind of failure, so that scripts can tell them apart.
///
/// The numbers never change. Those up to 15 are the library's own error codes without their sign, where they have one.
enum ExitStatus: Int32, CaseIterable {
    case success = 0
    case `internal` = 1
    case invalidParameter = 2
    case account = 3
    case note = 4
    case lookup = 5
    case transaction = 6
    case queueFull = 8
    case nodeUnreachable = 10
    case networkMismatch = 11
    case store = 12
    case unsupported = 15
    case usage = 64
    case output = 74
    case timedOut = 124
    case interrupted = 130
    case terminated = 143

    /// How the process ends after a failure of the library.
    init(_ code: MidenError.Code) {
        self =
            switch code {
            case .internal, .invalidHandle, .wouldDeadlock: .internal
            case .invalidParameter: .invalidParameter
            case .accountOperation: .account
            case .noteOperation: .note
            case .lookup: .lookup
            case .transactionSubmission: .transaction
            case .queueFull: .queueFull
            case .nodeUnreachable: .nodeUnreachable
            case .networkMismatch: .networkMismatch
            case .store: .store
            case .unsupported: .unsupported
            case .timedOut: .timedOut
            case .cancelled: .interrupted
            }
    }

    /// How the process ends after a signal, as shells number it.
    init(signal: Int32) {
        self = signal == SIGTERM ? .terminated : .interrupted
    }

    /// What the number says, for the help.
    var meaning: String {
        switch self {
        case .success: "all is well"
        case .internal: "a fault of this program, or a difference that --check has found"
        case .invalidParameter: "an id, amount, network or file that cannot be what it should be"
        case .account: "the account, its key, passphrase or signature cannot be used"
        case .note: "the note is unknown, consumed, not on the chain, or no id"
        case .lookup: "the wallet does not have the account, token or transaction"
        case .transaction: "the transaction was not carried out"
        case .queueFull: "too many requests are waiting"
        case .nodeUnreachable: "no node answers"
        case .networkMismatch: "the node or the store belongs to another network or version"
        case .store: "the store cannot be used, for one because another process has it open"
        case .unsupported: "this build or this network cannot do it"
        case .usage: "the command line cannot be understood"
        case .output: "the answer could not be written"
        case .timedOut: "the time allowed has passed"
        case .interrupted: "stopped by Ctrl-C"
        case .terminated: "stopped by SIGTERM"
        }
    }

    /// The table of the help.
    static var table: String {
        Table(
            columns: [.right(""), .left("")],
            rows: allCases.map { [String($0.rawValue), $0.meaning] }
        ).text
    }
}
