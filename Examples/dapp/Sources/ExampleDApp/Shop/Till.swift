import Foundation
import MidenSwiftClient

/// The shop's wallet: its account is paid, and it reads from the chain what customers have and paid.
struct Till: Sendable {
    let wallet: MidenWallet
    let account: AccountID

    /// Opens the wallet in a folder, with an account of its own.
    static func open(on network: MidenWallet.Network, in folder: String) async throws -> Till {
        let configuration = MidenWallet.Configuration(network: network, dataDirectory: folder)
        let wallet = try await MidenWallet.open(configuration: configuration)
        return Till(wallet: wallet, account: try await wallet.createWallet())
    }

    /// The account that an address is of.
    func account(of address: String) throws -> AccountID {
        try AccountAddress(address, on: wallet.configuration.network).accountId
    }

    func address(of account: AccountID) throws -> String {
        try AccountAddress(account, on: wallet.configuration.network).text
    }

    /// The commitment to the key of a public account, from its state on the chain. What the page says of the key counts for
    /// nothing.
    func keyCommitment(of account: AccountID) async throws -> Data {
        var state = try await wallet.getPublicAccount(account)
        if !state.verification.isComplete {
            try await wallet.sync()
            state = try await wallet.getPublicAccount(account, at: state.blockNumber)
        }
        guard state.verification.isComplete, let key = state.signingKey.flatMap(Self.bytes) else {
            throw Refusal(.unauthorized, "The chain does not tell the key of this account.")
        }
        return key
    }

    /// The payments in blocks that an account made: they have the amount of the offer, and the shop alone can consume them.
    func payments(of offer: Offer, by payer: AccountID) async throws -> [NoteRecord] {
        // Not of the kind that its sender can take back.
        let query = NoteQuery(accountId: account, direction: .received, kind: .payment)
        var payments: [NoteRecord] = []
        var cursor: HistoryCursor?
        repeat {
            let page = try await wallet.getNotes(query, after: cursor, limit: 500)
            payments += page.notes.filter { $0.counterparty == payer && Self.isInBlock($0) && pays($0, offer) }
            cursor = page.next
        } while cursor != nil
        return payments
    }

    private func pays(_ note: NoteRecord, _ offer: Offer) -> Bool {
        note.assets.fungible.contains { $0.faucetId == offer.faucetId && $0.amount == offer.amount.baseUnits }
    }

    private static func isInBlock(_ note: NoteRecord) -> Bool {
        switch note.state {
        case .committed, .processing, .consumed: note.blockNumber != nil
        case .expected, .discarded, .invalid: false
        }
    }

    /// The bytes of `0x` and hexadecimal digits.
    private static func bytes(_ hex: String) -> Data? {
        let digits = Array(hex.dropFirst(2).utf8)
        guard hex.hasPrefix("0x"), digits.count == 64 else { return nil }
        let bytes = stride(from: 0, to: 64, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
        return bytes.count == 32 ? Data(bytes) : nil
    }
}
