import MidenSwiftClient

// What an error says of a transaction that the user approved, and whether it is tried again.

extension MidenError {
    /// Whether the wallet was closed before the end of the call, or has to be opened again.
    package var isClosed: Bool {
        code == .invalidHandle || code == .cancelled || kind == .closedAfterSubmission || kind == .closedWhileWriting
            || kind == .walletPoisoned
    }

    /// Whether the transaction may have been submitted, or nothing can be told of it yet.
    package var isUnsettled: Bool {
        switch kind {
        case .timedOutUnanswered, .timedOutAfterSubmission, .notSettled, .referenceUnsettled, .referencesNotKnownYet,
            .bridge, .noteScriptsBusy:
            true
        default: false
        }
    }

    /// Whether a block may include the transaction of the error: a node refuses an included one like any other, and may have
    /// another copy of it. The wallet keeps it. A sync finds it in a block, or that no block can include it any more.
    package var leavesItOpen: Bool { kind == .rejected || kind == .submissionUnknown || kind == .notRecorded }
}
