import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenWalletRPC

/// With a process for each message in the place of Safari's native handler.
@Suite("The handler of a Safari extension", .timeLimit(.minutes(10)))
struct SafariRequestHandlerTests {
    private static let prepare = RPCMethodName.prepare
    private static let decide = RPCMethodName.decide

    // MARK: - Connecting

    @Test("a connect that the user approves: gives a token, with which another process reads without a question")
    func connect() async throws {
        let folder = try await SafariFolder()
        let request = try folder.request(RPCMethodName.connect, ConnectParameters(appName: "Shop"))
        let question = try await folder.send(Self.prepare, request)
        #expect(question["question"]["kind"].text == "connect")
        #expect(question["question"]["origin"].text == SafariFolder.origin)
        #expect(question["question"]["appName"].text == "Shop")
        #expect(question["question"]["canBeApproved"].bool == true)
        let connected = try await folder.send(Self.decide, folder.decision("approve", of: question, on: request))
        let token = connected["result"]["token"].text
        let accounts = try folder.request(RPCMethodName.getAccounts, NoParameters(), token: token)
        let listed = try await folder.send(Self.prepare, accounts)
        #expect(listed["result"]["addresses"].list.map(\.text) == [folder.address])
    }

    @Test("an origin without a grant: gets 4100, nobody is asked, and nothing is executed")
    func noGrant() async throws {
        let folder = try await SafariFolder()
        for token in [nil, String(repeating: "0", count: 64)] {
            let payment = try folder.payment(5, token: token)
            let prepared = try await folder.send(Self.prepare, payment)
            #expect(prepared["error"]["code"].number == 4100)
            let forged = payment.merging(["decision": "approve", "digest": ""]) { $1 }
            #expect(try await folder.send(Self.decide, forged)["error"]["code"].number == 4100)
        }
        #expect(try await folder.received() == 0)
    }

    @Test("a token of another origin: gives no session")
    func otherOrigin() async throws {
        let folder = try await SafariFolder()
        let token = try await folder.connect()
        let origin = "https://other.example"
        let request = try folder.request(RPCMethodName.getAccounts, NoParameters(), token: token, origin: origin)
        #expect(try await folder.send(Self.prepare, request)["error"]["code"].number == 4100)
    }

    // MARK: - Payments

    @Test(
        "a payment that is prepared and approved: is shown as it is, and paid once, also if the decision is sent again"
    )
    func payment() async throws {
        let folder = try await SafariFolder()
        let payment = try folder.payment(5, token: try await folder.connect())
        let question = try await folder.send(Self.prepare, payment)
        #expect(question["question"]["kind"].text == "send")
        let lines = question["question"]["lines"].list.map { "\($0["name"].text): \($0["text"].text)" }
        #expect(lines.contains { $0.hasPrefix("Pays in total, without the fee: ") }, "\(lines)")
        let decision = folder.decision("approve", of: question, on: payment)
        let reference = try await folder.send(Self.decide, decision)["result"]["transactionId"].text
        #expect(reference.count == 64)
        #expect(try await folder.send(Self.decide, decision)["result"]["transactionId"].text == reference)
        // What was approved is not asked again.
        #expect(try await folder.send(Self.prepare, payment)["result"]["transactionId"].text == reference)
        #expect(try await folder.received() == 5)
    }

    @Test("a payment that is only prepared, or that the user declines: is not paid, and a decline gives 4001")
    func decline() async throws {
        let folder = try await SafariFolder()
        let payment = try folder.payment(5, token: try await folder.connect())
        let question = try await folder.send(Self.prepare, payment)
        let declined = try await folder.send(Self.decide, folder.decision("decline", of: question, on: payment))
        #expect(declined["error"]["code"].number == 4001)
        #expect(try await folder.received() == 0)
        let log = try ActivityLog(file: folder.url.appendingPathComponent("activity.json"))
        let outcomes = try await log.entries().filter { $0.method == RPCMethodName.requestSend }.map(\.outcome)
        #expect(outcomes == [.declined])
    }

