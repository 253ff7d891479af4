import Foundation
import MidenTestSupport
import Testing

/// Faucets of one's own, and swaps.
@Suite("mint, burn and swaps", .timeLimit(.minutes(5)))
struct TradeTests {
    @Test("a faucet is made, issues and burns")
    func faucet() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_BASE_FEE": "500"])
        #expect(try await sandbox.check("faucets").hasPrefix("This wallet has no faucet"))
        let account = try await sandbox.paidAccount("5")
        let made = try await sandbox.answer(
            "new-faucet",
            "--symbol",
            "GOLD",
            "--decimals",
            "3",
            "--maximum-supply",
            "10",
            "--name",
            "Fool's gold"
        )
        let faucet = made["faucet"]["faucet_id"].text
        #expect(made["faucet"]["maximum_supply"].text == "10000" && made["faucet"]["issued"].text == "0")
        let accounts = try await sandbox.check("accounts")
        #expect(accounts.contains("*  \(account)  wallet ") && accounts.contains("   \(faucet)  faucet "))

        let unpaid = try await sandbox.run("mint", "-t", account, "-a", "4::GOLD", "--yes", "--json")
        #expect(unpaid.status == 6)
        #expect(try unpaid.error()["kind"].text == "insufficient_fee")
        _ = try await sandbox.check("faucet", "--amount", "1", "--account", faucet)
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all", "--account", faucet, "--yes")
        _ = try await sandbox.check("sync")

        let line = ["mint", "--target", account, "--asset", "4::gold", "--note-type", "public"]
        let refused = try await sandbox.start(line + ["--json"]).outcome()
        #expect(refused.status == 2)
        #expect(try refused.error()["kind"].text == "confirmation_needed")
        let shown = try await sandbox.start(line + ["--preview"]).outcome()
        let said = "This would issue 4 GOLD to \(account), in a public note."
        #expect(shown.output.hasPrefix("\(said)\naccount           \(faucet)\n"))
        #expect(shown.output.contains("fee "))
        let issued = try await sandbox.start(line + ["--force", "--json"]).outcome().object()
        #expect(issued["assets_out"][0]["formatted"].text == "4 GOLD" && issued["account_id"].text == faucet)
        #expect(!issued["fee"].isNull && !issued["transaction_id"].isNull)
        _ = try await sandbox.check("sync")
        #expect(try await sandbox.answer("consume", issued["note_id"].text, "--yes")["note_ids"].count == 1)

        let tooMuch = try await sandbox.run("mint", "-t", account, "-a", "6001::\(faucet)", "--yes", "--json")
        #expect(tooMuch.status == 6)
        #expect(try tooMuch.error()["kind"].text == "supply_exceeded")
        #expect(try tooMuch.error()["message"].text.contains("cannot issue 6.001 GOLD: of 10 GOLD at most, 4 GOLD are"))
        let unclear = try await sandbox.run("mint", "-t", account, "-a", "1::SILVER", "--yes", "--json")
        #expect(unclear.status == 5)
        #expect(try unclear.error()["kind"].text == "token_unclear")
        #expect(try await sandbox.run("mint", "-t", account, "-a", "1", "--yes").status == 64)

