import Foundation
import MidenSwiftClient
import MidenTestSupport
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

    private func parameters(_ request: Data, of wallet: SpendingWallet) -> RequestTransactionParameters {
        RequestTransactionParameters(
            address: wallet.base.address,
            transactionRequest: request,
            callId: RandomHex.digits(bytes: 16)
        )
    }

    private func shown(_ question: ApprovalQuestion) throws -> (page: PageTransaction, preview: TransactionPreview) {
        guard case .transaction(let page, let preview) = question.content else { throw CancellationError() }
        return (page, preview)
    }

    private func isSubmitted(_ state: RequestedTransaction.State?) -> Bool {
        switch state {
        case .pending, .committed: true
        default: false
        }
    }

    @Test("a request without a script: shows its notes, is approved without a simulation, and pays what was shown")
    func payment() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let request = try RequestFile.payment(from: wallet.base.account.hex, faucetId: wallet.faucetId.hex)
            let call = Task { try await page.execute(parameters(request, of: wallet)) }
            let asked = try await wallet.base.user.next()
            let (transaction, preview) = try shown(asked.question)
            #expect(transaction.isReadable)
            #expect(preview.effects == .notExecuted)
            let notes = transaction.description.createdNotes
            #expect(notes.count == 1)
            #expect(notes.first?.fungibleAssets.map(\.faucetId) == [wallet.faucetId])
            #expect(notes.first?.fungibleAssets.map(\.amount) == [7])
            asked.answer(.approveTransaction(digest: try #require(preview.digest)))
            let reference = try await call.value
            #expect(isSubmitted(try await wallet.state(of: reference)))
            try await wallet.base.wallet.sync()
            #expect(try await wallet.balance(of: wallet.base.account) == 993)
        }
    }

    @Test("a request that was carried out: once more approved, makes its note no second time")
    func approvedTwice() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let request = try RequestFile.payment(from: wallet.base.account.hex, faucetId: wallet.faucetId.hex)
            for isFirst in [true, false] {
                let call = Task { try await page.execute(parameters(request, of: wallet)) }
                let asked = try await wallet.base.user.next()
                if !isFirst {
                    guard case .impossible(let reason) = try await asked.question.simulate().effects else {
                        Issue.record("it can be made")
                        return
                    }
                    #expect(reason.contains("exists already"), "\(reason)")
                }
                asked.answer(.approveTransaction(digest: try #require(try shown(asked.question).preview.digest)))
                #expect(isSubmitted(try await wallet.state(of: try await call.value)) == isFirst)
                try await wallet.base.wallet.sync()
            }
            #expect(try await wallet.balance(of: wallet.base.account) == 993)
        }
    }

    @Test("a request without a script: is simulated if the user asks, and approved by what that showed")
    func simulatedPayment() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let request = try RequestFile.payment(from: wallet.base.account.hex, faucetId: wallet.faucetId.hex)
            let call = Task { try await page.execute(parameters(request, of: wallet)) }
            let asked = try await wallet.base.user.next()
            let simulated = try await asked.question.simulate()
            guard case .known(let summary) = simulated.effects else {
                Issue.record("it cannot be made")
                return
            }
            #expect(summary.createdNotes.contains { $0.fungibleAssets.map(\.amount) == [7] })
            asked.answer(.approveTransaction(digest: try #require(simulated.digest)))
            #expect(isSubmitted(try await wallet.state(of: try await call.value)))
        }
    }

    @Test("a request that pays what the account does not have: tells the user why it cannot be made, and not the page")
    func impossible() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let faucet = try await wallet.base.wallet.createFaucet(symbol: "NONE", decimals: 0, maximumSupply: 10)
            let request = try RequestFile.payment(from: wallet.base.account.hex, faucetId: faucet.hex)
            let call = Task { try await page.execute(parameters(request, of: wallet)) }
            let asked = try await wallet.base.user.next()
            guard case .impossible(let reason) = try await asked.question.simulate().effects else {
                Issue.record("it can be made")
                return
            }
            #expect(reason.contains("fungible"))
            let preview = try shown(asked.question).1
            asked.answer(.approveTransaction(digest: try #require(preview.digest)))
            let reference = try await call.value
            let told = try #require(await wallet.base.waitForSettled(1).first)
            #expect(told.reason == reason)
            let answer = try await page.wait(for: reference)
            #expect(answer == .failed(errorMessage: "The wallet could not make the transaction"))
        }
    }

    @Test("a request with a script: cannot be approved before a simulation, and is made after it")
    func script() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let request = try RequestFile.script()
            let declined = Task { try await page.execute(parameters(request, of: wallet)) }
            let first = try await wallet.base.user.next()
            let (transaction, preview) = try shown(first.question)
            #expect(!transaction.isReadable)
            #expect(preview == TransactionPreview(.notExecuted, digest: nil))
            first.answer(.approve)
            await #expect(throws: RPCError.declined) { try await declined.value }
            await #expect(throws: CancellationError.self) { try await first.question.simulate() }

            let call = Task { try await page.execute(parameters(request, of: wallet)) }
            let asked = try await wallet.base.user.next()
            let simulated = try await asked.question.simulate()
            asked.answer(.approveTransaction(digest: try #require(simulated.digest)))
            #expect(isSubmitted(try await wallet.state(of: try await call.value)))
        }
    }

    @Test("a request that is cut off, or that bytes follow: gives -32602 and asks nobody")
    func truncated() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            for whole in [
                try RequestFile.payment(from: wallet.base.account.hex, faucetId: wallet.faucetId.hex),
                try RequestFile.script(),
            ] {
                let parts = [1, 2, 3].map { Data(whole.prefix(whole.count * $0 / 4)) }
                for request in parts + [Data(whole.dropLast()), whole + [0]] {
                    let error = await #expect(throws: RPCError.self) {
                        try await page.execute(parameters(request, of: wallet))
                    }
                    #expect(error?.code == .invalidParameters)
                }
            }
            #expect(wallet.base.questions.count == 1)
        }
    }
}
