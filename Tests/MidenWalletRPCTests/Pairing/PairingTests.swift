import Foundation
import MidenTestSupport
import Testing

@testable import MidenWalletRPC

@Suite("Pairing", .timeLimit(.minutes(1)))
struct PairingTests {
    private static let origin = "chrome-extension://abcdefghijklmnopabcdefghijklmnop"
    private static let otherOrigin = "chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba"

    /// Keeps pairings as a durable store does.
    private final class TestStore: PairingStore {
        let isFull = Switch(isOn: false)
        private let kept = TransientPairingStore()

        struct Full: Error {}

        func load() -> [Pairing] { kept.load() }

        func update(_ change: (inout [Pairing]) -> Void) throws -> [Pairing] {
            if isFull.isOn { throw Full() }
            return kept.update(change)
        }
    }

    private let clock = ManualClock()
    private let store = TestStore()

    private func makePairings() throws -> Pairings {
        try Pairings(store: store, clock: clock, now: { Date(timeIntervalSince1970: 1_795_000_000) })
    }

    /// A code of the right form that is not this one.
    private func wrong(_ code: PairingCode) -> String {
        let last: Character = code.text.last == "2" ? "3" : "2"
        return String(code.text.dropLast()) + String(last)
    }

    // MARK: - The code

    @Test("a code: has 8 characters without look-alikes, and is shown in two halves")
    func form() {
        for _ in 0..<100 {
            let code = PairingCode()
            #expect(PairingCode.isCode(code.text))
            #expect(!code.text.contains { "01IO".contains($0) })
            #expect(code.description == "\(code.text.prefix(4))-\(code.text.suffix(4))")
        }
        #expect(PairingCode.alphabet.count == 32)
        #expect(!PairingCode.isCode("K7WQ2M9"))
        #expect(!PairingCode.isCode("k7wq2m9x"))
        #expect(!PairingCode.isCode("K7WQ-2M9X"))
    }

    @Test("two codes: differ")
    func random() {
        #expect(Set((0..<100).map { _ in PairingCode() }).count == 100)
    }

    @Test("the right code: gives a token that holds for its origin, also after a restart")
    func paired() async throws {
        let pairings = try makePairings()
        let code = await pairings.makeCode()
        let (pairing, token) = try await pairings.pair(code: code.text, origin: Self.origin)
        #expect(pairing.origin == Self.origin)
        #expect(pairing.pairedAt == Date(timeIntervalSince1970: 1_795_000_000))
        #expect(try await pairings.list() == [pairing])
        #expect(try await pairings.pairing(of: token, origin: Self.origin) == pairing)
        let restarted = try makePairings()
        #expect(try await restarted.pairing(of: token, origin: Self.origin) == pairing)
    }

    @Test("a code: is used once")
    func once() async throws {
        let pairings = try makePairings()
        let code = await pairings.makeCode()
        _ = try await pairings.pair(code: code.text, origin: Self.origin)
        await #expect(throws: RPCError.codeRefused) { try await pairings.pair(code: code.text, origin: Self.origin) }
    }

    @Test("a code: holds until two minutes have passed, and no longer")
    func expired() async throws {
        let pairings = try makePairings()
        let early = await pairings.makeCode()
        clock.advance(by: .milliseconds(119_999))
        _ = try await pairings.pair(code: early.text, origin: Self.origin)
        let late = await pairings.makeCode()
        clock.advance(by: .seconds(120))
        await #expect(throws: RPCError.codeRefused) { try await pairings.pair(code: late.text, origin: Self.origin) }
    }

