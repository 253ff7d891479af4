import MidenSwiftClient
import MidenWalletRPC
import Testing

@Suite("An app that changes the network", .timeLimit(.minutes(5)))
struct NetworkChangeTests {
    @Test("pages with a session: are told the network, then that the session ended, and the grant stays")
    func told() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            let stranger = wallet.page(of: "https://other.example")
            await wallet.pages.networkChanged(to: .testnet)
            #expect(wallet.events(of: page) == [.networkChange(.testnet), .disconnect])
            #expect(wallet.events(of: stranger).isEmpty)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }
            #expect(try await wallet.pages.listGrants().count == 1)
        }
    }

    @Test("an open question: ends")
    func question() async throws {
        try await withAnsweringWallet(nil) { wallet async throws in
            let page = wallet.page()
            let connect = Task { try await page.connect() }
            let asked = try await wallet.user.next()
            await wallet.pages.networkChanged(to: .testnet)
            await #expect(throws: RPCError.disconnected) { try await connect.value }
            asked.answer(.approve)
            #expect(try await wallet.pages.listGrants().isEmpty)
        }
    }

    @Test("the network that it is on already: changes nothing")
    func same() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            await wallet.pages.networkChanged(to: .localnet)
            #expect(wallet.events(of: page).isEmpty)
            #expect(try await page.accounts() == [wallet.address])
        }
    }
}
