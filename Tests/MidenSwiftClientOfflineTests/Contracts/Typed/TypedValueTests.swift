import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Types of typed contracts", .timeLimit(.minutes(10)))
struct TypedValueTests {
    private static let account: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
    private static let largest: Felt = 0xffff_ffff_0000_0000
    /// The most base units of a token.
    private static let mostUnits: UInt64 = (1 << 63) - (1 << 31)
    private static let ends = [Word.zero, Word([largest, largest, largest, largest])]

    /// An asset as the Rust compiler has it.
    private static let compilerAsset = ContractType.structure(
        name: "miden:base/core-types@1.0.0/asset",
        fields: [.init("key", .word), .init("value", .word)]
    )

    private func isRefused(_ body: () throws -> Void) {
        let error = #expect(throws: MidenError.self) { try body() }
        #expect(error?.code == .invalidParameter && error?.kind == .invalidValue)
    }

    private func json<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test("No result is null, and nothing else")
    func noResult() throws {
        #expect(try ContractValue.null.decoded(as: NoResult.self) == NoResult())
        #expect(try ContractValue(encoding: NoResult()) == .null)
        for value: ContractValue in [0, false, "", [], [:]] {
            isRefused { _ = try value.decoded(as: NoResult.self) }
        }
    }

    @Test("A flag says whether the second result is a value, and of another form it is refused")
    func flagged() throws {
        let account = ContractValue.text(Self.account.hex)
        #expect(try ContractValue.array([true, account]).decoded(as: Flagged<AccountID>.self).value == Self.account)
        #expect(try ContractValue.array([true, 0]).decoded(as: Flagged<UInt64>.self) == Flagged(0))
        let most = ContractValue(UInt64.max)
        #expect(try ContractValue.array([true, most]).decoded(as: Flagged<UInt64>.self) == Flagged(.max))
        // Zeros are no account id, and they are not read.
        let none: ContractValue = [false, ["suffix": 0, "prefix": 0]]
        #expect(try none.decoded(as: Flagged<AccountID>.self) == Flagged(nil))
        for value: ContractValue in [[true], [true, 1, 2], [1, 5], [true, "five"], true, []] {
            isRefused { _ = try value.decoded(as: Flagged<UInt64>.self) }
        }
    }

    @Test("An amount of a token has the elements of a fungible asset, from none to the most")
    func fungibleAssets() throws {
        for amount in [0, 1, Self.mostUnits] {
            let fungible = FungibleAsset(faucetId: Self.account, amount: amount)
            let asset = Asset.fungible(fungible)
            let felts = try asset.felts()
            #expect(try felts == fungible.felts())
            #expect(try Asset(felts: felts) == asset)
            #expect(try ContractValue(encoding: asset).felts(of: Self.compilerAsset) == felts)
            #expect(try ContractValue(felts: felts, of: Self.compilerAsset).decoded(as: Asset.self) == asset)
            let words = Asset.nonFungible(id: Word(Array(felts.prefix(4))), value: Word(Array(felts.suffix(4))))
            #expect(try words.felts() == felts)
        }
        isRefused { _ = try Asset.fungible(FungibleAsset(faucetId: Self.account, amount: Self.mostUnits + 1)).felts() }
    }

    @Test("Any two words of an asset keep their elements, also as the Rust compiler has them")
    func otherAssets() throws {
        var random = SeededGenerator(seed: 1)
        func word() throws -> Word {
            Word(try (0..<4).map { _ in try Felt(UInt64.random(in: 0..<Felt.modulus, using: &random)) })
        }
        var pairs = Self.ends.flatMap { id in Self.ends.map { (id, $0) } }
        for _ in 0..<100 {
            pairs.append((try word(), try word()))
        }
        for (id, value) in pairs {
            let asset = Asset.nonFungible(id: id, value: value)
            let felts = id.elements + value.elements
            #expect(try asset.felts() == felts)
            #expect(try Asset(felts: felts) == asset)
            #expect(try ContractValue(encoding: asset).felts(of: Self.compilerAsset) == felts)
            #expect(try ContractValue(felts: felts, of: Self.compilerAsset).decoded(as: Asset.self) == asset)
            #expect(try json(asset) == asset)
        }
    }

