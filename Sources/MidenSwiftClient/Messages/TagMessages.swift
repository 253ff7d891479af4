internal import CMidenSwiftClient

/// Asks for the tags that syncs ask for.
struct GetFollowedTagsRequest: BareRequest {
    typealias Reply = FollowedTagsReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_FOLLOWED_TAGS) }
}

struct FollowedTagsReply: Codable, Sendable {
    struct Entry: Codable, Sendable {
        enum Reason: String, Codable, Sendable {
            case account
            case expectedNote = "expected_note"
            case subscription
            case request
        }

        let tag: UInt32
        let reason: Reason
        let accountId: AccountID?

        enum CodingKeys: String, CodingKey {
            case tag, reason
            case accountId = "account_id"
        }
    }

    let tags: [Entry]
}

/// Follows a tag.
struct FollowTagRequest: Request, Codable {
    typealias Reply = TagReply

    static var operation: UInt32 { UInt32(WC_OPERATION_FOLLOW_TAG) }

    let tag: UInt32
}

/// Follows it no longer.
struct UnfollowTagRequest: Request {
    typealias Reply = TagReply

    static var operation: UInt32 { UInt32(WC_OPERATION_UNFOLLOW_TAG) }

    let tag: UInt32
}

struct TagReply: Codable, Sendable {
    let changed: Bool
}

extension FollowedTag {
    init(_ entry: FollowedTagsReply.Entry) {
        let reason: Reason =
            switch (entry.reason, entry.accountId) {
            case (.account, let account?): .account(account)
            case (.expectedNote, _): .expectedNote
            case (.subscription, _): .subscription
            case (.request, _), (.account, nil): .request
            }
        self.init(tag: NoteTag(rawValue: entry.tag), reason: reason)
    }
}
