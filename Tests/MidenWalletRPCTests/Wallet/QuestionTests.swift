import Foundation
import MidenSwiftClient
import Testing

@testable import MidenWalletRPC

extension RPCWallet {
    fileprivate var showsQuestion: Bool { shown != nil }
}

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

    @Test("questions of an origin: three wait, another one gives -32005, and those of another origin keep their place")
    func waitingOfOrigin() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let (page, other) = (try await connectedPage(of: wallet), wallet.page(of: "https://other.example"))
            var calls: [Task<SignedMessage, any Error>] = []
            for number in 0..<2 {
                calls.append(Task { try await page.sign(message: String(number), by: wallet.address) })
                while await wallet.pages.questions.count < number + 1 { await Task.yield() }
            }
            let connect = Task { try await other.connect() }
            while await wallet.pages.questions.count < 3 { await Task.yield() }
            for number in 2..<4 {
                calls.append(Task { try await page.sign(message: String(number), by: wallet.address) })
                while await wallet.pages.questions.count < number + 2 { await Task.yield() }
            }

            let refusal = RPCError.rateLimited(retryAfter: RPCWallet.retryAfter)
            await #expect(throws: refusal) { try await page.sign(message: "4", by: wallet.address) }
            let contents: [ApprovalQuestion.Content] = [
                .signMessage("0"), .signMessage("1"), .connect(privateData: .uponRequest, allowed: []),
                .signMessage("2"), .signMessage("3"),
            ]
            for content in contents {
                let asked = try await wallet.user.next()
                #expect(asked.question.content == content)
                asked.answer(.approve)
            }
            for call in calls { _ = try await call.value }
            _ = try await connect.value
            // An answer makes room.
            let last = Task { try await page.sign(message: "4", by: wallet.address) }
            try await wallet.user.next().answer(.approve)
            _ = try await last.value
        }
    }

    /// Waits for more questions than there are.
    private func ask(_ wallet: AnsweringWallet, _ call: @escaping @Sendable () async throws -> Void) async -> Task<
        Void, Never
    > {
        let count = await wallet.pages.questions.count
        let task = Task { _ = try? await call() }
        while await wallet.pages.questions.count == count { await Task.yield() }
        return task
    }

    @Test("pages without a session: fill their own room of six questions, and a page with one may ask")
    func waitingWithoutSession() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = try await connectedPage(of: wallet)
            // The first is shown, and three of an origin wait.
            var calls = [await ask(wallet) { _ = try await wallet.page().connect() }]
            _ = try await wallet.user.next()
            for _ in 0..<3 { calls.append(await ask(wallet) { _ = try await wallet.page().connect() }) }
            let refusal = RPCError.rateLimited(retryAfter: RPCWallet.retryAfter)
            await #expect(throws: refusal) { try await wallet.page().connect() }
            for number in 0..<3 {
                calls.append(await ask(wallet) { _ = try await wallet.page(of: "https://\(number).example").connect() })
            }
            await #expect(throws: refusal) { try await wallet.page(of: "https://3.example").connect() }
            // The origin is that of the connected page, forged perhaps, and does not count for it.
            calls.append(await ask(wallet) { _ = try await page.sign(message: "1", by: wallet.address) })
            for call in calls { call.cancel() }
            for call in calls { await call.value }
        }
    }

    @Test("connects that the user declines three times: delay no page of the origin that has a session")
    func declinesWithoutSession() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = try await connectedPage(of: wallet)
            for _ in 0..<3 {
                let connect = Task { try await wallet.page().connect() }
                try await wallet.user.next().answer(.decline)
                await #expect(throws: RPCError.declined) { try await connect.value }
            }
            await #expect(throws: RPCError.rateLimited(retryAfter: 30)) { try await wallet.page().connect() }
            let signed = Task { try await page.sign(message: "1", by: wallet.address) }
            try await wallet.user.next().answer(.approve)
            _ = try await signed.value
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

            wallet.clock.advance(by: RPCWallet.pauseAfterWithdrawal)
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
            wallet.clock.advance(by: RPCWallet.pauseAfterWithdrawal)
            try await wallet.user.next().answer(.approve)
            #expect(try await second.value.count == 1)
        }
    }

    @Test("a page that withdraws its question and asks another: is shown after a second, and gets no late answer")
    func withdrawn() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let (closed, open) = (try await connectedPage(of: wallet), try await connectedPage(of: wallet))
            let first = Task { try await closed.sign(message: "harmless", by: wallet.address) }
            let asked = try await wallet.user.next()
            let second = Task { try await open.sign(message: "harmful", by: wallet.address) }
            while await wallet.pages.questions.count < 2 { await Task.yield() }
            await wallet.pages.connectionClosed(try #require(closed.connection))
            await #expect(throws: RPCError.unauthorizedOrigin) { try await first.value }
            #expect(await !wallet.pages.showsQuestion)
            asked.answer(.approve)

            wallet.clock.advance(by: .milliseconds(999))
            #expect(await !wallet.pages.showsQuestion)
            wallet.clock.advance(by: .milliseconds(1))
            let next = try await wallet.user.next()
            #expect(next.question.content == .signMessage("harmful"))
            next.answer(.decline)
            await #expect(throws: RPCError.declined) { try await second.value }
        }
    }

    @Test("a question that is withdrawn before it is shown: delays no other one")
    func withdrawnInLine() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let (closed, open) = (try await connectedPage(of: wallet), try await connectedPage(of: wallet))
            let first = Task { try await open.sign(message: "first", by: wallet.address) }
            let asked = try await wallet.user.next()
            let second = Task { try await closed.sign(message: "second", by: wallet.address) }
            while await wallet.pages.questions.count < 2 { await Task.yield() }
            await wallet.pages.connectionClosed(try #require(closed.connection))
            await #expect(throws: RPCError.unauthorizedOrigin) { try await second.value }
            asked.answer(.approve)
            _ = try await first.value
            let third = Task { try await open.sign(message: "third", by: wallet.address) }
            try await wallet.user.next().answer(.approve)
            _ = try await third.value
        }
    }

    @Test(
        "a page that withdraws three questions that are shown: has to wait 30 s, and those of another origin do not",
        arguments: [Withdrawal.closes, .disconnects, .cancels]
    )
    func withdrawnThrice(by withdrawal: Withdrawal) async throws {
        try await withAnsweringWallet(nil) { wallet in
            for _ in 0..<3 {
                let page = wallet.page()
                let connect = Task { try await page.connect() }
                _ = try await wallet.user.next()
                switch withdrawal {
                case .closes: await wallet.pages.connectionClosed(try #require(page.connection))
                case .disconnects: try await page.disconnect()
                case .cancels: connect.cancel()
                }
                _ = await connect.result
                while await !wallet.pages.questions.isEmpty { await Task.yield() }
                wallet.clock.advance(by: RPCWallet.pauseAfterWithdrawal)
                while await wallet.pages.isPausing { await Task.yield() }
            }
            let refused = await #expect(throws: RPCError.self) { try await wallet.page().connect() }
            #expect(refused?.code == .rateLimited)
            let other = Task { try await wallet.page(of: "https://other.example").connect() }
            try await wallet.user.next().answer(.approve)
            _ = try await other.value
        }
    }

    enum Withdrawal {
        case closes, disconnects, cancels
    }

    @Test(
        "questions that end because their time passed, or the user revoked the grant: count as no declines",
        arguments: [true, false]
    )
    func endedWithoutPage(byTime: Bool) async throws {
        try await withAnsweringWallet(nil) { wallet in
            for _ in 0..<4 {
                let connect = Task { try await wallet.page().connect() }
                _ = try await wallet.user.next()
                if byTime {
                    wallet.clock.advance(by: RPCWallet.questionLife)
                } else {
                    try await wallet.pages.revoke(origin: AnsweringWallet.origin)
                }
                let error = await #expect(throws: RPCError.self) { try await connect.value }
                #expect(error == (byTime ? RPCError.notAnswered : RPCError.disconnected))
                wallet.clock.advance(by: RPCWallet.pauseAfterWithdrawal)
                while await wallet.pages.isPausing { await Task.yield() }
            }
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
            let shown = #"\u{202E}knab\u{A}\u{7F}"# + String(repeating: "x", count: 33) + " … (cut)"
            #expect(shown.unicodeScalars.count == 64)
            #expect(wallet.user.log.all.map(\.appName) == [shown, shown])
            #expect(wallet.user.log.all.map(\.origin) == [AnsweringWallet.origin, AnsweringWallet.origin])
        }
    }

    @Test("a name or a message of 100,000 characters: gives -32602, and nobody is asked")
    func tooLong() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            let text = String(repeating: "x", count: 100_000)
            let name = await #expect(throws: RPCError.self) {
                try await wallet.page().connect(ConnectParameters(appName: text))
            }
            let message = await #expect(throws: RPCError.self) {
                try await page.sign(message: text, by: wallet.address)
            }
            #expect(name?.code == .invalidParameters)
            #expect(message?.code == .invalidParameters)
            #expect(wallet.questions.count == 1)
        }
    }

    @Test("a message: is shown whole, also if what is shown of it is longer than the longest message")
    func longMessage() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            let plain = String(repeating: "x", count: SignMessageParameters.longestMessage)
            _ = try await page.sign(message: plain, by: wallet.address)
            #expect(wallet.questions.last == .signMessage(plain))
            let count = SignMessageParameters.longestMessage - 3
            _ = try await page.sign(message: String(repeating: "\n", count: count) + "end", by: wallet.address)
            #expect(wallet.questions.last == .signMessage(String(repeating: #"\u{A}"#, count: count) + "end"))
        }
    }

    @Test("a sign-in: with the longest statement of characters that are not seen: is shown whole")
    func longStatement() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            let hidden = String(repeating: "\u{E0041}", count: 253) + "end"
            _ = try await page.signIn(TestPage.signInParameters(by: wallet.address, statement: hidden))
            let statement = String(repeating: #"\u{E0041}"#, count: 253) + "end"
            let shown = TestPage.signInParameters(by: wallet.address, statement: statement)
            #expect(wallet.questions.last == .signIn(shown.text(address: wallet.address, network: .localnet)))
        }
    }

    @Test("a sign-in: is shown with what is not seen of its statement escaped, and signed as it is")
    func statement() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            let asked = TestPage.signInParameters(by: wallet.address, statement: "Pay\u{200B}\u{AD} nothing")
            let text = asked.text(address: wallet.address, network: .localnet)
            #expect(try await page.signIn(asked).message == text)
            let shown = TestPage.signInParameters(by: wallet.address, statement: #"Pay\u{200B}\u{AD} nothing"#)
            #expect(wallet.questions.last == .signIn(shown.text(address: wallet.address, network: .localnet)))
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
