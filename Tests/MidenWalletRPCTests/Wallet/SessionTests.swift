import Foundation
import MidenSwiftClient
import Testing

@testable import MidenWalletRPC

@Suite("Sessions", .timeLimit(.minutes(5)))
struct SessionTests {
    /// Keeps grants as a durable store does.
    private final class TestStore: GrantStore {
        let saved = Log<[String: OriginGrants]>()
        let isFull = Switch(isOn: false)

        struct Full: Error {}

        func load() -> [String: OriginGrants] { saved.all.last ?? [:] }

        func update(_ change: (inout [String: OriginGrants]) -> Void) throws -> [String: OriginGrants] {
            if isFull.isOn { throw Full() }
            var grants = load()
            change(&grants)
            saved.append(grants)
            return grants
        }
    }

    // MARK: - Tokens

    @Test("a token: resumes the session on another connection, and nobody is asked")
    func resumed() async throws {
        try await withAnsweringWallet { wallet async throws in
            let connected = try await wallet.page().connect()
            let token = try #require(connected.token)
            let page = wallet.page()
            #expect(try await page.resume(token) == connected.session)
            #expect(try await page.accounts() == [wallet.address])
            #expect(try await page.connect() == ConnectResult(session: connected.session, token: nil))
            #expect(wallet.questions.count == 1)
        }
    }

