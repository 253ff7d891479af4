extension RequestStatus {
    /// Whether a receipt with this status can come after one with another, or as the first one.
    ///
    /// - Parameter earlier: The status of the receipt that was accepted last, nil if there is none.
    /// - Returns: Whether it can.
    func canFollow(_ earlier: RequestStatus?) -> Bool {
        switch (earlier, self) {
        case (nil, .executed), (nil, .succeeded), (nil, .failed), (nil, .reverted), (nil, .cancelled): true
        case (.executed, .executed), (.executed, .succeeded), (.executed, .failed): true
        default: false
        }
    }

    /// Whether a transaction with this status was submitted.
    var isSubmitted: Bool { isSigned }

    /// Whether the status of a transaction can become another one.
    func canBecome(_ later: RequestStatus) -> Bool {
        switch self {
        case .requested: true
        case .executed: later == .executed || later == .succeeded || later == .failed
        case .succeeded, .failed, .reverted, .cancelled, .expired: later == self
        }
    }
}
