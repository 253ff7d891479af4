import Foundation
import MidenTestSupport
import Testing

/// When `consume` asks, and what it says where there is nobody to ask.
@Suite("consume asks", .timeLimit(.minutes(5)))
struct AskingTests {
    /// A wallet with an account that can consume a payment, on a chain with fees.
    private func paid(
        _ notes: Int = 1,
        fee: String = "500"
    ) async throws -> (sandbox: Sandbox, account: String, note: String) {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_BASE_FEE": fee])
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        for _ in 0..<notes {
            _ = try await sandbox.check("faucet", "--amount", "5")
        }
        _ = try await sandbox.check("sync")
        return (sandbox, account, try await sandbox.answer("notes")["notes"][0]["note_id"].text)
    }

    @Test("where a fee is to be paid: without a terminal it wants --yes, waits for nothing and consumes nothing")
    func nobodyToAsk() async throws {
        let (sandbox, _, note) = try await paid()
        let before = try await sandbox.check("notes", "--json") + sandbox.check("accounts", "--json")
        let pipe = Pipe()
        for which in ["--all", note] {
            for input in [nil, pipe.fileHandleForReading] {
                let refused = try await sandbox.start(["consume", which, "--json"], input: input).outcome()
                #expect(refused.status == 2 && refused.output.isEmpty)
                let error = try refused.error()
                #expect(error["kind"].text == "confirmation_needed")
                #expect(error["message"].text.hasPrefix("Nothing was consumed: this has to be confirmed"))
                #expect(error["message"].text.contains("Give --yes") && error["message"].text.contains("--preview"))
            }
        }
        #expect(try await sandbox.answer("consume", "--all", "--preview")["note_ids"].count == 1)
        #expect(try await sandbox.check("notes", "--json") + sandbox.check("accounts", "--json") == before)
        let consumed = try await sandbox.answer("consume", "--all", "--yes")
        #expect(consumed["note_ids"][0].text == note && !consumed["fee"].isNull)
        // There is nothing to ask about any more.
        #expect(try await sandbox.check("consume", "--all").hasPrefix("There are no notes to consume"))
    }

