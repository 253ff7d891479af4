import Foundation
import MidenSwiftClient
import MidenTestSupport
import MidenWalletRPC
import Testing

@Suite("The example messages")
struct ExampleMessagesTests {
    private let examples: Examples

    init() throws {
        examples = try Examples()
    }

    @Test("members: all of the file: are looked at here or in the tests of Safari and extensions")
    func complete() throws {
        let members = try #require(examples.all.value as? [String: Any])
        #expect(
            Set(members.keys) == [
                "about", "version", "origin", "now", "calls", "otherForms", "errors", "events", "refusedRequests",
                "deepest", "refusedResponses", "safari", "extension", "signIn", "webMessages",
            ]
        )
        #expect(examples.all["version"].number == 1)
    }

    // MARK: - Envelopes

    @Test("requests and responses: of each call: are written as they were read")
    func calls() throws {
        for call in try examples.entries("calls") {
            let name = call["name"].text
            let request = try RPCRequest(reading: call["request"].data)
            #expect(request.id.text == call["request"]["id"].text, "\(name)")
            #expect(request.method == call["request"]["method"].text, "\(name)")
            #expect(try canonical(request.data) == call["request"].canonical, "\(name)")

            guard case .response(let response) = try WalletMessage(reading: call["response"].data) else {
                Issue.record("\(name): this is no response")
                continue
            }
            #expect(response.id == request.id, "\(name)")
            let result = try response.outcome.get()
            #expect(try canonical(result.data) == call["response"]["result"].canonical, "\(name)")
            #expect(try canonical(response.data) == call["response"].canonical, "\(name)")
        }
    }

    @Test("parameters and results: of each specified method: are written by their types as they were read")
    func typedCalls() throws {
        var methods: Set<String> = []
        for call in try examples.entries("calls") {
            let method = call["request"]["method"].text
            methods.insert(method)
            let parameters = call["request"]["params"]
            let result = call["response"]["result"]
            switch method {
            case RPCMethodName.connect:
                try expectRewritten(parameters, ConnectParameters.self, result, ConnectResult.self)
            case RPCMethodName.resumeSession:
                try expectRewritten(parameters, ResumeSessionParameters.self, result, ResumeSessionResult.self)
            case RPCMethodName.disconnect:
                try expectRewritten(parameters, NoParameters.self, result, NoOutput.self)
            case RPCMethodName.getAccounts:
                try expectRewritten(parameters, NoParameters.self, result, GetAccountsResult.self)
            case RPCMethodName.signPayloads:
                try expectRewritten(parameters, SignPayloadsParams.self, result, SignPayloadsResult.self)
            case RPCMethodName.requestAssets:
                try expectRewritten(parameters, AccountParameters.self, result, RequestAssetsResult.self)
            case RPCMethodName.signBytes:
                try expectRewritten(parameters, SignBytesParameters.self, result, SignBytesResult.self)
            case RPCMethodName.signMessage:
                try expectRewritten(parameters, SignMessageParameters.self, result, SignedMessage.self)
            case RPCMethodName.signIn:
                try expectRewritten(parameters, SignInParameters.self, result, SignedMessage.self)
            case RPCMethodName.requestSend:
                try expectRewritten(parameters, RequestSendParameters.self, result, RequestedTransactionResult.self)
            case RPCMethodName.requestConsume:
                try expectRewritten(parameters, RequestConsumeParameters.self, result, RequestedTransactionResult.self)
            case RPCMethodName.requestTransaction:
                try expectRewritten(
                    parameters,
                    RequestTransactionParameters.self,
                    result,
                    RequestedTransactionResult.self
                )
            case RPCMethodName.requestPrivateNotes:
                try expectRewritten(
                    parameters,
                    RequestPrivateNotesParameters.self,
                    result,
                    RequestPrivateNotesResult.self
                )
            case RPCMethodName.requestConsumableNotes:
                try expectRewritten(
                    parameters,
                    AccountParameters.self,
                    result,
                    RequestConsumableNotesResult.self
                )
            case RPCMethodName.importPrivateNote:
                try expectRewritten(
                    parameters,
                    ImportPrivateNoteParameters.self,
                    result,
                    ImportPrivateNoteResult.self
                )
            case RPCMethodName.waitForTransaction:
                try expectRewritten(
                    parameters,
                    WaitForTransactionParameters.self,
                    result,
                    WaitForTransactionResult.self
                )
            case RPCMethodName.requestGuardianInfo:
                try expectRewritten(
                    parameters,
                    AccountParameters.self,
                    result,
                    RequestGuardianInfoResult.self
                )
            case RPCMethodName.createAccount:
                try expectRewritten(parameters, CreateAccountParameters.self, result, CreateAccountResult.self)
            case RPCMethodName.getBalance:
                try expectRewritten(parameters, GetBalanceParameters.self, result, GetBalanceResult.self)
            case "MY_CUSTOM_PING_RPC_METHOD":
                try expectRewritten(parameters, Ping.Parameters.self, result, Ping.Output.self)
            default: Issue.record("there is no type for \(method)")
            }
        }
        #expect(methods.count == 20)
    }

    private func expectRewritten<Parameters: Codable, Output: Codable>(
        _ parameters: JSON,
        _: Parameters.Type,
        _ result: JSON,
        _: Output.Type
    ) throws {
        let sent = parameters.isNull ? Data("{}".utf8) : try parameters.data
        let read = try JSONText(sent).decoded(as: Parameters.self)
        #expect(try canonical(JSONText(encoding: read).data) == canonical(sent))
        let returned = try JSONText(result.data).decoded(as: Output.self)
        #expect(try canonical(JSONText(encoding: returned).data) == result.canonical)
    }

    @Test("parameters: in other forms: are read as what they mean, and written in the usual form")
    func otherForms() throws {
        for entry in try examples.entries("otherForms") {
            let name = entry["name"].text
            let request = try RPCRequest(reading: Data(entry["text"].text.utf8))
            let parameters = try #require(request.parameters)
            #expect(request.method == entry["method"].text, "\(name)")
            let written =
                switch request.method {
                case RPCMethodName.requestSend:
                    try JSONText(encoding: parameters.decoded(as: RequestSendParameters.self))
                case RPCMethodName.requestConsume:
                    try JSONText(encoding: parameters.decoded(as: RequestConsumeParameters.self))
                default: throw Examples.Missing(description: "There is no type for \(request.method)")
                }
            #expect(try canonical(written.data) == entry["params"].canonical, "\(name)")
        }
    }

    @Test("errors: each of them: is written as it was read, and becomes the adapter's error object")
    func errors() throws {
        for entry in try examples.entries("errors") {
            let name = entry["name"].text
            guard case .response(let response) = try WalletMessage(reading: entry["response"].data),
                case .failure(let error) = response.outcome
            else {
                Issue.record("\(name): this is no error")
                continue
            }
            #expect(response.id?.text == entry["response"]["id"].value as? String, "\(name)")
            #expect(error.code.rawValue == entry["response"]["error"]["code"].number, "\(name)")
            #expect(error.message == entry["response"]["error"]["message"].text, "\(name)")
            #expect(try canonical(response.data) == entry["response"].canonical, "\(name)")
            #expect(AdapterError(error).name == entry["adapter"]["name"].text, "\(name)")
            #expect(AdapterError(error).message == entry["adapter"]["message"].text, "\(name)")
        }
    }

    @Test("errors: those that the library makes: have code, message and data of an example")
    func madeErrors() throws {
        let shown = Set(
            try examples.entries("errors").map { entry in
                try canonical(RPCResponse(id: nil, error: error(entry["response"]["error"])).data)
            }
        )
        let made: [RPCError] = [
            .parse, .unknownMethod("miden_mine"), .invalidParameters("made by another SDK version, or damaged"),
            .internalError,
            .notFound, .rateLimited(retryAfter: 2), .unsupportedVersion(2), .payloadTooLarge, .locked,
            .payloadNotSigned, .declined, .notAnswered, .unauthorizedOrigin, .noAccountCreation, .disconnected,
            .wrongNetwork(.devnet),
        ]
        for error in made {
            let message = try canonical(RPCResponse(id: nil, error: error).data)
            #expect(shown.contains(message), "\(error)")
        }
        let codes = Set(try examples.entries("errors").map { $0["response"]["error"]["code"].number })
        #expect(RPCError.Code.specified.allSatisfy { codes.contains($0.rawValue) })
    }

    private func error(_ json: JSON) throws -> RPCError {
        RPCError(
            code: RPCError.Code(rawValue: try #require(json["code"].number)),
            message: json["message"].text,
            data: json["data"].isNull ? nil : try JSONText(json["data"].data)
        )
    }

    @Test("events: each of them: is written as it was read")
    func events() throws {
        for entry in try examples.entries("events") {
            let name = entry["name"].text
            guard case .event(let event) = try WalletMessage(reading: entry["message"].data) else {
                Issue.record("\(name): this is no event")
                continue
            }
            #expect(event.name == entry["message"]["params"]["event"].text, "\(name)")
            #expect(try canonical(event.data) == entry["message"].canonical, "\(name)")
            if event.name == "accountChange" {
                let session = try #require(event.details).decoded(as: Session.self)
                #expect(try canonical(RPCEvent.accountChange(session).data) == entry["message"].canonical)
            } else if event.name == "networkChange" {
                let network = entry["message"]["params"]["data"]["network"].text
                let made = RPCEvent.networkChange(try #require(WalletNetwork(rawValue: network)))
                #expect(try canonical(made.data) == entry["message"].canonical)
            } else if event.name == "transactionChange" {
                let change = try #require(event.details).decoded(as: TransactionChange.self)
                #expect(try canonical(RPCEvent.transactionChange(change).data) == entry["message"].canonical, "\(name)")
            }
        }
        #expect(try canonical(RPCEvent.disconnect.data) == examples.entries("events")[1]["message"].canonical)
    }

    @Test("responses: those to refuse: are refused with the id that could be read")
    func refusedResponses() throws {
        for entry in try examples.entries("refusedResponses") {
            let refusal = #expect(throws: RPCRefusal.self, "\(entry["name"].text)") {
                try WalletMessage(reading: Data(entry["text"].text.utf8))
            }
            #expect(refusal?.id?.text == entry["id"].value as? String, "\(entry["name"].text)")
            #expect(refusal?.error.code.rawValue == entry["code"].number, "\(entry["name"].text)")
        }
    }

    // MARK: - A wallet's checks

    @Test("requests: those to refuse: get their id, code and data")
    func refusedRequests() async throws {
        let stranger = try ExampleWallet(examples, hasSession: false)
        let connected = try ExampleWallet(examples, hasSession: true)
        for entry in try examples.entries("refusedRequests") {
            let needsSession = entry["content"].bool == true
            let wallet = needsSession ? connected : stranger
            let message = Data(entry["text"].text.utf8)
            let answer = try await wallet.router().answer(message, from: wallet.page)
            try expect(#require(answer), entry)
            if needsSession {
                let unasked = try await stranger.router().answer(message, from: stranger.page)
                #expect(unasked?.outcome == .failure(.unauthorizedOrigin), "\(entry["name"].text)")
            }
        }
    }

    private func expect(_ response: RPCResponse, _ entry: JSON) throws {
        let name = entry["name"].text
        guard case .failure(let error) = response.outcome else {
            Issue.record("\(name): was not refused")
            return
        }
        #expect(response.id?.text == entry["id"].value as? String, "\(name)")
        #expect(error.code.rawValue == entry["code"].number, "\(name): \(error.message)")
        let data = try error.data.map { try canonical($0.data) }
        #expect(try data == (entry["data"].isNull ? nil : entry["data"].canonical), "\(name)")
    }

    @Test("requests: of the deepest nesting that is allowed: are answered")
    func deepest() async throws {
        let wallet = try ExampleWallet(examples, hasSession: true)
        let message = Data(examples.deepest.utf8)
        let response = try #require(await wallet.router().answer(message, from: wallet.page))
        #expect(throws: Never.self) { try response.outcome.get() }
    }

    // MARK: - Texts to sign

    @Test("sign-ins: each of them: have the text of the example, and their content is accepted")
    func signIns() throws {
        let now = try Date(examples.all["now"].text, strategy: .iso8601)
        for entry in try examples.entries("signIn") {
            let parameters = try JSONText(entry.data).decoded(as: SignInParameters.self)
            let network = try #require(WalletNetwork(rawValue: entry["network"].text))
            #expect(parameters.text(address: entry["address"].text, network: network) == entry["text"].text)
            #expect(throws: Never.self) {
                try parameters.checkContent(pageOrigin: entry["origin"].text, now: now)
            }
        }
    }

    @Test("web messages: each of them: have the body and the hash of the example")
    func webMessages() throws {
        for entry in try examples.entries("webMessages") {
            let message = WebMessage(
                origin: entry["origin"].text,
                network: try #require(WalletNetwork(rawValue: entry["network"].text)),
                accountId: try AccountID(entry["accountId"].text),
                message: entry["message"].text
            )
            #expect(message.body.base64EncodedString() == entry["body"].text)
            #expect(Keccak256.hash(message.body) == entry["keccak256"].text)
        }
    }
}