    @Test("An asset in JSON is read as it was written, and another object is refused")
    func assetsInJSON() throws {
        let fungible = FungibleAsset(faucetId: Self.account, amount: .max, symbol: "GOLD", decimals: 2)
        #expect(try json(Asset.fungible(fungible)) == .fungible(fungible))
        isRefused { _ = try Asset(felts: [1, 2, 3, 4]) }
        for value: ContractValue in [[:], ["value": "0x00"], ["amount": 1], 5, ["id": .text(Word.zero.hex)]] {
            isRefused { _ = try value.decoded(as: Asset.self) }
        }
    }

    private struct Listing: FeltCodable, Hashable {
        static let contractType = ContractType.structure(fields: [.init("symbol", .felt), .init("role", .felt)])

        let symbol: TokenSymbol
        let role: RoleSymbol
    }

    @Test("A symbol of a token is one element, also as an element of a struct, and a text in JSON")
    func tokenSymbols() throws {
        for (text, element) in [("A", 1), ("MIDEN", nil), ("ZZZZZZZZZZZZ", 2_481_152_873_203_736_562)]
            as [(String, UInt64?)]
        {
            let symbol = try TokenSymbol(text)
            let felts = try symbol.felts()
            #expect(symbol.description == text && felts.count == 1)
            #expect(element == nil || felts.first?.value == element)
            #expect(try ContractValue.text(text).felts(of: TokenSymbol.contractType) == felts)
            #expect(try TokenSymbol(felts: felts) == symbol)
            #expect(try ContractValue(encoding: symbol).felts(of: .felt) == felts)
            #expect(try ContractValue(felts: felts, of: .felt).decoded(as: TokenSymbol.self) == symbol)
            #expect(try json([symbol]) == [symbol])
            #expect(try String(decoding: JSONEncoder().encode([symbol]), as: UTF8.self) == "[\"\(text)\"]")
            let listing = Listing(symbol: symbol, role: try RoleSymbol(text))
            #expect(try Listing(felts: listing.felts()) == listing)
            #expect(try listing.felts().first == felts.first)
        }
        for text in ["", "a", "A1", "1", "ABCDEFGHIJKLM", "MINTER_ADMIN", "Ä", "A B"] {
            isRefused { _ = try TokenSymbol(text) }
        }
        for value: ContractValue in ["", "a", "A1", "1A", "0", true, .null, [1]] {
            isRefused { _ = try value.decoded(as: TokenSymbol.self) }
        }
        for element: Felt in [0, 2_481_152_873_203_736_563, Self.largest] {
            isRefused { _ = try TokenSymbol(felts: [element]) }
            isRefused { _ = try ContractValue(felts: [element], of: .felt).decoded(as: TokenSymbol.self) }
        }
    }

    @Test("The name of a role is one element, and may have underscores")
    func roleSymbols() throws {
        let last: UInt64 = 4_052_555_153_018_976_252
        for (text, element) in [("A", 1), ("ADMIN", 1_836_707), ("MINTER_ADMIN", nil), ("____________", last)]
            as [(String, UInt64?)]
        {
            let role = try RoleSymbol(text)
            let felts = try role.felts()
            #expect(role.description == text && felts.count == 1)
            #expect(element == nil || felts.first?.value == element)
            #expect(try RoleSymbol(felts: felts) == role)
            #expect(try ContractValue(encoding: role).felts(of: .felt) == felts)
            #expect(try ContractValue(felts: felts, of: .felt).decoded(as: RoleSymbol.self) == role)
            #expect(try json([role]) == [role])
        }
        for text in ["", "minter", "A1", "1", "MINTER-ADMIN", "ABCDEFGHIJKLM"] {
            isRefused { _ = try RoleSymbol(text) }
        }
        for element in [0, try Felt(last + 1), Self.largest] {
            isRefused { _ = try RoleSymbol(felts: [element]) }
        }
    }

