import MidenSwiftClient
import MidenWalletRPC
import Testing

@Suite("Assets for pages", .timeLimit(.minutes(5)))
struct AssetsTests {
    @Test("the assets of an account: are exact in base units, each with the address of its faucet")
    func amounts() async throws {
        try await withAnsweringWallet { wallet in
            let page = try await wallet.connectedPage()
            #expect(try await page.assets(of: wallet.address) == [])

            let minted = try await wallet.wallet.mint(to: wallet.account, amount: Amount(9_007_199_254_740_993))
            try await wallet.wallet.sync()
            _ = try await wallet.wallet.consumeNotes(accountId: wallet.account, noteIds: [minted.noteId])
            let faucet = try AccountAddress(minted.faucetId, on: wallet.wallet.configuration.network).text
            let assets = try await page.assets(of: wallet.address)
            #expect(assets == [RequestAssetsResult.Asset(faucetId: faucet, baseUnits: 9_007_199_254_740_993)])
            #expect(assets.first?.amount == "9007199254740993")
        }
    }

    private static let permissions: [(PrivateDataPermission, AllowedPrivateData, Bool)] = [
        (.automatic, .assets, false),
        (.automatic, .all, false),
        (.automatic, [.notes, .storage], true),
        (.automatic, [], true),
        (.uponRequest, .all, true),
    ]

    @Test("a page: is answered without a question only if it was granted the assets", arguments: permissions)
    func permission(permission: PrivateDataPermission, allowed: AllowedPrivateData, isAsked: Bool) async throws {
        try await withAnsweringWallet { wallet in
            let page = wallet.page()
            _ = try await page.connect(
                ConnectParameters(privateDataPermission: permission, allowedPrivateData: allowed)
            )
            _ = try await page.assets(of: wallet.address)
            let expected: [ApprovalQuestion.Content] = isAsked ? [.assets] : []
            #expect(wallet.laterQuestions == expected)
        }
    }

    @Test("a page that the user declines: gets 4001")
    func declined() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = wallet.page()
            let connect = Task { try await page.connect() }
            try await wallet.user.next().answer(.approve)
            _ = try await connect.value
            let assets = Task { try await page.assets(of: wallet.address) }
            try await wallet.user.next().answer(.decline)
            await #expect(throws: RPCError.declined) { try await assets.value }
        }
    }
}
