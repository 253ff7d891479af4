import Foundation
import MidenTestSupport
import Testing

@testable import MidenSwiftClient
@testable import MidenWalletRPC

@Suite("What questions show of a transaction")
struct QuestionLinesTests {
    private static let account: AccountID = .of("0x8a7c2f6b1d3e4f501122334455667a")
    private static let other: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
    private static let recipient: AccountID = .of("0x1b2c3d4e5f60718293a4b5c6d7e8f0")
    private static let faucet: AccountID = .of("0x2c3d4e5f60718293a4b5c6d7e8f091")
    private static let uniqueFaucet: AccountID = .of("0x4e5f60718293a4b5c6d7e8f0911223")
    private static let note: NoteID = .of("0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415")
    private static let createdNote: NoteID = .of("0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243")
    private static let unique = "0x243648576a7b8c9daebfc0d1e2f304153f1b5a9d7c2e4068a1b3c5d7e9f10213"

    private static func token(_ amount: UInt64) -> FungibleAsset {
        FungibleAsset(faucetId: faucet, amount: amount, symbol: "MIDEN", decimals: 6)
    }

    /// A transaction of which every member is set.
    private static let summary = TransactionSummary(
        accountId: account,
        consumedNotes: [note],
        createdNotes: [
            TransactionSummary.CreatedNote(
                id: createdNote,
                type: .private,
                recipientId: recipient,
                reclaimHeight: 900,
                timelockHeight: 800,
                fungibleAssets: [token(400)],
                nonFungibleAssets: [NonFungibleAsset(faucetId: uniqueFaucet, asset: unique)]
            )
        ],
        assetsIn: TransactionSummary.Assets(fungible: [FungibleAsset(faucetId: faucet, amount: 70)]),
        assetsOut: TransactionSummary.Assets(
            fungible: [token(500)],
            nonFungible: [NonFungibleAsset(faucetId: uniqueFaucet, asset: unique)]
        ),
        fee: token(7500),
        remaining: [token(42)],
        calls: TransactionSummary.Calls(
            procedures: [TransactionSummary.CalledProcedure(root: .zero, names: ["wallet::move"])]
        ),
        changedSlots: ["app::counter\u{202E}"],
        changesCode: true,
        approval: TransactionApproval(digest: Data(count: 32), content: Data())
    )

    @Test("several amounts of one token: are added up before they are compared")
    func sums() {
        let twelve = TransactionSummary.Assets(sum: [
            .init(fungible: [Self.token(6)]), .init(fungible: [Self.token(6)]),
        ])
        let ten = TransactionSummary.Assets(fungible: [Self.token(10)])
        #expect(twelve.fungible == [Self.token(12)])
        #expect(ten.surplus(over: twelve).isEmpty)
        #expect(twelve.surplus(over: ten) == [Self.token(2)])
        let apart = TransactionSummary.Assets(fungible: [Self.token(6), Self.token(6)])
        #expect(ten.surplus(over: apart).isEmpty)
        #expect(apart.surplus(over: ten) == [Self.token(2)])
        let most = TransactionSummary.Assets(sum: [.init(fungible: [Self.token(.max)]), ten])
        #expect(most.fungible == [Self.token(.max)])
    }

    private static func signed(addsUp: Bool = false) -> PayloadDescription.SignedTransaction {
        PayloadDescription.SignedTransaction(
            summary: summary,
            nonceIncrement: 3,
            blockNumber: 120,
            expirationDelta: 128,
            addsUp: addsUp
        )
    }

