import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What pages were granted, and which browser extensions are paired.
struct DappListAnswer: CommandAnswer {
    /// What a site was granted for one account on one network.
    struct Site: AnswerPart {
        let origin: String
        @OrNull var claimedName: String?
        let accountId: AccountID
        let address: String
        let network: String
        /// What its pages read without a question.
        let readsSilently: [String]
        /// Whether its pages can have a session.
        let hasSession: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case origin, claimedName, accountId, address, network, readsSilently, hasSession
        }
    }

    /// A browser extension, which may speak for all pages of its browser.
    struct PairedExtension: AnswerPart {
        let pairingId: String
        let extensionOrigin: String
        let pairedAt: String

        enum CodingKeys: CodingKey, CaseIterable {
            case pairingId, extensionOrigin, pairedAt
        }

        init(_ pairing: Pairing) {
            pairingId = pairing.id.uuidString.lowercased()
            extensionOrigin = pairing.origin
            pairedAt = pairing.pairedAt.text
        }
    }

    let sites: [Site]
    let extensions: [PairedExtension]

    enum CodingKeys: CodingKey, CaseIterable {
        case sites, extensions
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [.sites: Site.self, .extensions: PairedExtension.self]

    init(_ grants: [String: OriginGrants], _ pairings: [Pairing]) {
        sites = grants.sorted { $0.key < $1.key }.flatMap { origin, granted in
            WalletNetwork.allCases.flatMap { granted.grants(on: $0) }.map { grant in
                Site(
                    origin: origin,
                    claimedName: grant.appName,
                    accountId: grant.accountId,
                    address: grant.address,
                    network: grant.network.rawValue,
                    readsSilently: grant.privateDataPermission == .automatic ? grant.allowedPrivateData.names : [],
                    hasSession: !granted.tokenDigests.isEmpty
                )
            }
        }
        extensions = pairings.map(PairedExtension.init)
    }

    var text: String {
        let granted =
            sites.isEmpty
            ? "No site was granted anything."
            : Table(
                columns: [
                    .left("SITE"), .left("CALLS ITSELF"), .left("ACCOUNT"), .left("NETWORK"),
                    .left("READS WITHOUT ASKING"),
                ],
                rows: sites.map { site in
                    let silent = site.readsSilently.joined(separator: ", ")
                    return [
                        site.origin, site.claimedName ?? "", site.accountId.hex, site.network,
                        silent.isEmpty ? "nothing" : silent,
                    ]
                }
            ).text
        let paired =
            extensions.isEmpty
            ? "No browser extension is paired."
            : Table(
                columns: [.left("PAIRING"), .left("EXTENSION"), .left("SINCE")],
                rows: extensions.map { [$0.pairingId, $0.extensionOrigin, $0.pairedAt] }
            ).text
        return "\(granted)\n\n\(paired)"
    }
}

/// What pages asked and got, what ended last first.
struct DappLogAnswer: CommandAnswer {
    struct Entry: AnswerPart {
        let time: String
        /// When the last one of these ended, if they are several.
        @OrNull var lastTime: String?
        let count: Int
        /// Nil for the Safari extension.
        @OrNull var origin: String?
        @OrNull var accountId: AccountID?
        let method: String
        /// `answered`, `declined`, `refused`, `withdrawn` or `unanswered`.
        let outcome: String
        /// Of a refusal.
        @OrNull var errorCode: Int?
        @OrNull var facts: String?
        /// What became of the transaction that the user approved.
        @OrNull var transaction: ApprovedTransactionAnswer?

        enum CodingKeys: CodingKey, CaseIterable {
            case time, lastTime, count, origin, accountId, method, outcome, errorCode, facts, transaction
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.transaction: ApprovedTransactionAnswer.self]

        init(_ entry: ActivityEntry, _ transaction: ApprovedTransaction?) {
            self.transaction = transaction.map(ApprovedTransactionAnswer.init)
            time = entry.time.text
            lastTime = entry.lastTime?.text
            count = entry.count
            origin = entry.origin
            accountId = entry.accountId
            method = entry.method
            facts = entry.facts
            switch entry.outcome {
            case .answered: outcome = "answered"
            case .declined: outcome = "declined"
            case .withdrawn: outcome = "withdrawn"
            case .unanswered: outcome = "unanswered"
            case .refused(let code):
                outcome = "refused"
                errorCode = code
            }
        }

        /// How it ended, for people: an answer of a transaction says little.
        var ending: String {
            errorCode.map { "refused (\($0))" } ?? transaction?.state ?? outcome
        }
    }

    let entries: [Entry]

    enum CodingKeys: CodingKey, CaseIterable {
        case entries
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [.entries: Entry.self]

    /// Makes the answer.
    ///
    /// - Parameters:
    ///   - entries: The entries, in the order of their first times.
    ///   - limit: How many are told at most.
    ///   - transaction: The transaction of an entry.
    /// - Throws: What `transaction` throws.
    init(
        _ entries: [ActivityEntry],
        limit: Int,
        transaction: (ActivityEntry) throws -> ApprovedTransaction?
    ) throws {
        let newestFirst = entries.enumerated().sorted { one, other in
            (one.element.lastTime ?? one.element.time, one.offset)
                > (other.element.lastTime ?? other.element.time, other.offset)
        }
        self.entries = try newestFirst.prefix(limit).map { Entry($0.element, try transaction($0.element)) }
    }

    var text: String {
        guard !entries.isEmpty else { return "The log lists no request." }
        return Table(
            columns: [
                .left("TIME"), .left("SINCE"), .left("SITE"), .left("METHOD"), .left("OUTCOME"), .right("TIMES"),
                .left("ABOUT"),
            ],
            rows: entries.map { entry in
                let last = entry.lastTime ?? entry.time
                return [
                    last, last == entry.time ? "" : entry.time, entry.origin ?? "(Safari extension)", entry.method,
                    entry.ending, String(entry.count),
                    [entry.facts, entry.transaction?.loss].compactMap { $0 }.joined(separator: ". "),
                ]
            }
        ).text
    }
}

/// What was taken back.
struct DappRevokeAnswer: CommandAnswer {
    let revokedOrigins: [String]
    let revokedPairingIds: [String]

    enum CodingKeys: CodingKey, CaseIterable {
        case revokedOrigins, revokedPairingIds
    }

    var text: String {
        let lines =
            revokedOrigins.map { "Revoked all grants of \($0)." } + revokedPairingIds.map { "Revoked pairing \($0)." }
        return lines.isEmpty ? "There was nothing to revoke." : lines.map(\.onOneLine).joined(separator: "\n")
    }
}
