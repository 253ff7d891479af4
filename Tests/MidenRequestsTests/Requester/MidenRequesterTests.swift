import Foundation
import MidenSwiftClient
import MidenTestSupport
import MidenWalletRPC
import Testing

@testable import MidenRequests

@Suite("The requester", .timeLimit(.minutes(5)))
struct MidenRequesterTests {
    private let files: RequesterFolder
    private let later = ShopRequest.time.addingTimeInterval(120)

    init() throws {
        files = try RequesterFolder()
    }

    private func request(_ pending: PendingRequest) throws -> SignedRequest {
        try #require(try files.store.request(pending.id)).request
    }

    /// All bytes of all files.
    private func content() throws -> [String: Data] {
        let names = try files.modes().filter { $0.value == 0o600 }.keys
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try files.bytes(files.path($0))) })
    }

    // MARK: - Requests

    @Test("each action: is a signed request whose link a wallet reads")
    func actions() async throws {
        let requester = try await files.requester()
        let address = "mtst1ap2qrmeks90y052tv50ga95p2v9h48yj"
        let note = RequestedNote(noteID: try NoteID("0x" + String(repeating: "1", count: 64)), noteBytes: nil)
        let all = [
            try await requester.requestConnectWallet(),
            try await requester.requestConnectWalletAndSignMessage("Hello"),
            try await requester.requestSignMessage("Hello", by: address),
            try await requester.requestSendCoin([try ShopRequest.payment()], from: address, maximumFee: 10),
            try await requester.requestConsumeNote([note]),
        ]
        #expect(
            all.map(\.action)
                == [.connectWallet, .connectWalletAndSignMessage, .signMessage, .sendCoin, .consumeNote]
        )
        for pending in all {
            guard case .direct(let signed) = try RequestLink(pending.link) else {
                Issue.record("\(pending) is not direct")
                continue
            }
            #expect(signed == (try request(pending)))
            #expect(signed.digest == pending.digest)
            #expect(signed.request.requester.name == "Shop")
            #expect(signed.request.expiresAt == ShopRequest.time.addingTimeInterval(600))
            #expect(pending.fitsQRCode == (pending.link.utf8.count <= 997))
            #expect(try await requester.receipt(requestID: pending.id) == nil)
            #expect(try await requester.status(requestID: pending.id) == .requested)
        }
        #expect(Set(try await requester.requests()) == Set(all))
        let payment = try request(all[3]).request
        #expect(payment.address == address)
        #expect(payment.maximumFee == 10)
    }

    @Test("requests beyond a limit: are refused, and nothing is kept")
    func limits() async throws {
        let requester = try await files.requester()
        for lifetime in [
            Duration.zero, .seconds(29), .seconds(604_801), .seconds(-600), .milliseconds(60_500), .seconds(Int64.max),
        ] {
            let error = await #expect(throws: MidenError.self) {
                try await requester.requestConnectWallet(expiresIn: lifetime)
            }
            #expect(error?.kind == .invalidRequest, "\(lifetime)")
        }
        for time in [Date.distantPast, Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: .nan)] {
            let wrong = try await files.requester(at: time)
            let error = await #expect(throws: MidenError.self) { try await wrong.requestConnectWallet() }
            #expect(error?.kind == .invalidRequest)
        }
        let payment = try ShopRequest.payment()
        for amount in [0, RequestedPayment.largestAmount + 1, UInt64.max] {
            let wrong = RequestedPayment(to: payment.recipientID, faucetID: payment.faucetID, baseUnits: amount)
            let error = await #expect(throws: MidenError.self) { try await requester.requestSendCoin([wrong]) }
            #expect(error?.kind == .invalidRequest)
        }
        let large = await #expect(throws: MidenError.self) {
            try await requester.requestSignMessage(String(repeating: "a", count: 3000))
        }
        #expect(large?.kind == .requestNeedsRelay)
        let named = await #expect(throws: MidenError.self) {
            try await MidenRequester(name: "", network: .testnet, store: files.store)
        }
        #expect(named?.kind == .invalidRequest)
        #expect(try await requester.requestIDs().isEmpty)
        #expect(try await requester.requestConnectWallet().action == .connectWallet)
    }

    @Test("execute: opens the link any number of times, and says if nothing opened or the time has passed")
    func execute() async throws {
        let (links, seen) = AsyncStream.makeStream(of: URL.self)
        let requester = try await files.requester { url in
            seen.yield(url)
            return true
        }
        let pending = try await requester.requestConnectWallet(expiresIn: .seconds(30))
        try await requester.execute(requestID: pending.id)
        try await requester.execute(requestID: pending.id)
        seen.finish()
        let opened = await links.reduce(into: [String]()) { $0.append($1.absoluteString) }
        #expect(opened == [pending.link, pending.link])
        let closed = try await files.requester()
        let notOpened = await #expect(throws: MidenError.self) { try await closed.execute(requestID: pending.id) }
        #expect(notOpened?.kind == .requestLinkNotOpened)
        let late = try await files.requester(at: pending.expiresAt) { _ in true }
        let expired = await #expect(throws: MidenError.self) { try await late.execute(requestID: pending.id) }
        #expect(expired?.kind == .requestExpired)
    }

    @Test("a request without a receipt: is expired from 300 seconds after its expiry on")
    func expiry() async throws {
        let pending = try await files.requester().requestConnectWallet(expiresIn: .seconds(30))
        for (seconds, status) in [(29, RequestStatus.requested), (329, .requested), (330, .expired)] {
            let requester = try await files.requester(at: ShopRequest.time.addingTimeInterval(TimeInterval(seconds)))
            #expect(try await requester.status(requestID: pending.id) == status)
        }
    }

    @Test("a request that was deleted or never made: is unknown, and a receipt of it is refused")
    func deleted() async throws {
        let requester = try await files.requester()
        let pending = try await requester.requestConnectWallet()
        let request = try request(pending)
        let text = try ReceiptDraft(of: request, .cancelled).receipt().text()
        let signed = try SignedReceipt(text: text, signature: nil)
        let sealed = try signed.sealed(for: request)
        try await requester.delete(requestID: pending.id)
        #expect(!FileManager.default.fileExists(atPath: files.path(of: pending.id)))
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await requester.receipt(requestID: pending.id) },
            { _ = try await requester.status(requestID: pending.id) },
            { _ = try await requester.pendingRequest(requestID: pending.id) },
            { try await requester.execute(requestID: pending.id) },
            { try await requester.delete(requestID: pending.id) },
            { _ = try await requester.accept(signed.data) },
            { _ = try await requester.accept(sealed, of: pending.id) },
        ]
        for call in calls {
            let error = await #expect(throws: MidenError.self) { try await call() }
            #expect(error?.kind == .requestUnknown)
            #expect(error?.code == .lookup)
        }
        let error = await #expect(throws: MidenError.self) { try await requester.accept(sealed) }
        #expect(error?.kind == .invalidReceipt)
    }

    // MARK: - Receipts

    @Test("receipts, signed and sealed: are accepted, and there after a restart")
    func accepted() async throws {
        try await ReceiptSigner.with { signer in
            let pending = try await files.requester().requestSendCoin([try ShopRequest.payment()])
            let request = try request(pending)
            let one = try await signer.receipt(of: request, .executed, number: 1)
            let two = try await signer.receipt(of: request, .succeeded, number: 2)
            let requester = try await files.requester(at: later)
            let first = try await requester.accept(one.data)
            #expect(first.receipt.status == .executed)
            #expect(first.verifiedBy == .unverified)
            #expect(try await files.requester(at: later).receipt(requestID: pending.id) == first)
            #expect(try await requester.accept(one.data) == first)
            let second = try await requester.accept(try two.sealed(for: request), commitment: signer.commitment)
            #expect(second.receipt == two.receipt)
            #expect(second.verifiedBy == .given)
            let restarted = try await files.requester(at: later)
            #expect(try await restarted.receipt(requestID: pending.id) == second)
            #expect(try await restarted.status(requestID: pending.id) == .succeeded)
            #expect(try await restarted.accept(two.data) == second)
            let long = try await files.requester(at: later.addingTimeInterval(86_400))
            #expect(try await long.status(requestID: pending.id) == .succeeded)
        }
    }

    @Test("receipts that are refused: change nothing, and a later good one is accepted")
    func refused() async throws {
        try await ReceiptSigner.with { signer in
            let other = try await ReceiptSigner(signer.wallet)
            let requester = try await files.requester(at: later)
            let pending = try await requester.requestSendCoin([try ShopRequest.payment()])
            let another = try await requester.requestSendCoin([try ShopRequest.payment()])
            let request = try request(pending)
            let one = try await signer.receipt(of: request, .executed, number: 1)
            let good = try await requester.accept(one.data)
            var changed = try await signer.draft(of: request, .executed, number: 1)
            changed.issuedAt += 1
            let abroad = try await signer.draft(of: request, number: 2)
                .moved(to: .devnet, try AccountAddress(signer.account, on: .devnet))
            var future = try await signer.draft(of: request, number: 2)
            future.issuedAt = later.addingTimeInterval(301)
            let anothers = try await signer.receipt(of: try self.request(another))
            let bad: [(Data, Int)] = [
                (try await signer.signed(changed).data, 4), (try await signer.signed(abroad).data, 3),
                (try await signer.signed(future).data, 9), (try await other.receipt(of: request, number: 2).data, 5),
                (anothers.data, 3), (try anothers.sealed(for: try self.request(another)), 1),
                (Data("{}".utf8), 2), (Data([1, 2, 3]), 1),
            ]
            let before = try content()
            for (bytes, check) in bad {
                let error = await #expect(throws: MidenError.self) {
                    try await requester.accept(bytes, of: pending.id)
                }
                #expect(error?.kind == .invalidReceipt)
                let message = error?.message ?? ""
                #expect(message.hasPrefix("The receipt fails check \(check): "), "\(message)")
                #expect(try content() == before)
                #expect(try await requester.receipt(requestID: pending.id) == good)
            }
            let two = try await signer.receipt(of: request, number: 2)
            #expect(try await requester.accept(two.data, of: pending.id).receipt.status == .succeeded)
            let back = await #expect(throws: MidenError.self) { try await requester.accept(one.data) }
            #expect(back?.message.hasPrefix("The receipt fails check 4: ") == true)
            #expect(try await requester.status(requestID: pending.id) == .succeeded)
            #expect(try await requester.accept(anothers.data).receipt.requestID == another.id)
        }
    }

    @Test("the commitment from the chain: is asked for the account of the receipt, and not for a decline")
    func chain() async throws {
        try await ReceiptSigner.with { signer in
            let requester = try await files.requester(at: later)
            let pending = try await requester.requestConnectWallet()
            let signed = try await signer.receipt(of: try request(pending))
            let address = try signer.address
            let verified = try await requester.accept(signed.data) { asked in
                #expect(asked == address)
                return signer.commitment
            }
            #expect(verified.verifiedBy == .chain)
            let declined = try await requester.requestConnectWallet()
            let text = try ReceiptDraft(of: try request(declined), .cancelled).receipt().text()
            let receipt = try await requester.accept(try SignedReceipt(text: text, signature: nil).data) { _ in
                Issue.record("the chain was asked")
                return Data()
            }
            #expect(receipt.verifiedBy == nil)
        }
    }

    // MARK: - Pinned keys

    @Test("a connection with a commitment that is given: pins the key, and another key is refused from then on")
    func pins() async throws {
        try await ReceiptSigner.with { signer in
            let other = try await ReceiptSigner(signer.wallet)
            let requester = try await files.requester(at: later)
            // A receipt of another action pins nothing.
            let early = try await requester.requestSignMessage("Hello")
            let greeting = try await signer.receipt(of: try request(early))
            #expect(try await requester.accept(greeting.data).verifiedBy == .unverified)
            let connection = try await requester.requestConnectWallet()
            let connected = try await signer.receipt(of: try request(connection))
            #expect(try await requester.accept(connected.data, commitment: signer.commitment).verifiedBy == .given)

            let restarted = try await files.requester(at: later)
            let payment = try await restarted.requestSendCoin([try ShopRequest.payment()])
            let paid = try await signer.receipt(of: try request(payment))
            #expect(try await restarted.accept(paid.data).verifiedBy == .pinned)

            for content in [AppRequest.Content.connectWallet, .sendCoin([try ShopRequest.payment()])] {
                let pending = try await restarted.request(content)
                var forged = try await signer.draft(of: try request(pending))
                forged.publicKey = other.commitment
                let signed = try await other.signed(forged)
                let error = await #expect(throws: MidenError.self) { try await restarted.accept(signed.data) }
                #expect(error?.message.hasPrefix("The receipt fails check 7: ") == true)
                let good = try await signer.receipt(of: try request(pending))
                #expect(try await restarted.accept(good.data).verifiedBy == .pinned)
            }
        }
    }

    @Test("a connection with a key that nobody confirmed: pins nothing, and does not keep the account's key out")
    func unconfirmed() async throws {
        try await ReceiptSigner.with { signer in
            let other = try await ReceiptSigner(signer.wallet)
            let requester = try await files.requester(at: later)
            // Somebody connects with the address of the account, and a key of their own.
            let first = try await requester.requestConnectWallet()
            var forged = try await signer.draft(of: try request(first))
            forged.publicKey = other.commitment
            let byOther = try await other.signed(forged)
            #expect(try await requester.accept(byOther.data).verifiedBy == .unverified)
            let second = try await requester.requestConnectWallet()
            let good = try await signer.receipt(of: try request(second))
            #expect(try await requester.accept(good.data).verifiedBy == .unverified)
            let unknown = try await requester.requestSendCoin([try ShopRequest.payment()])
            var claimed = try await signer.draft(of: try request(unknown))
            claimed.publicKey = other.commitment
            #expect(try await requester.accept(try await other.signed(claimed).data).verifiedBy == .unverified)
            #expect(try await requester.accept(good.data, commitment: signer.commitment).verifiedBy == .given)
            let payment = try await requester.requestSendCoin([try ShopRequest.payment()])
            let paid = try await signer.receipt(of: try request(payment))
            #expect(try await requester.accept(paid.data).verifiedBy == .pinned)
            let refused = await #expect(throws: MidenError.self) { try await requester.accept(byOther.data) }
            #expect(refused?.message.hasPrefix("The receipt fails check 7: ") == true)
        }
    }

    @Test("a key that was replaced: the commitment from the caller counts more than the pinned one")
    func replacedKey() async throws {
        try await ReceiptSigner.with { signer in
            let other = try await ReceiptSigner(signer.wallet)
            let requester = try await files.requester(at: later)
            let first = try await requester.requestConnectWallet()
            let before = try await signer.receipt(of: try request(first))
            #expect(try await requester.accept(before.data, commitment: signer.commitment).verifiedBy == .given)
            let pending = try await requester.requestConnectWallet()
            let byOld = try await signer.receipt(of: try request(pending))
            #expect(try await requester.accept(byOld.data).verifiedBy == .pinned)
            var draft = try await signer.draft(of: try request(pending))
            draft.publicKey = other.commitment
            let byNew = try await other.signed(draft)
            #expect(try await requester.accept(byNew.data, commitment: other.commitment).verifiedBy == .given)
        }
    }

    @Test("two receipts with one number at the same time: one is accepted")
    func racingReceipts() async throws {
        try await ReceiptSigner.with { signer in
            let requesters = [try await files.requester(at: later), try await files.requester(at: later)]
            let pending = try await requesters[0].requestSendCoin([try ShopRequest.payment()])
            let request = try request(pending)
            let receipts = [
                try await signer.receipt(of: request, .executed).data,
                try await signer.receipt(of: request, .succeeded).data,
            ]
            let accepted = await withTaskGroup(of: VerifiedReceipt?.self) { group in
                for (requester, receipt) in zip(requesters, receipts) {
                    group.addTask { try? await requester.accept(receipt) }
                }
                return await group.reduce(into: [VerifiedReceipt]()) { if let receipt = $1 { $0.append(receipt) } }
            }
            #expect(accepted.count == 1)
            #expect(try await requesters[1].receipt(requestID: pending.id) == accepted.first)
        }
    }

    // MARK: - Secrets

    @Test("descriptions and errors: have neither link nor secret")
    func secrets() async throws {
        let requester = try await files.requester(at: later)
        let pending = try await requester.requestSignMessage("a message of the user")
        let stored = try #require(try files.store.request(pending.id))
        var texts = [String(describing: pending), String(reflecting: pending), "\(stored)", String(reflecting: stored)]
        dump(pending, to: &texts[0])
        dump(stored, to: &texts[1])
        let path = files.path(of: pending.id)
        try Data(try files.bytes(path).dropLast(40)).write(to: URL(fileURLWithPath: path))
        let calls: [@Sendable () async throws -> Void] = [
            { try await requester.execute(requestID: pending.id) },
            { _ = try await requester.accept(Data([1]), of: pending.id) },
            { _ = try await requester.pendingRequest(requestID: pending.id) },
        ]
        for call in calls {
            let error = await #expect(throws: MidenError.self) { try await call() }
            texts.append(String(reflecting: error))
        }
        let secret = stored.secret.bytes
        let marks = [
            String(pending.link.dropFirst("miden-request:".count).prefix(40)), secret.hexDigits,
            secret.base64EncodedString(), "a message of the user",
        ]
        for text in texts {
            for mark in marks { #expect(!text.contains(mark)) }
        }
    }
}