    /// What the members of each type are shown by. A member that is added to a type has to be shown, and named here.
    private static let signedTexts: [String: [String]] = [
        // All that a preview shows: the next two tables.
        "summary": [],
        "nonceIncrement": ["Increases the nonce by: 3"],
        "blockNumber": ["Refers to the block: 120"],
        "expirationDelta": ["Expires: 128 blocks after that block"],
        "addsUp": ["The assets of the transaction do not add up: no network takes it."],
    ]
    private static let summaryTexts: [String: [String]] = [
        "accountId": [
            "Changes the account: \(account), which is another account", "The transaction is one of another account.",
        ],
        "consumedNotes": ["Consumes the note: \(note)"],
        "createdNotes": ["Makes a private note for: \(recipient)"],
        "assetsIn": ["Receives: 70 base units of the faucet \(faucet), whose decimals are not known"],
        "assetsOut": [
            "Pays in total, without the fee: 0.0005 MIDEN of the faucet \(faucet)",
            "Pays in total, without the fee: the token \(unique) of \(uniqueFaucet)",
            "Gives: 0.00043 MIDEN of the faucet \(faucet)",
        ],
        "fee": ["Fee: 0.0075 MIDEN of the faucet \(faucet)"],
        "remaining": ["Has left: 0.000042 MIDEN of the faucet \(faucet)"],
        "calls": ["Calls: wallet::move"],
        "changedSlots": [
            #"Writes the storage slot: app::counter\u{202E}"#, "The transaction writes the storage of the account.",
        ],
        "changesCode": ["Changes the code: yes", "The transaction gives the account code."],
        // Its digest is what the answer names.
        "approval": [],
    ]
    private static let noteTexts: [String: [String]] = [
        // Each execution makes another one.
        "id": [],
        "type": ["Makes a private note for: \(recipient)"],
        "recipientId": ["Makes a private note for: \(recipient)"],
        "reclaimHeight": ["which can be taken back from block: 900"],
        "timelockHeight": ["which is locked until block: 800"],
        "fungibleAssets": ["with: 0.0004 MIDEN of the faucet \(faucet)"],
        "nonFungibleAssets": ["with: the token \(unique) of \(uniqueFaucet)"],
    ]

    private func lines(_ add: (inout QuestionLines) throws -> Void) throws -> QuestionLines {
        var added = QuestionLines { $0.hex }
        try add(&added)
        return added
    }

    @Test("a transaction to sign: each member of its description is shown, and no member is without a text")
    func everyMember() throws {
        let signed = Self.signed()
        let shown = try lines { try $0.add(signed, askedOf: Self.other) }
        let texts = shown.lines.map { "\($0.name): \($0.text)" } + shown.warnings
        let note = try #require(signed.summary.createdNotes.first)
        let described: [(value: Any, texts: [String: [String]])] = [
            (signed, Self.signedTexts), (signed.summary, Self.summaryTexts), (note, Self.noteTexts),
        ]
        for (value, expected) in described {
            let members = Mirror(reflecting: value).children.compactMap(\.label)
            #expect(Set(members) == Set(expected.keys), "\(type(of: value))")
            for (member, wanted) in expected {
                for line in wanted { #expect(texts.contains(line), "\(member) is not in \(texts)") }
            }
        }
    }

    @Test("a transaction to sign: shows all that a preview of it shows, first and in the same order")
    func sameAsPreview() throws {
        let preview = try lines { try $0.add(Self.summary, askedOf: Self.account) }
        let payload = try lines { try $0.add(Self.signed(addsUp: true), askedOf: Self.account) }
        #expect(payload.lines.starts(with: preview.lines))
        #expect(payload.lines.count == preview.lines.count + 3)
        #expect(payload.warnings == preview.warnings)
        #expect(preview.lines.first?.text == Self.account.hex)
    }

    @Test("a transaction that writes nothing into its account: has no warning")
    func harmless() throws {
        let none = TransactionSummary.Assets(fungible: [])
        let harmless = TransactionSummary(
            accountId: Self.account,
            consumedNotes: [Self.note],
            createdNotes: [],
            assetsIn: none,
            assetsOut: none
        )
        let shown = try lines { try $0.add(harmless, askedOf: Self.account) }
        #expect(shown.warnings.isEmpty)
        #expect(shown.lines.map(\.name) == ["Changes the account", "Consumes the note", "Fee"])
    }

    @Test("two transactions with the same warning: have it once")
    func warningOnce() throws {
        let shown = try lines { added in
            for _ in 0..<2 { try added.add(Self.summary, askedOf: Self.account) }
        }
        #expect(Set(shown.warnings).count == shown.warnings.count)
    }
}
