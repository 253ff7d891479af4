import Foundation
import MidenTestSupport
import Testing

/// A request, its approval and the receipt, by commands on the embedded chain.
@Suite("A request between apps", .timeLimit(.minutes(5)))
struct RequestFlowTests {
    @Test("of a payment: is shown, approved and paid, and the receipt is verified by the key's commitment alone")
    func payment() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        #expect(made.answer.shape.contains("expires_at: text") || made.answer.shape.contains("expires_at: number"))
        #expect(made.id.count == 32 && made.digest.count == 64 && made.answer["fits_qr_code"].bool == true)
        #expect(made.link.hasPrefix("miden-request:#v1.d."))

        let shown = try await shop.answer("show", made.link)
        #expect(shown["request_id"].text == made.id && shown["request_digest"].text == made.digest)
        #expect(shown["action"].text == "sendCoin" && shown["network"].text == "localnet")
        #expect(shown["account_id"].text == shop.account && shown["status"].text == "requested")
        #expect(shown["requester"]["name"].text == "Shop" && shown["requester"]["standing"].text == "new")
        #expect(shown["requester"]["fingerprint"].text.count == 19)
        #expect(shown["can_be_approved"].bool == true && shown["decision_digest"].text.count == 64)
        // A question stores nothing.
        #expect(!FileManager.default.fileExists(atPath: shop.folder + "/requests"))

        let file = shop.sandbox.directory.path + "/receipt"
        let approved = try await shop.answer(
            "approve",
            made.link,
            "--account",
            shop.account,
            "--digest",
            shown["decision_digest"].text,
            "--receipt",
            file
        )
        #expect(approved["request_id"].text == made.id && approved["status"].text == "succeed")
        try await shop.expectPaidOnce()
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let receipt = try AnsweredReceipt.newest(in: approved).members()
        let requester = try shop.requesterAlone()
        let verified = try await requester.answer(
            "request",
            "receipt",
            made.id,
            "--receipt",
            file,
            "--commitment",
            try await shop.commitment()
        )
        #expect(verified["status"].text == "succeed" && verified["verified_by"].text == "given")
        #expect(verified["request_id"].text == made.id && verified["number"].number == receipt["number"].number)
        #expect(verified["address"].text == receipt["address"].text && !receipt["address"].text.isEmpty)
        // It has no wallet before, and none after.
        let files = try FileManager.default.contentsOfDirectory(atPath: shop.requesterAloneFolder + "/embedded")
        #expect(files == ["requester"])

