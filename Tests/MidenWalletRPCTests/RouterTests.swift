import Foundation
import MidenWalletRPC
import Testing

/// A method of an app.
struct Ping: RPCMethod {
    struct Parameters: Codable, Sendable {
        let pingParam1: String
        let pingParam2: [String]
    }

    struct Output: Codable, Sendable {
        let pong: String
    }

    static let name = "MY_CUSTOM_PING_RPC_METHOD"

    func call(_ parameters: Parameters, from caller: RPCCaller) async throws -> Output {
        Output(pong: "pong!")
    }
}

/// A method that does what a test says.
private struct Scripted<Output: Encodable & Sendable>: RPCMethod {
    typealias Parameters = NoParameters

    static var name: String { "SCRIPTED" }

    let action: @Sendable (RPCCaller) async throws -> Output

    func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> Output {
        try await action(caller)
    }
}

private struct Echo: RPCMethod {
    struct Bytes: Codable, Sendable {
        let bytes: Data
    }

    static let name = "ECHO"

    func call(_ parameters: Bytes, from caller: RPCCaller) async throws -> Bytes { parameters }
}

private struct Empty: RPCMethod {
    static let name = ""
    func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> NoOutput { NoOutput() }
}

private struct Spaced: RPCMethod {
    static let name = "MY PING"
    func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> NoOutput { NoOutput() }
}

private struct Reserved: RPCMethod {
    static let name = "miden_pair"
    func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> NoOutput { NoOutput() }
}

private struct OwnAccounts: RPCMethod {
    static let name = RPCMethodName.getAccounts
    func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> GetAccountsResult {
        GetAccountsResult(addresses: ["mtst1ap2qrmeks90y052tv50ga95p2v9h48yj"])
    }
}

@Suite("The router")
struct RouterTests {
    private static let page = RPCCaller.page(origin: "https://shop.example", connection: UUID())

