import Foundation
import MidenSwiftClient
import Testing

@testable import MidenWalletRPC

@Suite("Payments for pages", .timeLimit(.minutes(5)))
struct SendTests {
    @Test("a payment: that the user approves: is committed, and the recipient has the exact amount")
    func approved() async throws {
        let amount: UInt64 = 9_007_199_254_740_993
        try await withSpendingWallet(amount + 7) { wallet in
            let page = try await wallet.connectedPage()
            let call = Task { try await page.send(wallet.payment(amount)) }
            let asked = try await wallet.base.user.next()
            guard case .send(let payment, let preview) = asked.question.content,
                case .known(let summary) = preview.effects
            else {
                Issue.record("the question is of something else")
                return
            }
            #expect(payment.recipientId == wallet.recipientId)
            #expect(payment.fungibleAssets.map(\.amount) == [amount])
            #expect(summary.assetsOut.fungible.map(\.amount) == [amount])
            #expect(summary.createdNotes.map(\.recipientId) == [wallet.recipientId])
            #expect(asked.question.digest?.count == 32)
            asked.approve()

            let reference = try await call.value
            #expect(reference.count == 64)
            guard case .pending(let id) = try await wallet.state(of: reference) else {
                Issue.record("the payment was not submitted")
                return
            }
            #expect(try await wallet.received() == amount)
            #expect(try await wallet.balance(of: wallet.base.account) == 7)
            let query = TransactionQuery(reference: reference)
            #expect(try await wallet.base.wallet.getTransactions(query).transactions.map(\.id) == [id])
        }
    }

    @Test("a payment: declined, or approved without its digest or with another one: pays nothing")
    func notApproved() async throws {
        let answers: [ApprovalAnswer] = [
            .decline, .approve, .approveTransaction(digest: Data()), .approveTransaction(digest: Data(count: 32)),
        ]
        for answer in answers {
            try await withSpendingWallet { wallet in
                let page = try await wallet.connectedPage()
                let call = Task { try await page.send(wallet.payment(5)) }
                let asked = try await wallet.base.user.next()
                asked.answer(answer)
                asked.approve()
                await #expect(throws: RPCError.declined) { try await call.value }
                #expect(try await wallet.base.pages.transactions.all().isEmpty)
                #expect(try await wallet.received() == 0)
            }
        }
    }

