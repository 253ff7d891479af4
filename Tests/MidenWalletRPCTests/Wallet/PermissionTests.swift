import Foundation
import MidenSwiftClient
import Testing

@testable import MidenWalletRPC

@Suite("Permissions", .timeLimit(.minutes(5)))
struct PermissionTests {
    private static let silent = ConnectParameters(privateDataPermission: .automatic, allowedPrivateData: .assets)

    /// Connects a page, for a user that the test answers for.
    private func connect(_ page: TestPage, of wallet: AnsweringWallet) async throws -> ConnectResult {
        let connect = Task { try await page.connect(Self.silent) }
        try await wallet.user.next().answer(.approve)
        return try await connect.value
    }

    // MARK: - The list

    @Test("the list: has each origin with its account, network and permissions, until it is revoked")
    func list() async throws {
        try await withAnsweringWallet { wallet async throws in
            #expect(try await wallet.pages.listGrants().isEmpty)
            _ = try await wallet.page().connect(Self.silent)
            _ = try await wallet.connectedPage(of: "https://other.example")
            let list = try await wallet.pages.listGrants()
            #expect(Set(list.keys) == [AnsweringWallet.origin, "https://other.example"])
            let grant = try #require(list[AnsweringWallet.origin]?.grants.first)
            #expect(list[AnsweringWallet.origin]?.grants.count == 1)
            #expect(grant.accountId == wallet.account)
            #expect(grant.network == .localnet)
            #expect(grant.readsSilently(.assets))
            #expect(!grant.readsSilently(.notes))
            #expect(list["https://other.example"]?.grants.first?.readsSilently(.assets) == false)

            try await wallet.pages.revoke(origin: AnsweringWallet.origin)
            #expect(try await Array(wallet.pages.listGrants().keys) == ["https://other.example"])
        }
    }

    // MARK: - Methods of the app

