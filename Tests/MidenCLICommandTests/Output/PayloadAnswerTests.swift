import Foundation
import MidenTestSupport
import Testing

@testable import MidenSwiftClient
@testable import miden_cli

@Suite("Payloads to sign in the command's questions")
struct PayloadAnswerTests {
    private static let account: AccountID = .of("0x8a7c2f6b1d3e4f501122334455667a")
    private static let other: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
    private static let recipient: AccountID = .of("0x1b2c3d4e5f60718293a4b5c6d7e8f0")
    private static let note: NoteID = .of("0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415")
    private static let token = FungibleAsset(faucetId: .of("0x2c3d4e5f60718293a4b5c6d7e8f091"), amount: 400)

    private static let payload = PayloadDescription(
        content: .transaction(
            PayloadDescription.SignedTransaction(
                summary: TransactionSummary(
                    accountId: account,
                    consumedNotes: [],
                    createdNotes: [
                        TransactionSummary.CreatedNote(
                            id: note,
                            type: .private,
                            recipientId: recipient,
                            fungibleAssets: [token]
                        )
                    ],
                    assetsIn: TransactionSummary.Assets(fungible: []),
                    assetsOut: TransactionSummary.Assets(fungible: [token]),
                    changedSlots: ["app::counter"],
                    changesCode: true
                ),
                nonceIncrement: 1,
                blockNumber: 120,
                expirationDelta: 0,
                addsUp: true
            )
        ),
        mayAuthoriseTransaction: true
    )

    @Test("a transaction of another account: its recipient, its writes and its code are shown, with warnings")
    func text() throws {
        let text = try QuestionAnswer.Payload(Self.payload, number: 1, account: Self.other).text
        for part in [
            "Payload 1: a transaction\n", "\(Self.account), which is another account", "Makes a private note for",
            Self.recipient.hex, "Writes the storage slot", "app::counter", "Changes the code", "never",
            "Warning: The transaction is one of another account.",
            "Warning: The transaction writes the storage of the account.",
            "Warning: The transaction gives the account code.",
        ] {
            #expect(text.contains(part), "\(part) is not in \(text)")
        }
    }

    @Test("a transaction to sign: its JSON has the members of other previews, and those of what is signed")
    func json() throws {
        let answer = try QuestionAnswer.Payload(Self.payload, number: 1, account: Self.account)
        let payload = try JSON(AnswerJSON.text(answer))
        #expect(payload["kind"].text == "transaction")
        #expect(payload["is_of_another_account"].bool == false && payload["adds_up"].bool == true)
        #expect(payload["nonce_increment"].text == "1" && payload["block_number"].number == 120)
        #expect(payload["expiration_delta"].number == 0)
        let preview = payload["preview"]
        #expect(preview["effects"].text == "known" && preview["digest"].isNull)
        #expect(preview["transaction"]["account_id"].text == Self.account.hex)
        #expect(preview["notes"][0]["recipient_id"].text == Self.recipient.hex)
        #expect(preview["changed_slots"].list.map(\.text) == ["app::counter"])
        #expect(preview["changes_code"].bool == true)
        #expect(preview["warnings"].count == 2)
    }
}
