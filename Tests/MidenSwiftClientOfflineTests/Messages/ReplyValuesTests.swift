import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("What the wallet makes of the golden replies")
struct ReplyValuesTests {
    private func reply<Message: Request>(to request: Message.Type, _ name: String) throws -> Message.Reply {
        try Message.reply(from: PackageFiles.goldenMessage("replies/" + name))
    }

    @Test("A balance, exact to the last unit at the ends of the range")
    func balance() throws {
        let balance = AccountBalance(try reply(to: GetBalanceRequest.self, "get_balance"))
        #expect(balance.accountId == "0x8a7c2f6b1d3e4f501122334455667a")
        #expect(balance.fungibleAssets.map(\.amount) == [.max, (1 << 53) + 1])
        #expect(
            balance.fungibleAssets.map(\.formatted)
                == ["18446744073709.551615 MIDEN", "9007199254740993 base units"]
        )
        #expect(balance.totalFungibleCount == 2)
        #expect(balance.totalNonFungibleCount == 1)
        #expect(balance.hasAssets)
        #expect(balance.balance(for: "0x3d4e5f60718293a4b5c6d7e8f09112") == 9_007_199_254_740_993)
        #expect(balance.balance(for: "0x000000000000000000000000000000") == 0)
    }

    @Test("Accounts, with a nonce no floating point number can hold")
    func accounts() throws {
        let accounts = try reply(to: GetAccountsRequest.self, "get_accounts").accounts.map(Account.init)
        #expect(
            accounts == [
                Account(id: "0x8a7c2f6b1d3e4f501122334455667a", visibility: .public, status: .new, nonce: 0),
                Account(
                    id: "0x1b2c3d4e5f60718293a4b5c6d7e8f0",
                    visibility: .private,
                    status: .locked,
                    nonce: 9_007_199_254_740_993
                ),
            ]
        )
    }

    @Test("Notes, of which one can be consumed and one cannot yet")
    func notes() throws {
        let result = InputNotesResult(try reply(to: GetInputNotesRequest.self, "get_input_notes"))
        #expect(result.totalCount == 2)
        #expect(result.hasConsumableNotes)
        #expect(
            result.consumableNoteIds == ["0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415"]
        )
        let first = try #require(result.notes.first)
        #expect(first.sender == "0x2c3d4e5f60718293a4b5c6d7e8f091")
        #expect(first.type == .public)
        #expect(first.state == .committed)
        #expect(first.isAuthenticated)
        #expect(first.fungibleAssets.map(\.formatted) == ["1 MIDEN"])
        let last = try #require(result.notes.last)
        #expect(last.sender == nil)
        #expect(!last.isConsumable)
        #expect(last.consumableAfterBlock == 100)
    }

    @Test("Transactions in each of their states")
    func transactions() throws {
        let committed = try Transaction(reply(to: GetTransactionRequest.self, "get_transaction"))
        #expect(committed.state == .committed(block: 44))
        let fields = """
            "transaction_id": "\(committed.id)", "account_id": "\(committed.accountId)"
            """
        let pending = try GetTransactionRequest.reply(from: Data("{\(fields), \"state\": \"pending\"}".utf8))
        #expect(try Transaction(pending).state == .pending)
        let discarded = try GetTransactionRequest.reply(
            from: Data("{\(fields), \"state\": \"discarded\", \"reason\": \"expired\"}".utf8)
        )
        #expect(try Transaction(discarded).state == .discarded(reason: "expired"))
        let nowhere = try GetTransactionRequest.reply(from: Data("{\(fields), \"state\": \"committed\"}".utf8))
        #expect(throws: MidenError.self) { try Transaction(nowhere) }
    }

    @Test("What the wallet says of itself, up to the highest block there can be")
    func info() throws {
        let info = WalletInfo(try reply(to: InfoRequest.self, "info"))
        #expect(info.network == "embedded")
        #expect(info.syncHeight == .max)
        #expect(info.accountCount == 2)
        #expect(info.defaultAccountId == "0x8a7c2f6b1d3e4f501122334455667a")
        #expect(info.clientVersion == "0.18.0")
    }

    @Test("Sent and minted notes, and the height of a sync")
    func others() throws {
        let sent = SentPayments(try reply(to: SendRequest.self, "send"))
        #expect(sent.blockNumber == 43 && sent.noteIds.count == 2)
        #expect(throws: MidenError.self, "a single payment has one note") { try SentNote(sent) }
        #expect(
            MintedNote(try reply(to: MintRequest.self, "mint")).faucetId == "0x2c3d4e5f60718293a4b5c6d7e8f091"
        )
        #expect(try reply(to: SyncRequest.self, "sync").blockNumber == 42)
        #expect(try reply(to: TestConnectionRequest.self, "test_connection").reachable)
    }

    @Test("A reply that cannot be read is a fault of the bridge, told as such")
    func unreadable() throws {
        let error = #expect(throws: MidenError.self) { try GetBalanceRequest.reply(from: Data("{}".utf8)) }
        #expect(error?.code == .internal)
        #expect(error?.kind == .bridge)
        #expect(error?.causes.isEmpty == false)
    }
}
