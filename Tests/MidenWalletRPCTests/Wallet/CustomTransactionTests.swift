import Foundation
import MidenSwiftClient
import Testing

@testable import MidenWalletRPC

@Suite("Transactions that pages made", .timeLimit(.minutes(5)))
struct CustomTransactionTests {
    @Test("bytes that are no request, also many: give -32602 and ask nobody", arguments: [1, 3, 100, 10 << 20])
    func noRequest(length: Int) async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let parameters = RequestTransactionParameters(
                address: wallet.base.address,
                transactionRequest: Data(repeating: 0xff, count: length),
                callId: RandomHex.digits(bytes: 16)
            )
            let error = await #expect(throws: RPCError.self) { try await page.execute(parameters) }
            #expect(error?.code == .invalidParameters)
            #expect(wallet.base.questions.count == 1)
            #expect(try await wallet.base.pages.transactions.all().isEmpty)
        }
    }

    @Test("a request without a grant: is not read")
    func withoutGrant() async throws {
        try await withSpendingWallet { wallet in
            let parameters = RequestTransactionParameters(
                address: wallet.base.address,
                transactionRequest: Data([1]),
                callId: RandomHex.digits(bytes: 16)
            )
            await #expect(throws: RPCError.unauthorizedOrigin) { try await wallet.base.page().execute(parameters) }
            #expect(wallet.base.questions.isEmpty)
        }
    }
}
