import MidenGeneratedContracts
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Generated types of Miden's components", .timeLimit(.minutes(10)))
struct GeneratedComponentTests {
    /// Who a private note is for does not matter to the procedures that make it.
    private static let recipient = Word([7, 8, 9, 10])

    @Test("A wallet makes a note and moves an asset to it in one transaction, as calls by name do")
    func wallet() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 100)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
            try await wallet.sync()
            let basic = try await BasicWallet(at: account, in: wallet)
            #expect(basic.contract.isOwn)
            let asset = FungibleAsset(faucetId: paid.faucetId, amount: 60)
            let create = try basic.createNote(tag: 0, noteType: .private, recipient: Self.recipient)
            let move = try basic.moveAssetToNote(asset: .fungible(asset), noteIndex: 0)
            let byName = try basic.contract.call("move_asset_to_note", asset, UInt16(0), returning: NoResult.self)
            #expect(move.arguments == byName.arguments)
            #expect(try await wallet.preview(create, move).assetsOut == wallet.preview(create, byName).assetsOut)

            let made = try await wallet.execute(create, move)
            #expect(made.result?.0 == 0 && made.result?.1 == NoResult())
            try await wallet.sync()
            #expect(try await wallet.getBalance(accountId: account).balance(for: paid.faucetId) == 40)
            let tooMuch = await #expect(throws: MidenError.self) { _ = try await wallet.execute(create, move) }
            #expect(tooMuch?.failedCall == 1)
            let receive = try basic.receiveAsset(.fungible(asset))
            let ofNobody = await #expect(throws: MidenError.self) { _ = try await wallet.execute(receive) }
            #expect(ofNobody?.code == .transactionSubmission)
        }
    }

    @Test("A public note that the calls of a wallet make is found and consumed by the account that it pays")
    func payment() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 100)
            let script = try await wallet.getNoteContents(paid.noteId).scriptRoot
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
            try await wallet.sync()
            let basic = try await BasicWallet(at: account, in: wallet)
            try await withOtherWallet(on: wallet) { other in
                func held() async throws -> UInt64 {
                    try await other.wallet.getBalance(accountId: other.account).balance(for: paid.faucetId)
                }
                try await other.wallet.sync()
                let before = try await held()
                let recipient = try PaymentRecipient(paying: other.account, script: script)
                var create = try basic.createNote(tag: recipient.tag, noteType: .public, recipient: recipient.digest)
                create.advice = recipient.advice
                let asset = FungibleAsset(faucetId: paid.faucetId, amount: 60)
                let move = try basic.moveAssetToNote(asset: .fungible(asset), noteIndex: 0)
                _ = try await wallet.execute(create, move)
                try await wallet.sync()
                try await other.wallet.sync()
                let notes = try await other.wallet.getInputNotes(accountId: other.account).consumableNoteIds
                try #require(notes.count == 1)
                _ = try await other.wallet.consumeNotes(accountId: other.account, noteIds: notes)
                try await other.wallet.sync()
                #expect(try await held() == before + 60)
            }
        }
    }

    /// Compares all that is read of a faucet with the calls by name.
    private func expect(supply: Felt, in faucet: FungibleFaucet, by wallet: MidenWallet) async throws {
        func byName<Value: Decodable & Sendable>(_ name: String, _ type: Value.Type) async throws -> Value {
            try await wallet.simulate(faucet.contract.call(name, returning: Value.self))
        }
        #expect(try await faucet.tokenSupply == supply)
        #expect(try await byName("get_token_supply", Felt.self) == supply)
        #expect(try await faucet.maxSupply == 1000)
        #expect(try await byName("get_max_supply", Felt.self) == 1000)
        #expect(try await faucet.decimals == 2)
        #expect(try await byName("get_decimals", UInt8.self) == 2)
        let symbol = try await faucet.tokenSymbol
        #expect(try TokenSymbol(felts: [symbol]) == TokenSymbol("GOLD"))
        #expect(try await byName("get_token_symbol", Felt.self) == symbol)
        let config = FungibleFaucet.TokenConfig(supply: supply, maxSupply: 1000, decimals: 2, symbol: symbol)
        #expect(try await faucet.tokenConfig == config)
        #expect(try await byName("get_token_config", FungibleFaucet.TokenConfig.self) == config)
        let name = try await faucet.name
        #expect(name != FungibleFaucet.TokenName(first: .zero, second: .zero))
        #expect(try await byName("get_name", FungibleFaucet.TokenName.self) == name)
        let flags = try await faucet.mutabilityConfig
        #expect(try await byName("get_mutability_config", FungibleFaucet.MutabilityConfig.self) == flags)
        #expect(try await faucet.isDescriptionMutable == flags.description)
        #expect(try await faucet.isLogoURIMutable == flags.logoURI)
        #expect(try await faucet.isExternalLinkMutable == flags.externalLink)
        #expect(try await faucet.isMaxSupplyMutable == flags.maxSupply)
        let root = try faucet.contract.package.procedure("mint_and_send").root
        #expect(try await faucet.hasProcedure(root: root))
        #expect(try await !faucet.hasProcedure(root: Self.recipient))

        let slots = "miden::standards::faucets::"
        let stored = try await faucet.storage.tokenConfig
        #expect(stored.tokenSupply == supply && stored.maxSupply == 1000 && stored.decimals == 2)
        #expect(try stored.symbol == TokenSymbol("GOLD"))
        let storedByName = try await wallet.getStorageValue(
            of: faucet.contract,
            slot: slots + "fungible::token_config",
            returning: FungibleFaucet.StoredTokenConfig.self
        )
        #expect(storedByName == stored)
        let storedFlags = try await faucet.storage.mutabilityConfig
        #expect(storedFlags.isDescriptionMutable == flags.description && storedFlags.isLogoURIMutable == flags.logoURI)
        #expect(storedFlags.isExternalLinkMutable == flags.externalLink)
        #expect(storedFlags.isMaxSupplyMutable == flags.maxSupply)
        #expect(try await faucet.storage.tokenName == [name.first, name.second])
        for chunks in [
            try await faucet.storage.externalLink, try await faucet.storage.logoURI,
            try await faucet.storage.tokenDescription,
        ] {
            #expect(chunks.count == 7)
        }
    }

    @Test("A faucet tells its configuration to owner and stranger, and mints within its supply")
    func faucet() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let account = try await wallet.createFaucet(symbol: "GOLD", decimals: 2, maximumSupply: 1000)
            let faucet = try await FungibleFaucet(at: account, in: wallet)
            try await expect(supply: 0, in: faucet, by: wallet)
            func mint(_ amount: UInt64) throws -> ContractCall<UInt16> {
                try faucet.mintAndSend(
                    asset: .fungible(FungibleAsset(faucetId: account, amount: amount)),
                    tag: 0,
                    noteType: .private,
                    recipient: Self.recipient
                )
            }
            let made = try await wallet.execute(mint(400), mint(500), faucet.reads.tokenSupply())
            let (first, second, supply) = try #require(made.result)
            #expect(first == 0 && second == 1 && supply == 900)
            try await wallet.sync()
            try await expect(supply: 900, in: faucet, by: wallet)
            let tooMuch = await #expect(throws: MidenError.self) { _ = try await wallet.execute(mint(101)) }
            #expect(tooMuch?.causes.joined().contains("would exceed the maximum supply") == true)
            let fixed = await #expect(throws: MidenError.self) {
                _ = try await wallet.execute(faucet.setMaxSupply(newMaxSupply: 2000))
            }
            #expect(fixed?.causes.joined().contains("max supply is not mutable") == true)

            try await withOtherWallet(on: wallet) { other in
                try await other.wallet.sync()
                let theirs = try await FungibleFaucet(at: account, in: other.wallet)
                #expect(!theirs.contract.isOwn)
                try await expect(supply: 900, in: theirs, by: other.wallet)
            }
        }
    }

    @Test("An account with the component of the faucet is created with values for all slots, which can be changed")
    func createdFaucet() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            var storage = FungibleFaucet.InitialStorage(
                mutabilityConfig: .init(
                    isDescriptionMutable: true,
                    isLogoURIMutable: false,
                    isExternalLinkMutable: true,
                    isMaxSupplyMutable: true
                ),
                tokenConfig: .init(tokenSupply: 5, maxSupply: 1000, decimals: 12, symbol: try TokenSymbol("SILVER"))
            )
            storage.externalLink = (1...7).map { Word([Felt(integerLiteral: $0)]) }
            storage.tokenName = [Word([1, 2, 3, 4]), Word([5, 6, 7, 8])]
            storage.tokenDescription = [Word([9])]
            // The faucet asks the account's authority before it changes: the account's key.
            let slot = "miden::standards::access::authority::authority_config"
            let authority = try await MidenPackage.compile(
                MASMSource(
                    .accountComponent,
                    Contracts.standard("access::authority", ["freeze", "unfreeze"]),
                    path: "standard::component",
                    metadata: """
                        name = "authority"
                        description = "Whose the account is."
                        version = "1.0.0"

                        [[storage.slots]]
                        name = "\(slot)"
                        description = "Who may change the faucet."
                        type = "word"
                        """
                )
            )
            let faucet = try await FungibleFaucet.createAccount(
                in: wallet,
                storage: storage,
                with: [authority],
                additionalStorage: [.init(slot, value: .zero)]
            )
            #expect(try await faucet.storage.tokenConfig == storage.tokenConfig)
            #expect(try await faucet.storage.mutabilityConfig == storage.mutabilityConfig)
            #expect(try await faucet.storage.externalLink == storage.externalLink)
            #expect(try await faucet.storage.tokenName == storage.tokenName)
            #expect(try await faucet.storage.logoURI == Array(repeating: .zero, count: 7))
            #expect(try await faucet.storage.tokenDescription == [Word([9])] + Array(repeating: .zero, count: 6))
            #expect(try await faucet.tokenSupply == 5)
            #expect(try await faucet.isMaxSupplyMutable)

            let made = try await wallet.execute(faucet.setMaxSupply(newMaxSupply: 2000), faucet.reads.maxSupply())
            #expect(made.result?.1 == 2000)
            try await wallet.sync()
            #expect(try await faucet.maxSupply == 2000)
            #expect(try await faucet.storage.tokenConfig.maxSupply == 2000)
        }
    }
}