    @Test("four wrong tries: leave the code, the fifth ends it, and the wallet knows whose they were")
    func tries() async throws {
        let pairings = try makePairings()
        for (count, holds) in [(4, true), (5, false)] {
            let code = await pairings.makeCode()
            for _ in 0..<count {
                await #expect(throws: RPCError.codeRefused) {
                    try await pairings.pair(code: wrong(code), origin: Self.otherOrigin)
                }
            }
            #expect(await pairings.originOfWrongTries == (holds ? nil : Self.otherOrigin))
            let token = try? await pairings.pair(code: code.text, origin: Self.origin).token
            #expect((token != nil) == holds, "\(count)")
        }
    }

    @Test("a new code, and the end of a code: end the earlier one")
    func replaced() async throws {
        let pairings = try makePairings()
        let first = await pairings.makeCode()
        let second = await pairings.makeCode()
        await #expect(throws: RPCError.codeRefused) { try await pairings.pair(code: first.text, origin: Self.origin) }
        await pairings.endCode()
        await #expect(throws: RPCError.codeRefused) { try await pairings.pair(code: second.text, origin: Self.origin) }
        #expect(await pairings.originOfWrongTries == nil)
    }

    @Test("no code: nothing is paired")
    func noCode() async throws {
        let pairings = try makePairings()
        await #expect(throws: RPCError.codeRefused) { try await pairings.pair(code: "22222222", origin: Self.origin) }
    }

    // MARK: - The token

    @Test("a token: does not hold for another extension, and no other token for this one")
    func stolen() async throws {
        let pairings = try makePairings()
        let code = await pairings.makeCode()
        let (_, token) = try await pairings.pair(code: code.text, origin: Self.origin)
        #expect(try await pairings.pairing(of: token, origin: Self.otherOrigin) == nil)
        let last: Character = token.last == "0" ? "1" : "0"
        #expect(try await pairings.pairing(of: String(token.dropLast()) + String(last), origin: Self.origin) == nil)
        #expect(try await pairings.pairing(of: "", origin: Self.origin) == nil)
    }

    @Test("the store: gets a hash and not the token")
    func hashed() async throws {
        let pairings = try makePairings()
        let code = await pairings.makeCode()
        let (_, token) = try await pairings.pair(code: code.text, origin: Self.origin)
        let written = String(decoding: try JSONEncoder().encode(store.load()), as: UTF8.self)
        #expect(!written.contains(token))
        #expect(store.load().map(\.tokenDigest) == [SHA256.hash(Data(token.utf8))])
    }

    @Test("a store that fails: pairs nothing, and keeps what was to be revoked")
    func full() async throws {
        let pairings = try makePairings()
        let code = await pairings.makeCode()
        let (pairing, token) = try await pairings.pair(code: code.text, origin: Self.origin)
        store.isFull.isOn = true
        await #expect(throws: TestStore.Full.self) { try await pairings.revoke(pairing.id) }
        #expect(try await pairings.pairing(of: token, origin: Self.origin) == pairing)
        let second = await pairings.makeCode()
        await #expect(throws: TestStore.Full.self) { try await pairings.pair(code: second.text, origin: Self.origin) }
        #expect(try await pairings.list() == [pairing])
    }

    @Test("one pairing too many: replaces the oldest")
    func most() async throws {
        let pairings = try makePairings()
        var tokens: [String] = []
        for _ in 0...Pairings.most {
            let code = await pairings.makeCode()
            tokens.append(try await pairings.pair(code: code.text, origin: Self.origin).token)
        }
        #expect(try await pairings.list().count == Pairings.most)
        #expect(try await pairings.pairing(of: tokens[0], origin: Self.origin) == nil)
        #expect(try await pairings.pairing(of: tokens[1], origin: Self.origin) != nil)
    }

    @Test("a revoked pairing: does not hold any more, and what waits for its end goes on")
    func revoked() async throws {
        let pairings = try makePairings()
        let code = await pairings.makeCode()
        let (pairing, token) = try await pairings.pair(code: code.text, origin: Self.origin)
        async let ended: Void = pairings.ended(pairing.id)
        try await pairings.revoke(pairing.id)
        await ended
        #expect(try await pairings.pairing(of: token, origin: Self.origin) == nil)
        #expect(try await pairings.list().isEmpty)
        await pairings.ended(pairing.id)
    }

    @Test("a pairing that another process revokes: does not hold, and what waits for its end goes on")
    func revokedElsewhere() async throws {
        let pairings = try makePairings()
        let code = await pairings.makeCode()
        let (pairing, token) = try await pairings.pair(code: code.text, origin: Self.origin)
        #expect(await pairings.refusal(of: pairing.id) == nil)
        async let ended: Void = pairings.ended(pairing.id)
        _ = try store.update { $0 = [] }
        #expect(await pairings.refusal(of: pairing.id) == .unauthorizedOrigin)
        await ended
        #expect(try await pairings.pairing(of: token, origin: Self.origin) == nil)
        #expect(try await pairings.list().isEmpty)
    }

    @Test("what waits for the end of a pairing: goes on if it is cancelled")
    func cancelled() async throws {
        let pairings = try makePairings()
        let code = await pairings.makeCode()
        let (pairing, _) = try await pairings.pair(code: code.text, origin: Self.origin)
        let waiting = Task { await pairings.ended(pairing.id) }
        waiting.cancel()
        await waiting.value
    }

    // MARK: - The messages

    @Test("the examples of an extension: are read and written")
    func examples() async throws {
        for entry in try Examples().entries("extension") {
            let name = entry["name"].text
            let read = try ExtensionRequest(reading: entry["request"].data)
            #expect(read.request.method == entry["request"]["method"].text, "\(name)")
            #expect((read.sender == nil) == entry["request"]["sender"].isNull, "\(name)")
            if let sender = read.sender {
                #expect(
                    try canonical(JSONText(encoding: sender).data) == entry["request"]["sender"].canonical,
                    "\(name)"
                )
            }
            guard case .response(let response) = try WalletMessage(reading: entry["response"].data) else {
                Issue.record("\(name): this is no response")
                continue
            }
            let page = entry["response"]["page"]
            let written = page.isNull ? response.data : response.data.addressed(to: page.text)
            #expect(try canonical(written) == entry["response"].canonical, "\(name)")
            try expectRewritten(entry, read.request.method)
        }
    }

    private func expectRewritten(_ entry: JSON, _ method: String) throws {
        let (parameters, result) = (entry["request"]["params"], entry["response"]["result"])
        switch method {
        case RPCMethodName.pair:
            try expectRewritten(parameters, PairParameters.self)
            if !result.isNull { try expectRewritten(result, PairResult.self) }
        case RPCMethodName.resumePairing:
            try expectRewritten(parameters, ResumePairingParameters.self)
            try expectRewritten(result, ResumePairingResult.self)
        default: break
        }
    }

    private func expectRewritten<Value: Codable>(_ json: JSON, _: Value.Type) throws {
        let value = try JSONText(json.data).decoded(as: Value.self)
        #expect(try canonical(JSONText(encoding: value).data) == json.canonical)
    }

    @Test(
        "a sender that is none: is refused with the id",
        arguments: [
            "null", "1", "{}", #"{"origin": "https://shop.example"}"#,
            #"{"origin": "https://shop.example", "page": ""}"#,
            #"{"origin": "https://shop.example", "page": "a b"}"#, #"{"origin": 1, "page": "a"}"#,
        ]
    )
    func sender(text: String) throws {
        let message = #"{"jsonrpc":"2.0","version":1,"id":"a","method":"m","sender":\#(text)}"#
        let refusal = #expect(throws: RPCRefusal.self) { try ExtensionRequest(reading: Data(message.utf8)) }
        #expect(refusal?.id?.text == "a")
        #expect(refusal?.error.code == .invalidRequest)
    }

    @Test(
        "parameters that are none: are -32602, and no try of the code",
        arguments: [#"{"code":"k7wq2m9x"}"#, #"{"code":"K7WQ2M9"}"#, "{}", "[]", #"{"code":1}"#]
    )
    func parameters(text: String) async throws {
        let pairings = try makePairings()
        let code = await pairings.makeCode()
        let request = RPCRequest(method: RPCMethodName.pair, parameters: try JSONText(Data(text.utf8)))
        for _ in 0..<Pairings.codeTries {
            let answer = await pairings.answer(request, from: Self.origin)
            guard case .failure(let error) = answer.response.outcome else {
                Issue.record("it was paired")
                return
            }
            #expect(error.code == .invalidParameters)
        }
        _ = try await pairings.pair(code: code.text, origin: Self.origin)
    }
}
