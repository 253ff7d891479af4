import Foundation
import MidenTestSupport
import Testing

/// What is asked, shown and done before and after money moves.
@Suite("send", .timeLimit(.minutes(5)))
struct TransferTests {
    @Test("without a terminal wants --yes, and neither waits nor sends")
    func nobodyToAsk() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let before = try await sandbox.check("balance", "--json") + sandbox.check("accounts", "--json")
        let pipe = Pipe()
        // A terminal to type on is none to ask on: the question would be in the file of the errors.
        let terminal = try PseudoTerminal()
        for input in [nil, pipe.fileHandleForReading, terminal.handle] {
            let refused = try await sandbox.start(["send", account, "1", "--json"], input: input).outcome()
            #expect(refused.status == 2 && refused.output.isEmpty)
            #expect(try refused.error()["kind"].text == "confirmation_needed")
            #expect(try refused.error()["message"].text.contains("Give --yes to go on without being asked"))
        }
        #expect(try await sandbox.check("balance", "--json") + sandbox.check("accounts", "--json") == before)
    }

    @Test("on a terminal shows what it will do and asks")
    func asked() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_BASE_FEE": "500"])
        let account = try await sandbox.paidAccount("5")
        let faucet = try await sandbox.faucet()
        let before = try await sandbox.check("accounts", "--json")
        let terminal = try PseudoTerminal()
        for answer in ["\n", "n\n", "what?\n"] {
            let asked = try sandbox.start(["send", account, "1.5"], input: terminal.handle, errors: terminal.handle)
            let shown = PseudoTerminal.visible(try await terminal.written(until: "Send it? [y/N] "))
            #expect(shown.contains("This would send 1.5 MIDEN of \(faucet) to \(account).\naccount  \(account)\n"))
            #expect(shown.contains("\nfee      0.0075 MIDEN\n"))
            terminal.type(answer)
            let outcome = await asked.outcome()
            #expect(outcome.status == 6 && outcome.output.isEmpty)
            #expect(terminal.written().contains("Error: Nothing was sent: it was not confirmed."))
        }
        #expect(try await sandbox.check("accounts", "--json") == before)

        let asked = try sandbox.start(["send", account, "1.5"], input: terminal.handle, errors: terminal.handle)
        _ = try await terminal.written(until: "Send it? [y/N] ")
        terminal.type("y\n")
        let outcome = await asked.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("Sent 1.5 MIDEN of \(faucet) to \(account).\n"))
        #expect(outcome.output.contains("\nfee          0.0075 MIDEN"))
    }

    @Test("is stopped by Ctrl-C while it asks")
    func interrupted() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let terminal = try PseudoTerminal()
        let asked = try sandbox.start(["send", account, "1"], input: terminal.handle, errors: terminal.handle)
        _ = try await terminal.written(until: "Send it? [y/N] ")
        asked.signal(SIGINT)
        #expect(await asked.outcome().status == 130)
        #expect(try await sandbox.check("balance", "--field", "formatted") == "5 MIDEN\n")
    }

    @Test("--preview shows what it would do and what it costs, which is what it costs then")
    func preview() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_BASE_FEE": "500"])
        let account = try await sandbox.paidAccount("5")
        let held = try #require(UInt64(try await sandbox.answer("balance")["fungible_assets"][0]["amount"].text))
        let before = try await sandbox.check("accounts", "--json")
        let arguments = ["send", account, "1.5", "--reclaim-height", "900", "--timelock-height", "800"]
        let shown = try await sandbox.start(arguments + ["--preview"]).outcome()
        #expect(shown.status == 0 && shown.errors.isEmpty)
        #expect(shown.output.hasPrefix("This would send 1.5 MIDEN of \(try await sandbox.faucet()) to \(account).\n"))
        #expect(shown.output.contains("from block 900 on") && shown.output.contains("until block 800"))
        let planned = try await sandbox.start(arguments + ["--preview", "--json"]).outcome().object()
        #expect(planned["transaction_id"].isNull && planned["note_id"].isNull && planned["payments"][0]["note"].isNull)
        #expect(planned["fee"].text == "7500" && planned["fee_formatted"].text == "0.0075 MIDEN")
        let left = planned["left"][0]["remaining"].text
        #expect(planned["left"][0]["remaining_base_units"].text == String(held - 1_500_000 - 7500))
        #expect(planned["reclaim_height"].number == 900 && planned["timelock_height"].number == 800)
        #expect(try await sandbox.check("accounts", "--json") == before)

        let tooMuch = try await sandbox.start(arguments + ["--yes", "--maximum-fee", "0.007499", "--json"]).outcome()
        #expect(tooMuch.status == 6)
        #expect(try tooMuch.error()["kind"].text == "fee_above_maximum")
        #expect(try tooMuch.error()["message"].text.contains("0.0075 MIDEN, which is more than the 0.007499 allowed"))
        let noAmount = try await sandbox.start(arguments + ["--yes", "--maximum-fee", "much", "--json"]).outcome()
        #expect(try noAmount.error()["kind"].text == "invalid_amount")
        #expect(try await sandbox.check("accounts", "--json") == before)

        let enough = arguments + ["--yes", "--maximum-fee", "0.0075", "--json"]
        let sent = try await sandbox.start(enough).outcome().object()
        #expect(sent["fee"].text == "7500" && !sent["transaction_id"].isNull)
        let balance = try await sandbox.answer("balance")["fungible_assets"][0]
        #expect(balance["amount"].text == String(held - 1_500_000 - 7500) && balance["formatted"].text == left)
    }

    @Test("pays several accounts at once")
    func several() async throws {
        let sandbox = try Sandbox()
        let payer = try await sandbox.paidAccount("5")
        let first = try await sandbox.answer("new-wallet")["account_id"].text
        let second = try await sandbox.answer("new-wallet")["account_id"].text
        let sent = try await sandbox.answer(
            "send",
            "\(first)=1",
            "\(second)=0.5",
            "\(first)=0.25",
            "--account",
            payer,
            "--yes"
        )
        #expect(sent["recipient_id"].isNull && sent["note_id"].isNull)
        #expect(sent["asset"]["formatted"].text == "1.75 MIDEN")
        #expect((0..<3).map { sent["payments"][$0]["base_units"].text } == ["1000000", "500000", "250000"])
        #expect((0..<3).map { sent["payments"][$0]["to"].text } == [first, second, first])
        #expect(Set((0..<3).map { sent["payments"][$0]["note"].text }).count == 3)
        _ = try await sandbox.check("sync")

        let faucet = try await sandbox.faucet()
        let consumed = try await sandbox.check("consume", "--all", "--account", first)
        #expect(consumed.hasPrefix("Consumed 2 notes: 1.25 MIDEN of \(faucet).\n"))
        let text = try await sandbox.check("send", "\(first)=1", "\(second)=1", "--account", payer, "--yes")
        #expect(text.hasPrefix("Sent 2 MIDEN of \(faucet) to 2 recipients.\n"))
        #expect(text.contains("1 MIDEN  \(first)  0x"))

        let parts = try await sandbox.check("send", "\(first)=0.1", "\(first)=0.1", "--account", payer, "--yes")
        #expect(parts.hasPrefix("Sent 0.2 MIDEN of \(faucet) to \(first) in 2 notes.\n"))

        let tooMuch = try await sandbox.run("send", "\(first)=1", "\(second)=1", "--account", payer, "--yes", "--json")
        #expect(tooMuch.status == 6)
        #expect(try tooMuch.error()["message"].text.contains("holds 1.05 MIDEN, which is less than the 2 MIDEN"))
        let huge = "18446744073709.551615"
        let more = try await sandbox.run("send", "\(first)=\(huge)", "\(second)=\(huge)", "--account", payer, "--yes")
        #expect(more.errors.contains("less than there is to be sent"))
    }

    @Test("takes a payment back by consuming its note, once its block has come")
    func reclaim() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let height = try #require(try await sandbox.answer("sync")["sync_height"].number) + 2
        let other = AccountFile.accountID
        let note = try await sandbox.answer("send", other, "2", "--reclaim-height", "\(height)", "--yes")["note_id"]
            .text
        _ = try await sandbox.check("sync")
        #expect(try await sandbox.check("notes").contains("from block \(height) on"))
        let early = try await sandbox.run("consume", note, "--json")
        #expect(early.status == 4)
        #expect(try early.error()["kind"].text == "note_not_yet_consumable")
        #expect(try await sandbox.check("consume", "--all").contains("There are no notes to consume"))
        _ = try await sandbox.check("faucet", "--amount", "1", "--account", account)
        _ = try await sandbox.check("sync")
        // Not with the others: what was paid to somebody else is taken back by its name alone.
        #expect(try await sandbox.answer("consume", "--all", "--preview")["note_ids"].count == 1)
        #expect(try await sandbox.answer("consume", "--all")["note_ids"].count == 1)
        #expect(try await sandbox.check("balance", "--field", "formatted") == "4 MIDEN\n")
        #expect(try await sandbox.answer("consume", note)["note_ids"][0].text == note)
        #expect(try await sandbox.check("balance", "--field", "formatted") == "6 MIDEN\n")

        let contradiction = try await sandbox.run(
            "send",
            other,
            "1",
            "--reclaim-height",
            "5",
            "--timelock-height",
            "9",
            "--yes",
            "--json"
        )
        #expect(contradiction.status == 2)
        #expect(try contradiction.error()["kind"].text == "invalid_heights")
    }
}
