import MidenSwiftClient
import Testing

@Suite("Payments, to many at once, locked, and taken back", .timeLimit(.minutes(5)))
struct TransferTests {
    /// A component whose account issues unique tokens to itself: one for each word it is called with.
    private static let issuerCode = """
        use miden::core::sys
        use miden::protocol::active_account
        use miden::protocol::faucet
        use miden::protocol::native_account
        use miden::standards::assets::non_fungible_asset

        #! Inputs:  [ASSET_VALUE]
        #! Outputs: []
        @account_procedure
        pub proc issue
            exec.active_account::get_id
            # => [faucet_id_suffix, faucet_id_prefix, ASSET_VALUE]

            exec.non_fungible_asset::create
            # => [ASSET_ID, ASSET_VALUE]

            dupw.1 dupw.1
            exec.faucet::mint
            exec.native_account::add_asset
            dropw
            exec.sys::truncate_stack
        end

        """

    /// Makes an account that holds 1000 of MIDEN.
    ///
    /// - Returns: The account and the faucet of the token.
    private func paid(_ wallet: MidenWallet) async throws -> (account: AccountID, faucet: AccountID) {
        let account = try await wallet.createWallet()
        let minted = try await wallet.paidNote(to: account, amount: 1000)
        _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
        try await wallet.sync()
        return (account, minted.faucetId)
    }

    @Test("Several payments are one transaction, and each has its note")
    func many() async throws {
        try await withEmbeddedWallet { wallet in
            let (account, faucet) = try await paid(wallet)
            let first = try await wallet.createWallet()
            let second = try await wallet.createWallet(visibility: .private)
            let sent = try await wallet.send(
                from: account,
                payments: [
                    Payment(to: first, faucetId: faucet, amount: 10),
                    Payment(to: second, faucetId: faucet, amount: 20, noteType: .private),
                    Payment(to: first, faucetId: faucet, amount: 30),
                ]
            )
            try await wallet.sync()
            let notes = try await wallet.getInputNotes().notes
            let amounts = sent.noteIds.map { id in notes.first { $0.id == id }?.fungibleAssets.first?.amount }
            #expect(amounts == [10, 20, 30])
            #expect(try await wallet.getInputNotes(accountId: second).notes.map(\.type) == [.private])
            #expect(try await wallet.getTransaction(sent.transactionId).accountId == account)
            #expect(try await wallet.getBalance(accountId: account).balance(for: faucet) == 940)
        }
    }

