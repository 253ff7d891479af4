import Foundation
import MidenSwiftClient

/// What the shop sells: one thing, for one price.
struct Offer: Sendable {
    let item = "Coffee beans, 250 g"
    let faucetId: AccountID
    let amount: Amount
    /// The price as people read it, such as `2.5 MIDEN`.
    let formatted: String

    /// 2.5 of a token.
    init(in token: FungibleAsset) {
        let amount: UInt64 = 2_500_000
        faucetId = token.faucetId
        self.amount = Amount(amount)
        formatted =
            FungibleAsset(faucetId: faucetId, amount: amount, symbol: token.symbol, decimals: token.decimals).formatted
    }
}

/// An order of a signed-in account.
struct Order: Sendable {
    let id: String
    let payer: AccountID
    /// The note that paid it.
    var payment: NoteRecord?
}

/// The orders, and which note paid which. In memory: a real shop has a database.
struct Orders: Sendable {
    /// The most orders of an account that are not paid.
    private static let mostOpen = 16

    private var orders: [String: Order] = [:]

    subscript(id: String) -> Order? { orders[id] }

    /// Makes an order.
    mutating func make(for payer: AccountID) throws -> Order {
        guard orders.values.filter({ $0.payer == payer && $0.payment == nil }).count < Self.mostOpen else {
            throw Refusal(.tooManyRequests, "You have too many orders that are not paid.")
        }
        let order = Order(id: RandomText.make(), payer: payer)
        orders[order.id] = order
        return order
    }

    /// Lets the first note that has paid no other order pay this one. Nothing happens if there is none, or it is paid.
    mutating func pay(_ id: String, withOneOf notes: [NoteRecord]) {
        let used = Set(orders.values.compactMap { $0.payment?.noteId })
        guard orders[id]?.payment == nil, let note = notes.first(where: { !used.contains($0.noteId) }) else { return }
        orders[id]?.payment = note
    }
}
