import Foundation
import MidenTestSupport
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
        #expect(balance.accountId == AccountID.of("0x8a7c2f6b1d3e4f501122334455667a"))
        #expect(balance.fungibleAssets.map(\.amount) == [.max, (1 << 53) + 1])
        #expect(
            balance.fungibleAssets.map(\.formatted)
                == ["18446744073709.551615 MIDEN", "9007199254740993 base units"]
        )
        #expect(balance.totalFungibleCount == 2)
        #expect(balance.totalNonFungibleCount == 1)
        #expect(balance.hasAssets && balance.isLocked)
        #expect(balance.balance(for: AccountID.of("0x3d4e5f60718293a4b5c6d7e8f09112")) == 9_007_199_254_740_993)
        #expect(balance.balance(for: AccountID.of("0x000000000000000000000000000000")) == 0)
    }

    @Test("Accounts, with a nonce no floating point number can hold")
    func accounts() throws {
        let accounts = try reply(to: GetAccountsRequest.self, "get_accounts").accounts.map(Account.init)
        #expect(
            accounts == [
                Account(
                    id: .of("0x8a7c2f6b1d3e4f501122334455667a"),
                    visibility: .public,
                    status: .new,
                    nonce: 0,
                    name: "Savings"
                ),
                Account(
                    id: .of("0x1b2c3d4e5f60718293a4b5c6d7e8f0"),
                    kind: .fungibleFaucet,
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
        #expect(result.totalCount == 3)
        #expect(result.hasConsumableNotes)
        let note: NoteID = .of("0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415")
        #expect(result.consumableNoteIds == [note])
        let first = try #require(result.notes.first)
        #expect(first.sender == AccountID.of("0x2c3d4e5f60718293a4b5c6d7e8f091"))
        #expect(first.type == .public)
        #expect(first.state == .committed)
        #expect(first.isAuthenticated)
        #expect(first.fungibleAssets.map(\.formatted) == ["1 MIDEN"])
        let last = result.notes[1]
        #expect(last.sender == nil)
        #expect(!last.isConsumable)
        #expect(last.consumableAfterBlock == 100)
        let swap = result.notes[2]
        #expect(swap.kind == .partialSwap && !swap.consumableBy.isEmpty && !swap.isConsumable)
        #expect(swap.swap?.offered.fungible.map(\.formatted) == ["1.5 MIDEN"])
        #expect(swap.swap?.requested.fungible.map(\.amount) == [.max])
        #expect(swap.swap?.minimumFill == 20 && swap.swap?.isPartial == true)
    }

    @Test("Verified notes: consumable, unverified and with callbacks, each left out of what consumes all")
    func verifiedNotes() throws {
        let result = InputNotesResult(try reply(to: VerifyNotesRequest.self, "verify_notes"))
        #expect(result.notes.map(\.unverified) == [nil, .tooManyCycles, .notChecked])
        #expect(result.notes.map { $0.callbackFaucet != nil } == [false, false, true])
        #expect(result.leftOutNotes.map(\.leftOut) == [.otherScript, .unverified, .assetCallbacks])
        #expect(result.consumableNotes.count == 1 && result.notesConsumedTogether.isEmpty)
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
        #expect(try Transaction(discarded).state == .discarded(reason: .expired))
        let nowhere = try GetTransactionRequest.reply(from: Data("{\(fields), \"state\": \"committed\"}".utf8))
        #expect(throws: MidenError.self) { try Transaction(nowhere) }
    }

    @Test("A page of transactions, with all there is to say of each")
    func history() throws {
        let page = try TransactionPage(reply(to: GetTransactionsRequest.self, "get_transactions"))
        #expect(page.next == HistoryCursor(rawValue: "VAABAgMEBQYHCAkKCwwNDg8"))
        try #require(page.transactions.count == 4)
        let (sent, consumed, other) = (page.transactions[0], page.transactions[1], page.transactions[3])
        #expect(page.transactions.map(\.kind) == [.send, .consume, .consume, .other])
        let taken = TransactionRecord.FromChain(unknownConsumedNotes: 2, unknownCreatedNotes: 0)
        #expect(page.transactions.map(\.fromChain) == [nil, nil, taken, nil])
        #expect(sent.state == .committed(block: 44))
        #expect(sent.createdAt == Date(timeIntervalSince1970: 1_767_225_600))
        #expect(sent.committedAt == Date(timeIntervalSince1970: 1_767_225_605))
        #expect(sent.assetsOut.fungible.map(\.amount) == [.max])
        #expect(sent.assetsOut.nonFungible.count == 1)
        #expect(sent.fee?.formatted == "0.0075 MIDEN")
        #expect(sent.createdNotes.count == 1 && sent.consumedNotes.isEmpty)
        #expect(sent.counterparties == [AccountID.of("0x1b2c3d4e5f60718293a4b5c6d7e8f0")])
        #expect(consumed.state == .discarded(reason: .expired))
        #expect(consumed.assetsIn.fungible.map(\.amount) == [(1 << 53) + 1])
        #expect(consumed.fee == nil && consumed.committedAt == nil)
        #expect(other.state == .pending)
    }

    @Test("Events of every kind, in their order")
    func events() throws {
        let reply = try reply(to: GetEventsRequest.self, "get_events")
        #expect(reply.newest == EventCursor(rawValue: "RQ6"))
        let events = try reply.events.map { try WalletEvent($0) }
        let transaction: TransactionID = .of("0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243")
        let other: TransactionID = .of("0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20")
        let note: NoteID = .of("0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415")
        let account: AccountID = .of("0x8a7c2f6b1d3e4f501122334455667a")
        #expect(
            events.map(\.kind) == [
                .transactionCommitted(transaction, accountId: account, block: 44),
                .transactionDiscarded(other, accountId: account, reason: .expired),
                .noteArrived(note), .noteConsumed(note),
                .accountLocked(AccountID.of("0x1b2c3d4e5f60718293a4b5c6d7e8f0")), .synced(block: .max),
            ]
        )
        #expect(events[0].cursor == EventCursor(rawValue: "RQ1"))
        #expect(events[0].recordedAt == Date(timeIntervalSince1970: 1_767_225_601))
        let nothing = #"{"events": [{"cursor": "a", "recorded_at": 1, "kind": "synced"}], "newest": "a"}"#
        let without = try GetEventsRequest.reply(from: Data(nothing.utf8))
        #expect(throws: MidenError.self) { try without.events.map { try WalletEvent($0) } }
    }

    @Test("Times of a query, the odd ones too")
    func times() {
        let dates: [(Double, UInt64)] = [
            (0, 0), (-5, 0), (0.25, 1), (17, 17), (17.001, 18), (.nan, 0), (.infinity, 1_000_000_000_000_000),
        ]
        for (seconds, crossed) in dates {
            #expect(Date(timeIntervalSince1970: seconds).secondsRoundedUp == crossed, "\(seconds)")
        }
        #expect(Date.distantPast.secondsRoundedUp == 0)
    }

    @Test("What the wallet says of itself, up to the highest block there can be")
    func info() throws {
        let info = WalletInfo(try reply(to: InfoRequest.self, "info"))
        #expect(info.network == "embedded")
        #expect(info.syncHeight == .max)
        #expect(info.accountCount == 2)
        #expect(info.defaultAccountId == AccountID.of("0x8a7c2f6b1d3e4f501122334455667a"))
        #expect(info.clientVersion == "0.18.0")
        let unsettled: TransactionID = .of("0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415")
        #expect(info.unsettledTransactionIds == [unsettled])
        #expect(info.newestBlockTime == Date(timeIntervalSince1970: 1_795_780_920))
        #expect(info.restoredAt == Date(timeIntervalSince1970: 1_795_780_860))
    }

    @Test("Sent and minted notes, and the height of a sync")
    func others() throws {
        let sent = SentTransaction(try reply(to: TransactRequest.self, "transact_send"))
        #expect(sent.blockNumber == 43 && sent.noteIds.count == 2)
        #expect(throws: MidenError.self, "a single payment has one note") { try SentNote(sent) }
        #expect(SentTransaction(try reply(to: TransactRequest.self, "transact_consume")).noteIds.isEmpty)
        let minted = MintedNote(try reply(to: MintRequest.self, "mint"))
        #expect(minted.faucetId == AccountID.of("0x2c3d4e5f60718293a4b5c6d7e8f091"))
        let synced = SyncSummary(try reply(to: SyncRequest.self, "sync"))
        #expect(synced.blockNumber == 42 && synced.newNoteIds == synced.deliveredNoteIds)
        #expect(synced.refusedPrivateNoteCount == 1)
        #expect(
            synced.discardedTransactions == [
                SyncSummary.DiscardedTransaction(
                    id: .of("0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20"),
                    reason: .inputConsumed
                )
            ]
        )
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
