import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

/// The JSON here never changes: servers have stored it.
@Suite("Values in JSON")
struct ValuesInJSONTests {
    private static let alice: AccountID = .of("0x8a7c2f6b1d3e4f501122334455667a")
    private static let bob: AccountID = .of("0x1b2c3d4e5f60718293a4b5c6d7e8f0")
    private static let faucet: AccountID = .of("0x2c3d4e5f60718293a4b5c6d7e8f091")
    private static let note: NoteID = .of("0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415")
    private static let transaction: TransactionID =
        .of("0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243")
    private static let time = Date(timeIntervalSince1970: 1_767_225_600)
    /// The largest amount, which a reader with floating point would round.
    private static let largest = FungibleAsset(faucetId: faucet, amount: .max, symbol: "MIDEN", decimals: 6)
    private static let unknown = FungibleAsset(faucetId: faucet, amount: 0)
    private static let unique = NonFungibleAsset(faucetId: faucet, asset: note.hex)

    private static let largestJSON = """
        {
            "faucetId": "0x2c3d4e5f60718293a4b5c6d7e8f091", "amount": "18446744073709551615",
            "symbol": "MIDEN", "decimals": 6
        }
        """
    private static let unknownJSON = #"{"faucetId": "0x2c3d4e5f60718293a4b5c6d7e8f091", "amount": "0"}"#
    private static let uniqueJSON = """
        {
            "faucetId": "0x2c3d4e5f60718293a4b5c6d7e8f091",
            "asset": "0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415"
        }
        """
    private static let assetsJSON = #"{"fungible": [\#(largestJSON)], "nonFungible": [\#(uniqueJSON)]}"#
    private static let noAssetsJSON = #"{"fungible": [], "nonFungible": []}"#

