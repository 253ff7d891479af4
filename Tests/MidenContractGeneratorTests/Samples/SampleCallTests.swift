import MidenGeneratedContracts
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Calls of generated code")
struct SampleCallTests {
    private static let account: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
    private static let nothing = RandomValue(swift: NoResult(), dynamic: .null)

    /// Compares the calls of a contract in a hundred rounds, and sees that no procedure was left out.
    private func compare<Typed: TypedContract>(
        _ type: Typed.Type,
        seed: UInt64,
        _ round: (Typed, inout CallComparison, inout RandomValues) throws -> Void
    ) async throws {
        let contract = Contract(accountId: Self.account, isOwn: true, package: try await Typed.package())
        let typed = Typed(contract, reader: ContractStub())
        for number in 0..<100 {
            var comparison = CallComparison(of: contract)
            var random = RandomValues(seed: seed, round: number)
            try round(typed, &comparison, &random)
            #expect(comparison.compared == comparison.procedures)
        }
    }

    @Test("Those of the counter have the elements and results of calls by name")
    func counter() async throws {
        try await compare(Counter.self, seed: 1) { counter, calls, random in
            let by: RandomValue<UInt32> = random.integer()
            let count = try random.felt()
            try calls.compare(counter.reads.count(), "get_count", [], returning: count, random: &random)
            try calls.compare(
                counter.increment(by: by.swift),
                "increment",
                [by.dynamic],
                returning: count,
                random: &random
            )
            try calls.compare(counter.reset(), "reset", [], returning: Self.nothing, random: &random)
        }
    }

    @Test("Those of the counter without types have the elements that they are given")
    func untypedCounter() async throws {
        try await compare(UntypedCounter.self, seed: 2) { counter, calls, random in
            let count = random.integer(0...16).swift
            let elements = try random.elements(count)
            try calls.compare(counter.getCount(elements:), "get_count", elements: elements, random: &random)
            try calls.compare(counter.incrementCount(elements:), "increment_count", elements: elements, random: &random)
        }
    }

    @Test("Those of the ledger have the elements and results of calls by name")
    func ledger() async throws {
        try await compare(Ledger.self, seed: 3) { ledger, calls, random in
            let (account, oracle, faucet) = (try random.account(), try random.account(), try random.account())
            let (amount, number): (RandomValue<UInt32>, RandomValue<UInt32>) = (random.integer(), random.integer())
            let (root, sum, postedAt) = (try random.word(), try random.felt(), random.integer(UInt32.min ... .max))
            try calls.compare(
                ledger.post(account: account.swift, amount: amount.swift),
                "post",
                [account.dynamic, amount.dynamic],
                returning: number,
                random: &random
            )
            try calls.compare(
                ledger.postWorth(
                    oracle: oracle.swift,
                    getRate: root.swift,
                    faucet: faucet.swift,
                    account: account.swift,
                    quantity: amount.swift
                ),
                "post_worth",
                [oracle.dynamic, root.dynamic, faucet.dynamic, account.dynamic, amount.dynamic],
                returning: number,
                random: &random
            )
            try calls.compare(
                ledger.reads.balance(account: account.swift),
                "get_balance",
                [account.dynamic],
                returning: RandomValue(
                    swift: Ledger.Balance(amount: sum.swift, entries: number.swift),
                    dynamic: ["amount": sum.dynamic, "entries": number.dynamic]
                ),
                random: &random
            )
            try calls.compare(
                ledger.reads.entry(number: number.swift),
                "get_entry",
                [number.dynamic],
                returning: RandomValue(
                    swift: Ledger.Entry(account: account.swift, amount: amount.swift, postedAt: postedAt.swift),
                    dynamic: [
                        "account": account.dynamic, "amount": amount.dynamic, "posted_at": postedAt.dynamic,
                    ]
                ),
                random: &random
            )
        }
    }