    private static func message(_ method: String, _ parameters: String? = nil) throws -> Data {
        let parameters = try parameters.map { try JSONText(Data($0.utf8)) }
        return RPCRequest(id: try #require(RPCID("a")), method: method, parameters: parameters).data
    }

    private static func answer(_ router: RPCRouter, _ message: Data) async -> String? {
        await router.answer(message, from: page).map { String(decoding: $0.data, as: UTF8.self) }
    }

    @Test("a method of an app: is one type, and gets its parameters")
    func custom() async throws {
        let router = try RPCRouter([Ping()])
        let message = try Self.message(Ping.name, #"{"pingParam1":"ping","pingParam2":["ping"]}"#)
        #expect(
            await Self.answer(router, message) == #"{"jsonrpc":"2.0","version":1,"id":"a","result":{"pong":"pong!"}}"#
        )
    }

    @Test("an unknown method: is refused by its name")
    func unknownMethod() async throws {
        let router = try RPCRouter([Ping()])
        let answer = await router.answer(try Self.message("miden_mine"), from: Self.page)
        #expect(answer?.outcome == .failure(.unknownMethod("miden_mine")))
        let long = await router.answer(try Self.message(String(repeating: "x", count: 100_000)), from: Self.page)
        #expect(try #require(long).data.count < 300)
    }

    @Test(
        "invalid parameters: are refused with the place and the reason",
        arguments: [
            (nil, "params.pingParam1 is missing"),
            ("{}", "params.pingParam1 is missing"),
            (#"{"pingParam1":1,"pingParam2":[]}"#, "params.pingParam1 has the wrong type"),
            (#"{"pingParam1":null,"pingParam2":[]}"#, "params.pingParam1 has the wrong type"),
            (#"{"pingParam1":"","pingParam2":["",1]}"#, "params.pingParam2.1 has the wrong type"),
            ("[]", "The parameters are not an object"),
            ("null", "The parameters are not an object"),
            (#""{}""#, "The parameters are not an object"),
        ]
    )
    func invalidParameters(parameters: String?, reason: String) async throws {
        let answer = await (try RPCRouter([Ping()])).answer(try Self.message(Ping.name, parameters), from: Self.page)
        #expect(answer?.outcome == .failure(.invalidParameters(reason)))
    }

    @Test("bytes in parameters and results: are base64 in the canonical form only")
    func bytes() async throws {
        let router = try RPCRouter([Echo()])
        let answer = await Self.answer(router, try Self.message(Echo.name, #"{"bytes":"+/8="}"#))
        #expect(answer == #"{"jsonrpc":"2.0","version":1,"id":"a","result":{"bytes":"+/8="}}"#)
        for text in ["+/8", "-_8=", "+/9=", "+/8=\\n", "?"] {
            let message = try Self.message(Echo.name, #"{"bytes":"\#(text)"}"#)
            let answer = await router.answer(message, from: Self.page)
            #expect(answer?.outcome == .failure(.invalidParameters("params.bytes: The text is not base64")), "\(text)")
        }
    }

    @Test("a reason: is short, however long what the page sent")
    func longReason() async throws {
        let wallet = try ExampleWallet(try Examples(), hasSession: true)
        let network = String(repeating: "x", count: 100_000)
        let message = try Self.message(RPCMethodName.connect, #"{"network":"\#(network)"}"#)
        let answer = try await wallet.router().answer(message, from: wallet.page)
        guard case .failure(let error)? = answer?.outcome else {
            Issue.record("the network was accepted")
            return
        }
        #expect(error.code == .invalidParameters)
        #expect(error.message.count <= 200)
    }

    @Test("an RPC error of a handler: is answered as it is")
    func handlerRefuses() async throws {
        let router = try RPCRouter([
            Scripted<NoOutput> { _ in throw RPCError(code: 1001, message: "The shop is closed") }
        ])
        #expect(
            await Self.answer(router, try Self.message("SCRIPTED"))
                == #"{"jsonrpc":"2.0","version":1,"id":"a","error":{"code":1001,"message":"The shop is closed"}}"#
        )
    }

    @Test("another error of a handler: is an internal error for the page, and told to the app")
    func handlerFails() async throws {
        struct Secret: Error {}
        let (told, telling) = AsyncStream.makeStream(of: String.self)
        let router = try RPCRouter([Scripted<NoOutput> { _ in throw Secret() }]) { method, error in
            telling.yield("\(method) \(error is Secret)")
        }
        let answer = await router.answer(try Self.message("SCRIPTED"), from: Self.page)
        #expect(answer?.outcome == .failure(.internalError))
        #expect(await told.first { _ in true } == "SCRIPTED true")
    }

    @Test("a decoding error of a handler: is not taken for one of the parameters")
    func handlerCannotDecode() async throws {
        let router = try RPCRouter([
            Scripted<NoOutput> { _ in
                _ = try JSONDecoder().decode(Int.self, from: Data("{}".utf8))
                return NoOutput()
            }
        ])
        let answer = await router.answer(try Self.message("SCRIPTED"), from: Self.page)
        #expect(answer?.outcome == .failure(.internalError))
    }

    @Test("a result that is no object or cannot be encoded: is an internal error")
    func wrongResult() async throws {
        for router in [
            try RPCRouter([Scripted { _ in [1, 2] }]), try RPCRouter([Scripted { _ in "text" }]),
            try RPCRouter([Scripted { _ in ["a": Double.nan] }]),
        ] {
            let answer = await router.answer(try Self.message("SCRIPTED"), from: Self.page)
            #expect(answer?.outcome == .failure(.internalError))
        }
    }

    @Test("a cancelled call: ends its handler and has no answer")
    func cancellation() async throws {
        let (started, starting) = AsyncStream.makeStream(of: Void.self)
        let router = try RPCRouter([
            Scripted<NoOutput> { _ in
                starting.yield()
                try await Task.sleep(for: .seconds(86400))
                return NoOutput()
            }
        ]) { _, error in Issue.record("the app was told of \(error)") }
        let message = try Self.message("SCRIPTED")
        let call = Task { await router.answer(message, from: Self.page) }
        for await _ in started { break }
        call.cancel()
        #expect(await call.value == nil)
    }

    @Test("a handler: is told whoever calls")
    func caller() async throws {
        let page = Self.page
        let router = try RPCRouter([Scripted { caller in ["isPage": caller == page] }])
        #expect(
            await Self.answer(router, try Self.message("SCRIPTED"))
                == #"{"jsonrpc":"2.0","version":1,"id":"a","result":{"isPage":true}}"#
        )
    }

    @Test("calls at the same time: are answered each with its own id")
    func concurrent() async throws {
        let router = try RPCRouter([Echo()])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let parameters = try JSONText(encoding: Echo.Bytes(bytes: Data([UInt8(number)])))
                    let request = RPCRequest(method: Echo.name, parameters: parameters)
                    let response = await router.answer(request, from: Self.page)
                    #expect(response == RPCResponse(id: request.id, result: parameters))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("names: a repeated, a reserved and an empty one are refused, one of the specification is not")
    func names() async throws {
        let repeated = #expect(throws: RPCNameError.self) { try RPCRouter([Ping(), Ping()]) }
        #expect(repeated?.name == Ping.name)
        #expect(repeated?.isRepeated == true)
        let reserved = #expect(throws: RPCNameError.self) { try RPCRouter([Reserved()]) }
        #expect(reserved?.name == "miden_pair")
        #expect(reserved?.isRepeated == false)
        let empty = #expect(throws: RPCNameError.self) { try RPCRouter([Empty()]) }
        #expect(empty?.isRepeated == false)
        // A browser extension would not pass it on.
        let spaced = #expect(throws: RPCNameError.self) { try RPCRouter([Spaced()]) }
        #expect(spaced?.isRepeated == false)
        let router = try RPCRouter([OwnAccounts()])
        let answer = await router.answer(try Self.message("miden_getAccounts"), from: Self.page)
        #expect(throws: Never.self) { try #require(answer).outcome.get() }
    }
}
