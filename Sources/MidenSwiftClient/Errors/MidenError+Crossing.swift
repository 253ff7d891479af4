import Foundation

/// From what crosses the C ABI to an error.
extension MidenError {
    /// The error a reply with a non-zero code stands for.
    ///
    /// - Parameters:
    ///   - code: The result code, as the C function or the callback gave it.
    ///   - bytes: The error message, empty where there is none.
    init(code: Int32, bytes: Data) {
        guard !bytes.isEmpty else {
            self.init(bareCode: code)
            return
        }
        do {
            self.init(try Wire.decode(ErrorMessage.self, from: bytes))
        } catch {
            let bare = MidenError(bareCode: code)
            self.init(
                code: bare.code,
                kind: bare.kind,
                message: bare.message,
                causes: error.causes + [String(decoding: bytes.prefix(500), as: UTF8.self).neutralized],
                isRetryable: bare.isRetryable
            )
        }
    }

    /// The error a message describes.
    init(_ message: ErrorMessage) {
        self.init(
            code: Code(rawValue: message.code) ?? .internal,
            kind: Kind(rawValue: message.kind),
            // Names of packages and what a node says come from others.
            message: message.message.neutralized,
            causes: message.causes.map(\.neutralized),
            isRetryable: message.retryable,
            transactionId: message.transactionId.flatMap(TransactionID.init(lenient:)),
            assertionCode: message.assertionCode,
            failedCall: message.failedCall
        )
    }

    /// The error a code stands for that came without a message: a refused request has none.
    init(bareCode: Int32) {
        let code = Code(rawValue: bareCode) ?? .internal
        self.init(
            code: code,
            kind: Kind(rawValue: code.bareKind),
            message: code.sentence,
            causes: code.rawValue == bareCode ? [] : ["result code \(bareCode)"],
            isRetryable: code == .queueFull || code == .timedOut
        )
    }

    /// A fault in the bridge itself: a message one of the two sides cannot read.
    static func bridge(_ message: String, cause: any Error) -> MidenError {
        MidenError(code: .internal, kind: .bridge, message: message, causes: [String(describing: cause)])
    }
}

extension MidenError.Code {
    fileprivate var sentence: String {
        switch self {
        case .invalidParameter: "An argument is not valid."
        case .invalidHandle: "The wallet has been shut down."
        case .accountOperation: "The account or its key could not be used."
        case .noteOperation: "The note could not be used."
        case .lookup: "What was asked for is not in this wallet."
        case .transactionSubmission: "The transaction could not be carried out."
        case .queueFull: "The wallet has 256 requests waiting already. Try again when some are done."
        case .nodeUnreachable: "No node answers. Check the address and the connection, then try again."
        case .networkMismatch: "The node or the store belongs to another network or version."
        case .store: "The wallet's store could not be opened, read or written."
        case .cancelled: "The operation was cancelled. Nothing was submitted."
        case .wouldDeadlock:
            "A blocking call cannot be made from a completion callback: it would wait for itself. Use the asynchronous"
                + " one."
        case .unsupported: "This build of the library cannot do that."
        case .internal: "Something unexpected went wrong inside the wallet."
        case .timedOut: "The time allowed has passed. The operation was cancelled; nothing was submitted."
        }
    }

    fileprivate var bareKind: String {
        switch self {
        case .invalidParameter: "invalid_parameter"
        case .invalidHandle: "closed"
        case .accountOperation: "account_operation"
        case .noteOperation: "note_operation"
        case .lookup: "lookup"
        case .transactionSubmission: "transaction_submission"
        case .queueFull: "queue_full"
        case .nodeUnreachable: "node_unreachable"
        case .networkMismatch: "network_mismatch"
        case .store: "store"
        case .cancelled: "cancelled"
        case .wouldDeadlock: "would_deadlock"
        case .unsupported: "unsupported"
        case .internal: "internal"
        case .timedOut: "timed_out"
        }
    }
}
