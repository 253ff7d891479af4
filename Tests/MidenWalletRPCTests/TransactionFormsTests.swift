import Foundation
import MidenSwiftClient
import MidenWalletRPC
import Testing

@Suite("The forms of transactions and notes")
struct TransactionFormsTests {
    private static let address = "mtst1ap2qrmeks90y052tv50ga95p2v9h48yj"
    private static let callId = String(repeating: "0a", count: 16)

    private func written(_ value: some Encodable) throws -> String {
        String(decoding: try JSONText(encoding: value).data, as: UTF8.self)
    }

    @Test("a payment that cannot be taken back: has no member for it")
    func noRecall() throws {
        let payment = RequestSendParameters(
            address: Self.address,
            recipientAddress: Self.address,
            faucetId: Self.address,
            noteType: .private,
            amount: RPCAmount(baseUnits: 5),
            callId: Self.callId
        )
        let text = try JSONText(encoding: payment)
        #expect(!(try written(payment)).contains("recallBlocks"))
        #expect(try text.decoded(as: RequestSendParameters.self) == payment)
    }

    @Test("a note: has its type as a number, and nothing for what is not known")
    func notes() throws {
        func note(_ noteType: NoteType?) throws -> String {
            try written(
                InputNoteDetails(
                    noteId: "0x1",
                    senderAccountId: nil,
                    assets: [],
                    noteType: noteType,
                    nullifier: "0x2",
                    state: .committed
                )
            )
        }
        #expect(try note(.private) == #"{"assets":[],"noteId":"0x1","noteType":0,"nullifier":"0x2","state":2}"#)
        #expect(try note(.public) == #"{"assets":[],"noteId":"0x1","noteType":1,"nullifier":"0x2","state":2}"#)
        #expect(try note(nil) == #"{"assets":[],"noteId":"0x1","nullifier":"0x2","state":2}"#)
    }

    @Test("an account without a guardian: has null for all of it")
    func noGuardian() throws {
        let expected = [
            #"{"guardianInfo":{"guardianEndpoint":null,"guardianProvider":null,"#,
            #""guardianSyncStatus":null,"isGuardianAccount":false}}"#,
        ].joined()
        #expect(try written(RequestGuardianInfoResult(guardianInfo: .none)) == expected)
    }

    @Test("a wait that fails: has only the reason")
    func failedWaits() throws {
        #expect(try written(WaitForTransactionResult.timedOut) == #"{"errorMessage":"Transaction timed out"}"#)
        #expect(try written(WaitForTransactionResult.notFound) == #"{"errorMessage":"Transaction not found"}"#)
    }

    @Test("a balance: is in token units, or in base units with null for the decimals that are not known")
    func balances() throws {
        let known = GetBalanceResult.Balance(
            faucetId: "f",
            amount: Amount(9_007_199_254_740_993, decimals: 6),
            symbol: "USDC"
        )
        let expected = #"{"amount":"9007199254.740993","decimals":6,"faucetId":"f","symbol":"USDC"}"#
        #expect(try written(known) == expected)
        let unknown = GetBalanceResult.Balance(faucetId: "f", amount: Amount(.max), symbol: nil)
        let inBaseUnits = #"{"amount":"18446744073709551615","decimals":null,"faucetId":"f","symbol":null}"#
        #expect(try written(unknown) == inBaseUnits)
    }
}
