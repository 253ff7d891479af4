import MidenSwiftClient

/// The ledger in `Tests/Contracts` as a typed contract, written by hand.
struct TypedLedger: TypedContract {
    /// What ``packageFile`` is within a test. Its package is compiled in the test.
    @TaskLocal static var file = ""

    static var packageFile: String { file }

    let contract: Contract
    let reader: any ContractReader

    init(_ contract: Contract, reader: any ContractReader) {
        self.contract = contract
        self.reader = reader
    }

    func post(_ amount: UInt32, to account: AccountID) throws -> ContractCall<UInt32> {
        try contract.call("post", account, amount, returning: UInt32.self)
    }

    func entry(_ number: UInt32) async throws -> Entry {
        try await reader.simulate(reads.entry(number))
    }

    func balance(of account: AccountID) async throws -> Balance {
        try await reader.simulate(reads.balance(of: account))
    }

    var reads: Reads { Reads(contract: contract) }

    struct Reads: Hashable, Sendable {
        fileprivate let contract: Contract

        func entry(_ number: UInt32) throws -> ContractCall<Entry> {
            try contract.call("get_entry", number, returning: Entry.self)
        }

        func balance(of account: AccountID) throws -> ContractCall<Balance> {
            try contract.call("get_balance", account, returning: Balance.self)
        }
    }

    var storage: Storage { Storage(contract: contract, reader: reader) }

    struct Storage: Sendable {
        fileprivate let contract: Contract
        fileprivate let reader: any ContractReader

        var balances: ContractMap<AccountID, Balance> {
            ContractMap("tutorials::ledger::balances", of: contract, reader: reader, keys: .layout, values: .layout)
        }

        var count: UInt32 {
            get async throws { try await reader.value(ofSlot: "tutorials::ledger::count", of: contract) }
        }

        var entries: ContractMap<UInt32, Entry> {
            ContractMap("tutorials::ledger::entries", of: contract, reader: reader, values: .layout)
        }
    }

    struct InitialStorage: ContractDefaultStorage, Hashable {
        var balances: [AccountID: Balance] = [:]
        var count: UInt32 = 0
        var entries: [UInt32: Entry] = [:]

        func slots(in interface: ContractInterface) throws -> [InitialStorageSlot] {
            [
                try interface.slot("tutorials::ledger::balances").initial(balances, keys: .layout, values: .layout),
                try interface.slot("tutorials::ledger::count").initial(count),
                try interface.slot("tutorials::ledger::entries").initial(entries, values: .layout),
            ]
        }
    }

    struct Balance: FeltCodable, Hashable {
        static let contractType = ContractType.structure(
            name: "Balance",
            module: "::tutorials::ledger",
            fields: [.init("amount", Felt.contractType), .init("entries", UInt32.contractType)]
        )

        var amount: Felt
        var entries: UInt32
    }

    struct Entry: FeltCodable, Hashable {
        static let contractType = ContractType.structure(
            name: "Entry",
            module: "::tutorials::ledger",
            fields: [
                .init("account", AccountID.contractType),
                .init("amount", UInt32.contractType),
                .init("posted_at", UInt32.contractType),
            ]
        )

        var account: AccountID
        var amount: UInt32
        var postedAt: UInt32

        private enum CodingKeys: String, CodingKey {
            case account, amount
            case postedAt = "posted_at"
        }
    }
}