    @Test("an approval with the digest of another payment: approves nothing, and the payment is shown again")
    func otherDigest() async throws {
        let folder = try await SafariFolder()
        let token = try await folder.connect()
        let question = try await folder.send(Self.prepare, try folder.payment(5, token: token))
        let larger = try folder.payment(6, token: token)
        let answer = try await folder.send(Self.decide, folder.decision("approve", of: question, on: larger))
        #expect(answer["result"].isNull && answer["question"]["kind"].text == "send")
        #expect(answer["digest"].text != question["digest"].text)
        #expect(try await folder.received() == 0)
    }

    @Test("a payment that would do something else after another block: is shown again, and paid once it is approved so")
    func changed() async throws {
        let folder = try await SafariFolder()
        let payment = try folder.payment(5, token: try await folder.connect(), recallBlocks: 100)
        let question = try await folder.send(Self.prepare, payment)
        try await folder.makeBlock()
        let again = try await folder.send(Self.decide, folder.decision("approve", of: question, on: payment))
        #expect(again["result"].isNull && again["question"]["kind"].text == "send")
        let paid = try await folder.send(Self.decide, folder.decision("approve", of: again, on: payment))
        #expect(paid["result"]["transactionId"].text.count == 64)
    }

    @Test("a payment whose tokens are spent after it was shown: is not made, and cannot be approved any more")
    func impossible() async throws {
        let folder = try await SafariFolder()
        let payment = try folder.payment(5, token: try await folder.connect())
        let question = try await folder.send(Self.prepare, payment)
        try await folder.spendAll()
        let again = try await folder.send(Self.decide, folder.decision("approve", of: question, on: payment))
        #expect(again["result"].isNull && again["question"]["canBeApproved"].bool == false)
        let refused = try await folder.send(Self.decide, folder.decision("approve", of: again, on: payment))
        #expect(refused["error"]["code"].number == 4001)
        #expect(try await folder.received() == 1000)
    }

    @Test(
        "a process that is killed between the decision and the reply: pays once, with the same decision again",
        arguments: ["before-journal", "after-journal", "after-submit", "after-apply"]
    )
    func killed(place: String) async throws {
        let folder = try await SafariFolder()
        let payment = try folder.payment(5, token: try await folder.connect())
        let question = try await folder.send(Self.prepare, payment)
        let decision = folder.decision("approve", of: question, on: payment)
        let outcome = try await folder.start(Self.decide, decision, failAt: "\(place):kill").outcome()
        try #require(outcome.status == 1000 + SIGKILL, "\(outcome.output) \(outcome.errors)")
        #expect(try await folder.send(Self.decide, decision)["result"]["transactionId"].text.count == 64)
        #expect(try await folder.received() == 5)
    }

    @Test("a process that is killed after the decision: is followed by a poll of events, which pays")
    func killedAndPolled() async throws {
        let folder = try await SafariFolder()
        let token = try await folder.connect()
        let payment = try folder.payment(5, token: token)
        let question = try await folder.send(Self.prepare, payment)
        let decision = folder.decision("approve", of: question, on: payment)
        let outcome = try await folder.start(Self.decide, decision, failAt: "before-journal:kill").outcome()
        try #require(outcome.status == 1000 + SIGKILL, "\(outcome.output) \(outcome.errors)")
        _ = try await folder.poll(token: token)
        #expect(try await folder.received() == 5)
    }

    @Test(
        "a payment whose process is killed after the submission, and whose site then loses its access: has not failed"
    )
    func killedAndRevoked() async throws {
        let folder = try await SafariFolder()
        let payment = try folder.payment(5, token: try await folder.connect())
        let question = try await folder.send(Self.prepare, payment)
        let decision = folder.decision("approve", of: question, on: payment)
        let outcome = try await folder.start(Self.decide, decision, failAt: "after-submit:kill").outcome()
        try #require(outcome.status == 1000 + SIGKILL, "\(outcome.output) \(outcome.errors)")
        let states = try await folder.withWallet { wallet in
            let account = try #require(try await wallet.getAccounts().first)
            let pages = try await RPCWallet(
                wallet,
                accountId: account.id,
                approvals: TestUser(answering: nil),
                transactions: TransactionStore(file: RPCFiles(in: folder.url).transactions),
                send: { _, _ in }
            )
            await pages.waitForSubmissions()
            return try await pages.transactions.all().values.map(\.state)
        }
        let submitted = states.filter { state in
            if case .pending = state { true } else if case .committed = state { true } else { false }
        }
        #expect(states.count == 1 && submitted == states)
        #expect(try await folder.received() == 5)
    }

