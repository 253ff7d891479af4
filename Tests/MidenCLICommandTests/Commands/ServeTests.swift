#if WalletServer
    import Foundation
    import MidenSwiftClient
    import MidenTestSupport
    import MidenWalletServerTestSupport
    import Testing

    @testable import MidenWalletRPC

    /// `miden-cli serve`, asked by a page and decided by a program.
    @Suite("miden-cli serve", .timeLimit(.minutes(5)))
    struct ServeTests {
        private static let shop = "https://shop.example"

        @Test("tells where it serves, and a pairing code; {\"pair\": true}: another code")
        func serving() async throws {
            let sandbox = try Sandbox()
            let account = try await sandbox.answer("new-wallet")["account_id"].text
            let wallet = try await ServedWallet(sandbox)
            #expect(
                wallet.serving.shape == [
                    "account_id: text", "address: text", "module: text", "network: text", "pairing.pairing_code: text",
                    "pairing.pairing_seconds: number", "url: text",
                ]
            )
            #expect(wallet.serving["account_id"].text == account)
            #expect(wallet.serving["url"].text.hasPrefix("http://127.0.0.1:"))
            let first = wallet.serving["pairing"]["pairing_code"].text
            #expect(first.count == 9)
            let module = try await RawClient.request("GET /miden-wallet.js", port: wallet.port)
            #expect(module.status == 200 && module.body.contains("installProvider"))
            try wallet.write(#"{"pair": true}"#)
            let second = try await wallet.next("pairing")["pairing_code"].text
            #expect(second.count == 9 && second != first)
            let outcome = try await wallet.end()
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        }

        @Test("five wrong pairing codes: the user learns the origin that tried them")
        func wrongCodes() async throws {
            let sandbox = try Sandbox()
            _ = try await sandbox.check("new-wallet")
            let wallet = try await ServedWallet(sandbox)
            let origin = "chrome-extension://" + String(repeating: "a", count: 32)
            for number in 0..<5 {
                let stranger = try await RawClient.socket(wallet.port, origin: origin)
                try await stranger.call("p\(number)", "miden_pair", #"{"code":"22222222"}"#)
                #expect(try await stranger.refusal()?.code == .unauthorizedOrigin)
            }
            #expect(try await wallet.next("code_ended")["extension_origin"].text == origin)
            #expect(try await wallet.end().status == 0)
        }

        @Test("a connect: asks; approved it is listed beside it, and revoked there it ends; the log has it afterwards")
        func connect() async throws {
            let sandbox = try Sandbox()
            let account = try await sandbox.answer("new-wallet")["account_id"].text
            let wallet = try await ServedWallet(sandbox)
            let page = try await RawClient.socket(wallet.port)
            try await page.call("a", "miden_connect", #"{"appName":"Shop\u202E"}"#)
            let question = try await wallet.next("question")
            #expect(question["asks"].text == "connect" && question["origin"].text == Self.shop)
            #expect(question["claimed_name"].text == #"Shop\u{202E}"#)
            #expect(question["account_id"].text == account && question["digest"].isNull)
            try wallet.decide("approve", question)
            #expect(try await wallet.next("ended")["reason"].text == "approved")
            #expect(try await !page.response(to: "a")["result"]["token"].isNull)

            let sites = try await sandbox.answer("dapp", "list")["sites"]
            #expect(sites.count == 1 && sites[0]["origin"].text == Self.shop && sites[0]["has_session"].bool == true)
            let listed = try await sandbox.check("dapp", "list")
            #expect(listed.contains(Self.shop) && listed.contains(account) && listed.contains("No browser extension"))
            let revoked = try await sandbox.answer("dapp", "revoke", Self.shop)
            #expect(revoked["revoked_origins"].list.map(\.text) == [Self.shop])
            #expect(try await page.message()["params"]["event"].text == "disconnect")
            #expect(try await sandbox.answer("dapp", "list")["sites"].count == 0)

            #expect(try await wallet.end().status == 0)
            let log = try await sandbox.answer("dapp", "log", "--origin", Self.shop)["entries"]
            #expect(log.count == 1 && log[0]["method"].text == "miden_connect" && log[0]["outcome"].text == "answered")
            #expect(try await sandbox.answer("dapp", "log", "--origin", "https://other.example")["entries"].count == 0)
            #expect(try await sandbox.check("dapp", "log").contains("miden_connect"))
        }

        @Test("a decline, lines that are none, and decisions of no question: each has its answer")
        func decline() async throws {
            let sandbox = try Sandbox()
            _ = try await sandbox.check("new-wallet")
            let wallet = try await ServedWallet(sandbox)
            let page = try await RawClient.socket(wallet.port)
            try await page.call("a", "miden_connect")
            let question = try await wallet.next("question")
            for (line, kind) in [
                ("yes", "invalid_decision"), (#"{"id":"x","decision":"approve"}"#, "unknown_question"),
                (#"{"decision":"approve"}"#, "unknown_question"),
            ] {
                try wallet.write(line)
                #expect(try await wallet.next("error")["kind"].text == kind, "\(line)")
            }
            try wallet.decide("perhaps", question)
            #expect(try await wallet.next("error")["kind"].text == "invalid_decision")
            try wallet.decide("simulate", question)
            #expect(try await wallet.next("error")["kind"].text == "no_simulation")
            try wallet.decide("approve", question, digest: "00")
            #expect(try await wallet.next("error")["kind"].text == "wrong_digest")
            try wallet.decide("decline", question)
            #expect(try await wallet.next("ended")["reason"].text == "declined")
            #expect(try await page.response(to: "a")["error"]["code"].number == 4001)
            try wallet.decide("approve", question)
            #expect(try await wallet.next("error")["kind"].text == "unknown_question")
            _ = try await wallet.end()
            #expect(try await sandbox.answer("dapp", "list")["sites"].count == 0)
        }

        @Test(
            "a script of a page: the question has the procedures it calls under Miden's names, and none of the page's"
        )
        func calls() async throws {
            let sandbox = try Sandbox()
            let account = try await sandbox.paidAccount("5")
            let wallet = try await ServedWallet(sandbox, ["--account", account])
            let page = try await RawClient.socket(wallet.port)
            let address = try await page.connect(wallet)["address"].text
            let request = try RequestFile.calls().base64EncodedString()
            let parameters = """
                {"address":"\(address)","transactionRequest":"\(request)","callId":"00112233445566778899aabbccddeeff"}
                """
            try await page.call("script", "miden_requestTransaction", parameters)
            let question = try await wallet.next("question")
            let preview = question["preview"]
            #expect(question["asks"].text == "transaction" && preview["effects"].text == "not_executed")
            let calls = preview["calls"].list
            let names = calls.map { $0["names"].list.map(\.text) }
            #expect(names == [["basic_wallet::move_asset_to_note"], []])
            #expect(calls.allSatisfy { $0["account_id"].text == account && $0["arguments"].isNull })
            #expect(preview["calls_left_out"].number == 0 && preview["has_unknown_calls"].bool == false)
            try wallet.decide("simulate", question)
            let simulated = try await wallet.next("simulated")["preview"]
            #expect(simulated["calls"].list.map { $0["root"].text } == calls.map { $0["root"].text })
            try wallet.decide("decline", question)
            #expect(try await wallet.next("ended")["reason"].text == "declined")
            #expect(try await wallet.end().status == 0)
        }

        @Test(
            "lines that cannot be read: each is an error, and the question stays open and is approved by the next line"
        )
        func unreadableLines() async throws {
            let sandbox = try Sandbox()
            _ = try await sandbox.check("new-wallet")
            let wallet = try await ServedWallet(sandbox)
            let page = try await RawClient.socket(wallet.port)
            try await page.call("a", "miden_connect")
            let question = try await wallet.next("question")
            let approval = #"{"id":"\#(question["id"].text)","decision":"approve"}"#
            let longest = approval + String(repeating: " ", count: 4096 - approval.utf8.count)
            for line in [Data("\(longest) ".utf8), Data(repeating: UInt8(ascii: "x"), count: 100_000), Data([0xFF])] {
                try wallet.write(line)
                let error = try await wallet.next("error")
                #expect(error["kind"].text == "invalid_decision" && error["id"].isNull)
                #expect(error["message"].text == (line.count == 1 ? "The line is not UTF-8." : Self.tooLong))
            }
            try wallet.write(longest)
            #expect(try await wallet.next("ended")["reason"].text == "approved")
            #expect(try await !page.response(to: "a")["result"].isNull)
            #expect(try await wallet.end().status == 0)
        }

        private static let tooLong = "The line has more than 4096 bytes."

        @Test("the input ends within a line that is too long: the line is an error, and the question is declined")
        func endOfLongLine() async throws {
            let sandbox = try Sandbox()
            _ = try await sandbox.check("new-wallet")
            let wallet = try await ServedWallet(sandbox)
            let page = try await RawClient.socket(wallet.port)
            try await page.call("a", "miden_connect")
            _ = try await wallet.next("question")
            try wallet.writePart(Data(repeating: UInt8(ascii: "x"), count: 5000))
            let outcome = try await wallet.end()
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(try await wallet.next("error")["message"].text == Self.tooLong)
            #expect(try await wallet.next("ended")["reason"].text == "declined")
        }

        @Test("SIGTERM and Ctrl-C: decline what is asked, and end it with 0", arguments: [SIGTERM, SIGINT])
        func signalDeclines(signal: Int32) async throws {
            let sandbox = try Sandbox()
            _ = try await sandbox.check("new-wallet")
            let wallet = try await ServedWallet(sandbox)
            let page = try await RawClient.socket(wallet.port)
            try await page.call("a", "miden_connect")
            _ = try await wallet.next("question")
            wallet.command.signal(signal)
            #expect(try await wallet.next("ended")["reason"].text == "declined")
            #expect(try await wallet.next("stopped")["declined_count"].number == 1)
            let outcome = await wallet.command.outcome()
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(try await sandbox.answer("dapp", "list")["sites"].count == 0)
        }

        /// A page that asks for one token for a stranger, and the question that it makes the wallet ask.
        private struct AskedPayment {
            static let recipient: AccountID = .of("0x5401ef36815e47d14b651e8e968153")

            let account: String
            let faucet: String
            let wallet: ServedWallet
            let page: RawClient
            let question: JSON

            init(in sandbox: Sandbox) async throws {
                account = try await sandbox.paidAccount("5")
                faucet = try await sandbox.faucet()
                wallet = try await ServedWallet(sandbox, ["--account", account])
                page = try await RawClient.socket(wallet.port)
                let address = try await page.connect(wallet)["address"].text
                let network = MidenWallet.Network.embedded(MidenWallet.EmbeddedOptions(proofs: .dummy))
                let token = try AccountAddress(try AccountID(faucet), on: network).text
                let recipient = try AccountAddress(Self.recipient, on: network).text
                let parameters = """
                    {"address":"\(address)","recipientAddress":"\(recipient)","faucetId":"\(token)","noteType":"public",
                     "amount":"1","callId":"00112233445566778899aabbccddeeff"}
                    """
                try await page.call("pay", "miden_requestSend", parameters)
                question = try await wallet.next("question")
            }
        }

        @Test(
            "a payment: another digest approves nothing; the one that was shown pays, and a signal lets it complete",
            arguments: [SIGINT, SIGTERM]
        )
        func payment(signal: Int32) async throws {
            let sandbox = try Sandbox()
            let asked = try await AskedPayment(in: sandbox)
            let (wallet, page, question) = (asked.wallet, asked.page, asked.question)
            let preview = question["preview"]
            #expect(question["asks"].text == "send" && preview["effects"].text == "known")
            #expect(preview["notes"][0]["recipient_id"].text == AskedPayment.recipient.hex)
            #expect(preview["transaction"]["assets_out"][0]["faucet_id"].text == asked.faucet)
            let digest = question["digest"].text
            #expect(digest.count == 64 && preview["digest"].text == digest)
            for wrong in [nil, "", String(repeating: "0", count: 64)] {
                try wallet.decide("approve", question, digest: wrong)
                let error = try await wallet.next("error")
                #expect(error["kind"].text == "wrong_digest" && error["id"].text == question["id"].text)
            }
            try wallet.decide("approve", question, digest: digest)
            #expect(try await wallet.next("ended")["reason"].text == "approved")
            #expect(try await page.response(to: "pay")["result"]["transactionId"].text.count == 64)

            // It may not be proven yet.
            wallet.command.signal(signal)
            #expect(try await wallet.next("stopped", skipping: "settled")["approved_count"].number == 2)
            let outcome = await wallet.command.outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            let sent = try await sandbox.answer("transactions")["transactions"].list.filter { transaction in
                transaction["counterparty_ids"].list.map(\.text) == [AskedPayment.recipient.hex]
            }
            #expect(sent.count == 1)
            let logged = try await sandbox.answer("dapp", "log", "--limit", "1")["entries"]
            #expect(logged.count == 1 && logged[0]["method"].text == "miden_requestSend")
        }

        @Test("a payment that is committed: is told with its id, and the log has what became of it")
        func committed() async throws {
            let sandbox = try Sandbox()
            let asked = try await AskedPayment(in: sandbox)
            let (account, wallet, page, question) = (asked.account, asked.wallet, asked.page, asked.question)
            try wallet.decide("approve", question, digest: question["digest"].text)
            #expect(try await wallet.next("ended")["reason"].text == "approved")
            let reference = try await page.response(to: "pay")["result"]["transactionId"].text
            let told = try await wallet.next("settled")
            #expect(
                told.shape == [
                    "account_id: text", "approved_at: text", "origin: text", "transaction.is_carried_out: bool",
                    "transaction.reason: null", "transaction.reference: text", "transaction.state: text",
                    "transaction.transaction_id: text",
                ]
            )
            #expect(told["origin"].text == Self.shop && told["account_id"].text == account)
            #expect(told["transaction"]["reference"].text == reference)
            #expect(told["transaction"]["state"].text == "committed")
            #expect(told["transaction"]["is_carried_out"].bool == true)
            #expect(try await wallet.end().status == 0)

            let logged = try await sandbox.answer("dapp", "log", "--limit", "1")["entries"][0]
            #expect(logged["method"].text == "miden_requestSend" && logged["outcome"].text == "answered")
            #expect(logged["transaction"]["reference"].text == reference)
            #expect(logged["transaction"]["state"].text == "committed")
            #expect(logged["transaction"]["transaction_id"].text == told["transaction"]["transaction_id"].text)
            let text = try await sandbox.check("dapp", "log")
            #expect(text.contains("committed") && text.contains(reference))
        }

        @Test("transactions that fail after a restart: each is told with the reason once, and the log has the reasons")
        func failedAfterRestart() async throws {
            let sandbox = try Sandbox()
            let account = try await sandbox.paidAccount("5")
            let faucet = try AccountID(try await sandbox.faucet())
            let first = try await ServedWallet(sandbox, ["--account", account])
            _ = try await RawClient.socket(first.port).connect(first)
            #expect(try await first.end().status == 0)

            // As if the process had been killed after the approvals.
            let files = RPCFiles(in: URL(fileURLWithPath: sandbox.wallets + "/embedded"))
            let granted = try #require(try FileGrantStore(file: files.grants).load()[Self.shop])
            let grant = try #require(WalletNetwork.allCases.flatMap { granted.grants(on: $0) }.first)
            let reasons = [
                Self.shop: "The transaction does more than the user was shown",
                "https://revoked.example": "The site has no access to the account any more",
            ]
            let log = try ActivityLog(file: files.activity)
            var transactions = try TransactionStore(file: files.transactions)
            for origin in reasons.keys {
                let callId = "00112233445566778899aabbccddeeff"
                let reference = RequestedTransaction.reference(
                    origin: origin,
                    accountId: grant.accountId,
                    callId: callId
                )
                let draft = TransactionWork.Draft.send(
                    to: .of("0x5401ef36815e47d14b651e8e968153"),
                    faucetId: faucet,
                    baseUnits: 1,
                    noteType: .public,
                    reclaimHeight: nil
                )
                let shown = TransactionWork.Limit.shown(ShownEffects(assetsIn: [], notes: []))
                let transaction = RequestedTransaction(
                    origin: origin,
                    grant: grant,
                    callId: callId,
                    parameters: Data(),
                    approvedAt: Date(),
                    work: TransactionWork(draft: draft, limit: shown)
                )
                #expect(try transactions.add(transaction, reference: reference))
                await log.add(
                    ActivityEntry(
                        time: Date(),
                        origin: origin,
                        accountId: grant.accountId,
                        method: RPCMethodName.requestSend,
                        outcome: .answered,
                        facts: ActivityEntry.referenceLabel + reference
                    )
                )
            }

            let second = try await ServedWallet(sandbox, ["--account", account])
            var told: [String: String] = [:]
            for _ in reasons {
                let settled = try await second.next("settled")
                #expect(settled["transaction"]["state"].text == "failed")
                #expect(settled["transaction"]["is_carried_out"].bool == false)
                #expect(settled["transaction"]["transaction_id"].isNull)
                told[settled["origin"].text] = settled["transaction"]["reason"].text
            }
            #expect(told == reasons)
            #expect(try await second.end().status == 0)
            for (origin, reason) in reasons {
                let logged = try await sandbox.answer("dapp", "log", "--origin", origin)["entries"].list
                let paid = try #require(logged.first { $0["method"].text == RPCMethodName.requestSend })
                #expect(paid["transaction"]["state"].text == "failed")
                #expect(paid["transaction"]["reason"].text == reason)
                let text = try await sandbox.check("dapp", "log", "--origin", origin)
                #expect(text.contains("failed") && text.contains("Nothing was paid. \(reason)"))
            }
            // They were told.
            let third = try await ServedWallet(sandbox, ["--account", account])
            #expect(try await third.end().status == 0)
            #expect(try await third.next("stopped")["approved_count"].number == 0)
        }

        @Test("the end of the input declines what is asked, and ends it")
        func endOfInput() async throws {
            let sandbox = try Sandbox()
            _ = try await sandbox.check("new-wallet")
            let wallet = try await ServedWallet(sandbox)
            let page = try await RawClient.socket(wallet.port)
            try await page.call("a", "miden_connect")
            _ = try await wallet.next("question")
            let outcome = try await wallet.end()
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(try await wallet.next("ended")["reason"].text == "declined")
            #expect(try await wallet.next("stopped")["declined_count"].number == 1)
            #expect(try await sandbox.answer("dapp", "list")["sites"].count == 0)
        }

        @Test("a page that goes: its question is told to have ended, and the next one is asked")
        func withdrawn() async throws {
            let sandbox = try Sandbox()
            _ = try await sandbox.check("new-wallet")
            let wallet = try await ServedWallet(sandbox)
            let gone = try await RawClient.socket(wallet.port)
            try await gone.call("a", "miden_connect")
            let first = try await wallet.next("question")
            try await gone.close()
            let ended = try await wallet.next("ended")
            #expect(ended["reason"].text == "withdrawn" && ended["id"].text == first["id"].text)
            let page = try await RawClient.socket(wallet.port, origin: "https://other.example")
            try await page.call("a", "miden_connect")
            let second = try await wallet.next("question")
            try wallet.decide("approve", first)
            #expect(try await wallet.next("error")["kind"].text == "unknown_question")
            try wallet.decide("decline", second)
            #expect(try await wallet.next("ended")["reason"].text == "declined")
            _ = try await wallet.end()
        }

        @Test("a wallet under a passphrase: is served with it, and not without")
        func passphrase() async throws {
            let sandbox = try Sandbox()
            let file = try sandbox.directory.write(Data("correct horse\n".utf8), to: "passphrase")
            _ = try await sandbox.answer("new-wallet", "--passphrase-file", file)
            let refused = try await sandbox.run("serve", "--json", "--port", "0")
            #expect(refused.status == 3 && refused.output.isEmpty)
            #expect(try refused.error()["kind"].text == "passphrase_needed")
            let wallet = try await ServedWallet(sandbox, ["--passphrase-file", file])
            let page = try await RawClient.socket(wallet.port)
            #expect(try await !page.connect(wallet)["address"].isNull)
            #expect(try await wallet.end().status == 0)
        }

        @Test("an address that is not of loopback: is warned of; a port in use, no account, nobody to ask: are errors")
        func refusals() async throws {
            let sandbox = try Sandbox()
            let none = try await sandbox.run("serve", "--json", "--port", "0")
            #expect(none.status == 5)
            #expect(try none.error()["kind"].text == "no_account")
            _ = try await sandbox.check("new-wallet")

            let terminal = try PseudoTerminal()
            for (input, errors) in [(nil, nil), (terminal.handle, nil), (nil, terminal.handle)] {
                let refused = try await sandbox.start(["serve"], input: input, errors: errors).outcome()
                #expect(refused.status == 2 && refused.output.isEmpty)
                let said = errors == nil ? refused.errors : terminal.written()
                #expect(said.contains("Nothing was served") && said.contains("--json"), "\(said)")
            }

            let wallet = try await ServedWallet(sandbox, ["--address", "0.0.0.0"])
            // Of another wallet: this one is open.
            let other = sandbox.with(["MIDEN_DATA_DIR": sandbox.directory.path + "/others"])
            _ = try await other.check("new-wallet")
            let inUse = try await other.run("serve", "--json", "--port", "\(wallet.port)")
            #expect(inUse.status == 2 && inUse.output.isEmpty)
            #expect(try inUse.error()["kind"].text == "address_unusable")
            let outcome = try await wallet.end()
            #expect(outcome.errors.contains("Warning: 0.0.0.0 is no address of loopback."), "\(outcome.errors)")
            for arguments in [["--port", "65536"], ["--address", ""], ["--allow-host", ""], ["--every", "0"]] {
                #expect(try await sandbox.start(["serve"] + arguments).outcome().status == 64, "\(arguments)")
            }
        }

        @Test("damaged files of pages: are named by serve and dapp, and stay as they are")
        func damaged() async throws {
            let sandbox = try Sandbox()
            _ = try await sandbox.check("new-wallet")
            for name in ["grants.json", "pairings.json", "activity.json", "transactions.json"] {
                let file = sandbox.wallets + "/embedded/" + name
                try "garbage".write(toFile: file, atomically: true, encoding: .utf8)
                let served = try await sandbox.run("serve", "--json", "--port", "0")
                #expect(served.status == 12 && served.output.isEmpty, "\(name)")
                #expect(try served.error()["kind"].text == "page_file_damaged", "\(name)")
                #expect(try served.error()["message"].text.contains(file))
                let isOfLog = ["activity.json", "transactions.json"].contains(name)
                let read = try await sandbox.run("dapp", isOfLog ? "log" : "list", "--json")
                #expect(read.status == 12, "\(name)")
                #expect(try read.error()["kind"].text == "page_file_damaged", "\(name)")
                #expect(try String(contentsOfFile: file, encoding: .utf8) == "garbage")
                try FileManager.default.removeItem(atPath: file)
            }
        }

        @Test("on a terminal: shows who asks for what; what is typed for a question that went answers no other one")
        func terminal() async throws {
            let sandbox = try Sandbox()
            let account = try await sandbox.answer("new-wallet")["account_id"].text
            let terminal = try PseudoTerminal()
            let port = try Self.freePort()
            let command = try sandbox.start(
                ["serve", "--port", "\(port)"],
                input: terminal.handle,
                output: terminal.handle,
                errors: terminal.handle
            )
            let opening = try await terminal.written(until: "within 120 seconds.")
            // Whoever types is on a line of their own.
            #expect(PseudoTerminal.visible(opening).split(separator: "\n").contains("Serving web pages."))
            #expect(opening.contains("http://127.0.0.1:\(port)") && opening.contains(account))

            let gone = try await RawClient.socket(port)
            try await gone.call("a", "miden_connect", #"{"appName":"Shop"}"#)
            let asked = try await terminal.written(until: "[y/N] ")
            #expect(asked.contains("A page asks to connect") && asked.contains(Self.shop))
            #expect(asked.contains("“Shop”, which is its own claim"))
            try await gone.close()
            _ = try await terminal.written(until: "This question has ended without an answer")
            terminal.type("y\n")
            _ = try await terminal.written(until: "Nothing is asked now.")

            let page = try await RawClient.socket(port)
            try await page.call("a", "miden_connect")
            _ = try await terminal.written(until: "[y/N] ")
            // Cut, it would be a yes.
            terminal.type("y" + String(repeating: " ", count: 2000) + "o\n")
            #expect(try await terminal.written(until: "[y/N] ").contains("It answers nothing."))
            terminal.type("n\n")
            _ = try await terminal.written(until: "Declined.")
            #expect(try await page.response(to: "a")["error"]["code"].number == 4001)
            try await page.call("b", "miden_connect")
            _ = try await terminal.written(until: "[y/N] ")
            terminal.type("y\n")
            _ = try await terminal.written(until: "Approved.")
            #expect(try await !page.response(to: "b")["result"].isNull)
            terminal.type("p\n")
            _ = try await terminal.written(until: "Pairing code ")
            command.signal(SIGINT)
            let closing = try await terminal.written(until: "1 were approved, 1 were declined, and 1 ended")
            #expect(!closing.contains("Serving web pages …"))
            #expect(await command.outcome().status == 0)
        }

        /// A port that nothing listens on now.
        private static func freePort() throws -> Int {
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafeMutablePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(socket, address, length) + getsockname(socket, address, &length)
                }
            }
            try #require(status == 0)
            return Int(UInt16(bigEndian: address.sin_port))
        }
    }
#endif
