import MidenTestSupport

@testable import MidenSwiftClient

/// A contract with a storage slot of each form, as a Swift type.
struct TypedVault: TypedContract {
    static let packageFile = TypedFixture.packageFile(of: source)

    let contract: Contract
    let reader: any ContractReader

    init(_ contract: Contract, reader: any ContractReader) {
        (self.contract, self.reader) = (contract, reader)
    }

    var storage: Storage { Storage(contract: contract, reader: reader) }

    struct Storage: Sendable {
        fileprivate let contract: Contract
        fileprivate let reader: any ContractReader

        var config: Config {
            get async throws { try await reader.value(ofSlot: "tests::vault::config", of: contract) }
        }
        var level: UInt8 {
            get async throws { try await reader.value(ofSlot: "tests::vault::level", of: contract) }
        }
        var owner: AccountID {
            get async throws { try await reader.value(ofSlot: "tests::vault::owner", of: contract, coding: .layout) }
        }
        var total: Word {
            get async throws { try await reader.value(ofSlot: "tests::vault::total", of: contract) }
        }
        var parts: [Word] {
            get async throws { try await reader.values(ofSlots: TypedVault.partSlots, of: contract) }
        }
        var rates: ContractMap<UInt32, Rate> {
            ContractMap("tests::vault::rates", of: contract, reader: reader)
        }
        var balances: ContractMap<AccountID, Balance> {
            ContractMap("tests::vault::balances", of: contract, reader: reader, keys: .layout, values: .layout)
        }
    }

    struct InitialStorage: ContractDefaultStorage, Hashable {
        var config = Config()
        var level: UInt8 = 3
        var owner: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
        var total = Word([1])
        /// The last one has a default.
        var parts: [Word] = [.zero, .zero]
        var rates: [UInt32: Rate] = [:]
        var balances: [AccountID: Balance] = [:]

        func slots(in interface: ContractInterface) throws -> [InitialStorageSlot] {
            let values = [
                try interface.slot("tests::vault::config").initial(config),
                try interface.slot("tests::vault::level").initial(level),
                try interface.slot("tests::vault::owner").initial(owner, coding: .layout),
                try interface.slot("tests::vault::total").initial(total),
                try interface.slot("tests::vault::rates").initial(rates),
                try interface.slot("tests::vault::balances").initial(balances, keys: .layout, values: .layout),
            ]
            return values + (try interface.slots(TypedVault.partSlots, values: parts))
        }
    }

    struct Config: FeltCodable, Hashable {
        static let contractType = ContractType.structure(fields: [
            .init("limit", .u32), .init("symbol", .storage("miden::standards::faucets::fungible::token_symbol")),
            .init("is_open", .bool),
        ])

        var limit: UInt32 = 10
        var symbol = "MIDEN"
        var isOpen = true

        private enum CodingKeys: String, CodingKey {
            case limit, symbol
            case isOpen = "is_open"
        }
    }

    struct Rate: FeltCodable, Hashable {
        static let contractType = ContractType.structure(fields: [.init("value", .u32), .init("units", .felt)])

        var value: UInt32
        var units: Felt
    }

    struct Balance: FeltCodable, Hashable {
        static let contractType = ContractType.structure(fields: [.init("amount", .felt), .init("count", .u8)])

        var amount: UInt64
        var count: UInt8
    }

    static let partSlots = (0...2).map { "tests::vault::part_\($0)" }

    private static let source = MASMSource(
        .accountComponent,
        "@account_procedure\npub proc touch(a: felt) -> felt\n    push.1 add\nend\n",
        path: "vault::contract",
        metadata: """
            name = "vault"
            description = "Has a storage slot of each form."
            version = "1.0.0"

            [[storage.slots]]
            name = "tests::vault::config"
            type = [
              { name = "limit", type = "u32", default-value = "10" },
              { name = "symbol", type = "miden::standards::faucets::fungible::token_symbol", default-value = "MIDEN" },
              { name = "is_open", type = "bool", default-value = "true" },
              { type = "void" },
            ]

            [[storage.slots]]
            name = "tests::vault::level"
            type = [{ name = "level", type = "u8", default-value = "3" }, { type = "void" }, { type = "void" }, { type = "void" }]

            [[storage.slots]]
            name = "tests::vault::owner"
            type = [{ name = "suffix", type = "felt" }, { name = "prefix", type = "felt" }, { type = "void" }, { type = "void" }]

            [[storage.slots]]
            name = "tests::vault::total"
            type = "word"
            default-value = "0x0100000000000000000000000000000000000000000000000000000000000000"

            [[storage.slots]]
            name = "tests::vault::part_0"
            type = "word"

            [[storage.slots]]
            name = "tests::vault::part_1"
            type = "word"

            [[storage.slots]]
            name = "tests::vault::part_2"
            type = "word"
            default-value = "0x0900000000000000000000000000000000000000000000000000000000000000"

            [[storage.slots]]
            name = "tests::vault::rates"
            type.key = [{ name = "number", type = "u32" }, { type = "void" }, { type = "void" }, { type = "void" }]
            type.value = [{ name = "value", type = "u32" }, { name = "units", type = "felt" }, { type = "void" }, { type = "void" }]

            [[storage.slots]]
            name = "tests::vault::balances"
            type.key = [{ name = "suffix", type = "felt" }, { name = "prefix", type = "felt" }, { type = "void" }, { type = "void" }]
            type.value = [{ name = "amount", type = "felt" }, { name = "count", type = "u8" }, { type = "void" }, { type = "void" }]
            """
    )
}

/// The counter of the tutorials, whose package declares no storage.
struct TypedTutorialCounter: TypedContract {
    typealias InitialStorage = NoInitialStorage

    static let packageFile = TypedFixture.packageFile(
        of: MASMSource(
            .accountComponent,
            (try? Contracts.source("counter")) ?? "",
            path: "tutorials::counter"
        )
    )

    let contract: Contract
    let reader: any ContractReader

    init(_ contract: Contract, reader: any ContractReader) {
        (self.contract, self.reader) = (contract, reader)
    }
}

private enum TypedFixture {
    /// The package of a source, in base64. Empty if it does not compile, which no test takes for a package.
    static func packageFile(of source: MASMSource) -> String {
        let compilation = try? CompileRequest(source).result().compilation
        return (try? compilation?.package().file.base64EncodedString()) ?? ""
    }
}