    @Test("a token of another origin: gives no session")
    func wrongOrigin() async throws {
        try await withAnsweringWallet { wallet async throws in
            let token = try #require(try await wallet.page().connect().token)
            let other = try await wallet.connectedPage(of: "https://other.example")
            await wallet.pages.connectionClosed(try #require(other.connection))
            let page = wallet.page(of: "https://other.example")
            #expect(try await page.resume(token) == nil)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
        }
    }

    @Test("a token that was never issued: gives no session")
    func unknownToken() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.page()
            #expect(try await page.resume(String(repeating: "0", count: 64)) == nil)
            let token = try #require(try await wallet.page().connect().token)
            let last = token.last == "0" ? "1" : "0"
            #expect(try await page.resume(String(token.dropLast()) + last) == nil)
        }
    }

    @Test("the ninth token of an origin: replaces the oldest and no other")
    func replaced() async throws {
        try await withAnsweringWallet { wallet async throws in
            var tokens: [String] = []
            for _ in 0...OriginGrants.mostTokens {
                tokens.append(try #require(try await wallet.page().connect().token))
            }
            #expect(Set(tokens).count == 9)
            #expect(try await wallet.page().resume(tokens[0]) == nil)
            for token in tokens.dropFirst() {
                #expect(try await wallet.page().resume(token) != nil)
            }
        }
    }

    @Test("grants in a store: outlive the wallet's answers, and hold no token")
    func stored() async throws {
        let store = TestStore()
        try await withAnsweringWallet(store: store) { wallet in
            let connected = try await wallet.page().connect(ConnectParameters(appName: "Shop"))
            let token = try #require(connected.token)
            let text = String(decoding: try JSONEncoder().encode(store.load()), as: UTF8.self)
            #expect(text.contains("Shop"))
            #expect(!text.contains(token))

            let later = try await wallet.again(store)
            let page = TestPage(router: try RPCRouter(later.methods), caller: wallet.page().caller)
            #expect(try await page.resume(token) == connected.session)
        }
    }

    @Test("a grant that the store does not take: is not granted, and one it does not remove goes on")
    func storeFails() async throws {
        let store = TestStore()
        try await withAnsweringWallet(store: store) { wallet in
            let page = wallet.page()
            store.isFull.isOn = true
            await #expect(throws: RPCError.internalError) { try await page.connect() }
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }

            store.isFull.isOn = false
            _ = try await page.connect()
            store.isFull.isOn = true
            await #expect(throws: TestStore.Full.self) { try await wallet.pages.revoke(origin: AnsweringWallet.origin) }
            #expect(try await page.accounts() == [wallet.address])
        }
    }

    /// A grant as a store has it, changed in some members.
    private func changed(_ grant: Grant, _ members: [String: Any]) throws -> Grant {
        var object = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(grant)) as? [String: Any]
        )
        object.merge(members) { $1 }
        return try JSONDecoder().decode(Grant.self, from: JSONSerialization.data(withJSONObject: object))
    }

    @Test("a grant of another network in the store: gives nothing, and 4901 with its token")
    func otherNetwork() async throws {
        let store = TestStore()
        try await withAnsweringWallet(store: store) { wallet async throws in
            let origin = AnsweringWallet.origin
            let automatic = ConnectParameters(privateDataPermission: .automatic, allowedPrivateData: .all)
            let token = try #require(try await wallet.page().connect(automatic).token)
            let granted = try #require(store.load()[origin]?.grants.first)
            let elsewhere = try changed(granted, ["network": "testnet"])
            _ = try store.update { $0[origin]?.grants = [elsewhere] }

            let later = try await wallet.again(store)
            let page = TestPage(router: try RPCRouter(later.methods), caller: wallet.page().caller)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
            await #expect(throws: RPCError.wrongNetwork(.localnet)) { try await page.resume(token) }
            await #expect(throws: RPCError.wrongNetwork(.localnet)) { try await page.accounts() }
            for (name, call) in page.callAll(naming: wallet.address) {
                await #expect(throws: RPCError.wrongNetwork(.localnet), "\(name)") { try await call() }
            }
            try await later.chooseAccount(wallet.account, for: origin)
            #expect(store.load()[origin]?.grants == [elsewhere])
            #expect(wallet.questions.count == 1)

            // A new grant is asked for, and has no permissions of the other one.
            let new = TestPage(router: page.router, caller: wallet.page().caller)
            #expect(try await new.connect().session.privateDataPermission == .uponRequest)
            #expect(wallet.questions.count == 2)
            #expect(store.load()[origin]?.grants.map(\.network) == [.localnet, .testnet])
            #expect(try await new.accounts() == [wallet.address])
        }
    }

    @Test("a grant in the store of an account that the wallet does not have: cannot be connected, and nobody is asked")
    func unknownAccount() async throws {
        let store = TestStore()
        try await withAnsweringWallet { other async throws in
            let granted = try await Grant(of: other.account, in: other.wallet)
            _ = try store.update { $0[AnsweringWallet.origin, default: OriginGrants()].select(granted) }
        }
        try await withAnsweringWallet(store: store) { wallet async throws in
            let page = wallet.page()
            await #expect(throws: RPCError.internalError) { try await page.connect() }
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
            #expect(wallet.questions.isEmpty)
            // The user ends the grant, and the page is offered the account of the wallet.
            try await wallet.pages.revoke(origin: AnsweringWallet.origin)
            #expect(try await page.connect().session.address == wallet.address)
        }
    }

    // MARK: - Without a grant

    @Test("a page without a session: gets 4100 for each method but connect and resume, and nobody is asked")
    func withoutSession() async throws {
        try await withAnsweringWallet { wallet async throws in
            // The grant of its origin does not help: it has no token.
            let connected = try await wallet.connectedPage()
            let page = wallet.page()
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
            for (name, call) in page.callAll(naming: wallet.address) {
                await #expect(throws: RPCError.unauthorizedOrigin, "\(name)") { try await call() }
            }
            await #expect(throws: RPCError.notFound) { try await page.disconnect() }
            #expect(try await connected.accounts() == [wallet.address])
            #expect(wallet.questions.count == 1)
        }
    }

    @Test("a page that names another account: gets 4100 for each method, and nobody is asked")
    func otherAccount() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            let other = try await wallet.wallet.createWallet()
            let address = try AccountAddress(other, on: wallet.wallet.configuration.network).text
            for (name, call) in page.callAll(naming: address) {
                await #expect(throws: RPCError.unauthorizedOrigin, "\(name)") { try await call() }
            }
            #expect(wallet.questions.count == 1)
        }
    }

    @Test("an address with routing parameters: is that of the account")
    func routingParameters() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            for (_, call) in page.callAll(naming: wallet.address + "_qruqqqgqjmsgj") {
                try await call()
            }
        }
    }

    // MARK: - The end of a grant

    @Test("a page that disconnects: ends the grant and the tokens in all tabs, and the others are told")
    func disconnect() async throws {
        try await withAnsweringWallet { wallet async throws in
            let (first, second) = (wallet.page(), wallet.page())
            let other = try await wallet.connectedPage(of: "https://other.example")
            let tokens = [try await first.connect().token, try await second.connect().token].compactMap { $0 }
            #expect(tokens.count == 2)
            try await first.disconnect()
            #expect(wallet.events(of: first).isEmpty)
            #expect(wallet.events(of: second) == [.disconnect])
            #expect(wallet.events(of: other).isEmpty)
            for page in [first, second] {
                await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
            }
            for token in tokens {
                #expect(try await wallet.page().resume(token) == nil)
            }
            #expect(try await other.accounts() == [wallet.address])
        }
    }

    @Test("a grant that the user revokes: ends in all tabs, each is told once, and the next connect asks")
    func revoked() async throws {
        try await withAnsweringWallet { wallet async throws in
            let (first, second) = (wallet.page(), try await wallet.connectedPage())
            let token = try #require(try await first.connect().token)
            let closed = try await wallet.connectedPage()
            await wallet.pages.connectionClosed(try #require(closed.connection))

            try await wallet.pages.revoke(origin: AnsweringWallet.origin)
            try await wallet.pages.revoke(origin: AnsweringWallet.origin)
            #expect(wallet.events(of: first) == [.disconnect])
            #expect(wallet.events(of: second) == [.disconnect])
            #expect(wallet.events(of: closed).isEmpty)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await first.accounts() }
            #expect(try await wallet.page().resume(token) == nil)

            let asked = wallet.questions.count
            _ = try await first.connect()
            #expect(wallet.questions.count == asked + 1)
        }
    }

    @Test("a connection that is closed: loses its session, and its origin keeps the grant")
    func closed() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.page()
            let token = try #require(try await page.connect().token)
            await wallet.pages.connectionClosed(try #require(page.connection))
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
            #expect(try await wallet.page().resume(token) != nil)
        }
    }

    // MARK: - Another account

    @Test("an account that the user chooses for an origin: replaces the other one in all tabs, which are told")
    func chosenAccount() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            let stranger = try await wallet.connectedPage(of: "https://other.example")
            let chosen = try await wallet.wallet.createWallet()
            let address = try AccountAddress(chosen, on: wallet.wallet.configuration.network).text
            try await wallet.pages.chooseAccount(chosen, for: AnsweringWallet.origin)

            let session = try await page.connect().session
            #expect(session.address == address)
            let publicKey = try await wallet.wallet.publicKeyCommitment(of: chosen)
            #expect(session.publicKey == publicKey)
            let event = try RPCEvent.accountChange(session)
            #expect(wallet.events(of: page) == [event])
            #expect(wallet.events(of: stranger).isEmpty)
            #expect(try await page.accounts() == [address])
            #expect(try await stranger.accounts() == [wallet.address])

            for (name, call) in page.callAll(naming: wallet.address) {
                await #expect(throws: RPCError.unauthorizedOrigin, "\(name)") { try await call() }
            }
            let word = Data(count: 32)
            let expected = try await wallet.wallet.sign(.word(word), accountId: chosen)
            #expect(try await page.sign(word, as: .word, by: address) == expected)

            // A new tab is offered the account that the user chose.
            #expect(try await wallet.page().connect().session.address == address)
            #expect(wallet.events(of: page).count == 1)
        }
    }

    @Test("an account that is chosen for an origin without a grant: grants nothing")
    func chosenWithoutGrant() async throws {
        try await withAnsweringWallet { wallet async throws in
            try await wallet.pages.chooseAccount(wallet.account, for: AnsweringWallet.origin)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await wallet.page().accounts() }
        }
    }
}