    @Test("An owner is an id or none, which is zero in both elements; other elements are refused")
    func optionalAccounts() throws {
        for order in [ContractType.accountID, .prefixFirstAccountID] {
            for id in [Self.account, nil] {
                let owner = OptionalAccountID(id)
                let felts = try ContractValue(encoding: owner).felts(of: order)
                #expect(try ContractValue(felts: felts, of: order).decoded(as: OptionalAccountID.self) == owner)
            }
            for felts: [Felt] in [[2, 0], [0, 2], [1, 1], [Self.largest, Self.largest]] {
                isRefused { _ = try ContractValue(felts: felts, of: order).decoded(as: OptionalAccountID.self) }
            }
        }
        #expect(try OptionalAccountID(nil).felts() == [0, 0])
        #expect(try OptionalAccountID(Self.account).felts() == Self.account.felts())
        #expect(try json([OptionalAccountID(nil), OptionalAccountID(Self.account)]).map(\.id) == [nil, Self.account])
        for value: ContractValue in ["0x", 0, [:], ["suffix": 0], ["prefix": 0]] {
            isRefused { _ = try value.decoded(as: OptionalAccountID.self) }
        }
    }

    @Test(
        "Procedures of Miden take the types as arguments, for parameters that the package has as elements and structs"
    )
    func arguments() async throws {
        func contract(_ module: String, _ procedures: String...) async throws -> Contract {
            let source = Contracts.standard(module, procedures)
            let package = try await MidenPackage.compile(
                MASMSource(.accountComponent, source, path: "standard::component")
            )
            return Contract(accountId: Self.account, isOwn: true, package: package)
        }
        let roles = try await contract("access::rbac", "has_role")
        let admin = Felt(integerLiteral: UInt64(Contracts.managerRole))
        #expect(
            try roles.call("has_role", RoleSymbol("ADMIN"), Self.account, returning: Bool.self)
                == roles.call("has_role", admin, Self.account, returning: Bool.self)
        )
        let faucet = try await contract("faucets::fungible", "mint_and_send")
        let fungible = FungibleAsset(faucetId: Self.account, amount: 5)
        func mint(_ asset: some Encodable) throws -> ContractCall<UInt16> {
            try faucet.call("mint_and_send", asset, UInt32(0), NoteType.private, Word.zero, returning: UInt16.self)
        }
        #expect(try mint(Asset.fungible(fungible)) == mint(fungible))
        let wallet = try await contract("wallets::basic", "receive_asset")
        let words = Asset.nonFungible(id: Self.ends[1], value: Self.ends[0])
        let receive = try wallet.call("receive_asset", words, returning: NoResult.self)
        #expect(receive.arguments == Self.ends[1].elements + Self.ends[0].elements)
    }

    @Test("Procedures of Miden return the types: the symbol of a token, an owner and none, and refuse another type")
    func results() async throws {
        let faucets = try await MidenPackage.standard("faucets::fungible", "get_token_symbol")
        let owners = try await MidenPackage.standard("access::ownable2step", "get_owner", "get_nominated_owner")
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let account = try await wallet.createFaucet(symbol: "GOLD", decimals: 2, maximumSupply: 1000)
            let faucet = try await wallet.getContract(accountId: account, package: faucets)
            let symbol = try faucet.call("get_token_symbol", returning: TokenSymbol.self)
            #expect(try await wallet.simulate(symbol).description == "GOLD")

            let config = "miden::standards::access::ownable2step::owner_config"
            let owned = try await wallet.createAccount(
                components: [owners],
                storage: [.init(config, value: Word(try account.felts()))]
            )
            let contract = try await wallet.getContract(accountId: owned, package: owners)
            let owner = try contract.call("get_owner", returning: OptionalAccountID.self)
            #expect(try await wallet.simulate(owner).id == account)
            let nominated = try contract.call("get_nominated_owner", returning: OptionalAccountID.self)
            #expect(try await wallet.simulate(nominated).id == nil)
            let noResult = try contract.call("get_owner", returning: NoResult.self)
            await #expect(throws: MidenError.self) { _ = try await wallet.simulate(noResult) }
        }
    }
}
