import Foundation
import MidenSwiftClient
import MidenWalletRPC
import Testing

@Suite("A locked wallet", .timeLimit(.minutes(5)))
struct LockedWalletTests {
    @Test("a user that does not unlock: is asked first, and each method that asks gives -32011")
    func staysLocked() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            wallet.isLocked.isOn = true
            let calls = page.callAll(naming: wallet.address)
            for (name, call) in calls {
                // The user says so, but the wallet is still locked.
                await #expect(throws: RPCError.locked, "\(name)") { try await call() }
            }
            await #expect(throws: RPCError.locked) { try await wallet.page().connect() }
            #expect(wallet.laterQuestions.allSatisfy { $0 == .unlock })
            #expect(wallet.questions.count == 1 + calls.count + 1)
        }
    }

    @Test("a user that declines to unlock, or does not answer: gives -32011")
    func declined() async throws {
        try await withAnsweringWallet(nil) { wallet in
            wallet.isLocked.isOn = true
            let page = wallet.page()
            let first = Task { try await page.connect() }
            try await wallet.user.next().answer(.decline)
            await #expect(throws: RPCError.locked) { try await first.value }
            let second = Task { try await page.connect() }
            _ = try await wallet.user.next()
            wallet.clock.advance(by: .seconds(115))
            await #expect(throws: RPCError.locked) { try await second.value }
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
        }
    }

    @Test("a user that unlocks: is asked what the page asked, within the same 115 s")
    func unlocked() async throws {
        try await withAnsweringWallet(nil) { wallet in
            wallet.isLocked.isOn = true
            let page = wallet.page()
            let first = Task { try await page.connect() }
            var asked = try await wallet.user.next()
            #expect(asked.question.content == .unlock)
            wallet.isLocked.isOn = false
            asked.answer(.approve)
            asked = try await wallet.user.next()
            #expect(asked.question.content == .connect(privateData: .uponRequest, allowed: []))
            asked.answer(.approve)
            _ = try await first.value

            wallet.isLocked.isOn = true
            let second = Task { try await page.sign(message: "I agree", by: wallet.address) }
            asked = try await wallet.user.next()
            wallet.clock.advance(by: .seconds(100))
            wallet.isLocked.isOn = false
            asked.answer(.approve)
            #expect(try await wallet.user.next().question.content == .signMessage("I agree"))
            wallet.clock.advance(by: .seconds(15))
            await #expect(throws: RPCError.notAnswered) { try await second.value }
        }
    }

    @Test("a page that disconnects while the user unlocks: gets 4900, and the user is asked nothing more")
    func disconnected() async throws {
        try await withAnsweringWallet(nil) { wallet in
            wallet.isLocked.isOn = true
            let page = wallet.page()
            let connect = Task { try await page.connect() }
            let asked = try await wallet.user.next()
            try await page.disconnect()
            wallet.isLocked.isOn = false
            asked.answer(.approve)
            await #expect(throws: RPCError.disconnected) { try await connect.value }
            #expect(wallet.questions == [.unlock])
        }
    }

    @Test("a page that disconnects before the app says that it is locked: gets 4900, and nobody is asked")
    func disconnectedBefore() async throws {
        try await withAnsweringWallet { wallet in
            let (asked, answer) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
            let pages = try await RPCWallet(
                wallet.wallet,
                accountId: wallet.account,
                approvals: wallet.user,
                isLocked: {
                    asked.continuation.yield()
                    for await _ in answer.stream { break }
                    return true
                },
                send: { _, _ in }
            )
            let page = TestPage(router: try RPCRouter(pages.methods), caller: wallet.page().caller)
            let connect = Task { try await page.connect() }
            for await _ in asked.stream { break }
            try await page.disconnect()
            answer.continuation.yield()
            await #expect(throws: RPCError.disconnected) { try await connect.value }
            #expect(wallet.questions.isEmpty)
        }
    }

    @Test("the grant, the account and the network: are checked before the user is asked to unlock")
    func checkedBefore() async throws {
        try await withAnsweringWallet { wallet in
            wallet.isLocked.isOn = true
            let page = wallet.page()
            for (name, call) in page.callAll(naming: wallet.address) {
                await #expect(throws: RPCError.unauthorizedOrigin, "\(name)") { try await call() }
            }
            await #expect(throws: RPCError.wrongNetwork(.localnet)) {
                try await page.connect(ConnectParameters(network: .devnet))
            }
            #expect(wallet.questions.isEmpty)
        }
    }

    @Test("what the parameters contain: is checked after the user was asked to unlock")
    func checkedAfter() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            wallet.isLocked.isOn = true
            await #expect(throws: RPCError.locked) { try await page.sign([Data()], by: wallet.address) }
            #expect(wallet.questions.last == .unlock)
        }
    }

    @Test("methods that never ask: are answered")
    func silent() async throws {
        try await withAnsweringWallet { wallet in
            let page = wallet.page()
            let token = try #require(try await page.connect().token)
            wallet.isLocked.isOn = true
            #expect(try await page.accounts() == [wallet.address])
            #expect(try await page.connect().token == nil)
            #expect(try await wallet.page().resume(token) != nil)
            try await page.disconnect()
            #expect(wallet.questions.count == 1)
        }
    }
}
