import Foundation
import MidenTestSupport
import Testing

/// Sentence 6 of what must hold, by commands.
@Suite("Approved is what is executed: a request", .timeLimit(.minutes(5)))
struct RequestApprovalTests {
    @Test("with the digest of another question: is refused, and executes nothing")
    func otherDigest() async throws {
        let shop = try await Shop()
        let one = try shop.rawPayment().link()
        var request = try shop.rawPayment()
        request.transaction["amount"] = "2000000"
        let two = try request.link()
        let digest = try await shop.answer("show", one)["decision_digest"].text
        try await shop.expectFailure(
            "approve",
            two,
            ["--account", shop.account, "--digest", digest],
            status: 6,
            kind: "request_question_changed"
        )
        // Another account is another question.
        let connecting = try RawRequest(action: "connectWallet").link()
        let ofAccount = try await shop.answer("show", connecting, "--account", shop.account)["decision_digest"].text
        try await shop.expectFailure(
            "approve",
            connecting,
            ["--account", shop.recipient, "--digest", ofAccount],
            status: 6,
            kind: "request_question_changed"
        )
        #expect(shop.requestFiles().isEmpty)
        try await shop.expectUnpaid()
        let approved = try await shop.answer("approve", one, "--account", shop.account, "--digest", digest)
        #expect(approved["status"].text == "succeed")
        try await shop.expectPaidOnce()
    }

    @Test("of a payment: sends what show says, to whom it says, and nothing else")
    func asShown() async throws {
        let shop = try await Shop()
        let link = try shop.rawPayment().link()
        let shown = try await shop.answer("show", link)
        let texts = shown["lines"].list.map { $0["text"].text }.joined(separator: "\n")
        #expect(texts.contains("1.5 MIDEN") && texts.contains(shop.recipientAddress), "\(texts)")
        let receipt = try AnsweredReceipt.newest(in: try await shop.approve(link)).members()
        let hash = receipt["transactions"][0]["txHash"].text
        _ = try await shop.sandbox.check("sync")
        let transaction = try await shop.sandbox.answer("transaction", hash)
        #expect(transaction["assets_out"]["fungible_assets"].list.map { $0["formatted"].text } == ["1.5 MIDEN"])
        #expect(transaction["assets_in"]["fungible_assets"].count == 0)
        #expect(transaction["counterparty_ids"].list.map(\.text) == [shop.recipient])
        #expect(transaction["created_note_ids"].count == 1 && transaction["consumed_note_ids"].count == 0)
    }

