import MidenSwiftClient

extension InputNote.LeftOutReason {
    /// What kind of note it is, for people.
    fileprivate var text: String {
        switch self {
        case .swap: "a swap"
        case .reclaimable: "reclaimable"
        case .otherScript: "with another script"
        case .assetCallbacks: "with tokens whose faucet runs code"
        case .unverified: "unverified"
        }
    }
}

extension [InputNote.LeftOutReason] {
    /// What `consume --all` leaves out and why, in a line. Nil if that is nothing.
    var summary: String? {
        guard !isEmpty else {
            return nil
        }
        let counts = InputNote.LeftOutReason.allCases.compactMap { reason in
            let count = self.count { $0 == reason }
            return count == 0 ? nil : "\(count) \(reason.text)"
        }
        return
            "consume --all leaves out \(count.counted("note")): \(counts.joined(separator: ", ")). Consume one by its id."
    }
}

extension InputNote.UnverifiedReason {
    /// The reason, for people.
    var text: String {
        switch self {
        case .notChecked: "its script has not run"
        case .tooManyCycles: "its script exceeds the limit of cycles"
        case .tooSlow: "its script exceeds the limit of time"
        case .needsNetwork: "its script needs the network"
        }
    }
}
