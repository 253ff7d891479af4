import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Swaps", .timeLimit(.minutes(5)))
struct SwapTests {
    /// Two accounts of one wallet: one has 1000 TOK, the other 500 MIDEN.
    private struct Market {
        let wallet: MidenWallet
        let maker: AccountID
        let taker: AccountID
        let tok: AccountID
        let miden: AccountID

        init(_ wallet: MidenWallet) async throws {
            self.wallet = wallet
            maker = try await wallet.createWallet()
            taker = try await wallet.createWallet()
            let offered = try await wallet.paidNote(to: maker, amount: 1000, token: "TOK")
            let paid = try await wallet.paidNote(to: taker, amount: 500)
            _ = try await wallet.consumeNotes(accountId: maker, noteIds: [offered.noteId])
            _ = try await wallet.consumeNotes(accountId: taker, noteIds: [paid.noteId])
            try await wallet.sync()
            (tok, miden) = (offered.faucetId, paid.faucetId)
        }

        var offered: SwapAsset { .fungible(faucetId: tok, amount: 100) }
        var requested: SwapAsset { .fungible(faucetId: miden, amount: 40) }

        /// What maker and taker hold: TOK and MIDEN each.
        func held() async throws -> [UInt64] {
            let maker = try await wallet.getBalance(accountId: maker)
            let taker = try await wallet.getBalance(accountId: taker)
            return [
                maker.balance(for: tok), maker.balance(for: miden), taker.balance(for: tok), taker.balance(for: miden),
            ]
        }
    }

    @Test("A swap is offered, listed and filled, and what was paid comes in")
    func whole() async throws {
        try await withEmbeddedWallet { wallet in
            let market = try await Market(wallet)
            let swap = try await wallet.swap(from: market.maker, offering: market.offered, for: market.requested)
            try await wallet.sync()
            let open = try #require(try await wallet.getSwaps().first)
            #expect(open.id == swap.noteId && open.ownAccountId == market.maker && open.state == .committed)
            #expect(open.terms.offered.fungible.map(\.formatted) == ["0.000001 TOK"])
            #expect(open.terms.requested.fungible.map(\.formatted) == ["0.00004 MIDEN"])
            #expect(!open.terms.isPartial && open.terms.paybackType == .private)

            // Nobody pays for it without saying so.
            let error = try await #require(throws: MidenError.self) {
                _ = try await wallet.consumeNotes(accountId: market.taker, noteIds: [swap.noteId])
            }
            #expect(error.kind == .noteIsSwap || error.kind == .unknownNote)
            #expect(try await wallet.consumeAllNotes(accountId: market.taker).transactionIds.isEmpty)

            let draft = TransactionDraft.fillSwap(swap.noteId)
            let preview = try await wallet.preview(draft, accountId: market.taker)
            #expect(preview.assetsIn.fungible.map(\.amount) == [100])
            #expect(preview.assetsOut.fungible.map(\.amount) == [40])
            let listed = try await wallet.getInputNotes(accountId: nil)
            let note = try #require(listed.notes.first { $0.id == swap.noteId })
            #expect(note.kind == .swap && note.swap == open.terms && !note.isConsumable)
            #expect(!listed.consumableNoteIds.contains(swap.noteId))

            _ = try await wallet.fillSwap(accountId: market.taker, noteId: swap.noteId)
            try await wallet.sync()
            #expect(try await wallet.getSwaps().isEmpty)
            try await wallet.consumeAllNotes(accountId: market.maker)
            #expect(try await market.held() == [900, 40, 100, 460])
        }
    }

    @Test("A partial swap is filled in parts, and what is left is cancelled")
    func partial() async throws {
        try await withEmbeddedWallet { wallet in
            let market = try await Market(wallet)
            let swap = try await wallet.partialSwap(
                from: market.maker,
                offering: market.offered,
                for: market.requested,
                minimumFill: 5
            )
            try await wallet.sync()
            let tooLittle = try await #require(throws: MidenError.self) {
                _ = try await wallet.fillSwap(accountId: market.taker, noteId: swap.noteId, amount: 4)
            }
            #expect(tooLittle.kind == .invalidFill && tooLittle.code == .invalidParameter)
            _ = try await wallet.fillSwap(accountId: market.taker, noteId: swap.noteId, amount: 10)
            try await wallet.sync()
            let left = try #require(try await wallet.getSwaps().first)
            #expect(left.id != swap.noteId && left.ownAccountId == market.maker)
            #expect(left.terms.offered.fungible.map(\.amount) == [75])
            #expect(left.terms.requested.fungible.map(\.amount) == [30])
            #expect(left.terms.minimumFill == 5 && left.terms.isPartial)
            let stranger = try await #require(throws: MidenError.self) {
                _ = try await wallet.cancelSwap(accountId: market.taker, noteId: left.id)
            }
            #expect(stranger.kind == .swapOfAnotherAccount)
            _ = try await wallet.cancelSwap(accountId: market.maker, noteId: left.id)
            try await wallet.sync()
            try await wallet.consumeAllNotes(accountId: market.maker)
            #expect(try await market.held() == [975, 10, 25, 490])
            #expect(try await wallet.getSwaps().isEmpty)
        }
    }

    @Test("Swaps that cannot be are refused, and nothing changes")
    func refusals() async throws {
        try await withEmbeddedWallet { wallet in
            let market = try await Market(wallet)
            let unique = SwapAsset.nonFungible(
                NonFungibleAsset(faucetId: market.tok, asset: "0x" + String(repeating: "01", count: 32))
            )
            let before = try await WalletSnapshot(of: wallet)
            let cases: [(SwapOffer, MidenError.Kind)] = [
                (SwapOffer(offering: market.offered, for: market.offered), .invalidSwap),
                (SwapOffer(offering: market.offered, for: unique, isPartial: true), .invalidSwap),
                (SwapOffer(offering: market.offered, for: market.requested, minimumFill: 1), .invalidSwap),
                (SwapOffer(offering: market.requested, for: market.offered), .insufficientBalance),
                (SwapOffer(offering: unique, for: market.requested), .invalidSwap),
                (
                    SwapOffer(offering: market.offered, for: .fungible(faucetId: market.miden, amount: 0)),
                    .invalidAmount
                ),
            ]
            for (offer, kind) in cases {
                let error = try await #require(throws: MidenError.self) {
                    _ = try await wallet.transact(.swap(offer), accountId: market.maker)
                }
                #expect(error.kind == kind)
            }
            #expect(try await WalletSnapshot(of: wallet) == before)
            let swap = try await wallet.swap(from: market.maker, offering: market.offered, for: market.requested)
            try await wallet.sync()
            let noWay = try await #require(throws: MidenError.self) {
                _ = try await wallet.cancelSwap(accountId: market.maker, noteId: swap.noteId)
            }
            #expect(noWay.kind == .noWayBack && noWay.code == .transactionSubmission)
            let unknown: NoteID = .of("0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415")
            let nowhere = try await #require(throws: MidenError.self) {
                _ = try await wallet.fillSwap(accountId: market.taker, noteId: unknown)
            }
            #expect(nowhere.kind == .noteNotOnChain)
        }
    }
}
