import MidenSwiftClient
import MidenWalletRPC
import Testing

@Suite("Balances for pages", .timeLimit(.minutes(5)))
struct BalanceTests {
    @Test("the balance: is in the units of the token, with its decimals and its symbol")
    func units() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            #expect(try await page.balances(of: wallet.address) == [])
            let minted = try await wallet.wallet.mint(to: wallet.account, amount: Amount(9_007_199_254_740_993))
            try await wallet.wallet.sync()
            _ = try await wallet.wallet.consumeNotes(accountId: wallet.account, noteIds: [minted.noteId])
            let faucet = try AccountAddress(minted.faucetId, on: wallet.wallet.configuration.network).text
            let balance = GetBalanceResult.Balance(
                faucetId: faucet,
                amount: Amount(9_007_199_254_740_993, decimals: 6),
                symbol: "MIDEN"
            )
            #expect(balance.amount == "9007199254.740993")
            #expect(try await page.balances(of: wallet.address) == [balance])
            #expect(try await page.balances(of: wallet.address, faucetId: faucet) == [balance])
        }
    }

    @Test("a token that the account does not have: is 0, in base units if the wallet does not know it")
    func none() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            // Any account will do: the wallet does not know a token of it.
            let address = wallet.address
            #expect(
                try await page.balances(of: wallet.address, faucetId: address)
                    == [GetBalanceResult.Balance(faucetId: address, amount: Amount(0), symbol: nil)]
            )
        }
    }

    @Test("an address of another network: is refused without a question")
    func otherNetwork() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            let error = await #expect(throws: RPCError.self) {
                let faucet = try AccountAddress(wallet.account, on: .testnet).text
                _ = try await page.balances(of: wallet.address, faucetId: faucet)
            }
            #expect(error?.code == .invalidParameters)
            #expect(wallet.laterQuestions.isEmpty)
        }
    }

    private static let permissions: [(PrivateDataPermission, AllowedPrivateData, Bool)] = [
        (.automatic, .assets, false), (.automatic, .notes, true), (.uponRequest, .all, true),
    ]

    @Test("a page: is told a balance without a question only if it was granted the assets", arguments: permissions)
    func permission(permission: PrivateDataPermission, allowed: AllowedPrivateData, isAsked: Bool) async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.page()
            _ = try await page.connect(
                ConnectParameters(privateDataPermission: permission, allowedPrivateData: allowed)
            )
            _ = try await page.balances(of: wallet.address)
            let expected: [ApprovalQuestion.Content] = isAsked ? [.assets] : []
            #expect(wallet.laterQuestions == expected)
        }
    }
}
