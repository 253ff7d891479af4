import MidenRequests

/// Who asks. The name is a claim: anybody can use it.
struct RequesterAnswer: AnswerPart {
    let name: String
    /// The beginning of the digest of its key.
    let fingerprint: String
    @OrNull var origin: String?
    /// What the wallet knows of it. Nil if it was not looked up.
    @OrNull var standing: RequesterStanding?

    enum CodingKeys: CodingKey, CaseIterable {
        case name, fingerprint, origin, standing
    }

    init(_ requester: RequesterIdentity, standing: RequesterStanding? = nil) {
        name = requester.name
        fingerprint = requester.fingerprint
        origin = requester.origin
        self.standing = standing
    }

    /// The name on one line, as people read it.
    var shownName: String { name.shown(atMost: 64) }
}
