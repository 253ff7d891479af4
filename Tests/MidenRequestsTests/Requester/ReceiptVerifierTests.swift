import Foundation
import MidenSwiftClient
import MidenTestSupport
import MidenWalletRPC
import Testing

@testable import MidenRequests

@Suite("The verifier of receipts", .timeLimit(.minutes(5)))
struct ReceiptVerifierTests {
    private let now = ShopRequest.time.addingTimeInterval(120)

    /// Expects that a receipt fails a check.
    private func expectRefusal(
        by check: Int,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> Any
    ) {
        let error = #expect(throws: MidenError.self, sourceLocation: sourceLocation) { _ = try body() }
        #expect(error?.kind == .invalidReceipt, sourceLocation: sourceLocation)
        #expect(error?.code == .accountOperation, sourceLocation: sourceLocation)
        let names = error?.message.hasPrefix("The receipt fails check \(check): ")
        #expect(names == true, "\(error?.message ?? "")", sourceLocation: sourceLocation)
    }

    private func verify(
        _ signed: SignedReceipt,
        _ request: SignedRequest,
        after earlier: [SignedReceipt] = [],
        commitment: Data? = nil,
        pinned: Data? = nil
    ) throws -> VerifiedReceipt {
        let known: VerifiedBy = commitment != nil ? .given : pinned != nil ? .pinned : .unverified
        return try ReceiptVerifier().verify(
            signed,
            of: request,
            after: earlier.map { VerifiedReceipt($0, verifiedBy: $0.signature == nil ? nil : known) },
            commitment: commitment,
            pinned: pinned,
            now: now
        )
    }

    // MARK: - Good receipts

    @Test("good receipts of each action: are verified, by the best commitment", arguments: SignatureScheme.allCases)
    func good(scheme: SignatureScheme) async throws {
        try await ReceiptSigner.with(scheme: scheme) { signer in
            let contents: [AppRequest.Content] = [
                .connectWallet, .connectWalletAndSignMessage("Hello"), .signMessage("Hello"),
                .sendCoin([try ShopRequest.payment()]),
            ]
            for content in contents {
                let request = try ShopRequest.signed(content)
                let signed = try await signer.receipt(of: request)
                let key = signer.commitment
                #expect(try verify(signed, request).verifiedBy == .unverified)
                #expect(try verify(signed, request, pinned: key).verifiedBy == .pinned)
                #expect(try verify(signed, request, commitment: key, pinned: key).verifiedBy == .given)
                let other = Data(repeating: 1, count: 32)
                #expect(try verify(signed, request, commitment: key, pinned: other).verifiedBy == .given)
                let verifier = ReceiptVerifier()
                let byChain = try verifier.verify(
                    signed,
                    of: request,
                    commitment: key,
                    isFromChain: true,
                    now: now
                )
                #expect(byChain.verifiedBy == .chain)
                #expect(byChain.receipt.status == .succeeded)
                #expect(byChain.signed == signed)
            }
        }
    }

    @Test("receipts of a request that was not carried out: are verified without a signature")
    func unsigned() throws {
        for content in [AppRequest.Content.connectWallet, .sendCoin([try ShopRequest.payment()])] {
            let request = try ShopRequest.signed(content)
            for status in [RequestStatus.cancelled, .reverted] {
                let text = try ReceiptDraft(of: request, status).receipt().text()
                let verified = try verify(try SignedReceipt(text: text, signature: nil), request)
                #expect(verified.verifiedBy == nil)
                #expect(verified.receipt.status == status)
            }
        }
    }

    // MARK: - Checks 1 and 2

    @Test("check 1: sealed bytes of another request, secret or with one byte changed do not open")
    func sealing() async throws {
        try await ReceiptSigner.with { signer in
            let (request, secret) = try ShopRequest.make(.connectWallet)
            let (other, otherSecret) = try ShopRequest.make(.connectWallet)
            let signed = try await signer.receipt(of: request)
            let sealed = try signed.sealed(for: request)
            let verifier = ReceiptVerifier()
            #expect(try verifier.open(sealed, of: request, secret: secret) == signed)
            #expect(try verifier.open(signed.data, of: request, secret: secret) == signed)
            #expect(try verifier.open(signed.data, of: request, secret: nil) == signed)
            expectRefusal(by: 1) { try verifier.open(sealed, of: other, secret: secret) }
            expectRefusal(by: 1) { try verifier.open(sealed, of: request, secret: otherSecret) }
            expectRefusal(by: 1) { try verifier.open(sealed, of: request, secret: nil) }
            expectRefusal(by: 1) { try verifier.open(Data(), of: request, secret: secret) }
            expectRefusal(by: 1) { try verifier.open(sealed.dropLast(), of: request, secret: secret) }
            for index in [0, 31, 32, sealed.count - 1] {
                var changed = Data(sealed)
                changed[index] ^= 1
                expectRefusal(by: 1) { try verifier.open(changed, of: request, secret: secret) }
            }
        }
    }

