/// Parameters or a result that the activity log says something of.
protocol ActivityDescribing {
    /// What it is about, in a few words and without what it holds. Nil if there is nothing to say.
    var activityFacts: String? { get }
}

extension ConnectResult: ActivityDescribing {
    var activityFacts: String? {
        // With a session nothing was asked for and nothing granted.
        guard token != nil else { return nil }
        let permission = session.privateDataPermission.rawValue
        return session.privateDataPermission == .automatic
            ? "\(permission) \(session.allowedPrivateData.rawValue)" : permission
    }
}

extension SignPayloadsParams: ActivityDescribing {
    var activityFacts: String? { "\(payloads.count) payloads" }
}

extension SignBytesParameters: ActivityDescribing {
    var activityFacts: String? { kind.rawValue }
}

extension SignMessageParameters: ActivityDescribing {
    var activityFacts: String? { "\(message.utf8.count) bytes" }
}

extension RequestedTransactionResult: ActivityDescribing {
    var activityFacts: String? { ActivityEntry.referenceLabel + transactionId }
}

extension ImportPrivateNoteParameters: ActivityDescribing {
    var activityFacts: String? { "\(note.count) bytes" }
}
