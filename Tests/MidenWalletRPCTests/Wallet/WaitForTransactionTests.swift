import Foundation
import MidenSwiftClient
import Testing

@testable import MidenWalletRPC

@Suite("Waits for transactions of pages", .timeLimit(.minutes(5)))
struct WaitForTransactionTests {
    @Test(
        "a wait: ends once a block includes the transaction, with its id and its notes, and the page is told each state"
    )
    func committed() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let reference = try await wallet.send(wallet.payment(5), from: page)
            let wait = Task { try await page.wait(for: reference) }
            guard case .pending(let id) = try await wallet.state(of: reference) else {
                Issue.record("the payment was not submitted")
                return
            }
            try await wallet.base.wallet.sync()
            guard case .committed(let txHash, let outputNotes) = try await wait.value else {
                Issue.record("the wait did not end with the block")
                return
            }
            #expect(txHash == id.hex)
            #expect(outputNotes.count == 1 && outputNotes.first?.isEmpty == false)
            // Another wait is answered at once.
            #expect(try await page.wait(for: reference) == .committed(txHash: txHash, outputNotes: outputNotes))
            let changes = [
                TransactionChange(transactionId: reference, state: .executing),
                TransactionChange(transactionId: reference, state: .pending, txHash: txHash),
                TransactionChange(transactionId: reference, state: .committed, txHash: txHash),
            ]
            #expect(wallet.base.events(of: page) == (try changes.map { try RPCEvent.transactionChange($0) }))
        }
    }

    @Test("a wait: ends after 5 minutes if no block includes the transaction")
    func timedOut() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let reference = try await wallet.send(wallet.payment(5), from: page)
            _ = try await wallet.state(of: reference)
            let wait = Task { try await page.wait(for: reference) }
            while await wallet.base.pages.transactionWaits.isEmpty { await Task.yield() }
            wallet.base.clock.advance(by: RPCWallet.longestWaitForTransaction)
            #expect(try await wait.value == .timedOut)
        }
    }

    @Test("a wait: for a reference of nobody or of another origin: says that there is none")
    func notFound() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let reference = try await wallet.send(wallet.payment(5), from: page)
            #expect(try await page.wait(for: "order 7") == .notFound)
            let other = try await wallet.connectedPage(of: "https://other.example")
            #expect(try await other.wait(for: reference) == .notFound)
            await #expect(throws: RPCError.unauthorizedOrigin) {
                try await wallet.base.page().wait(for: reference)
            }
        }
    }

    @Test("a wait: for a payment that failed: says so without the reason, which may tell the balance")
    func failed() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            guard case .failed(let reason) = try await page.wait(for: try await wallet.sendTooMuch(from: page)) else {
                Issue.record("the payment did not fail")
                return
            }
            #expect(reason == "The wallet could not make the transaction")
        }
    }
}
