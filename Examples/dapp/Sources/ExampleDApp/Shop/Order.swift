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
    /// The most orders of an account that are not paid. Beyond it the oldest one ends.
    private static let mostOpen = 16

    private var orders: [Order] = []

    subscript(id: String) -> Order? { orders.first { $0.id == id } }

    /// Makes an order.
    mutating func make(for payer: AccountID) -> Order {
        let open = orders.filter { $0.payer == payer && $0.payment == nil }
        if open.count >= Self.mostOpen, let oldest = open.first { orders.removeAll { $0.id == oldest.id } }
        let order = Order(id: RandomText.make(), payer: payer)
        orders.append(order)
        return order
    }

    /// Lets the first note that has paid no other order pay this one. Nothing happens if there is none, or it is paid.
    mutating func pay(_ id: String, withOneOf notes: [NoteRecord]) {
        let used = Set(orders.compactMap { $0.payment?.noteId })
        guard let index = orders.firstIndex(where: { $0.id == id }), orders[index].payment == nil,
            let note = notes.first(where: { !used.contains($0.noteId) })
        else { return }
        orders[index].payment = note
    }
}