    @Test("Those of the oracle have the elements and results of calls by name")
    func oracle() async throws {
        try await compare(Oracle.self, seed: 4) { oracle, calls, random in
            let (faucet, source, target) = (try random.account(), try random.word(), try random.word())
            let (value, units): (RandomValue<UInt32>, RandomValue<UInt32>) = (random.integer(), random.integer())
            let postedAt: RandomValue<UInt32> = random.integer()
            let (isKnown, num, den) = (random.bool(), try random.felt(), try random.felt())
            let rate = Oracle.ConversionRate(num: num.swift, den: den.swift)
            let known: ContractValue = [isKnown.dynamic, ["num": num.dynamic, "den": den.dynamic]]
            try calls.compare(
                oracle.postRate(faucet: faucet.swift, value: value.swift, units: units.swift),
                "post_rate",
                [faucet.dynamic, value.dynamic, units.dynamic],
                returning: Self.nothing,
                random: &random
            )
            try calls.compare(
                oracle.provideRate(source: source.swift, target: target.swift),
                "provide_rate",
                [source.dynamic, target.dynamic],
                returning: RandomValue(swift: .init(result0: isKnown.swift, result1: rate), dynamic: known),
                random: &random
            )
            try calls.compare(
                oracle.reads.conversionRate(source.swift, target.swift),
                "get_conversion_rate",
                [source.dynamic, target.dynamic],
                returning: RandomValue(swift: .init(result0: isKnown.swift, result1: rate), dynamic: known),
                random: &random
            )
            try calls.compare(
                oracle.setRateProvider(source.swift),
                "set_rate_provider",
                [source.dynamic],
                returning: Self.nothing,
                random: &random
            )
            try calls.compare(
                oracle.reads.rate(faucet: faucet.swift),
                "get_rate",
                [faucet.dynamic],
                returning: RandomValue(
                    swift: .init(value: value.swift, units: units.swift, postedAt: postedAt.swift),
                    dynamic: ["value": value.dynamic, "units": units.dynamic, "posted_at": postedAt.dynamic]
                ),
                random: &random
            )
        }
    }

    @Test("Those of the basic wallet have the elements and results of calls by name")
    func basicWallet() async throws {
        try await compare(BasicWallet.self, seed: 5) { wallet, calls, random in
            let (tag, type, recipient): (RandomValue<UInt32>, _, _) = (
                random.integer(), random.noteType(), try random.word()
            )
            let (asset, index): (_, RandomValue<UInt16>) = (try random.asset(), random.integer())
            try calls.compare(
                wallet.createNote(tag: tag.swift, noteType: type.swift, recipient: recipient.swift),
                "create_note",
                [tag.dynamic, type.dynamic, recipient.dynamic],
                returning: index,
                random: &random
            )
            try calls.compare(
                wallet.moveAssetToNote(asset: asset.swift, noteIndex: index.swift),
                "move_asset_to_note",
                [asset.dynamic, index.dynamic],
                returning: Self.nothing,
                random: &random
            )
            try calls.compare(
                wallet.receiveAsset(asset.swift),
                "receive_asset",
                [asset.dynamic],
                returning: Self.nothing,
                random: &random
            )
        }
    }

    @Test("Those of the faucet have the elements and results of calls by name")
    func faucet() async throws {
        try await compare(FungibleFaucet.self, seed: 6) { faucet, calls, random in
            try Self.compareChanges(of: faucet, &calls, &random)
            try Self.compareFlags(of: faucet, &calls, &random)
            try Self.compareReads(of: faucet, &calls, &random)
        }
    }

