import Foundation
import MidenSwiftClient
import Testing

@testable import MidenWalletRPC

@Suite("Connecting", .timeLimit(.minutes(5)))
struct ConnectTests {
    @Test("a page that the user approves: gets the session with its permissions and a token")
    func approved() async throws {
        try await withAnsweringWallet { wallet in
            let page = wallet.page()
            let result = try await page.connect(
                ConnectParameters(
                    network: .localnet,
                    privateDataPermission: .automatic,
                    allowedPrivateData: [.assets, .notes],
                    appName: "Shop"
                )
            )
            let session = Session(
                address: wallet.address,
                publicKey: try await wallet.wallet.publicKeyCommitment(of: wallet.account),
                network: .localnet,
                privateDataPermission: .automatic,
                allowedPrivateData: [.assets, .notes]
            )
            #expect(result.session == session)
            #expect(result.session.publicKey.count == 32)
            #expect(result.token != nil)
            #expect(try await page.accounts() == [wallet.address])

            let question = try #require(wallet.user.log.all.first)
            #expect(wallet.user.log.all.count == 1)
            #expect(question.content == .connect(privateData: .automatic, allowed: [.assets, .notes]))
            #expect(question.origin == AnsweringWallet.origin)
            #expect(question.appName == "Shop")
            #expect(question.accountId == wallet.account)
            #expect(question.address == wallet.address)
            #expect(question.network == .localnet)
        }
    }

    @Test("a page that asks for nothing in particular: gets no private data without a question")
    func defaults() async throws {
        try await withAnsweringWallet { wallet in
            let session = try await wallet.page().connect().session
            #expect(session.privateDataPermission == .uponRequest)
            #expect(session.allowedPrivateData == [])
        }
    }

    @Test("a page that the user declines: gets 4001 and no session")
    func declined() async throws {
        try await withAnsweringWallet(.decline) { wallet in
            let page = wallet.page()
            await #expect(throws: RPCError.declined) { try await page.connect() }
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
        }
    }

    @Test("a page with a session: gets that session without a token, and nobody is asked")
    func repeated() async throws {
        try await withAnsweringWallet { wallet in
            let page = wallet.page()
            let first = try await page.connect()
            let second = try await page.connect(ConnectParameters(privateDataPermission: .automatic))
            #expect(second == ConnectResult(session: first.session, token: nil))
            #expect(wallet.questions.count == 1)
        }
    }

    @Test("a page on another network: gets 4901, with a session too, and nobody is asked")
    func wrongNetwork() async throws {
        try await withAnsweringWallet { wallet in
            let parameters = ConnectParameters(network: .testnet)
            await #expect(throws: RPCError.wrongNetwork(.localnet)) { try await wallet.page().connect(parameters) }
            #expect(wallet.questions.isEmpty)
            let page = try await wallet.connectedPage()
            await #expect(throws: RPCError.wrongNetwork(.localnet)) { try await page.connect(parameters) }
            #expect(wallet.questions.count == 1)
        }
    }

    @Test("a page that disconnects while it connects: gets 4900, and a later approval grants nothing")
    func disconnected() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = wallet.page()
            let connect = Task { try await page.connect() }
            let asked = try await wallet.user.next()
            try await page.disconnect()
            await #expect(throws: RPCError.disconnected) { try await connect.value }
            asked.answer(.approve)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
            await #expect(throws: RPCError.notFound) { try await page.disconnect() }
        }
    }

    @Test("a connect that a page repeats while the user is asked: asks once, and both calls get the answer")
    func repeatedConnect() async throws {
        try await withAnsweringWallet(nil) { wallet in
            for answer in [ApprovalAnswer.decline, .approve] {
                let page = wallet.page()
                let first = Task { try await page.connect() }
                let asked = try await wallet.user.next()
                let second = Task { try await page.connect() }
                while await wallet.pages.repeatedConnects.values.first?.count != 1 { await Task.yield() }
                asked.answer(answer)
                switch (await first.result, await second.result) {
                case (.success(let one), .success(let two)): #expect(answer == .approve && one == two)
                case (.failure(let one), .failure(let two)):
                    #expect(answer == .decline && one as? RPCError == .declined && two as? RPCError == .declined)
                default: Issue.record("the calls have different answers")
                }
            }
            #expect(wallet.questions.count == 2)
            #expect(await wallet.pages.repeatedConnects.isEmpty)
        }
    }

    @Test("two connects of a page that disconnects: both give 4900, and late approvals grant nothing")
    func bothDisconnected() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = wallet.page()
            let first = Task { try await page.connect() }
            let asked = try await wallet.user.next()
            let second = Task { try await page.connect(ConnectParameters(appName: "Shop")) }
            while await wallet.pages.questions.count < 2 { await Task.yield() }
            asked.answer(.approve)
            try await page.disconnect()
            // The approval may have come first, and its grant ended with the disconnect.
            _ = await first.result
            await #expect(throws: RPCError.disconnected) { try await second.value }
            asked.answer(.approve)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
        }
    }

    @Test("a page that is closed while it connects: has no session, and its question gives way to the next one")
    func closed() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let (closed, open) = (wallet.page(), wallet.page())
            let first = Task { try await closed.connect() }
            let asked = try await wallet.user.next()
            let second = Task { try await open.connect() }
            await wallet.pages.connectionClosed(try #require(closed.connection))
            await #expect(throws: RPCError.disconnected) { try await first.value }
            asked.answer(.approve)
            wallet.clock.advance(by: .seconds(1))
            try await wallet.user.next().answer(.approve)
            _ = try await second.value
            await #expect(throws: RPCError.unauthorizedOrigin) { try await closed.accounts() }
            #expect(try await open.accounts() == [wallet.address])
        }
    }

    @Test("a call that is cancelled: takes its question along")
    func cancelled() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = wallet.page()
            let connect = Task { try await page.connect() }
            let asked = try await wallet.user.next()
            connect.cancel()
            await #expect(throws: CancellationError.self) { try await connect.value }
            asked.answer(.approve)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
        }
    }

    @Test("a tab that connects while another one disconnects: does not bring back the other's token")
    func disconnectedMeanwhile() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let (first, second) = (wallet.page(), wallet.page())
            let earlier = Task { try await first.connect() }
            try await wallet.user.next().answer(.approve)
            let earlierToken = try #require(try await earlier.value.token)

            let later = Task { try await second.connect() }
            let asked = try await wallet.user.next()
            try await first.disconnect()
            asked.answer(.approve)
            let laterToken = try #require(try await later.value.token)
            #expect(try await wallet.page().resume(earlierToken) == nil)
            #expect(try await wallet.page().resume(laterToken) != nil)
        }
    }

    @Test("two tabs that connect at the same time: both keep their tokens")
    func twoTabs() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let tabs = [wallet.page(), wallet.page()]
            let first = Task { try await tabs[0].connect() }
            let asked = try await wallet.user.next()
            let second = Task { try await tabs[1].connect() }
            asked.answer(.approve)
            let firstToken = try #require(try await first.value.token)
            try await wallet.user.next().answer(.approve)
            let secondToken = try #require(try await second.value.token)
            for token in [firstToken, secondToken] {
                #expect(try await wallet.page().resume(token) != nil)
            }
        }
    }
}