    // MARK: - The wallet is open elsewhere

    @Test("a wallet that the app has open: is busy, a decision pays nothing, and events are told")
    func busy() async throws {
        let folder = try await SafariFolder()
        let token = try await folder.connect()
        let payment = try folder.payment(5, token: token)
        let question = try await folder.send(Self.prepare, payment)
        try await folder.withWallet { _ async throws in
            for (method, message) in [
                (Self.prepare, payment), (Self.decide, folder.decision("approve", of: question, on: payment)),
            ] {
                let reply = try await folder.send(method, message)
                #expect(reply["error"]["code"].number == RPCError.Code.busy.rawValue)
                #expect(reply["error"]["message"].text == "The wallet is busy")
            }
            #expect(try await folder.poll(token: token)["cursor"].isNull == false)
        }
        #expect(SafariRequestHandler.openTime < .seconds(2))
        #expect(try await folder.received() == 0)
    }

    // MARK: - Events

    @Test("events: tell each change once, and a wait for the transaction ends with its block")
    func events() async throws {
        let folder = try await SafariFolder()
        let token = try await folder.connect()
        let begin = try await folder.poll(token: token)
        #expect(begin["events"].count == 0)
        let reference = try await folder.approve(folder.payment(5, token: token))["result"]["transactionId"].text
        let wait = try folder.request(
            RPCMethodName.waitForTransaction,
            WaitForTransactionParameters(transactionId: reference),
            token: token
        )
        #expect(try await folder.send(Self.prepare, wait)["result"]["txHash"].text.hasPrefix("0x"))

        let changed = try await folder.poll(token: token, cursor: begin["cursor"].text)
        #expect(changed["events"].list.map { $0["event"].text } == ["transactionChange"])
        #expect(changed["events"][0]["data"]["transactionId"].text == reference)
        #expect(changed["events"][0]["data"]["state"].text == "committed")
        #expect(try await folder.poll(token: token, cursor: changed["cursor"].text)["events"].count == 0)
    }

    @Test("events after the user revoked the grant: are a disconnect, without a cursor")
    func revoked() async throws {
        let folder = try await SafariFolder()
        let token = try await folder.connect()
        let begin = try await folder.poll(token: token)
        let store = FileGrantStore(file: folder.url.appendingPathComponent("grants.json"))
        _ = try store.update { $0 = [:] }
        let ended = try await folder.poll(token: token, cursor: begin["cursor"].text)
        #expect(ended["events"].list.map { $0["event"].text } == ["disconnect"])
        #expect(ended["cursor"].isNull)
    }

    // MARK: - Messages

    @Test(
        "a message that is none of the three, or has no page: is refused",
        arguments: [
            ("miden_connect", ["origin": "https://shop.example"], -32601),
            ("miden_prepare", ["method": "miden_connect"], -32602),
            ("miden_prepare", ["origin": "null", "method": "miden_connect"], -32602),
            ("miden_prepare", ["origin": "http://shop.example", "method": "miden_connect"], -32602),
            ("miden_prepare", ["origin": "https://shop.example"], -32602),
            ("miden_decide", ["origin": "https://shop.example", "method": "miden_connect", "digest": ""], -32602),
            (
                "miden_decide", ["origin": "https://shop.example", "method": "miden_connect", "decision": "approve"],
                -32602
            ),
            ("miden_pollEvents", ["origin": "https://shop.example", "cursor": "later"], -32602),
        ]
    )
    func refused(method: String, members: [String: String], code: Int) async throws {
        let handler = try SafariFolder.handler(
            of: "/there/is/no/wallet",
            AccountAddress("mtst1ap2qrmeks90y052tv50ga95p2v9h48yj", on: .testnet).accountId
        )
        let text = String(decoding: try JSONText(encoding: members).data, as: UTF8.self)
        let request = SafariRequest(message: ["jsonrpc": "2.0", "id": "a", "method": method, "params": text])
        guard case .failure(let error) = await handler.answer(request).outcome else {
            Issue.record("it was answered")
            return
        }
        #expect(error.code.rawValue == code)
    }

