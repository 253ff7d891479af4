import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Transaction requests in bytes", .timeLimit(.minutes(5)))
struct SerializedRequestTests {
    @Test("Bytes that are no request are refused without a wallet", arguments: [0, 3, 100, 10 << 20])
    func noRequest(length: Int) throws {
        let request = SerializedTransactionRequest(Data(repeating: 0xff, count: length))
        let error = #expect(throws: MidenError.self) { try request.described() }
        #expect(error?.kind == .invalidTransactionRequest && error?.code == .invalidParameter)
    }

    @Test("The procedures that a script calls have Miden's names and not those of the request")
    func calls() throws {
        let calls = try SerializedTransactionRequest(try RequestFile.calls()).described().calls
        #expect(calls.procedures.map(\.names) == [["basic_wallet::move_asset_to_note"], []])
        #expect(calls.procedures.allSatisfy { $0.arguments == nil && $0.accountId == nil })
        #expect(calls.texts.last == calls.procedures.last?.root.hex)
        #expect(try SerializedTransactionRequest(try RequestFile.script()).described().calls == .init())
    }

    @Test("Bytes that are no request cannot be previewed or made")
    func refused() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let draft = TransactionDraft.serialized(SerializedTransactionRequest(Data([1, 2, 3])))
            let before = try await WalletSnapshot(of: wallet)
            for attempt in ["preview", "transact"] {
                let error = try await #require(throws: MidenError.self) {
                    if attempt == "preview" {
                        _ = try await wallet.preview(draft, accountId: account)
                    } else {
                        try await wallet.transact(draft, accountId: account)
                    }
                }
                #expect(error.kind == .invalidTransactionRequest)
            }
            #expect(try await WalletSnapshot(of: wallet) == before, "nothing has changed")
        }
    }
}
