import Foundation
import MidenTestSupport
import Testing

@Suite("miden-cli tokens, account and consume --preview", .timeLimit(.minutes(5)))
struct MoneyTests {
    @Test("tokens lists, adds, hides and shows, and balance leaves out what is hidden")
    func tokens() async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.check("tokens").hasPrefix("This wallet knows no tokens yet."))
        let account = try await sandbox.paidAccount("5")
        let token = try await sandbox.answer("tokens")["tokens"][0]
        #expect(token["symbol"].text == "MIDEN" && token["decimals"].number == 6 && token["name"].text == "MIDEN")
        #expect(UInt64(token["issued"].text) ?? 0 >= 5_000_000 && !token["maximum"].text.isEmpty)
        let faucet = token["faucet_id"].text
        let text = try await sandbox.check("tokens").split(separator: "\n")
        #expect(text[0].hasPrefix("TOKEN  NAME   DECIMALS") && text[1].hasPrefix("MIDEN  MIDEN"))

        let hidden = try await sandbox.check("tokens", "hide", faucet, "--field", "is_hidden")
        #expect(hidden == "true\n")
        let none = try await sandbox.check("balance")
        #expect(none == "Account \(account) holds nothing but 1 hidden token: --all shows them.\n")
        #expect(try await sandbox.answer("balance")["hidden_count"].number == 1)
        #expect(try await sandbox.check("balance", "--all", "--field", "formatted") == "5 MIDEN\n")
        _ = try await sandbox.check("tokens", "show", faucet)
        #expect(try await sandbox.check("balance", "--field", "formatted") == "5 MIDEN\n")
        #expect(try await sandbox.answer("tokens", "add", faucet)["tokens"][0]["is_added"].bool == true)

        let refused = try await sandbox.run("tokens", "add", account, "--json")
        #expect(refused.status == 5)
        #expect(try refused.error()["kind"].text == "no_faucet")
        for wrong in [["tokens", "add"], ["tokens", "burn", faucet]] {
            #expect(try await sandbox.start(wrong).outcome().status == 64)
        }
    }

    @Test("account says what a public account is and holds, and what was checked")
    func account() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let newest = try await sandbox.check("account", account)
        #expect(newest.contains("not checked   block in the chain"))
        #expect(newest.contains("sync, and ask again with --block"))
        #expect(newest.contains("\nAMOUNT  TOKEN  FAUCET\n     5  MIDEN  0x"))
        _ = try await sandbox.check("sync")
        let address = try await sandbox.answer("receive")["address"].text
        let found = try await sandbox.answer("account", address)
        #expect(found["account_id"].text == account && found["nonce"].number == 1)
        #expect(found["checked"].list.map(\.text) == ["assets", "account", "account_tree", "chain"])
        #expect(found["unchecked"].list.isEmpty)
        #expect(try await sandbox.check("account", account).contains("not checked   nothing"))

        let future = try await sandbox.run("account", account, "--block", "4000000000", "--json")
        #expect(future.status == 5)
        #expect(try future.error()["kind"].text == "block_unknown")
        // Each command is a process of its own, and the embedded chain's node keeps no accounts of old blocks.
        let old = try await sandbox.run("account", account, "--block", "1", "--json")
        #expect(try old.error()["kind"].text == "block_pruned")
        let nobody = try await sandbox.run("account", AccountFile.accountID, "--json")
        #expect(try nobody.error()["kind"].text == "account_not_on_chain")
        #expect(found["source"].text == "network" && found["is_new"].isNull && found["is_locked"].isNull)
    }

    @Test("account says what the wallet knows of its own accounts that the network cannot tell of")
    func ownAccount() async throws {
        let sandbox = try Sandbox()
        let new = try await sandbox.answer("new-wallet")["account_id"].text
        let told = try await sandbox.answer("account", "--show", new)
        #expect(told["source"].text == "wallet" && told["is_new"].bool == true && told["nonce"].number == 0)
        #expect(try await sandbox.check("account", new).contains("this wallet: the network does not have it yet"))

        let hidden = try await sandbox.answer("new-wallet", "--private")["account_id"].text
        _ = try await sandbox.check("faucet", "--amount", "5", "--account", hidden)
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all", "--account", hidden, "--yes")
        let known = try await sandbox.answer("account", hidden)
        #expect(known["source"].text == "wallet" && known["is_new"].bool == false && known["nonce"].number == 1)
        #expect(known["fungible_assets"].list.map { $0["formatted"].text } == ["5 MIDEN"])
        #expect(known["checked"].list.isEmpty && known["unchecked"].list.isEmpty)
        #expect(try await sandbox.check("account", hidden).contains("told by       this wallet\n"))
        // What the network has of it at a block is its commitment alone.
        let past = try await sandbox.run("account", hidden, "--block", "1", "--json")
        #expect(past.status == 5)
    }

    @Test("consume --preview shows what it would do, and --maximum-fee is kept")
    func consume() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_BASE_FEE": "500"])
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        let note = try await sandbox.answer("faucet", "--amount", "5")["note_id"].text
        _ = try await sandbox.check("sync")
        let before = try await sandbox.check("accounts", "--json")

        let faucet = try await sandbox.faucet()
        let shown = try await sandbox.check("consume", "--all", "--preview")
        #expect(shown.hasPrefix("This would consume 1 note: 5 MIDEN of \(faucet).\naccount  \(account)\nfee      0."))
        let planned = try await sandbox.answer("consume", note, "--preview")
        #expect(planned["transaction_id"].isNull && planned["transaction_ids"].list.isEmpty)
        #expect(planned["note_ids"][0].text == note && planned["is_preview"].bool == true)
        let fee = try #require(UInt64(planned["fee"].text))
        #expect(fee > 0)

        for which in ["--all", note] {
            let tooMuch = try await sandbox.run(
                "consume",
                which,
                "--maximum-fee",
                String(fee - 1),
                "--base-units",
                "--json"
            )
            #expect(tooMuch.status == 6)
            #expect(try tooMuch.error()["kind"].text == "fee_above_maximum")
        }
        let noAmount = try await sandbox.run("consume", "--all", "--maximum-fee", "much", "--json")
        #expect(try noAmount.error()["kind"].text == "invalid_amount")
        #expect(try await sandbox.check("accounts", "--json") == before)

        let limit = planned["fee_formatted"].text.replacingOccurrences(of: " MIDEN", with: "")
        let consumed = try await sandbox.answer("consume", "--all", "--maximum-fee", limit, "--yes")
        #expect(consumed["fee"].text == String(fee) && consumed["is_preview"].bool == false)
        #expect(!consumed["transaction_id"].isNull)
        let left = try await sandbox.answer("balance")["fungible_assets"][0]["amount"].text
        #expect(left == String(5_000_000 - fee))
        let nothing = try await sandbox.check("consume", "--all", "--preview")
        #expect(nothing.hasPrefix("There are no notes to consume"))
    }

    @Test("notes --all-states goes through all there were, in pages and with filters")
    func notes() async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.check("notes", "--all-states") == "There are no such notes.\n")
        let payer = try await sandbox.paidAccount("10")
        let payee = try await sandbox.answer("new-wallet")["account_id"].text
        let sent = try await sandbox.answer("send", payee, "2.5", "--account", payer, "--private", "--yes")
        let note = sent["note_id"].text
        _ = try await sandbox.check("sync")

        let all = try await sandbox.answer("notes", "--all-states")
        #expect(all["total_count"].number == 3 && all["next"].isNull)
        let made = try await sandbox.answer("notes", "--direction", "made")["notes"][0]
        #expect(made["note_id"].text == note && made["state"].text == "committed" && made["type"].text == "private")
        #expect(made["sender"].text == payer && made["recipient"].text == payee)
        #expect(made["transaction_id"].text == sent["transaction_id"].text && made["block_number"].number != nil)
        #expect(made["fungible_assets"][0]["formatted"].text == "2.5 MIDEN" && made["kind"].text == "payment")

        var found: [String] = []
        var cursor: [String] = []
        for _ in 0..<3 {
            let page = try await sandbox.start(["notes", "--limit", "1", "--json"] + cursor).outcome().object()
            found.append(page["notes"][0]["note_id"].text)
            cursor = page["next"].isNull ? [] : ["--after", page["next"].text]
        }
        #expect(found == all["notes"].list.map { $0["note_id"].text } && cursor.isEmpty)
        let filters: [([String], Int)] = [
            (["--state", "consumed"], 1), (["--type", "private"], 2), (["--kind", "payment"], 3),
            (["--kind", "swap"], 0),
            (["--account", payee], 1),
            (["--from", "2020-01-01", "--before", "2100-01-01"], 3), (["--before", "2020-01-01"], 0),
            (["--from-block", "1"], 3), (["--before-block", "1"], 0),
        ]
        for (filter, count) in filters {
            let page = try await sandbox.start(["notes", "--json"] + filter).outcome().object()
            #expect(page["notes"].list.count == count, "\(filter)")
        }
        let text = try await sandbox.check("notes", "--limit", "2").split(separator: "\n")
        #expect(text.count == 4 && text[0].hasPrefix("RECORDED") && text[3].hasPrefix("There are more: --after "))
        for arguments in [["--limit", "0"], ["--state", "lost"], ["--direction", "up"], ["--from-block", "x"]] {
            #expect(try await sandbox.start(["notes"] + arguments).outcome().status == 64)
        }
        let garbage = try await sandbox.run("notes", "--after", "garbage", "--json")
        #expect(try garbage.error()["kind"].text == "invalid_cursor")
    }

    @Test("tokens of one symbol are told apart wherever they are named")
    func sameSymbol() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let real = try await sandbox.faucet()
        let made = ["new-faucet", "--symbol", "MIDEN", "--decimals", "6", "--maximum-supply", "1000", "--json"]
        let copy = try await sandbox.start(made).outcome().object()["faucet"]["faucet_id"].text
        _ = try await sandbox.check("mint", "-t", account, "-a", "2000000::\(copy)", "--yes")
        _ = try await sandbox.check("faucet", "--amount", "1")
        _ = try await sandbox.check("sync")
        let notes = try await sandbox.check("notes")
        #expect(notes.contains("     2  MIDEN  \(copy)  ") && notes.contains("     1  MIDEN  \(real)  "))
        #expect(try await sandbox.check("notes", "--all-states").contains("2 MIDEN  \(copy)  "))
        let planned = try await sandbox.check("consume", "--all", "--preview")
        #expect(planned.contains("2 MIDEN of \(copy)") && planned.contains("1 MIDEN of \(real)"))
        // The account holds one token of this symbol: another that the wallet knows besides is not meant.
        let meant = ["transfer", "-t", account, "-a", "1::MIDEN", "--preview"]
        let paid = "This would send 1 MIDEN of \(real) to \(account).\n"
        #expect(try await sandbox.start(meant).outcome().output.hasPrefix(paid))
        _ = try await sandbox.check("tokens", "hide", real)
        #expect(try await sandbox.start(meant).outcome().output.hasPrefix(paid))
        _ = try await sandbox.check("tokens", "show", real)
        _ = try await sandbox.check("consume", "--all")
        let several = try await sandbox.start(meant + ["--json"]).outcome().error()
        #expect(several["kind"].text == "token_unclear" && several["message"].text.contains("there are several"))
        let rows = try await sandbox.check("transactions", "--account", account, "--limit", "1").split(separator: "\n")
        #expect(
            rows.contains { $0.contains("+2 MIDEN  \(copy)") } && rows.contains { $0.contains("+1 MIDEN  \(real)") }
        )
        let sent = try await sandbox.check("send", account, "1", "--token", copy, "--preview")
        #expect(sent.hasPrefix("This would send 1 MIDEN of \(copy) to \(account).\n"))
        #expect(sent.contains("1 MIDEN of \(copy)\n"))
    }

    @Test("--prover says who sees what, and without a fallback nothing is sent where it fails")
    func prover() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_PROOFS": "real"])
        _ = try await sandbox.answer("new-wallet")
        _ = try await sandbox.check("faucet", "--amount", "5")
        _ = try await sandbox.check("sync")
        let help = try await sandbox.check("consume", "--help")
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("sees the whole transaction"))
        let elsewhere = ["--prover", "http://127.0.0.1:9", "--no-prover-fallback", "--prover-timeout", "5"]
        let refused = try await sandbox.start(["consume", "--all", "--json"] + elsewhere).outcome()
        #expect(refused.status == 6)
        #expect(try refused.error()["kind"].text == "remote_prover")
        #expect(try await sandbox.check("balance").contains("holds nothing"))

        // With the fallback it is sent, and nobody has to look into the log to learn who may have seen it.
        let fallen = try await sandbox.start(["consume", "--all", "--prover", "http://127.0.0.1:9"]).outcome()
        #expect(fallen.status == 0, "\(fallen.errors)")
        let warning = "warning miden_swift_wallet::transactions::proving: proving on this machine instead"
        #expect(fallen.errors.contains(warning), "\(fallen.errors)")
        #expect(fallen.output.contains("this machine; the remote prover was asked, and may have seen the transaction"))
        #expect(try await sandbox.run("info", "--prover-timeout", "0").status == 64)
    }

    @Test("A transaction whose proof takes more memory than the option allows is refused, and nothing is consumed")
    func proofMemory() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.answer("new-wallet")
        _ = try await sandbox.check("faucet", "--amount", "5")
        _ = try await sandbox.check("sync")
        let refused = try await sandbox.start(["consume", "--all", "--proof-memory", "100", "--json"]).outcome()
        #expect(refused.status == 6)
        #expect(try refused.error()["kind"].text == "proof_too_large")
        let message = try refused.error()["message"].text
        #expect(message.contains("may take 100 MiB") && message.contains("--proof-memory"), "\(message)")
        #expect(try await sandbox.check("balance").contains("holds nothing"))
        #expect(try await sandbox.run("info", "--proof-memory", "0").status == 64)
    }
}