    @Test("a payment: whose question is not answered in time: pays nothing, also with a late approval")
    func deadline() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let call = Task { try await page.send(wallet.payment(5)) }
            let asked = try await wallet.base.user.next()
            wallet.base.clock.advance(by: RPCWallet.questionLife)
            await #expect(throws: RPCError.notAnswered) { try await call.value }
            asked.approve()
            #expect(try await wallet.received() == 0)
        }
    }

    @Test("a payment: whose tab is closed, or whose page disconnects, while the question is open: pays nothing")
    func closed() async throws {
        for isClosed in [true, false] {
            try await withSpendingWallet { wallet in
                let page = try await wallet.connectedPage()
                let call = Task { try await page.send(wallet.payment(5)) }
                let asked = try await wallet.base.user.next()
                if isClosed {
                    await wallet.base.pages.connectionClosed(try #require(page.connection))
                } else {
                    try await page.disconnect()
                }
                await #expect(throws: RPCError.unauthorizedOrigin) { try await call.value }
                asked.approve()
                #expect(try await wallet.base.pages.transactions.all().isEmpty)
                #expect(try await wallet.received() == 0)
            }
        }
    }

    @Test("a payment: whose page closes after the approval: is made all the same")
    func closedAfterApproval() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let reference = try await wallet.send(wallet.payment(5), from: page)
            await wallet.base.pages.connectionClosed(try #require(page.connection))
            _ = try await wallet.state(of: reference)
            #expect(try await wallet.received() == 5)
        }
    }

    @Test("two equal payments of two calls: are two payments")
    func twoPayments() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let references = [
                try await wallet.send(wallet.payment(5), from: page),
                try await wallet.send(wallet.payment(5), from: page),
            ]
            #expect(references[0] != references[1])
            for reference in references { _ = try await wallet.state(of: reference) }
            #expect(try await wallet.received() == 10)
        }
    }

    @Test("a payment: whose question waited for another payment: is previewed again before it is shown")
    func waited() async throws {
        try await withSpendingWallet(100) { wallet in
            let page = try await wallet.connectedPage()
            let first = Task { try await page.send(wallet.payment(60)) }
            let asked = try await wallet.base.user.next()
            let second = Task { try await page.send(wallet.payment(30)) }
            let third = Task { try await page.send(wallet.payment(50)) }
            while await wallet.base.pages.questions.count < 3 { await Task.yield() }
            // What another program of the user pays changes it as well.
            let other = Payment(to: wallet.recipientId, faucetId: wallet.faucetId, amount: 5)
            _ = try await wallet.base.wallet.send(from: wallet.base.account, payments: [other])
            asked.approve()
            _ = try await wallet.state(of: first.value)

            var left: [UInt64?] = []
            for _ in 0..<2 {
                let asked = try await wallet.base.user.next()
                guard case .send(_, let preview) = asked.question.content else { continue }
                if case .known(let summary) = preview.effects {
                    left.append(summary.remaining.first { $0.faucetId == wallet.faucetId }?.amount)
                    asked.approve()
                    _ = try await wallet.received()
                } else {
                    left.append(nil)
                    asked.answer(.decline)
                }
            }
            #expect(left.count == 2 && left.contains(nil))
            _ = await (second.result, third.result)
            #expect(try await wallet.received() <= 100)
        }
    }

    @Test("a repeated call: while the first one waits for the user: is answered with it, without a question")
    func repeatedWhileAsked() async throws {
        try await withSpendingWallet { wallet in
            let (page, again) = (try await wallet.connectedPage(), try await wallet.connectedPage())
            let payment = wallet.payment(5)
            let first = Task { try await page.send(payment) }
            let asked = try await wallet.base.user.next()
            let second = Task { try await again.send(payment) }
            while await wallet.base.pages.questions.count < 2 { await Task.yield() }
            asked.approve()
            #expect(try await second.value == first.value)
            #expect(wallet.base.questions.count == 3)
            _ = try await wallet.state(of: first.value)
            #expect(try await wallet.received() == 5)
        }
    }

    @Test("a call previewed while the user approves the first: is answered with it if equal, else shows what is left")
    func approvedWhilePreviewed() async throws {
        try await withSpendingWallet(100) { wallet in
            let (page, again) = (try await wallet.connectedPage(), try await wallet.connectedPage())
            let payment = wallet.payment(60)
            for repetition in [payment, wallet.payment(30)] {
                let isEqual = repetition.callId == payment.callId
                let first = Task { try await page.send(isEqual ? payment : wallet.payment(5)) }
                let asked = try await wallet.base.user.next()
                let second = Task { try await again.send(repetition) }
                while await wallet.base.pages.previewing.isEmpty { await Task.yield() }
                asked.approve()
                if isEqual {
                    #expect(try await second.value == first.value)
                } else {
                    let later = try await wallet.base.user.next()
                    if case .send(_, let preview) = later.question.content, case .known(let summary) = preview.effects {
                        let left = summary.remaining.first { $0.faucetId == wallet.faucetId }?.amount
                        #expect(left == 5)
                    } else {
                        Issue.record("no preview")
                    }
                    later.answer(.decline)
                    await #expect(throws: RPCError.declined) { try await second.value }
                }
                _ = try await wallet.state(of: first.value)
            }
            #expect(try await wallet.received() == 65)
        }
    }

    @Test("a repeated call: has the same reference without a question, and with other parameters gives -32602")
    func repeated() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let payment = wallet.payment(5)
            let reference = try await wallet.send(payment, from: page)
            #expect(try await page.send(payment) == reference)
            let error = await #expect(throws: RPCError.self) {
                try await page.send(wallet.payment(6, callId: payment.callId))
            }
            #expect(error?.code == .invalidParameters)
            #expect(wallet.base.questions.count == 2)

            // Of another origin it is another payment.
            let other = try await wallet.connectedPage(of: "https://other.example")
            let otherReference = try await wallet.send(payment, from: other)
            #expect(otherReference != reference)
            for each in [reference, otherReference] { _ = try await wallet.state(of: each) }
            #expect(try await wallet.received() == 10)
        }
    }

    @Test("a call that was declined and is repeated: asks again")
    func repeatedAfterDecline() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let payment = wallet.payment(5)
            let declined = Task { try await page.send(payment) }
            try await wallet.base.user.next().answer(.decline)
            await #expect(throws: RPCError.declined) { try await declined.value }
            _ = try await wallet.state(of: try await wallet.send(payment, from: page))
            #expect(try await wallet.received() == 5)
        }
    }

    @Test("a payment: approved after the account changed: is refused, and pays nothing")
    func changedMeanwhile() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            guard case .failed = try await wallet.state(of: try await wallet.sendTooMuch(from: page)) else {
                Issue.record("the payment did not fail")
                return
            }
            #expect(try await wallet.received() == 700)
        }
    }

    @Test("a payment of more than there is: tells the user alone, and cannot be approved")
    func tooMuch() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let call = Task { try await page.send(wallet.payment(1001)) }
            let asked = try await wallet.base.user.next()
            guard case .send(_, let preview) = asked.question.content, case .impossible = preview.effects else {
                Issue.record("the preview did not fail")
                return
            }
            #expect(asked.question.digest == nil)
            asked.answer(.approveTransaction(digest: Data()))
            await #expect(throws: RPCError.declined) { try await call.value }
            #expect(try await wallet.received() == 0)
        }
    }

    @Test("amounts that no token has, and addresses of no account: give -32602, and nobody is asked")
    func refusedContent() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let testnet = try AccountAddress(wallet.recipientId, on: .testnet).text
            let refused = [
                wallet.payment(0), wallet.payment((1 << 63) - (1 << 31) + 1), wallet.payment(1 << 63),
                wallet.payment(.max), wallet.payment(5, to: testnet), wallet.payment(5, faucet: testnet),
                wallet.payment(5, to: "mtst1qqqqqqqqqq"),
            ]
            for payment in refused {
                let error = await #expect(throws: RPCError.self) { try await page.send(payment) }
                #expect(error?.code == .invalidParameters)
            }
            #expect(wallet.base.questions.count == 1)
        }
    }

    @Test("a payment of another account, or without a grant: gives 4100, and nobody is asked")
    func withoutGrant() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            await #expect(throws: RPCError.unauthorizedOrigin) {
                try await page.send(wallet.payment(5, from: wallet.recipient))
            }
            await #expect(throws: RPCError.unauthorizedOrigin) {
                try await wallet.base.page(of: "https://other.example").send(wallet.payment(5))
            }
            #expect(wallet.base.questions.count == 1)
        }
    }

    @Test("a payment that can be taken back: says from which block on")
    func recall() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let height = try await wallet.base.wallet.info().syncHeight
            let call = Task { try await page.send(wallet.payment(5, recallBlocks: 1000)) }
            let asked = try await wallet.base.user.next()
            guard case .send(let payment, _) = asked.question.content else { return }
            #expect(payment.reclaimHeight == height + 1000)
            asked.approve()
            guard case .pending = try await wallet.state(of: try await call.value) else {
                Issue.record("the payment was not submitted")
                return
            }
        }
    }

    @Test("a payment that can be taken back: whose question waited while blocks passed: is made as it was shown last")
    func recallAfterWaiting() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let first = Task { try await page.send(wallet.payment(1)) }
            let asked = try await wallet.base.user.next()
            let second = Task { try await page.send(wallet.payment(5, recallBlocks: 1000)) }
            while await wallet.base.pages.questions.count < 2 { await Task.yield() }
            let height = try await wallet.base.wallet.info().syncHeight
            _ = try await wallet.base.wallet.mint(to: wallet.recipientId, amount: 1)
            try await wallet.base.wallet.sync()
            let newest = try await wallet.base.wallet.info().syncHeight
            #expect(newest > height)
            asked.answer(.decline)
            await #expect(throws: RPCError.declined) { try await first.value }

            let waited = try await wallet.base.user.next()
            guard case .send(let payment, _) = waited.question.content else {
                Issue.record("the question is of something else")
                return
            }
            #expect(payment.reclaimHeight == newest + 1000)
            waited.approve()
            let reference = try await second.value
            guard case .pending(let id) = try await wallet.state(of: reference) else {
                Issue.record("the payment was not submitted")
                return
            }
            let query = TransactionQuery(reference: reference)
            #expect(try await wallet.base.wallet.getTransactions(query).transactions.map(\.id) == [id])
        }
    }

    @Test("an origin whose questions were declined three times: waits 30 s, doubling, until an approval")
    func declines() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            func decline() async throws {
                let call = Task { try await page.send(wallet.payment(5)) }
                try await wallet.base.user.next().answer(.decline)
                await #expect(throws: RPCError.declined) { try await call.value }
            }
            for _ in 0..<3 { try await decline() }
            for seconds in [30, 60, 120, 240, 480, 960, 1920, 3600, 3600] {
                await #expect(throws: RPCError.rateLimited(retryAfter: seconds)) {
                    try await page.send(wallet.payment(5))
                }
                // Another origin may ask.
                wallet.base.clock.advance(by: .seconds(seconds))
                try await decline()
            }
            let other = try await wallet.connectedPage(of: "https://other.example")
            _ = try await wallet.send(wallet.payment(1), from: other)
            wallet.base.clock.advance(by: .seconds(3600))
            _ = try await wallet.send(wallet.payment(1), from: page)
            for _ in 0..<2 { try await decline() }
            _ = try await wallet.send(wallet.payment(1), from: page)
        }
    }
}
