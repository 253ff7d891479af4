import Foundation
import MidenSwiftClient
import Testing

@testable import MidenWalletRPC

@Suite("Questions", .timeLimit(.minutes(5)))
struct QuestionTests {
    private static let word = Data(count: 32)

    /// A page that the user connected, for a user that the test answers for.
    private func connectedPage(of wallet: AnsweringWallet) async throws -> TestPage {
        let page = wallet.page()
        let connect = Task { try await page.connect() }
        try await wallet.user.next().answer(.approve)
        _ = try await connect.value
        return page
    }

    // MARK: - One at a time

    @Test("questions of several pages: are shown one at a time in the order of the calls")
    func order() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = try await connectedPage(of: wallet)
            var calls: [Task<SignedMessage, any Error>] = []
            calls.append(Task { try await page.sign(message: "0", by: wallet.address) })
            var asked = try await wallet.user.next()
            for number in 1..<4 {
                let message = String(number)
                calls.append(Task { try await page.sign(message: message, by: wallet.address) })
                while await wallet.pages.questions.count < number + 1 { await Task.yield() }
            }
            for number in 0..<4 {
                #expect(asked.question.content == .signMessage(String(number)))
                #expect(wallet.questions.count == number + 2)
                asked.answer(number == 1 ? .decline : .approve)
                if number < 3 { asked = try await wallet.user.next() }
            }
            for (number, call) in calls.enumerated() {
                switch await call.result {
                case .success(let signed): #expect(signed.message == String(number))
                case .failure(let error): #expect(number == 1 && error as? RPCError == .declined)
                }
            }
        }
    }

    @Test("a second answer: is ignored, also by the next question")
    func secondAnswer() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = try await connectedPage(of: wallet)
            let first = Task { try await page.sign(message: "first", by: wallet.address) }
            let asked = try await wallet.user.next()
            asked.answer(.decline)
            asked.answer(.approve)
            await #expect(throws: RPCError.declined) { try await first.value }
            let second = Task { try await page.sign(message: "second", by: wallet.address) }
            let next = try await wallet.user.next()
            asked.answer(.approve)
            next.answer(.decline)
            await #expect(throws: RPCError.declined) { try await second.value }
        }
    }

    // MARK: - Without an answer

    @Test("a question without an answer: ends after 115 s with 4001, and a late answer signs nothing")
    func deadline() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = try await connectedPage(of: wallet)
            let call = Task { try await page.sign([Self.word], by: wallet.address) }
            let asked = try await wallet.user.next()
            wallet.clock.advance(by: .milliseconds(114_999))
            wallet.clock.advance(by: .milliseconds(1))
            await #expect(throws: RPCError.notAnswered) { try await call.value }
            asked.answer(.approve)

            let next = Task { try await page.sign([Self.word], by: wallet.address) }
            try await wallet.user.next().answer(.decline)
            await #expect(throws: RPCError.declined) { try await next.value }
        }
    }

    @Test("a question answered just before its 115 s have passed: is approved")
    func lastMoment() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = try await connectedPage(of: wallet)
            let call = Task { try await page.sign([Self.word], by: wallet.address) }
            let asked = try await wallet.user.next()
            wallet.clock.advance(by: .milliseconds(114_999))
            asked.answer(.approve)
            #expect(try await call.value.count == 1)
        }
    }

    @Test("a connect without an answer: ends after 115 s with 4001, and a late approval grants nothing")
    func connectDeadline() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = wallet.page()
            let connect = Task { try await page.connect() }
            let asked = try await wallet.user.next()
            wallet.clock.advance(by: .seconds(115))
            await #expect(throws: RPCError.notAnswered) { try await connect.value }
            asked.answer(.approve)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
        }
    }

    @Test("a call that waits behind another question: ends 115 s after it began, without being shown")
    func deadlineInLine() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = try await connectedPage(of: wallet)
            let first = Task { try await page.sign(message: "first", by: wallet.address) }
            let asked = try await wallet.user.next()
            let second = Task { try await page.sign(message: "second", by: wallet.address) }
            while await wallet.pages.questions.count < 2 { await Task.yield() }
            wallet.clock.advance(by: .seconds(115))
            await #expect(throws: RPCError.notAnswered) { try await first.value }
            await #expect(throws: RPCError.notAnswered) { try await second.value }
            asked.answer(.approve)
            #expect(wallet.questions.filter { $0 == .signMessage("first") }.count == 1)
        }
    }

    // MARK: - The end of the page

    @Test("questions of a connection that is closed: end, those of others stay")
    func closed() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let (closed, open) = (
                try await connectedPage(of: wallet), try await connectedPage(of: wallet)
            )
            let first = Task { try await closed.sign([Self.word], by: wallet.address) }
            let asked = try await wallet.user.next()
            let second = Task { try await open.sign([Self.word], by: wallet.address) }
            await wallet.pages.connectionClosed(try #require(closed.connection))
            await #expect(throws: RPCError.unauthorizedOrigin) { try await first.value }
            asked.answer(.approve)
            try await wallet.user.next().answer(.approve)
            #expect(try await second.value.count == 1)
        }
    }

    @Test("the question of a page whose grant is revoked: ends with 4100, and a late approval signs nothing")
    func revoked() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = try await connectedPage(of: wallet)
            let call = Task { try await page.sign([Self.word], by: wallet.address) }
            let asked = try await wallet.user.next()
            try await wallet.pages.revoke(origin: AnsweringWallet.origin)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await call.value }
            asked.answer(.approve)
            #expect(wallet.events(of: page) == [.disconnect])
        }
    }

    @Test("the question of a page whose account changes: ends with 4100")
    func accountChanged() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = try await connectedPage(of: wallet)
            let call = Task { try await page.sign([Self.word], by: wallet.address) }
            let asked = try await wallet.user.next()
            let chosen = try await wallet.wallet.createWallet()
            try await wallet.pages.chooseAccount(chosen, for: AnsweringWallet.origin)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await call.value }
            asked.answer(.approve)
        }
    }

    // MARK: - What the user sees

    @Test("the name of an app: is shown escaped and with 64 characters at most, also for signatures")
    func appName() async throws {
        try await withAnsweringWallet { wallet in
            let page = wallet.page()
            let name = "\u{202E}knab\n\u{7F}" + String(repeating: "x", count: 57)
            _ = try await page.connect(ConnectParameters(appName: name))
            _ = try await page.sign(message: "I agree", by: wallet.address)
            let shown = #"\u{202E}knab\u{A}\u{7F}"# + String(repeating: "x", count: 41)
            #expect(shown.count == 64)
            #expect(wallet.user.log.all.map(\.appName) == [shown, shown])
            #expect(wallet.user.log.all.map(\.origin) == [AnsweringWallet.origin, AnsweringWallet.origin])
        }
    }

    @Test("a message: is shown with control and bidirectional characters escaped, and signed as it is")
    func message() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            let message = "Größe 😀\n\u{200F}a\u{2066}b\u{2028}\0"
            #expect(try await page.sign(message: message, by: wallet.address).message == message)
            let shown = #"Größe 😀\u{A}\u{200F}a\u{2066}b\u{2028}\u{0}"#
            #expect(wallet.questions.last == .signMessage(shown))
        }
    }
}