        let transaction = receipt["transactions"][0]
        #expect(transaction["status"].text == "succeed" && transaction["blockNumber"].number != nil)
        let paid = try await shop.sandbox.answer("transaction", transaction["txHash"].text)
        #expect(paid["state"].text == "committed")
        #expect(paid["created_note_ids"].list.map(\.text) == transaction["noteIds"].list.map(\.text))
        #expect(paid["block_number"].number == transaction["blockNumber"].number)
    }

    @Test("of a payment: the recipient finds the note of the receipt and consumes it")
    func received() async throws {
        let shop = try await Shop()
        let approved = try await shop.approve(try await shop.requestPayment().link)
        let note = try AnsweredReceipt.newest(in: approved).members()["transactions"][0]["noteIds"][0].text
        _ = try await shop.sandbox.check("sync")
        _ = try await shop.sandbox.check("consume", note, "--account", shop.recipient)
        let output = try await shop.sandbox.check("balance", "--account", shop.recipient, "--field", "formatted")
        #expect(output == "1.5 MIDEN\n")
    }

    @Test("of a payment: a receipt of which anything was changed is refused, and the good one accepted after all")
    func changedReceipt() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        let receipt = try AnsweredReceipt.newest(in: try await shop.approve(made.link))
        let commitment = try await shop.commitment()
        let requester = try shop.requesterAlone()
        let members = try receipt.members()
        let (number, hash) = (try #require(members["number"].number), members["transactions"][0]["txHash"].text)

        // Each of these still has the form of a receipt: the signature alone tells.
        let formed = [
            try receipt.replacing(#""number":\#(number)"#, with: #""number":\#(number == 4 ? 3 : number + 1)"#),
            try receipt.replacing(hash, with: Self.changed(hash)),
            try receipt.replacing(
                members["transactions"][0]["noteIds"][0].text,
                with: Self.changed(members["transactions"][0]["noteIds"][0].text)
            ),
            AnsweredReceipt(text: receipt.text, signature: try Self.changed(try #require(receipt.signature), at: 40)),
            // The account is another one, whose address is one.
            try receipt.replacing(
                #""address":"\#(members["address"].text)""#,
                with: #""address":"\#(shop.recipientAddress)""#
            ),
            // Of another request.
            try receipt.replacing(made.id, with: Self.changed(made.id)),
            try receipt.replacing(made.digest, with: Self.changed(made.digest)),
            AnsweredReceipt(text: receipt.text, signature: nil),
        ]
        for changed in formed {
            let refused = try await Self.verify(changed, of: made, commitment, in: requester)
            #expect(refused.status == 3, "\(refused.errors)")
            #expect(refused.output.isEmpty)
            let error = try refused.error()
            #expect(error["kind"].text == "invalid_receipt" && error["message"].text.contains(/[0-9]/))
        }

        // Bytes of the text, of its whole length, and of the signature. Some leave nothing that has the form.
        var bytes: [AnsweredReceipt] = []
        for position in stride(from: 0, to: receipt.text.count, by: TestRounds.areAll ? 7 : 61) {
            bytes.append(
                AnsweredReceipt(text: try Self.changed(receipt.text, at: position), signature: receipt.signature)
            )
        }
        let signature = try #require(receipt.signature)
        for position in [0, 1, signature.count / 2, signature.count - 1] {
            bytes.append(
                AnsweredReceipt(text: receipt.text, signature: try Self.changed(signature, at: position))
            )
        }
        for changed in bytes {
            let refused = try await Self.verify(changed, of: made, commitment, in: requester)
            #expect(refused.status == 3, "\(refused.errors)")
            #expect(try refused.error()["kind"].text == "invalid_receipt")
            #expect(refused.output.isEmpty)
        }

        let other = "0x" + String(repeating: "1", count: 64)
        let wrongKey = try await Self.verify(receipt, of: made, other, in: requester)
        #expect(wrongKey.status == 3)

        let accepted = try await Self.verify(receipt, of: made, commitment, in: requester)
        #expect(accepted.status == 0, "\(accepted.errors)")
        // It is kept, and needs no file the next time.
        let kept = try await requester.answer("request", "receipt", made.id)
        #expect(kept["status"].text == "succeed" && kept["number"].number == number)
    }

    @Test("to connect, with the commitment: pins the key, by which the receipt of a payment is verified then")
    func connected() async throws {
        let shop = try await Shop()
        let connecting = try await shop.request(["connectWallet", "--name", "Shop"])
        let connected = try await shop.approve(connecting.link)
        #expect(connected["status"].text == "succeed")
        let members = try AnsweredReceipt.newest(in: connected).members()
        #expect(members["transactions"].isNull && !members["publicKey"].text.isEmpty)
        try await shop.expectUnpaid()

        let paying = try await shop.requestPayment()
        #expect(try await shop.answer("show", paying.link)["requester"]["standing"].text == "known")
        let paid = try await shop.approve(paying.link)
        let requester = try shop.requesterAlone()
        let first = try requester.directory.write(try AnsweredReceipt.newest(in: connected).file(), to: "connected")
        let second = try requester.directory.write(try AnsweredReceipt.newest(in: paid).file(), to: "paid")
        let claimed = try await requester.answer("request", "receipt", connecting.id, "--receipt", first)
        #expect(claimed["verified_by"].text == "none" && claimed["address"].text == members["address"].text)
        let unknown = try await requester.answer("request", "receipt", paying.id, "--receipt", second)
        #expect(unknown["verified_by"].text == "none")
        let commitment = try await shop.commitment()
        let pinning = try await requester.answer(
            "request",
            "receipt",
            connecting.id,
            "--receipt",
            first,
            "--commitment",
            commitment
        )
        #expect(pinning["verified_by"].text == "given")
        let pinned = try await requester.answer("request", "receipt", paying.id, "--receipt", second)
        #expect(pinned["verified_by"].text == "pinned" && pinned["status"].text == "succeed")
    }

    @Test("of a payment: the receipt is verified by the account on the chain")
    func onChain() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        let receipt = try AnsweredReceipt.newest(in: try await shop.approve(made.link))
        let file = try shop.sandbox.directory.write(try receipt.file(), to: "receipt.json")
        let outcome = try await shop.sandbox.run(
            "request",
            "receipt",
            made.id,
            "--receipt",
            file,
            "--on-chain",
            "--json"
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try outcome.object()["verified_by"].text == "chain")
    }

    @Test("that is declined: has an unsigned receipt without a reason, and stays declined")
    func declined() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        let file = shop.sandbox.directory.path + "/receipt"
        let declined = try await shop.answer("decline", made.link, "--receipt", file)
        #expect(declined["status"].text == "canceled")
        let receipt = try AnsweredReceipt.newest(in: declined)
        #expect(receipt.signature == nil)
        let members = try receipt.members()
        #expect(members["error"]["code"].text == "declined" && members["error"]["message"].text == "The user declined")
        #expect(members["address"].isNull && members["publicKey"].isNull)

        // Nothing is asked or paid any more.
        let approved = try await shop.answer("approve", made.link)
        #expect(approved["status"].text == "canceled")
        #expect(try AnsweredReceipt.all(in: approved) == [receipt])
        try await shop.expectUnpaid()

        let verified = try await shop.requesterAlone().answer("request", "receipt", made.id, "--receipt", file)
        #expect(verified["status"].text == "canceled" && verified["verified_by"].isNull)
    }

    @Test("that is approved: stays so if it is declined then")
    func declinedTooLate() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        let approved = try await shop.approve(made.link)
        let declined = try await shop.answer("decline", made.link)
        #expect(declined["status"].text == "succeed")
        #expect(try AnsweredReceipt.all(in: declined) == AnsweredReceipt.all(in: approved))
        try await shop.expectPaidOnce()
    }

    @Test("without a terminal and without --yes: is not approved, and can be approved later")
    func unconfirmed() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        let unconfirmed = try await shop.run("approve", made.link)
        #expect(unconfirmed.status != 0 && unconfirmed.output.isEmpty)
        #expect(shop.requestFiles().isEmpty)
        try await shop.expectUnpaid()
        _ = try await shop.approve(made.link)
        try await shop.expectPaidOnce()
    }

    @Test("in the history: names the request and the requester, and the list of requests the transaction")
    func history() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        let approved = try await shop.approve(made.link)
        let transaction = try AnsweredReceipt.newest(in: approved).members()["transactions"][0]["txHash"].text
        _ = try await shop.sandbox.check("sync")
        let history = try await shop.sandbox.check("transactions")
        #expect(history.contains("request \(made.id) of Shop"), "\(history)")
        let entry = try await shop.sandbox.check("transaction", transaction)
        #expect(entry.contains("request \(made.id) of Shop"), "\(entry)")

        let list = try await shop.sandbox.check("request", "list", "--json")
        #expect(list.contains(made.id) && list.contains(transaction))
        let listed = try JSON(list)["requests"]
        #expect(listed.count == 1 && listed[0]["status"].text == "succeed")
        #expect(try await shop.sandbox.check("request", "list").contains(made.id))
        let sent = try await shop.sandbox.answer("request", "list", "--sent")["requests"]
        #expect(sent.count == 1 && sent[0]["request_id"].text == made.id)
    }

    @Test("that the requester deletes: is not in its list any more, and its receipt is unknown")
    func deleted() async throws {
        let shop = try await Shop()
        let made = try await shop.requestPayment()
        _ = try await shop.sandbox.check("request", "delete", made.id)
        #expect(try await shop.sandbox.answer("request", "list", "--sent")["requests"].count == 0)
        try await expect(Failure("request receipt \(made.id)", 5, "request_unknown", made.id), in: shop.sandbox)
    }

    /// Has a receipt verified by the requester alone.
    private static func verify(
        _ receipt: AnsweredReceipt,
        of request: MadeRequest,
        _ commitment: String,
        in requester: Sandbox
    ) async throws -> Outcome {
        let file = try requester.directory.write(try receipt.file(), to: "changed.json")
        return try await requester.run(
            "request",
            "receipt",
            request.id,
            "--receipt",
            file,
            "--commitment",
            commitment,
            "--json"
        )
    }

    /// The same digits but for the last.
    private static func changed(_ digits: String) -> String {
        String(digits.dropLast()) + (digits.hasSuffix("0") ? "1" : "0")
    }

    /// The same bytes but for one bit.
    private static func changed(_ bytes: Data, at position: Int) throws -> Data {
        try #require(bytes.indices.contains(position))
        var bytes = bytes
        bytes[position] ^= 1
        return bytes
    }
}
