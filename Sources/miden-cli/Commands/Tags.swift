import ArgumentParser
import MidenSwiftClient

/// `miden-cli tags`
struct Tags: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the tags by which syncs look for notes, or change them.",
        discussion: """
            The notes of this wallet's accounts are looked for anyway. A tag of your own finds what has it, such as the \
            notes of a service that says its tag. Only such a tag can be removed.

            Example: miden-cli tags
            Example: miden-cli tags --add 3221225472
            Example: miden-cli tags --remove 3221225472
            """
    )
    static let doing = "Reading the tags"
    static let makesWallet = false
    var onlyReads: Bool { add == nil && remove == nil }

    @Flag(name: .shortAndLong, help: "List them, which is done anyway.")
    var list = false

    @Option(name: .shortAndLong, help: ArgumentHelp("Look for notes with this tag too.", valueName: "tag"))
    var add: UInt32?

    @Option(name: .shortAndLong, help: ArgumentHelp("Look for them no longer.", valueName: "tag"))
    var remove: UInt32?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if add != nil, remove != nil {
            throw ValidationError("Give --add or --remove, not both.")
        }
    }

    struct Answer: CommandAnswer {
        struct Entry: AnswerPart {
            let tag: UInt32
            let reason: String
            @OrNull var accountId: AccountID?

            enum CodingKeys: CodingKey, CaseIterable {
                case tag, reason, accountId
            }

            /// A row for people.
            var row: [String] { [String(tag), accountId.map { "account \($0)" } ?? reason] }
        }

        /// Whether --add or --remove changed anything.
        @OrNull var changed: Bool?
        let tags: [Entry]

        enum CodingKeys: CodingKey, CaseIterable {
            case changed, tags
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.tags: Entry.self]

        var text: String {
            let change = changed.map { $0 ? "" : "Nothing changed.\n" } ?? ""
            guard !tags.isEmpty else {
                return change + "No tags: this wallet has no account yet."
            }
            return change + Table(columns: [.right("TAG"), .left("BECAUSE OF")], rows: tags.map(\.row)).text
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        var changed: Bool?
        if let add {
            changed = try await wallet.followTag(NoteTag(rawValue: add))
        }
        if let remove {
            changed = try await wallet.unfollowTag(NoteTag(rawValue: remove))
        }
        return Answer(changed: changed, tags: try await wallet.getFollowedTags().map(Answer.Entry.init))
    }
}

extension Tags.Answer.Entry {
    init(_ followed: FollowedTag) {
        let (reason, account): (String, AccountID?) =
            switch followed.reason {
            case .account(let account): ("account", account)
            case .expectedNote: ("expected note", nil)
            case .subscription: ("subscription", nil)
            case .request: ("request", nil)
            }
        self.init(tag: followed.tag.rawValue, reason: reason, accountId: account)
    }
}
