import Foundation
import MidenSwiftClient

/// The events that a page has not got yet, out of the files that all processes share.
struct SafariEvents: Sendable {
    /// How far a page has got: the account that it knows, and the number of the last change of a transaction.
    struct Cursor: Hashable, Sendable {
        let change: Int
        let accountId: AccountID

        var text: String { "\(change)-\(accountId.hex)" }

        init(change: Int, accountId: AccountID) {
            self.change = change
            self.accountId = accountId
        }

        /// - Throws: ``RPCError/invalidParameters(_:)``.
        init(_ text: String) throws {
            let parts = text.split(separator: "-", maxSplits: 1)
            guard parts.count == 2, let change = Int(parts[0]), let accountId = try? AccountID(String(parts[1])) else {
                throw RPCError.invalidParameters("The cursor is none that the wallet returned")
            }
            self.init(change: change, accountId: accountId)
        }
    }

    /// The events, the earliest first.
    let events: [RPCEvent]
    /// Where the next ones follow; nil if the page has no session any more.
    let cursor: Cursor?

    /// Reads what changed.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - cursor: How far it has got; nil if it begins now. What was before is not told then.
    ///   - network: The network of the wallet.
    ///   - grants: The grants of all origins.
    ///   - transactions: The transactions of all pages.
    /// - Throws: `EncodingError` if an event cannot be written.
    init(
        of page: SafariPage,
        after cursor: Cursor?,
        on network: WalletNetwork,
        _ grants: [String: OriginGrants],
        _ transactions: [String: RequestedTransaction]
    ) throws {
        guard let token = page.token, let granted = grants[page.origin], granted.accepts(token) else {
            events = [.disconnect]
            self.cursor = nil
            return
        }
        guard let grant = granted.session(on: network) else {
            events = [.networkChange(network), .disconnect]
            self.cursor = nil
            return
        }
        let newest = transactions.values.compactMap(\.lastChange).max() ?? 0
        self.cursor = Cursor(change: newest, accountId: grant.accountId)
        guard let cursor else {
            events = []
            return
        }
        let account = cursor.accountId == grant.accountId ? [] : [try RPCEvent.accountChange(grant.session)]
        let changed = transactions.filter { _, transaction in
            transaction.origin == page.origin && transaction.lastChange.map { $0 > cursor.change } == true
        }
        let ordered = changed.sorted { ($0.value.lastChange ?? 0) < ($1.value.lastChange ?? 0) }
        events = account + (try ordered.map { try .transactionChange($0.value.change(reference: $0.key)) })
    }

    /// The result of `miden_pollEvents`.
    var json: JSONText {
        let texts = events.map { JSONText.object(["event": .string($0.name), "data": $0.details]).data }
        let list = Data("[".utf8) + Data(texts.joined(separator: Data(",".utf8))) + Data("]".utf8)
        return .object(["events": JSONText(trusted: list), "cursor": cursor.map { .string($0.text) }])
    }
}