    /// Writes a value as the example has it, and reads the value from the example and from what was written. With the
    /// names and times of another encoder it is read again, too.
    private func check<Value: Codable & Equatable>(_ value: Value, _ example: String) throws {
        let example = Data(example.utf8)
        let written = try JSONEncoder().encode(value)
        #expect(try JSONTree(written) == JSONTree(example))
        #expect(try JSONDecoder().decode(Value.self, from: written) == value)
        #expect(try JSONDecoder().decode(Value.self, from: example) == value)

        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .secondsSince1970
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try decoder.decode(Value.self, from: encoder.encode(value)) == value)
    }

    private func refuse<Value: Decodable>(_ type: Value.Type, _ json: String) {
        #expect(throws: DecodingError.self, "\(json)") { try JSONDecoder().decode(type, from: Data(json.utf8)) }
    }

    @Test("amounts are texts, and no other number is one")
    func assets() throws {
        try check(Self.largest, Self.largestJSON)
        try check(Self.unknown, Self.unknownJSON)
        try check(Self.unique, Self.uniqueJSON)
        for amount in ["18446744073709551615", #""18446744073709551616""#, #""-1""#, #""1.0""#, #""""#, "null"] {
            refuse(FungibleAsset.self, #"{"faucetId": "\#(Self.faucet)", "amount": \#(amount)}"#)
        }
        refuse(FungibleAsset.self, #"{"faucetId": "0x12", "amount": "1"}"#)
        refuse(FungibleAsset.self, #"{"faucetId": "\#(Self.faucet)", "amount": "1", "decimals": 256}"#)
        refuse(NonFungibleAsset.self, #"{"faucetId": "\#(Self.faucet)", "asset": "0x12"}"#)
    }

    @Test("a fungible asset stays what procedures take")
    func contractValues() throws {
        let value = try ContractValue(encoding: [Self.largest])
        let expected: ContractValue = [["faucet_id": .text(Self.faucet.hex), "amount": ContractValue(UInt64.max)]]
        #expect(value == expected)
        let read = try value.decoded(as: [FungibleAsset].self)
        #expect(read == [FungibleAsset(faucetId: Self.faucet, amount: .max)])
    }

    @Test("a balance")
    func balance() throws {
        let balance = AccountBalance(
            accountId: Self.alice,
            fungibleAssets: [Self.largest, Self.unknown],
            nonFungibleAssets: [Self.unique],
            isLocked: true
        )
        let example = """
            {
                "accountId": "0x8a7c2f6b1d3e4f501122334455667a",
                "fungibleAssets": [\(Self.largestJSON), \(Self.unknownJSON)],
                "nonFungibleAssets": [\(Self.uniqueJSON)],
                "isLocked": true
            }
            """
        try check(balance, example)
        refuse(AccountBalance.self, #"{"accountId": "\#(Self.alice)"}"#)
    }

    @Test("payments of each note type, with heights and without")
    func payment() throws {
        let full = Payment(
            to: Self.bob,
            fungibleAssets: [Self.largest],
            nonFungibleAssets: [Self.unique],
            noteType: .private,
            reclaimHeight: .max,
            timelockHeight: 120
        )
        let example = """
            {
                "recipientId": "0x1b2c3d4e5f60718293a4b5c6d7e8f0",
                "fungibleAssets": [\(Self.largestJSON)],
                "nonFungibleAssets": [\(Self.uniqueJSON)],
                "noteType": "private", "reclaimHeight": 4294967295, "timelockHeight": 120
            }
            """
        try check(full, example)
        let plain = """
            {
                "recipientId": "0x1b2c3d4e5f60718293a4b5c6d7e8f0",
                "fungibleAssets": [], "nonFungibleAssets": [], "noteType": "public"
            }
            """
        try check(Payment(to: Self.bob), plain)
        for (part, wrong) in [("\"public\"", "\"secret\""), ("0x1b2c", "1b2c"), ("\"fungibleAssets\": [],", "")] {
            refuse(Payment.self, plain.replacingOccurrences(of: part, with: wrong))
        }
        refuse(Payment.self, example.replacingOccurrences(of: "4294967295", with: "4294967296"))
    }

    @Test("a token, with its supply and without")
    func token() throws {
        let full = Token(
            faucetId: Self.faucet,
            symbol: "MIDEN",
            decimals: 6,
            name: "Miden",
            supply: Token.Supply(issued: (1 << 53) + 1, maximum: .max, block: 7),
            isAdded: true,
            isHidden: true
        )
        let example = """
            {
                "faucetId": "0x2c3d4e5f60718293a4b5c6d7e8f091", "symbol": "MIDEN", "decimals": 6, "name": "Miden",
                "supply": {"issued": "9007199254740993", "maximum": "18446744073709551615", "block": 7},
                "isAdded": true, "isHidden": true
            }
            """
        try check(full, example)
        let plain = #"{"faucetId": "0x2c3d4e5f60718293a4b5c6d7e8f091", "isAdded": false, "isHidden": false}"#
        try check(Token(faucetId: Self.faucet), plain)
        refuse(Token.self, example.replacingOccurrences(of: "\"9007199254740993\"", with: "9007199254740993"))
    }

    @Test("an address is its text, of whatever network, and a wrong one is refused")
    func address() throws {
        let account: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
        try check(
            [try AccountAddress(account, on: .embedded)],
            #"["memb1ap2qrmeks90y052tv50ga95p2v4psngx"]"#
        )
        let node = MidenWallet.Network.custom(rpcEndpoint: "http://127.0.0.1:57291")
        for network in [MidenWallet.Network.mainnet, .testnet, .devnet, .local, node] {
            let address = try AccountAddress(account, on: network)
            try check([address], #"["\#(address.text)"]"#)
        }
        for wrong in ["memb1ap2qrmeks90y052tv50ga95p2v4psngq", "memb1", "", account.hex] {
            refuse([AccountAddress].self, #"["\#(wrong)"]"#)
        }
    }

    @Test("a transaction that was made, by each prover", arguments: ["local", "remote", "stand_in"])
    func sentTransaction(prover: String) throws {
        let provenBy = try #require(MidenWallet.ProvenBy(rawValue: prover))
        let sent = SentTransaction(
            transactionId: Self.transaction,
            noteIds: [Self.note],
            blockNumber: .max,
            provenBy: provenBy,
            stacks: [[1, try Felt(Felt.modulus - 1)], []]
        )
        let example = """
            {
                "transactionId": "0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243",
                "noteIds": ["0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415"],
                "blockNumber": 4294967295,
                "provenBy": "\(prover)",
                "stacks": [["1", "18446744069414584320"], []]
            }
            """
        try check(sent, example)
        for wrong in [#""18446744069414584321""#, "18446744069414584320", #""x""#] {
            refuse(
                SentTransaction.self,
                example.replacingOccurrences(of: #""18446744069414584320""#, with: wrong)
            )
        }
        refuse(SentTransaction.self, example.replacingOccurrences(of: "\"\(prover)\"", with: "\"nobody\""))
    }

    /// Each state of a transaction, and its members in JSON.
    private static let states: [(Transaction.State, String)] = [
        (.pending, #""state": "pending""#),
        (.committed(block: .max), #""state": "committed", "blockNumber": 4294967295"#),
        (.discarded(reason: .expired), #""state": "discarded", "discardReason": "expired""#),
        (.discarded(reason: .inputConsumed), #""state": "discarded", "discardReason": "input_consumed""#),
        (.discarded(reason: .dependencyDiscarded), #""state": "discarded", "discardReason": "dependency_discarded""#),
        (.discarded(reason: .notIncluded), #""state": "discarded", "discardReason": "not_included""#),
        (.discarded(reason: .superseded), #""state": "discarded", "discardReason": "superseded""#),
        // Of a later release.
        (.discarded(reason: .init(rawValue: "lost")), #""state": "discarded", "discardReason": "lost""#),
    ]

    @Test("a transaction in each state", arguments: states.indices)
    func transactionStates(index: Int) throws {
        let (state, members) = Self.states[index]
        let transaction = Transaction(id: Self.transaction, accountId: Self.alice, state: state)
        let ids = """
            "id": "0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243",
            "accountId": "0x8a7c2f6b1d3e4f501122334455667a"
            """
        try check(transaction, "{\(ids), \(members)}")
        try check(state, "{\(members)}")
        for wrong in [
            #""state": "committed""#, #""state": "discarded""#, #""state": "lost""#, #""blockNumber": 1"#,
            #""state": "committed", "blockNumber": -1"#,
        ] {
            refuse(Transaction.self, "{\(ids), \(wrong)}")
        }
    }

    private static let kinds: [TransactionRecord.Kind: String] = [
        .consume: "consume", .send: "send", .mint: "mint", .swap: "swap", .fill: "fill", .cancel: "cancel",
        .burn: "burn", .other: "other",
    ]

    @Test("a record of a transaction of each kind", arguments: TransactionRecord.Kind.allCases)
    func transactionRecords(kind: TransactionRecord.Kind) throws {
        let name = try #require(Self.kinds[kind])
        let full = TransactionRecord(
            id: Self.transaction,
            accountId: Self.alice,
            kind: kind,
            state: .committed(block: 44),
            createdAt: Self.time,
            committedAt: Self.time.addingTimeInterval(5),
            assetsIn: .init(fungible: [Self.largest], nonFungible: [Self.unique]),
            fee: Self.largest,
            consumedNotes: [Self.note],
            createdNotes: [Self.note],
            counterparties: [Self.bob],
            fromChain: .init(unknownConsumedNotes: 2, unknownCreatedNotes: 0),
            reference: "order-7/1"
        )
        let example = """
            {
                "id": "0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243",
                "accountId": "0x8a7c2f6b1d3e4f501122334455667a",
                "kind": "\(name)", "state": "committed", "blockNumber": 44,
                "createdAt": "2026-01-01T00:00:00Z", "committedAt": "2026-01-01T00:00:05Z",
                "assetsIn": \(Self.assetsJSON), "assetsOut": \(Self.noAssetsJSON), "fee": \(Self.largestJSON),
                "consumedNotes": ["0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415"],
                "createdNotes": ["0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415"],
                "counterparties": ["0x1b2c3d4e5f60718293a4b5c6d7e8f0"],
                "fromChain": {"unknownConsumedNotes": 2, "unknownCreatedNotes": 0},
                "reference": "order-7/1"
            }
            """
        try check(full, example)
        let plain = TransactionRecord(
            id: Self.transaction,
            accountId: Self.alice,
            kind: kind,
            state: .discarded(reason: .expired),
            createdAt: Self.time
        )
        let plainExample = """
            {
                "id": "0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243",
                "accountId": "0x8a7c2f6b1d3e4f501122334455667a",
                "kind": "\(name)", "state": "discarded", "discardReason": "expired",
                "createdAt": "2026-01-01T00:00:00Z",
                "assetsIn": \(Self.noAssetsJSON), "assetsOut": \(Self.noAssetsJSON),
                "consumedNotes": [], "createdNotes": [], "counterparties": []
            }
            """
        try check(plain, plainExample)
        for time in ["1767225600", #""yesterday""#, #""2026-13-01T00:00:00Z""#, #""2026-01-01""#, "null"] {
            refuse(
                TransactionRecord.self,
                plainExample.replacingOccurrences(of: #""2026-01-01T00:00:00Z""#, with: time)
            )
        }
    }

    private static let noteStates: [NoteRecord.State: String] = [
        .expected: "expected", .committed: "committed", .processing: "processing", .consumed: "consumed",
        .discarded: "discarded", .invalid: "invalid",
    ]
    private static let noteKinds: [NoteKind: String] = [
        .payment: "payment", .conditionalPayment: "conditional_payment", .swap: "swap", .partialSwap: "partial_swap",
        .burn: "burn", .other: "other",
    ]

    @Test("a record of a note in each state, of each kind and in both directions", arguments: NoteRecord.State.allCases)
    func noteRecords(state: NoteRecord.State) throws {
        let stateName = try #require(Self.noteStates[state])
        for kind in NoteKind.allCases {
            let kindName = try #require(Self.noteKinds[kind])
            let full = NoteRecord(
                noteId: Self.note,
                direction: .received,
                accountId: Self.alice,
                type: .public,
                kind: kind,
                state: state,
                blockNumber: 7,
                consumedInBlock: .max,
                recordedAt: Self.time,
                assets: .init(fungible: [Self.largest], nonFungible: [Self.unique]),
                counterparty: Self.bob,
                transactionId: Self.transaction
            )
            let example = """
                {
                    "noteId": "0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415",
                    "direction": "received", "accountId": "0x8a7c2f6b1d3e4f501122334455667a",
                    "type": "public", "kind": "\(kindName)", "state": "\(stateName)",
                    "blockNumber": 7, "consumedInBlock": 4294967295, "recordedAt": "2026-01-01T00:00:00Z",
                    "assets": \(Self.assetsJSON), "counterparty": "0x1b2c3d4e5f60718293a4b5c6d7e8f0",
                    "transactionId": "0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243"
                }
                """
            try check(full, example)
        }
        let plain = NoteRecord(
            noteId: Self.note,
            direction: .made,
            type: .private,
            state: state,
            recordedAt: Self.time
        )
        let example = """
            {
                "noteId": "0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415",
                "direction": "made", "type": "private", "state": "\(stateName)",
                "recordedAt": "2026-01-01T00:00:00Z", "assets": \(Self.noAssetsJSON)
            }
            """
        try check(plain, example)
        for (part, wrong) in [(#""made""#, #""lost""#), ("\"\(stateName)\"", #""lost""#), (#""private""#, "1")] {
            refuse(NoteRecord.self, example.replacingOccurrences(of: part, with: wrong))
        }
    }

    /// Each kind of event, and its members in JSON.
    private static let events: [(WalletEvent.Kind, String)] = [
        (.synced(block: .max), #""kind": "synced", "blockNumber": 4294967295"#),
        (.noteArrived(note), #""kind": "note_arrived", "noteId": "\#(note.hex)""#),
        (.noteConsumed(note), #""kind": "note_consumed", "noteId": "\#(note.hex)""#),
        (
            .transactionCommitted(transaction, accountId: alice, block: 44),
            """
            "kind": "transaction_committed", "transactionId": "\(transaction.hex)", "accountId": "\(alice.hex)",
            "blockNumber": 44
            """
        ),
        (
            .transactionDiscarded(transaction, accountId: alice, reason: .notIncluded),
            """
            "kind": "transaction_discarded", "transactionId": "\(transaction.hex)", "accountId": "\(alice.hex)",
            "discardReason": "not_included"
            """
        ),
        (.accountLocked(bob), #""kind": "account_locked", "accountId": "\#(bob.hex)""#),
    ]

    @Test("an event of each kind", arguments: events.indices)
    func walletEvents(index: Int) throws {
        let (kind, members) = Self.events[index]
        let event = WalletEvent(cursor: EventCursor(rawValue: "RQ6"), recordedAt: Self.time, kind: kind)
        let place = #""cursor": "RQ6", "recordedAt": "2026-01-01T00:00:00Z""#
        try check(event, "{\(place), \(members)}")
        try check(kind, "{\(members)}")
        for wrong in [
            #""kind": "synced""#, #""kind": "note_arrived", "noteId": "0x12""#, #""kind": "account_locked""#,
            #""kind": "transaction_committed", "blockNumber": 1"#, #""kind": "party""#, #""blockNumber": 1"#,
        ] {
            refuse(WalletEvent.self, "{\(place), \(wrong)}")
        }
        refuse(WalletEvent.self, "{\(members)}")
    }
}