    @Test("to consume a note: consumes that one alone")
    func consumeOne() async throws {
        let shop = try await Shop()
        var notes: [String] = []
        for amount in ["1", "2"] {
            let minted = try await shop.sandbox.answer("faucet", "--amount", amount, "--account", shop.account)
            notes.append(minted["note_id"].text)
        }
        _ = try await shop.sandbox.check("sync")
        let made = try await shop.request(["consumeNote", "--name", "Shop", "--note", notes[1]])
        let shown = try await shop.answer("show", made.link)
        let simulate = shown["can_be_approved"].bool == true ? [] : ["--simulate"]
        let outcome = try await shop.start(
            "approve",
            made.link,
            ["--account", shop.account, "--yes"] + simulate
        ).outcome()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try outcome.object()["status"].text == "succeed")
        #expect(try await shop.balance() == "7 MIDEN")
        let waiting = try await shop.sandbox.answer("notes")["notes"].list.map { $0["note_id"].text }
        #expect(waiting.contains(notes[0]) && !waiting.contains(notes[1]))
    }

    @Test("with a fee above that of the request or of the user: is refused, and executes nothing")
    func fee() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_BASE_FEE": "500"])
        let account = try await sandbox.paidAccount("5")
        let shopAccount = try await sandbox.answer("new-wallet")["account_id"].text
        let faucet = try await sandbox.check("address", sandbox.faucet(), "--field", "address").trimmed
        let recipient = try await sandbox.check("address", shopAccount, "--field", "address").trimmed
        var request = try RawRequest(payment: "1500000", of: faucet, to: recipient)
        request.members["maximumFee"] = "1"
        let plain = try RawRequest(payment: "1500000", of: faucet, to: recipient)
        let before = try await sandbox.answer("transactions", "--account", account)["transactions"].count
        for (link, options) in [(try request.link(), []), (try plain.link(), ["--maximum-fee", "0.000001"])] {
            let refused = try await sandbox.start(
                ["request", "approve", "-", "--account", account, "--yes", "--json"] + options,
                input: try sandbox.input(link)
            ).outcome()
            #expect(refused.status == 6, "\(refused.errors)")
            #expect(refused.output.isEmpty)
        }
        let after = try await sandbox.answer("transactions", "--account", account)["transactions"].count
        #expect(after == before)
    }

    @Test("the requester's name: is shown as a claim, as new, as known, and with a warning if the key is another one")
    func standing() async throws {
        let shop = try await Shop()
        let first = try await shop.answer("show", try shop.rawPayment().link())
        #expect(first["requester"]["standing"].text == "new")
        _ = try await shop.approve(try shop.rawPayment().link())
        let known = try await shop.answer("show", try shop.rawPayment().link())
        #expect(known["requester"]["standing"].text == "known")
        #expect(known["requester"]["fingerprint"].text == first["requester"]["fingerprint"].text)
        for name in ["Shop", "shop", "ＳＨＯＰ", "Sh\u{200B}op", "Shop\u{2800}"] {
            let other = try await shop.answer("show", try shop.rawPayment(name: name, seed: 0x44).link())
            #expect(other["requester"]["standing"].text == "otherKey", "\(name)")
            #expect(other["warnings"].count > known["warnings"].count, "\(name)")
            #expect(other["requester"]["fingerprint"].text != first["requester"]["fingerprint"].text)
        }
        let another = try await shop.answer("show", try shop.rawPayment(name: "Baker", seed: 0x44).link())
        #expect(another["requester"]["standing"].text == "new")
    }

    @Test("a name that steers a terminal: is escaped, for people and for programs")
    func steeringName() async throws {
        let shop = try await Shop()
        let link = try shop.rawPayment(name: "Shop\u{1B}[2J\u{202E}\nApproved: yes").link()
        let people = try await shop.sandbox.start(
            ["request", "show", "-"],
            input: try shop.sandbox.input(link)
        ).outcome()
        #expect(!people.output.contains("\u{1B}") && !people.output.contains("\u{202E}"))
        #expect(!people.output.split(separator: "\n").contains { $0.hasPrefix("Approved: yes") })
    }

    @Test("an origin: is shown as a claim, with a warning")
    func origin() async throws {
        let shop = try await Shop()
        var request = try shop.rawPayment()
        let plain = try await shop.answer("show", try request.link())
        request.requester["origin"] = "https://shop.example"
        let shown = try await shop.answer("show", try request.link())
        #expect(shown["requester"]["origin"].text == "https://shop.example")
        #expect(shown["requester"]["standing"].text != "verified")
        #expect(shown["warnings"].count > plain["warnings"].count)
    }

    @Test("that the account cannot pay: is refused without an amount in its receipts, and can be declined")
    func impossible() async throws {
        let shop = try await Shop()
        var request = try shop.rawPayment()
        request.transaction["amount"] = "6000000"
        let link = try request.link()
        let shown = try await shop.answer("show", link)
        #expect(shown["can_be_approved"].bool == false)
        try await shop.expectFailure(
            "approve",
            link,
            ["--account", shop.account, "--yes"],
            status: 6,
            kind: "request_not_approved"
        )
        try await shop.expectUnpaid()
        // A payment that is impossible and a decline look alike to the requester.
        let declined = try AnsweredReceipt.newest(in: try await shop.answer("decline", link))
        #expect(declined.signature == nil)
        #expect(try declined.members()["error"]["code"].text == "declined")
    }

    @Test("that the account cannot pay, of an app with another key: is refused with that reason and no other warning")
    func impossibleOfAnotherKey() async throws {
        let shop = try await Shop()
        _ = try await shop.approve(try shop.rawPayment().link())
        var request = try shop.rawPayment(seed: 0x44)
        request.transaction["amount"] = "6000000"
        let link = try request.link()
        #expect(try await shop.answer("show", link)["requester"]["standing"].text == "otherKey")
        let refused = try await shop.start("approve", link, ["--account", shop.account, "--yes"]).outcome()
        #expect(refused.status == 6, "\(refused.errors)")
        let message = try refused.error()["message"].text
        #expect(message.hasPrefix("Nothing was approved, because the transaction cannot be made now: "), "\(message)")
        #expect(!message.contains("another key"), "\(message)")
    }

    @Test("to sign a message: has a receipt with the signature, and makes no transaction")
    func signMessage() async throws {
        let shop = try await Shop()
        for action in ["signMessage", "connectWalletAndSignMessage"] {
            let made = try await shop.request([action, "--name", "Shop", "--message", "Order 7"])
            let shown = try await shop.answer("show", made.link)
            #expect(shown["message"].text == "Order 7")
            let approved = try await shop.approve(made.link)
            let receipt = try AnsweredReceipt.newest(in: approved)
            #expect(try !receipt.members()["signature"].text.isEmpty)
            let file = try shop.sandbox.directory.write(try receipt.file(), to: "\(action).json")
            let verified = try await shop.requesterAlone().answer(
                "request",
                "receipt",
                made.id,
                "--receipt",
                file,
                "--commitment",
                try await shop.commitment()
            )
            #expect(verified["status"].text == "succeed" && verified["verified_by"].text == "given")
        }
        try await shop.expectUnpaid()
    }
}