    @Test("check 2: bytes that are no receipt, and too many of them, do not have the form")
    func form() throws {
        let (request, secret) = try ShopRequest.make(.connectWallet)
        let verifier = ReceiptVerifier()
        let notText = Data("[]".utf8).base64EncodedString()
        for text in ["{}", #"{"receipt":"e30="}"#, #"{"receipt":1}"#, #"{"receipt":"\#(notText)"}"#] {
            expectRefusal(by: 2) { try verifier.open(Data(text.utf8), of: request, secret: secret) }
        }
        let text = String(decoding: try ReceiptDraft(of: request, .cancelled).receipt().text(), as: UTF8.self)
        func signed(_ text: String) -> Data {
            Data(#"{"receipt":"\#(Data(text.utf8).base64EncodedString())"}"#.utf8)
        }
        #expect(try verifier.open(signed(text), of: request, secret: secret).receipt.status == .cancelled)
        for (member, other) in [
            (#""number":1"#, #""number":0"#), (#""number":1"#, #""number":5"#), (#""number":1"#, #""number":"1""#),
            (#""number":1,"#, ""), (#""status":"canceled""#, #""status":"requested""#),
            (#""status":"canceled""#, #""status":"expired""#), (#""status":"canceled""#, #""status":"paid""#),
            (#""number":1"#, #""number":1,"number":1"#),
        ] {
            let changed = text.replacingOccurrences(of: member, with: other)
            #expect(changed != text)
            expectRefusal(by: 2) { try verifier.open(signed(changed), of: request, secret: secret) }
        }
        let newer = text.replacingOccurrences(of: #""version":1"#, with: #""version":2"#)
        expectRefusal(by: 3) { try verifier.open(signed(newer), of: request, secret: secret) }
        let large = Data(repeating: 0x20, count: ReceiptVerifier.largestSize + 1)
        expectRefusal(by: 2) { try verifier.open(large, of: request, secret: secret) }
    }

    // MARK: - Check 3

    @Test("check 3: id, digest, action and network have to be those of the request")
    func otherRequest() async throws {
        try await ReceiptSigner.with { signer in
            let request = try ShopRequest.signed(.connectWallet)
            let other = try ShopRequest.signed(.connectWallet)
            let good = try await signer.draft(of: request)
            let abroad = try AccountAddress(signer.account, on: .devnet)
            let changes: [(inout ReceiptDraft) -> Void] = [
                { $0.requestID = other.request.id }, { $0.requestDigest = other.digest },
                { $0.action = .connectWalletAndSignMessage }, { $0 = $0.moved(to: .devnet, abroad) },
            ]
            for change in changes {
                var draft = good
                change(&draft)
                let signed = try await signer.signed(draft)
                expectRefusal(by: 3) { try verify(signed, request) }
            }
            #expect(try verify(try await signer.signed(good), request).receipt.number == 1)
            let anyNetwork = try ShopRequest.make(.connectWallet, network: nil).request
            let draft = try await signer.draft(of: anyNetwork).moved(to: .devnet, abroad)
            #expect(try verify(try await signer.signed(draft), anyNetwork).receipt.network == .devnet)
        }
    }

    // MARK: - Check 4

    @Test("check 4: each status after each other one is accepted or refused by the table")
    func transitions() throws {
        let first: Set<RequestStatus> = [.executed, .succeeded, .failed, .reverted, .cancelled]
        let afterExecuted: Set<RequestStatus> = [.executed, .succeeded, .failed]
        for status in RequestStatus.allCases {
            #expect(status.canFollow(nil) == first.contains(status), "\(status)")
            for earlier in RequestStatus.allCases {
                let expected = earlier == .executed && afterExecuted.contains(status)
                #expect(status.canFollow(earlier) == expected, "\(status) after \(earlier)")
            }
        }
    }

    @Test("check 4: numbers go up, a receipt can come again, and its number with another text cannot")
    func numbers() async throws {
        try await ReceiptSigner.with { signer in
            let request = try ShopRequest.signed(.sendCoin([try ShopRequest.payment()]))
            let one = try await signer.receipt(of: request, .executed, number: 1)
            let two = try await signer.receipt(of: request, .executed, number: 2)
            let three = try await signer.receipt(of: request, .succeeded, number: 3)
            #expect(try verify(two, request, after: [one]).receipt.number == 2)
            #expect(try verify(two, request).receipt.number == 2)
            #expect(try verify(two, request, after: [one, two]).receipt.number == 2)
            #expect(try verify(three, request, after: [one]).receipt.number == 3)
            expectRefusal(by: 4) { try verify(one, request, after: [two]) }
            expectRefusal(by: 4) { try verify(one, request, after: [one, two]) }
            expectRefusal(by: 4) { try verify(two, request, after: [one, three]) }
            var changed = try await signer.draft(of: request, .executed, number: 2)
            changed.issuedAt += 1
            let otherTwo = try await signer.signed(changed)
            expectRefusal(by: 4) { try verify(otherTwo, request, after: [one, two]) }
        }
    }

    @Test("check 4: a transaction that was told stays the same, and what is final does not change")
    func transactionIDs() async throws {
        try await ReceiptSigner.with { signer in
            let request = try ShopRequest.signed(.sendCoin([try ShopRequest.payment()]))
            let one = try await signer.receipt(of: request, .executed, number: 1)
            var draft = try await signer.draft(of: request, .succeeded, number: 2)
            draft.transactions = [ReceiptDraft.transaction(.succeeded, digit: "2")]
            let other = try await signer.signed(draft)
            expectRefusal(by: 4) { try verify(other, request, after: [one]) }
            #expect(try verify(other, request).receipt.number == 2)

            let payment = try ShopRequest.payment()
            let pair = try ShopRequest.signed(.sendCoin([payment, payment]))
            var half = try await signer.draft(of: pair, .executed, number: 1)
            half.transactions = [ReceiptDraft.transaction(.succeeded), ReceiptDraft.transaction(.executed, digit: "2")]
            var back = half
            back.number = 2
            back.transactions = [ReceiptDraft.transaction(.executed), ReceiptDraft.transaction(.executed, digit: "2")]
            let (first, second) = (try await signer.signed(half), try await signer.signed(back))
            expectRefusal(by: 4) { try verify(second, pair, after: [first]) }
        }
    }

    @Test("check 4: a false decline and a receipt by a key that nobody knows do not keep the true receipt out")
    func forgedFirst() async throws {
        try await ReceiptSigner.with { signer in
            let request = try ShopRequest.signed(.sendCoin([try ShopRequest.payment()]))
            var forged = ReceiptDraft(of: request, .cancelled)
            forged.number = 4
            let decline = VerifiedReceipt(
                try SignedReceipt(text: try forged.receipt().text(), signature: nil),
                verifiedBy: nil
            )
            let stranger = try await ReceiptSigner(signer.wallet)
            let claimed = VerifiedReceipt(
                try await stranger.receipt(of: request, .succeeded, number: 4),
                verifiedBy: .unverified
            )
            let good = try await signer.receipt(of: request, .executed, number: 1)
            let key = signer.commitment
            let verifier = ReceiptVerifier()
            let paid = try verifier.verify(good, of: request, after: [decline], now: now)
            #expect(paid.receipt.status == .executed)
            let known = try verifier.verify(good, of: request, after: [decline, claimed], commitment: key, now: now)
            #expect(known.verifiedBy == .given)
            let end = try await signer.receipt(of: request, .succeeded, number: 2)
            let claim = VerifiedReceipt(try await stranger.receipt(of: request, number: 1), verifiedBy: .unverified)
            let byChain = VerifiedReceipt(good, verifiedBy: .chain)
            #expect(try verifier.verify(end, of: request, after: [claim, byChain], now: now).receipt.number == 2)
            // The chain tells that the account has another key by now.
            var draft = try await signer.draft(of: request, .succeeded, number: 2)
            draft.publicKey = stranger.commitment
            let replaced = try await stranger.signed(draft)
            let newKey = stranger.commitment
            #expect(
                try verifier.verify(
                    replaced,
                    of: request,
                    after: [byChain],
                    commitment: newKey,
                    isFromChain: true,
                    now: now
                ).verifiedBy == .chain
            )
            // And what proves less does not come after it.
            expectRefusal(by: 4) { try verifier.verify(decline.signed, of: request, after: [known], now: now) }
            expectRefusal(by: 5) { try verifier.verify(claimed.signed, of: request, after: [paid], now: now) }
        }
    }

    // MARK: - Checks 5 and 6

    @Test("check 5: the account has to be that of the request and of earlier receipts")
    func otherAccount() async throws {
        try await ReceiptSigner.with { signer in
            let other = try await ReceiptSigner(signer.wallet)
            let content = AppRequest.Content.sendCoin([try ShopRequest.payment()])
            let request = try ShopRequest.signed(content, address: try signer.address)
            let signed = try await signer.receipt(of: request)
            #expect(try verify(signed, request).receipt.address == signer.address)
            let byOther = try await other.receipt(of: request)
            expectRefusal(by: 5) { try verify(byOther, request) }
            let anyAccount = try ShopRequest.signed(content)
            let one = try await signer.receipt(of: anyAccount, .executed, number: 1)
            let two = try await other.receipt(of: anyAccount, .succeeded, number: 2)
            expectRefusal(by: 5) { try verify(two, anyAccount, after: [one]) }
            #expect(try verify(two, anyAccount).receipt.number == 2)
            // Anybody can name the address beside a key of their own.
            var draft = try await signer.draft(of: anyAccount, .succeeded, number: 2)
            draft.publicKey = other.commitment
            let byOtherKey = try await other.signed(draft)
            expectRefusal(by: 5) { try verify(byOtherKey, anyAccount, after: [one]) }
        }
    }

    @Test("check 6: a receipt is signed if and only if its status says so")
    func signedOrNot() async throws {
        try await ReceiptSigner.with { signer in
            let request = try ShopRequest.signed(.connectWallet)
            let good = try await signer.receipt(of: request)
            let unsigned = try SignedReceipt(text: good.text, signature: nil)
            expectRefusal(by: 6) { try verify(unsigned, request) }
            let declined = try ReceiptDraft(of: request, .cancelled).receipt().text()
            let signature = try await signer.wallet.sign(.receipt(declined), accountId: signer.account)
            let signedDecline = try SignedReceipt(text: declined, signature: signature)
            expectRefusal(by: 6) { try verify(signedDecline, request) }
            var naming = ReceiptDraft(of: request, .cancelled)
            naming.address = try signer.address
            naming.publicKey = signer.commitment
            let named = try SignedReceipt(text: try naming.receipt().text(), signature: nil)
            expectRefusal(by: 6) { try verify(named, request) }
            var nameless = ReceiptDraft(of: request, .succeeded)
            nameless.issuedAt += 1
            let anonymous = try await signer.signed(nameless)
            expectRefusal(by: 6) { try verify(anonymous, request) }
            #expect(try verify(try SignedReceipt(text: declined, signature: nil), request).verifiedBy == nil)
        }
    }

    // MARK: - Check 7

    @Test("check 7: one byte of text or signature, or another key, and the signature does not hold")
    func signatures() async throws {
        try await ReceiptSigner.with { signer in
            let other = try await ReceiptSigner(signer.wallet)
            let request = try ShopRequest.signed(.connectWallet)
            let draft = try await signer.draft(of: request)
            let good = try await signer.signed(draft)
            let signature = try #require(good.signature)
            expectRefusal(by: 7) { try verify(good, request, commitment: other.commitment) }
            expectRefusal(by: 7) { try verify(good, request, pinned: other.commitment) }
            for index in [0, 1, signature.count / 2] {
                var changed = Data(signature)
                changed[index] ^= 1
                let signed = try SignedReceipt(text: good.text, signature: changed)
                expectRefusal(by: 7) { try verify(signed, request) }
            }
            var later = draft
            later.issuedAt += 1
            let moved = try SignedReceipt(text: try later.receipt().text(), signature: signature)
            expectRefusal(by: 7) { try verify(moved, request) }
            // A signature of the same bytes that is not one of a receipt.
            let web = try await signer.wallet.sign(.webMessage(body: good.text), accountId: signer.account)
            let asReceipt = try SignedReceipt(text: good.text, signature: web)
            expectRefusal(by: 7) { try verify(asReceipt, request) }
            // Another account that claims the address, with a key of its own and with the key of the account.
            for key in [other.commitment, signer.commitment] {
                var forged = draft
                forged.publicKey = key
                let signed = try await other.signed(forged)
                expectRefusal(by: 7) { try verify(signed, request, commitment: signer.commitment) }
            }
        }
    }

    @Test("a commitment that does not have 32 bytes: is an error of the caller")
    func invalidCommitment() async throws {
        try await ReceiptSigner.with { signer in
            let request = try ShopRequest.signed(.connectWallet)
            let signed = try await signer.receipt(of: request)
            let error = #expect(throws: MidenError.self) {
                try verify(signed, request, commitment: signer.commitment.dropLast())
            }
            #expect(error?.kind == .invalidPublicKey)
        }
    }

    // MARK: - Checks 8 to 10

    @Test("check 8: the transactions have to agree with the status and in number")
    func transactions() async throws {
        try await ReceiptSigner.with { signer in
            let request = try ShopRequest.signed(.sendCoin([try ShopRequest.payment()]))
            func transaction(_ status: RequestStatus) -> TransactionReceipt { ReceiptDraft.transaction(status) }
            let id = transaction(.executed).transactionID
            func bare(_ status: RequestStatus, id: TransactionID?, block: UInt32?) -> TransactionReceipt {
                TransactionReceipt(status: status, transactionID: id, blockNumber: block, noteIDs: [], error: nil)
            }
            let bad: [(RequestStatus, [TransactionReceipt]?)] = [
                (.succeeded, nil), (.succeeded, [transaction(.executed)]),
                (.succeeded, [transaction(.succeeded), transaction(.succeeded)]),
                (.succeeded, [bare(.succeeded, id: id, block: nil)]),
                (.succeeded, [bare(.succeeded, id: nil, block: 7)]),
                (.executed, [transaction(.succeeded)]), (.executed, [transaction(.failed)]),
                (.executed, [transaction(.requested)]), (.executed, [bare(.executed, id: nil, block: nil)]),
                (.executed, [bare(.executed, id: id, block: 7)]),
                (.failed, [transaction(.succeeded)]), (.failed, [transaction(.reverted)]), (.failed, nil),
                (.reverted, [transaction(.failed)]), (.reverted, [transaction(.cancelled)]),
                (.cancelled, [transaction(.executed)]), (.cancelled, [transaction(.reverted)]),
            ]
            for (status, transactions) in bad {
                var draft = try await signer.draft(of: request, status)
                draft.transactions = transactions
                let signed = try await signer.signed(draft)
                expectRefusal(by: 8) { try verify(signed, request) }
            }
            let good: [(RequestStatus, [TransactionReceipt]?)] = [
                (.succeeded, [transaction(.succeeded)]), (.executed, [transaction(.executed)]),
                (.failed, [transaction(.failed)]), (.reverted, [transaction(.reverted)]),
                (.cancelled, [transaction(.cancelled)]), (.reverted, nil), (.cancelled, nil),
            ]
            for (status, transactions) in good {
                var draft = try await signer.draft(of: request, status)
                draft.transactions = transactions
                #expect(try verify(try await signer.signed(draft), request).receipt.status == status)
            }
            let connection = try ShopRequest.signed(.connectWallet)
            for status in [RequestStatus.executed, .failed] {
                let signed = try await signer.receipt(of: connection, status)
                expectRefusal(by: 8) { try verify(signed, connection) }
            }
        }
    }

    @Test("check 9: a receipt is not from before the request or from the future, but for 300 seconds")
    func times() async throws {
        try await ReceiptSigner.with { signer in
            let request = try ShopRequest.signed(.connectWallet)
            let (earliest, latest) = (ShopRequest.time.addingTimeInterval(-300), now.addingTimeInterval(300))
            for (time, isAccepted) in [
                (earliest, true), (earliest - 1, false), (latest, true), (latest + 1, false),
            ] {
                var draft = try await signer.draft(of: request)
                draft.issuedAt = time
                let signed = try await signer.signed(draft)
                if isAccepted {
                    #expect(try verify(signed, request).receipt.issuedAt == time)
                } else {
                    expectRefusal(by: 9) { try verify(signed, request) }
                }
            }
        }
    }

    @Test("check 10: the message has to be signed for this requester, account and text")
    func messageSignatures() async throws {
        try await ReceiptSigner.with { signer in
            let request = try ShopRequest.signed(.signMessage("Hello"))
            let other = try ShopRequest.signed(.signMessage("Hello"))
            let bystander = try await ReceiptSigner(signer.wallet)
            let wrong: [Data?] = [
                nil, try await signer.signature(of: "hello", for: request),
                try await signer.signature(of: "Hello", for: other),
                try await bystander.signature(of: "Hello", for: request), Data([1]),
            ]
            for signature in wrong {
                var draft = try await signer.draft(of: request)
                draft.signature = signature
                let signed = try await signer.signed(draft)
                expectRefusal(by: 10) { try verify(signed, request) }
            }
            let connection = try ShopRequest.signed(.connectWallet)
            var draft = try await signer.draft(of: connection)
            draft.signature = try await signer.signature(of: "Hello", for: connection)
            let signed = try await signer.signed(draft)
            expectRefusal(by: 10) { try verify(signed, connection) }
        }
    }
}