    @Test("the grant of a caller: is that of a page with a session, and none of another page of its origin")
    func grantOfCaller() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            #expect(try await wallet.pages.grant(of: page.caller).accountId == wallet.account)
            // Such as a program that states the origin of the page.
            for other in [wallet.page(), wallet.page(of: "https://other.example")] {
                await #expect(throws: RPCError.unauthorizedOrigin) { try await wallet.pages.grant(of: other.caller) }
            }
            #expect(try await wallet.pages.grant(of: .safariExtension).accountId == wallet.account)
            try await wallet.pages.revoke(origin: AnsweringWallet.origin)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await wallet.pages.grant(of: page.caller) }
        }
    }

    // MARK: - Revoking

    @Test("a grant that is revoked in one of two tabs: both are told, and a silent read of either is refused")
    func twoTabs() async throws {
        try await withAnsweringWallet { wallet async throws in
            let tabs = [wallet.page(), wallet.page()]
            for tab in tabs {
                _ = try await tab.connect(Self.silent)
                _ = try await tab.assets(of: wallet.address)
            }
            try await wallet.pages.revoke(origin: AnsweringWallet.origin, accountId: wallet.account)
            let asked = wallet.questions.count
            for tab in tabs {
                #expect(wallet.events(of: tab) == [.disconnect])
                await #expect(throws: RPCError.unauthorizedOrigin) { try await tab.assets(of: wallet.address) }
            }
            #expect(wallet.questions.count == asked)
            #expect(try await wallet.pages.listGrants().isEmpty)
        }
    }

    @Test("a grant of an account that is revoked while a question is open: ends it, and a late approval signs nothing")
    func openQuestion() async throws {
        try await withAnsweringWallet(nil) { wallet async throws in
            let page = wallet.page()
            _ = try await connect(page, of: wallet)
            let call = Task { try await page.sign(message: "I agree", by: wallet.address) }
            let asked = try await wallet.user.next()
            try await wallet.pages.revoke(origin: AnsweringWallet.origin, accountId: wallet.account)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await call.value }
            asked.answer(.approve)
            #expect(wallet.events(of: page) == [.disconnect])
            #expect(await wallet.pages.questions.isEmpty)
        }
    }

    @Test(
        "an origin that is revoked while it connects: gets 4900, and a late approval grants nothing",
        arguments: [true, false]
    )
    func openConnect(isOfAccount: Bool) async throws {
        try await withAnsweringWallet(nil) { wallet async throws in
            let page = wallet.page()
            let connect = Task { try await page.connect() }
            let asked = try await wallet.user.next()
            if isOfAccount {
                try await wallet.pages.revoke(origin: AnsweringWallet.origin, accountId: wallet.account)
            } else {
                try await wallet.pages.revoke(origin: AnsweringWallet.origin)
            }
            await #expect(throws: RPCError.disconnected) { try await connect.value }
            asked.answer(.approve)
            #expect(try await wallet.pages.listGrants().isEmpty)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
        }
    }

    @Test("another origin: keeps its session and its question if one is revoked")
    func otherOrigin() async throws {
        try await withAnsweringWallet(nil) { wallet async throws in
            let (page, other) = (wallet.page(), wallet.page(of: "https://other.example"))
            _ = try await connect(page, of: wallet)
            _ = try await connect(other, of: wallet)
            let call = Task { try await other.sign(message: "I agree", by: wallet.address) }
            let asked = try await wallet.user.next()
            try await wallet.pages.revoke(origin: AnsweringWallet.origin)
            asked.answer(.approve)
            #expect(try await call.value.message == "I agree")
            #expect(wallet.events(of: other).isEmpty)
        }
    }

    // MARK: - Several accounts

    @Test("an account that the user chooses for an origin: does not get the permissions of the other one")
    func permissionsOfAccount() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.page()
            _ = try await page.connect(Self.silent)
            let chosen = try await wallet.wallet.createWallet()
            let address = try AccountAddress(chosen, on: wallet.wallet.configuration.network).text
            try await wallet.pages.chooseAccount(chosen, for: AnsweringWallet.origin)
            let asked = wallet.questions.count
            #expect(try await page.connect().session.privateDataPermission == .uponRequest)
            _ = try await page.assets(of: address)
            #expect(wallet.questions.dropFirst(asked) == [.assets])

            try await wallet.pages.chooseAccount(wallet.account, for: AnsweringWallet.origin)
            _ = try await page.assets(of: wallet.address)
            #expect(wallet.questions.count == asked + 1)
            #expect(wallet.events(of: page).count == 2)
        }
    }

    @Test("a grant of an account without the session: ends without a word to the pages")
    func revokedWithoutSession() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.page()
            _ = try await page.connect(Self.silent)
            let chosen = try await wallet.wallet.createWallet()
            let address = try AccountAddress(chosen, on: wallet.wallet.configuration.network).text
            try await wallet.pages.chooseAccount(chosen, for: AnsweringWallet.origin)
            try await wallet.pages.revoke(origin: AnsweringWallet.origin, accountId: wallet.account)
            #expect(wallet.events(of: page).count == 1)
            #expect(try await page.accounts() == [address])

            // What the user granted for the account is forgotten.
            try await wallet.pages.chooseAccount(wallet.account, for: AnsweringWallet.origin)
            #expect(try await page.connect().session.privateDataPermission == .uponRequest)
        }
    }

    @Test("a grant of the session's account that is revoked: ends all tokens, and the account left has no session")
    func revokedWithSession() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.page()
            let token = try #require(try await page.connect(Self.silent).token)
            let chosen = try await wallet.wallet.createWallet()
            try await wallet.pages.chooseAccount(chosen, for: AnsweringWallet.origin)
            try await wallet.pages.revoke(origin: AnsweringWallet.origin, accountId: chosen)
            #expect(wallet.events(of: page).last == .disconnect)
            #expect(try await wallet.page().resume(token) == nil)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.assets(of: wallet.address) }

            let asked = wallet.questions.count
            #expect(try await page.connect().session.address == wallet.address)
            #expect(wallet.questions.count == asked + 1)
        }
    }

    @Test("an account that was granted but has no session: is refused if a request names it, without a question")
    func otherGrantedAccount() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.page()
            _ = try await page.connect(Self.silent)
            let chosen = try await wallet.wallet.createWallet()
            try await wallet.pages.chooseAccount(chosen, for: AnsweringWallet.origin)
            let asked = wallet.questions.count
            for (name, call) in page.callAll(naming: wallet.address) {
                await #expect(throws: RPCError.unauthorizedOrigin, "\(name)") { try await call() }
            }
            #expect(wallet.questions.count == asked)
        }
    }
}