    private static func compareChanges(
        of faucet: FungibleFaucet,
        _ calls: inout CallComparison,
        _ random: inout RandomValues
    ) throws {
        let (asset, tag, type): (_, RandomValue<UInt32>, _) = (
            try random.asset(), random.integer(), random.noteType()
        )
        let (word, index, supply): (_, RandomValue<UInt16>, _) = (
            try random.word(), random.integer(), try random.felt()
        )
        try calls.compare(
            faucet.mintAndSend(asset: asset.swift, tag: tag.swift, noteType: type.swift, recipient: word.swift),
            "mint_and_send",
            [asset.dynamic, tag.dynamic, type.dynamic, word.dynamic],
            returning: index,
            random: &random
        )
        try calls.compare(
            faucet.receiveAndBurn(asset: asset.swift),
            "receive_and_burn",
            [asset.dynamic],
            returning: nothing,
            random: &random
        )
        for (name, call) in [
            ("set_description", try faucet.setDescription(hash: word.swift)),
            ("set_external_link", try faucet.setExternalLink(hash: word.swift)),
            ("set_logo_uri", try faucet.setLogoURI(hash: word.swift)),
        ] {
            try calls.compare(call, name, [word.dynamic], returning: nothing, random: &random)
        }
        try calls.compare(
            faucet.setMaxSupply(newMaxSupply: supply.swift),
            "set_max_supply",
            [supply.dynamic],
            returning: nothing,
            random: &random
        )
    }

    private static func compareFlags(
        of faucet: FungibleFaucet,
        _ calls: inout CallComparison,
        _ random: inout RandomValues
    ) throws {
        let reads = faucet.reads
        for (name, call) in [
            ("is_description_mutable", try reads.isDescriptionMutable()),
            ("is_external_link_mutable", try reads.isExternalLinkMutable()),
            ("is_logo_uri_mutable", try reads.isLogoURIMutable()),
            ("is_max_supply_mutable", try reads.isMaxSupplyMutable()),
        ] {
            try calls.compare(call, name, [], returning: random.bool(), random: &random)
        }
        let root = try random.word()
        try calls.compare(
            reads.hasProcedure(root: root.swift),
            "has_procedure",
            [root.dynamic],
            returning: random.bool(),
            random: &random
        )
        let flags = (0..<4).map { _ in random.bool() }
        try calls.compare(
            reads.mutabilityConfig(),
            "get_mutability_config",
            [],
            returning: RandomValue(
                swift: FungibleFaucet.MutabilityConfig(
                    description: flags[0].swift,
                    logoURI: flags[1].swift,
                    externalLink: flags[2].swift,
                    maxSupply: flags[3].swift
                ),
                dynamic: [
                    "description": flags[0].dynamic, "logo_uri": flags[1].dynamic, "external_link": flags[2].dynamic,
                    "max_supply": flags[3].dynamic,
                ]
            ),
            random: &random
        )
    }

    private static func compareReads(
        of faucet: FungibleFaucet,
        _ calls: inout CallComparison,
        _ random: inout RandomValues
    ) throws {
        let reads = faucet.reads
        let decimals: RandomValue<UInt8> = random.integer()
        let (supply, most, symbol) = (try random.felt(), try random.felt(), try random.felt())
        let (first, second) = (try random.word(), try random.word())
        try calls.compare(reads.decimals(), "get_decimals", [], returning: decimals, random: &random)
        for (name, call, result) in [
            ("get_max_supply", try reads.maxSupply(), most), ("get_token_supply", try reads.tokenSupply(), supply),
            ("get_token_symbol", try reads.tokenSymbol(), symbol),
        ] {
            try calls.compare(call, name, [], returning: result, random: &random)
        }
        try calls.compare(
            reads.name(),
            "get_name",
            [],
            returning: RandomValue(
                swift: FungibleFaucet.TokenName(first: first.swift, second: second.swift),
                dynamic: ["first": first.dynamic, "second": second.dynamic]
            ),
            random: &random
        )
        try calls.compare(
            reads.tokenConfig(),
            "get_token_config",
            [],
            returning: RandomValue(
                swift: FungibleFaucet.TokenConfig(
                    supply: supply.swift,
                    maxSupply: most.swift,
                    decimals: decimals.swift,
                    symbol: symbol.swift
                ),
                dynamic: [
                    "supply": supply.dynamic, "max_supply": most.dynamic, "decimals": decimals.dynamic,
                    "symbol": symbol.dynamic,
                ]
            ),
            random: &random
        )
    }
}