    @Test(
        "a page without a grant: is answered without the wallet, but for a connect",
        arguments: [
            ("miden_none", "{}", -32601), ("miden_waitForTransaction", #"{"transactionId":"0"}"#, 4100),
            ("miden_requestAssets", "{}", 4100), ("miden_disconnect", "{}", -32001),
            ("miden_resumeSession", "{}", -32602),
            ("miden_resumeSession", #"{"token":"\#(String(repeating: "0", count: 64))"}"#, 0),
        ]
    )
    func withoutWallet(method: String, parameters: String, code: Int) async throws {
        let handler = try SafariFolder.handler(
            of: "/there/is/no/wallet",
            AccountAddress("mtst1ap2qrmeks90y052tv50ga95p2v9h48yj", on: .testnet).accountId
        )
        let text = #"{"origin":"https://shop.example","method":"\#(method)","params":\#(parameters)}"#
        let request = SafariRequest(message: ["jsonrpc": "2.0", "id": "a", "method": Self.prepare, "params": text])
        guard case .success(let result) = await handler.answer(request).outcome else {
            Issue.record("the wallet was opened")
            return
        }
        let answer = try JSON(String(decoding: result.data, as: UTF8.self))
        if code == 0 {
            #expect(!answer["result"].isNull)
        } else {
            #expect(answer["error"]["code"].number == code)
        }
    }

    @Test("a wait for a transaction that is not one of its origin, or is settled: does not ask the node")
    func waitsForBlock() throws {
        let call = #""method":"miden_waitForTransaction","params":{"transactionId":"r"}"#
        let text = #"{"origin":"https://shop.example",\#(call)}"#
        let request = try SafariPageRequest(#require(try JSONScanner.scan(Data(text.utf8))))
        let account = try AccountAddress("mtst1ap2qrmeks90y052tv50ga95p2v9h48yj", on: .testnet)
        let members = [
            #""accountId":"\#(account.accountId.hex)""#, #""address":"\#(account.text)""#, #""publicKey":"AA==""#,
            #""network":"testnet""#, #""privateDataPermission":"UPON_REQUEST""#, #""allowedPrivateData":0"#,
        ]
        let grant = try JSONDecoder().decode(Grant.self, from: Data("{\(members.joined(separator: ","))}".utf8))
        func made(by origin: String) -> RequestedTransaction {
            RequestedTransaction(
                origin: origin,
                grant: grant,
                callId: "c",
                parameters: Data(),
                approvedAt: Date(),
                work: TransactionWork(draft: .serialized(Data()), limit: .shown(ShownEffects(assetsIn: [], notes: [])))
            )
        }
        var transaction = made(by: "https://shop.example")
        #expect(request.waitsForBlock(["r": transaction], on: .testnet))
        #expect(!request.waitsForBlock([:], on: .testnet))
        #expect(!request.waitsForBlock(["r": transaction], on: .devnet))
        #expect(!request.waitsForBlock(["r": made(by: "https://bank.example")], on: .testnet))
        transaction.become(.failed(reason: "none"))
        #expect(!request.waitsForBlock(["r": transaction], on: .testnet))
    }

    @Test("a wallet that is locked: answers -32011 without a question")
    func locked() async throws {
        let folder = try await SafariFolder()
        let handler = folder.handler(isLocked: true)
        let members = try folder.request(RPCMethodName.connect, ConnectParameters())
        let text = String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
        let request = SafariRequest(message: ["jsonrpc": "2.0", "id": "a", "method": Self.prepare, "params": text])
        guard case .success(let result) = await handler.answer(request).outcome else {
            Issue.record("there is no result")
            return
        }
        let answer = try JSON(String(decoding: result.data, as: UTF8.self))
        #expect(answer["error"]["code"].number == RPCError.Code.locked.rawValue)
    }
}
