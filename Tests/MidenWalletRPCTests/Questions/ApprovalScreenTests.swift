import Foundation
import MidenSwiftClient
import Testing

@testable import MidenWalletRPC

@Suite("Questions on a screen", .timeLimit(.minutes(1)))
struct ApprovalScreenTests {
    private static func question() throws -> ApprovalQuestion {
        let json = """
            {"accountId": "0x5401ef36815e47d14b651e8e968153", "address": "mtst1ap2qrmeks90y052tv50ga95p2v9h48yj",
             "publicKey": "", "network": "testnet", "privateDataPermission": "UPON_REQUEST", "allowedPrivateData": 0}
            """
        let grant = try JSONDecoder().decode(Grant.self, from: Data(json.utf8))
        return ApprovalQuestion(.assets, from: .safariExtension, appName: nil, about: grant)
    }

    @Test("a question: that the user answers: is shown, then removed, and the answer is returned")
    func answered() async throws {
        let screen = ApprovalScreen()
        var shown = screen.questions.makeAsyncIterator()
        for answer in [ApprovalAnswer.approve, .decline] {
            let question = try Self.question()
            let call = Task { await screen.answer(question) }
            #expect(await shown.next() == .some(question))
            await screen.answer(answer, to: question.id)
            #expect(await call.value == answer)
            #expect(await shown.next() == .some(nil))
        }
    }

    @Test("a question: that ends without an answer: is removed and declined")
    func ended() async throws {
        let screen = ApprovalScreen()
        var shown = screen.questions.makeAsyncIterator()
        let question = try Self.question()
        let call = Task { await screen.answer(question) }
        #expect(await shown.next() == .some(question))
        call.cancel()
        #expect(await call.value == .decline)
        #expect(await shown.next() == .some(nil))
    }

    @Test("an answer: to a question that has ended: does not answer the next one")
    func late() async throws {
        let screen = ApprovalScreen()
        var shown = screen.questions.makeAsyncIterator()
        let (first, second) = (try Self.question(), try Self.question())
        let firstCall = Task { await screen.answer(first) }
        #expect(await shown.next() == .some(first))
        firstCall.cancel()
        _ = await firstCall.value
        #expect(await shown.next() == .some(nil))
        let secondCall = Task { await screen.answer(second) }
        #expect(await shown.next() == .some(second))
        await screen.answer(.approve, to: first.id)
        await screen.answer(.decline, to: second.id)
        #expect(await secondCall.value == .decline)
    }

    @Test("a question: while another one is open: declines that one and is shown")
    func replaced() async throws {
        let screen = ApprovalScreen()
        var shown = screen.questions.makeAsyncIterator()
        let (first, second) = (try Self.question(), try Self.question())
        let firstCall = Task { await screen.answer(first) }
        #expect(await shown.next() == .some(first))
        let secondCall = Task { await screen.answer(second) }
        #expect(await firstCall.value == .decline)
        await screen.answer(.approve, to: second.id)
        #expect(await secondCall.value == .approve)
    }
}