    @Test("A payment that nobody takes is taken back at its block, and not before")
    func reclaim() async throws {
        try await withEmbeddedWallet { wallet in
            let (account, faucet) = try await paid(wallet)
            let friend = try await wallet.createWallet()
            let height = try await wallet.sync().blockNumber + 3
            let payment = Payment(to: friend, faucetId: faucet, amount: 400, reclaimHeight: height)
            let note = try await wallet.send(from: account, payments: [payment]).noteIds[0]
            try await wallet.sync()
            let waiting = try await wallet.getInputNotes(accountId: account).notes.first
            #expect(waiting?.consumableAfterBlock == height && waiting?.consumableBy.isEmpty == true)
            let before = try await WalletSnapshot(of: wallet)
            let error = try await #require(throws: MidenError.self) {
                _ = try await wallet.consumeNotes(accountId: account, noteIds: [note])
            }
            #expect(error.kind == .noteNotYetConsumable && error.code == .noteOperation && error.isRetryable)
            #expect(try await WalletSnapshot(of: wallet) == before)

            while try await wallet.sync().blockNumber < height {
                try await wallet.mint(to: friend, amount: 1)
            }
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [note])
            #expect(try await wallet.getBalance(accountId: account).balance(for: faucet) == 1000)
        }
    }

    @Test("A locked payment is not consumable before its block")
    func timelock() async throws {
        try await withEmbeddedWallet { wallet in
            let (account, faucet) = try await paid(wallet)
            let friend = try await wallet.createWallet()
            let height = try await wallet.sync().blockNumber + 3
            let payment = Payment(to: friend, faucetId: faucet, amount: 400, timelockHeight: height)
            let note = try await wallet.send(from: account, payments: [payment]).noteIds[0]
            try await wallet.sync()
            #expect(try await wallet.getInputNotes(accountId: friend).hasConsumableNotes == false)
            let error = try await #require(throws: MidenError.self) {
                _ = try await wallet.consumeNotes(accountId: friend, noteIds: [note])
            }
            #expect(error.kind == .noteNotYetConsumable)
            while try await wallet.sync().blockNumber < height {
                try await wallet.mint(to: account, amount: 1)
            }
            #expect(try await wallet.getInputNotes(accountId: friend).consumableNoteIds == [note])
            _ = try await wallet.consumeNotes(accountId: friend, noteIds: [note])
        }
    }

    @Test("Payments that cannot be are refused, and nothing changes")
    func refusals() async throws {
        try await withEmbeddedWallet { wallet in
            let (account, faucet) = try await paid(wallet)
            let good = Payment(to: account, faucetId: faucet, amount: 600)
            let contradiction = Payment(
                to: account,
                faucetId: faucet,
                amount: 1,
                reclaimHeight: 10,
                timelockHeight: 20
            )
            let unique = NonFungibleAsset(faucetId: faucet, asset: "0x" + String(repeating: "01", count: 32))
            let nonsense = NonFungibleAsset(faucetId: faucet, asset: "the sunrise")
            let cases: [([Payment], MidenError.Kind)] = [
                ([], .noPayments),
                ([good, Payment(to: account)], .paymentWithoutAssets),
                ([contradiction], .invalidHeights),
                (Array(repeating: good, count: 1024), .tooManyPayments),
                ([good, good], .insufficientBalance),
                ([Payment(to: account, nonFungibleAssets: [unique])], .assetNotHeld),
                ([Payment(to: account, nonFungibleAssets: [unique, unique])], .assetNamedTwice),
                ([Payment(to: account, nonFungibleAssets: [nonsense])], .invalidAsset),
                ([Payment(to: account, faucetId: faucet, amount: 0)], .invalidAmount),
            ]
            let before = try await WalletSnapshot(of: wallet)
            for (payments, kind) in cases {
                let error = try await #require(throws: MidenError.self) {
                    try await wallet.send(from: account, payments: payments)
                }
                #expect(error.kind == kind)
                #expect(try await WalletSnapshot(of: wallet) == before)
            }
            try await wallet.send(from: account, payments: [good])
        }
    }

    @Test("Unique tokens are sent, alone and beside an amount, and are gone then")
    func unique() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let component = try await MidenPackage.compile(MASMSource(.accountComponent, Self.issuerCode))
            let issuer = try await wallet.createAccount(components: [component], basicWallet: true)
            let issue = try component.procedure("issue").root
            let words: [[Felt]] = [[1, 2, 3, 4], [5, 6, 7, 8]]
            for word in words {
                let script = Script.call(issue, arguments: word)
                _ = try await wallet.execute(CustomTransaction(script: script), accountId: issuer)
                try await wallet.sync()
            }
            let unique = words.map { NonFungibleAsset(faucetId: issuer, asset: Word($0).hex) }
            let (sunrise, sunset) = (unique[0], unique[1])
            #expect(try await Set(wallet.getBalance(accountId: issuer).nonFungibleAssets) == [sunrise, sunset])

            let account = try await wallet.createWallet()
            let friend = try await wallet.createWallet(visibility: .private)
            let alone = unique.map { Payment(to: account, nonFungibleAssets: [$0]) }
            let issued = try await wallet.send(from: issuer, payments: alone)
            let paid = try await wallet.paidNote(to: account, amount: 10)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: issued.noteIds + [paid.noteId])
            try await wallet.sync()
            #expect(try await wallet.getBalance(accountId: issuer).hasAssets == false)

            let mixed = Payment(
                to: friend,
                fungibleAssets: [FungibleAsset(faucetId: paid.faucetId, amount: 4)],
                nonFungibleAssets: [sunset]
            )
            let preview = try await wallet.preview(.send([mixed]), accountId: account)
            #expect(preview.assetsOut.nonFungible == [sunset])
            let sent = try await wallet.send(from: account, payments: [mixed])
            try await wallet.sync()
            let left = try await wallet.getBalance(accountId: account)
            #expect(left.balance(for: paid.faucetId) == 6 && left.nonFungibleAssets == [sunrise])
            let note = try await wallet.getInputNotes(accountId: friend).notes.first
            #expect(note?.id == sent.noteIds.first && note?.nonFungibleAssets == [sunset])
            _ = try await wallet.consumeNotes(accountId: friend, noteIds: sent.noteIds)
            let held = try await wallet.getBalance(accountId: friend)
            #expect(held.balance(for: paid.faucetId) == 4 && held.nonFungibleAssets == [sunset])

            let gone = await #expect(throws: MidenError.self) {
                try await wallet.send(from: account, payments: [mixed])
            }
            #expect(gone?.kind == .assetNotHeld)
        }
    }
}
