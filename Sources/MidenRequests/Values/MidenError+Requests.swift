import MidenSwiftClient

extension MidenError {
    /// A request that is not of the form. The sentence has no unescaped text of the request.
    static func invalidRequest(_ message: String) -> MidenError {
        MidenError(code: .invalidParameter, kind: .invalidRequest, message: "The request is not valid: " + message)
    }

    /// A link that is not of the form. The sentence has nothing of the link.
    static func invalidRequestLink(_ message: String) -> MidenError {
        MidenError(code: .invalidParameter, kind: .invalidRequestLink, message: message)
    }

    /// A receipt that is not of the form. The sentence has no unescaped text of the receipt.
    static func invalidReceiptForm(_ message: String) -> MidenError {
        MidenError(code: .invalidParameter, kind: .invalidReceiptForm, message: "The receipt is not valid: " + message)
    }

    /// A request that does not fit into what holds all of it.
    static func requestNeedsRelay(_ message: String) -> MidenError {
        MidenError(code: .invalidParameter, kind: .requestNeedsRelay, message: message)
    }
}
