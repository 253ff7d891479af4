import MidenSwiftClient
import MidenWalletRPC
import Testing

@Suite("What pages ask of the account", .timeLimit(.minutes(5)))
struct AccountMethodsTests {
    @Test("a guardian: there is none, and nobody is asked, also while the wallet is locked")
    func guardian() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            wallet.isLocked.isOn = true
            let info = try await page.guardianInfo(of: wallet.address)
            #expect(!info.isGuardianAccount)
            #expect(info == RequestGuardianInfoResult.GuardianInfo.none)
            #expect(wallet.laterQuestions.isEmpty)
        }
    }

    @Test("an account that a page wants to create: is refused without a question")
    func create() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            await #expect(throws: RPCError.noAccountCreation) { try await page.createAccount() }
            #expect(wallet.laterQuestions.isEmpty)
            #expect(try await wallet.wallet.getAccounts().count == 1)
        }
    }
}