        let burned = try await sandbox.answer("burn", "--asset", "1.5::GOLD", "--yes")
        #expect(burned["assets_out"][0]["amount"].text == "1500")
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all", "--account", faucet, "--yes")
        for (kind, count) in [("mint", 1), ("burn", 2)] {
            #expect(try await sandbox.answer("tx", "--kind", kind)["transactions"].count == count, "\(kind)")
        }
        let table = try await sandbox.check("faucets")
        #expect(table.contains("GOLD   2.5 GOLD     10 GOLD  \(faucet)  Fool's gold"))
    }

    @Test("swaps are offered, listed, filled and cancelled")
    func swaps() async throws {
        let sandbox = try Sandbox()
        let maker = try await sandbox.paidAccount("5")
        let taker = try await sandbox.answer("new-wallet")["account_id"].text
        _ = try await sandbox.check("faucet", "--amount", "3", "--token", "TOK", "--account", taker)
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all", "--account", taker)
        let tok = try await sandbox.answer("balance", "--account", taker)["fungible_assets"][0]["faucet_id"].text
        let miden = try await sandbox.answer("balance", "--account", maker)["fungible_assets"][0]["faucet_id"].text
        #expect(try await sandbox.check("swaps").hasPrefix("There are no open swaps."))

        let offer = ["swap", "--offered-asset", "2::MIDEN", "--requested-asset", "100000000::\(tok)"]
        let shown = try await sandbox.start(offer + ["--preview"]).outcome()
        let terms = "2 MIDEN of \(miden) for 1 TOK of \(tok), in a public note, paid for in a private one"
        #expect(shown.output.hasPrefix("This would offer \(terms), with no way back but to pay for it yourself.\n"))
        // The maker has none of it: another account of the wallet has.
        let bySymbol = try await sandbox.start(["swap", "-o", "2::MIDEN", "-r", "1::TOK", "--preview"]).outcome()
        #expect(bySymbol.output == shown.output)
        _ = try await sandbox.check("tokens", "hide", tok)
        let hidden = try await sandbox.start(["swap", "-o", "2::MIDEN", "-r", "1::TOK", "--preview"]).outcome()
        #expect(hidden.output == shown.output)
        _ = try await sandbox.check("tokens", "show", tok)
        // What nobody issues nobody can pay.
        let nobody = try await sandbox.run("swap", "-o", "1::MIDEN", "-r", "1::\(taker)", "--yes", "--json")
        #expect(nobody.status == 5)
        #expect(try nobody.error()["kind"].text == "no_faucet")
        let waiting = try await sandbox.start(offer + ["--json"]).outcome()
        #expect(waiting.status == 2)
        let note = try await sandbox.start(offer + ["--yes", "--json"]).outcome().object()["note_id"].text
        _ = try await sandbox.check("sync")
        let listed = try await sandbox.check("swaps")
        #expect(listed.contains("2 MIDEN of \(miden)  1 TOK of \(tok)"))
        #expect(listed.contains(note) && listed.contains("whole"))
        let refused = try await sandbox.run("cancel-swap", note, "--yes", "--json")
        #expect(refused.status == 6)
        #expect(try refused.error()["kind"].text == "no_way_back")

        let filled = try await sandbox.answer("fill-swap", note, "--account", taker, "--yes")
        #expect(filled["assets_in"][0]["formatted"].text == "2 MIDEN")
        #expect(filled["assets_out"][0]["formatted"].text == "1 TOK")
        _ = try await sandbox.check("sync")
        #expect(
            try await sandbox.check("consume", "--all", "--account", maker).hasPrefix(
                "Consumed 1 note: 1 TOK of \(tok).\n"
            )
        )
        #expect(try await sandbox.answer("swaps")["swaps"].count == 0)

        let parts = ["pswap", "create", "-o", "3::MIDEN", "-r", "1.5::TOK", "--minimum-fill", "0.5", "-n", "private"]
        let foreseen = try await sandbox.start(parts + ["--preview", "--json"]).outcome().object()
        #expect(
            foreseen["summary"].text
                == "This would offer 3 MIDEN of \(miden) for 1.5 TOK of \(tok), in parts of at least 0.5 TOK if need be,"
                + " in a private note, paid for in a private one."
        )
        let partial = try await sandbox.answer(
            "pswap",
            "create",
            "-o",
            "3::MIDEN",
            "-r",
            "1.5::TOK",
            "--minimum-fill",
            "0.1",
            "--yes"
        )["note_id"].text
        _ = try await sandbox.check("sync")
        let part = ["pswap", "consume", "--note", partial, "--account", taker, "--yes", "--json"]
        let little = try await sandbox.start(part + ["--fill-amount", "5000000"]).outcome()
        #expect(little.status == 2)
        #expect(try little.error()["kind"].text == "invalid_fill")
        // As the published command has it: never of the whole token.
        let fraction = try await sandbox.start(part + ["--fill-amount", "0.5"]).outcome()
        #expect(try fraction.error()["kind"].text == "invalid_amount")
        let planned = ["fill-swap", partial, "--amount", "0.5", "--account", taker, "--preview"]
        let net = try await sandbox.start(planned).outcome().output
        #expect(net.contains("  1 MIDEN of \(miden)\n") && net.contains("gives") && net.contains("gains"), "\(net)")
        let some = try await sandbox.start(part + ["--fill-amount", "50000000"]).outcome().object()
        #expect(some["assets_in"][0]["formatted"].text == "3 MIDEN")
        _ = try await sandbox.check("sync")
        let left = try await sandbox.answer("swaps")["swaps"][0]
        #expect(left["terms"]["offered"][0]["formatted"].text == "2 MIDEN")
        #expect(left["terms"]["requested"][0]["formatted"].text == "1 TOK")
        #expect(left["terms"]["minimum_fill"].text == "10000000" && left["own_account_id"].text == maker)
        _ = try await sandbox.check("pswap", "cancel", "--note", left["note_id"].text, "--yes")
        _ = try await sandbox.check("sync")
        for (kind, count) in [("swap", 2), ("fill", 2), ("cancel", 1), ("send", 0), ("other", 0)] {
            let told = try await sandbox.answer("transactions", "--kind", kind)["transactions"]
            #expect(told.count == count && told.list.allSatisfy { $0["kind"].text == kind }, "\(kind)")
        }
        let held = try await sandbox.answer("balance", "--account", taker)["fungible_assets"]
        #expect(Set((0..<held.count).map { held[$0]["formatted"].text }) == ["1.5 TOK", "3 MIDEN"])
        for line in [
            ["pswap", "create", "--yes"], ["pswap", "consume", "--yes"], ["swap", "-o", "1::MIDEN"],
            ["swap", "-o", "1", "-r", "1::TOK", "--yes"], ["pswap", "cancel", "--note", partial, "--fill-amount", "1"],
        ] {
            #expect(try await sandbox.start(line).outcome().status == 64, "\(line)")
        }
    }

    @Test("unique tokens can be named in send, and have to be held")
    func unique() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let faucet = try await sandbox.answer("balance")["fungible_assets"][0]["faucet_id"].text
        let unique = "0x" + String(repeating: "01", count: 32) + "::\(faucet)"
        let before = try await sandbox.check("balance", "--json")
        for payment in [[account], [account, "1"], ["\(account)=1"]] {
            let line = ["send"] + payment + ["--unique", unique, "--yes", "--json"]
            let refused = try await sandbox.start(line).outcome()
            #expect(refused.status == 6, "\(line)")
            #expect(try refused.error()["kind"].text == "asset_not_held")
        }
        for line in [
            ["send", account, "--yes"], ["send", account, "--unique", "1::\(faucet)", "--yes"],
            ["send", "\(account)=1", "\(account)=2", "--unique", unique, "--yes"],
        ] {
            #expect(try await sandbox.start(line).outcome().status == 64, "\(line)")
        }
        #expect(try await sandbox.check("balance", "--json") == before)
    }

    @Test("an invitation is not used where none is needed")
    func register() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        let refused = try await sandbox.run("register", "code", "--json")
        #expect(refused.status == 3)
        #expect(try refused.error()["kind"].text == "invitation_not_needed")
    }
}