    @Test("on a terminal it shows the fee, and does what is answered")
    func asked() async throws {
        let (sandbox, account, note) = try await paid()
        let faucet = try await sandbox.faucet()
        let terminal = try PseudoTerminal()
        for (which, answer) in [("--all", "n\n"), (note, "\n"), ("--all", "y\n")] {
            let asked = try sandbox.start(["consume", which], input: terminal.handle, errors: terminal.handle)
            let shown = PseudoTerminal.visible(try await terminal.written(until: "Consume? [y/N] "))
            #expect(
                shown.contains("This would consume 1 note: 5 MIDEN of \(faucet).\naccount  \(account)\nfee      0.")
            )
            terminal.type(answer)
            let outcome = await asked.outcome()
            let isYes = answer == "y\n"
            #expect(outcome.status == (isYes ? 0 : 6))
            #expect(outcome.output.hasPrefix(isYes ? "Consumed 1 note: 5 MIDEN of \(faucet).\n" : ""))
            let said = terminal.written()
            #expect(isYes || said.contains("Error: Nothing was consumed: it was not confirmed."), "\(said)")
            #expect(try await sandbox.answer("notes")["consumable_count"].number == (isYes ? 0 : 1))
        }
    }

    @Test("not where a payment costs nothing")
    func free() async throws {
        let (sandbox, _, note) = try await paid(2, fee: "0")
        #expect(try await sandbox.answer("consume", note)["note_ids"][0].text == note)
        let rest = try await sandbox.answer("consume", "--all")
        #expect(rest["note_ids"].count == 1 && rest["fee"].isNull)
        #expect(try await sandbox.check("balance", "--field", "formatted") == "10 MIDEN\n")
    }

    @Test("says how many notes are left for further transactions", .timeLimit(.minutes(10)))
    func further() async throws {
        let (sandbox, account, _) = try await paid()
        _ = try await sandbox.check("consume", "--all", "--yes")
        _ = try await sandbox.check("sync")
        let payments = (0..<34).map { _ in "\(account)=0.01" }
        let sent = try await sandbox.start(["send", "--yes"] + payments).outcome()
        #expect(sent.status == 0, "\(sent.errors)")
        _ = try await sandbox.check("sync")
        let few = ["consume", "--all", "--notes-per-transaction", "32"]
        let planned = try await sandbox.start(few + ["--preview", "--json"]).outcome().object()
        #expect(planned["note_ids"].count == 32 && planned["further_note_count"].number == 2)
        let shown = try await sandbox.start(few + ["--preview"]).outcome().output
        #expect(shown.hasSuffix("2 more notes would take further ones, each with a fee of its own.\n"), "\(shown)")
        let consumed = try await sandbox.start(few + ["--yes", "--json"]).outcome().object()
        #expect(consumed["note_ids"].count == 34 && consumed["transaction_ids"].count == 2)
        #expect(consumed["further_note_count"].number == 0)
    }

    @Test("finds what brings the fee also behind more notes than fit in a transaction", .timeLimit(.minutes(10)))
    func feeAmongMany() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_BASE_FEE": "500"])
        let payer = try await sandbox.paidAccount("5")
        _ = try await sandbox.check("faucet", "--amount", "5", "--token", "TOK")
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all", "--yes")
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        // Notes come in no order that a test could settle: most often the one is behind the first 32.
        let many = (0..<96).map { _ in "\(account)=0.01" }
        let sent = try await sandbox.start(["send", "--token", "TOK", "--account", payer, "--yes"] + many).outcome()
        #expect(sent.status == 0, "\(sent.errors)")
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("send", account, "1", "--token", "MIDEN", "--account", payer, "--yes")
        _ = try await sandbox.check("sync")
        let few = ["consume", "--all", "--notes-per-transaction", "32", "--account", account, "--preview", "--json"]
        let planned = try await sandbox.start(few).outcome().object()
        #expect(planned["note_ids"].count == 32 && planned["further_note_count"].number == 65)
        #expect(planned["fungible_assets"].list.contains { $0["formatted"].text == "1 MIDEN" })
    }

    @Test(
        "and not at all for a number of notes that no transaction takes",
        arguments: [["--all", "--notes-per-transaction", "0"], ["--all", "--notes-per-transaction", "1025"]]
    )
    func numbers(options: [String]) async throws {
        let outcome = try await Sandbox().start(["consume"] + options).outcome()
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("from 1 to 1024"), "\(outcome.errors)")
    }

    @Test("and every command says what it has not done")
    func refusals() async throws {
        let sandbox = try Sandbox()
        let other = AccountFile.accountID
        let note = "0x" + String(repeating: "1", count: 64)
        let refused: [([String], String)] = [
            (["send", other, "1"], "Nothing was sent"),
            (["transfer", "-t", other, "-a", "1::TOK"], "Nothing was sent"),
            (["consume-notes"], "Nothing was consumed"), (["mint", "-t", other, "-a", "1::TOK"], "Nothing was issued"),
            (["burn", "-a", "1::TOK"], "Nothing was given back"),
            (["swap", "-o", "1::TOK", "-r", "1::MIDEN"], "Nothing was offered"),
            (["pswap", "create", "-o", "1::TOK", "-r", "1::MIDEN"], "Nothing was offered"),
            (["fill-swap", note], "The swap was not filled"),
            (["pswap", "consume", "--note", note], "The swap was not filled"),
            (["cancel-swap", note], "The swap was not taken back"),
            (["pswap", "cancel", "--note", note], "The swap was not taken back"),
            (["new-note", "-p", "note.masm"], "No note was made"),
        ]
        for (arguments, sentence) in refused {
            let outcome = try await sandbox.start(arguments).outcome()
            #expect(outcome.status == 2, "\(arguments)")
            #expect(outcome.errors.hasPrefix("Error: \(sentence): this has to be confirmed"), "\(outcome.errors)")
        }
    }
}
