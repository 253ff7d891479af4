import Foundation
import MidenTestSupport
import Testing

@testable import MidenSwiftClient

@Suite("Storage of typed contracts", .timeLimit(.minutes(10)))
struct TypedStorageTests {
    private static let alice: AccountID = .of("0x5401ef36815e47d14b651e8e968153")

    /// Values that are none of the defaults.
    private static func initial(owner: AccountID) -> TypedVault.InitialStorage {
        var storage = TypedVault.InitialStorage()
        storage.config = .init(limit: .max, symbol: "GOLD", isOpen: false)
        storage.level = 255
        storage.owner = owner
        storage.total = Word([1, 2, 3, 4])
        storage.parts = [Word([5]), Word([6, 7]), Word([8])]
        storage.rates = [1: .init(value: 7, units: 9), .max: .init(value: .max, units: 0)]
        storage.balances = [owner: .init(amount: 1 << 40, count: 255), alice: .init(amount: 0, count: 1)]
        return storage
    }

    private func expect(_ expected: TypedVault.InitialStorage, in vault: TypedVault) async throws {
        let storage = vault.storage
        #expect(try await storage.config == expected.config)
        #expect(try await storage.level == expected.level)
        #expect(try await storage.owner == expected.owner)
        #expect(try await storage.total == expected.total)
        #expect(try await storage.parts == expected.parts)
        #expect(try await storage.rates.all() == expected.rates)
        #expect(try await storage.balances.all() == expected.balances)
        for (number, rate) in expected.rates {
            #expect(try await storage.rates[number] == rate)
        }
        for (account, balance) in expected.balances {
            #expect(try await storage.balances[account] == balance)
        }
        #expect(try await storage.rates[2] == nil)
        #expect(try await storage.balances[.of("0x8c31f9aa815e47d14b651e8e968153")] == nil)
    }

    /// Compares with the reads that know no Swift types.
    private func expectSameAsDynamic(_ vault: TypedVault, by wallet: MidenWallet) async throws {
        func dynamic<Value: Decodable & Sendable>(_ slot: String, key: ContractValue? = nil) async throws -> Value {
            try await wallet.getStorageValue(
                of: vault.contract,
                slot: "tests::vault::\(slot)",
                key: key,
                returning: Value.self
            )
        }
        let storage = vault.storage
        let config: TypedVault.Config = try await dynamic("config")
        #expect(try await storage.config == config)
        let level: [String: UInt8] = try await dynamic("level")
        #expect(try await storage.level == level["level"])
        let owner: [String: UInt64] = try await dynamic("owner")
        #expect(try await storage.owner.felts().map(\.value) == [owner["suffix"], owner["prefix"]])
        let total: Word = try await dynamic("total")
        #expect(try await storage.total == total)
        let part: Word = try await dynamic("part_1")
        #expect(try await storage.parts[1] == part)
        let rate: TypedVault.Rate = try await dynamic("rates", key: ["number": 1])
        #expect(try await storage.rates[1] == rate)
        let key = try Self.alice.felts().map(\.value)
        let balance: TypedVault.Balance = try await dynamic(
            "balances",
            key: ["suffix": .init(key[0]), "prefix": .init(key[1])]
        )
        #expect(try await storage.balances[Self.alice] == balance)
    }

    @Test("Values that are not the defaults are read back by owner and stranger, as by the dynamic reads")
    func roundTrip() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let owner = try await wallet.createWallet()
            let initial = Self.initial(owner: owner)
            let vault = try await TypedVault.createAccount(in: wallet, storage: initial)
            #expect(vault.contract.isOwn)
            try await expect(initial, in: vault)
            try await expectSameAsDynamic(vault, by: wallet)

            let sent = try await vault.deploy(by: wallet)
            try await wallet.sync()
            #expect(try await wallet.getTransaction(sent.transactionId).accountId == vault.accountID)
            let again = await #expect(throws: MidenError.self) { _ = try await vault.deploy(by: wallet) }
            #expect(again?.kind == "nothing_to_do")
            try await withOtherWallet(on: wallet) { other in
                try await other.wallet.sync()
                let theirs = try await TypedVault(at: vault.accountID, in: other.wallet)
                #expect(!theirs.contract.isOwn)
                try await expect(initial, in: theirs)
                try await expectSameAsDynamic(theirs, by: other.wallet)
            }
        }
    }

    @Test("Without storage the account has the defaults of the schema, and so has a stand-in with the same storage")
    func defaults() async throws {
        try await withEmbeddedWallet { wallet in
            let vault = try await TypedVault.createAccount(in: wallet)
            var expected = TypedVault.InitialStorage()
            expected.parts = [.zero, .zero, Word([9])]
            try await expect(expected, in: vault)
            let slots = try TypedVault.InitialStorage().slots(in: vault.contract.interface)
            try await expect(expected, in: TypedVault(vault.contract, reader: ContractStub(storage: slots)))
            let found = try await TypedVault(at: vault.accountID, in: wallet)
            #expect(found.contract == vault.contract)
        }
    }

    @Test("A package that declares no storage gets the slots that the caller names")
    func additionalStorage() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let slot = "miden::tutorials::counter"
            let counter = try await TypedTutorialCounter.createAccount(
                in: wallet,
                additionalStorage: [.init(slot, entries: [.init(key: .zero, value: Word([41]))])]
            )
            let count = try await wallet.simulate(counter.contract.call("get_count", elements: []))
            #expect(count.first == 41)
        }
    }

    @Test("Seed, components, basic wallet and visibility are those of the account")
    func options() async throws {
        try await withEmbeddedWallet { wallet in
            let counter = try await TypedTutorialCounter.package()
            let vault = try await TypedVault.createAccount(
                in: wallet,
                storage: TypedVault.InitialStorage(),
                with: [counter],
                includingBasicWallet: true,
                additionalStorage: [.init("miden::tutorials::counter", entries: [])],
                seed: Data(repeating: 7, count: 32),
                visibility: .private
            )
            let dynamic = try await wallet.getContract(accountId: vault.accountID, package: counter)
            #expect(dynamic.isOwn)
            let procedures = try await wallet.getProcedures(accountId: vault.accountID)
            #expect(procedures.procedures.contains { $0.path?.hasSuffix("receive_asset") == true })
            let again = await #expect(throws: MidenError.self) {
                _ = try await TypedVault.createAccount(
                    in: wallet,
                    with: [counter],
                    includingBasicWallet: true,
                    additionalStorage: [.init("miden::tutorials::counter", entries: [])],
                    seed: Data(repeating: 7, count: 32),
                    visibility: .private
                )
            }
            #expect(again?.code == .accountOperation)
        }
    }

    @Test("An account that cannot pay for its deployment stays in the wallet")
    func failedDeployment() async throws {
        try await withEmbeddedWallet(fee: 500) { wallet in
            try await wallet.sync()
            let vault = try await TypedVault.createAccount(in: wallet)
            let refused = await #expect(throws: MidenError.self) { _ = try await vault.deploy(by: wallet) }
            #expect(refused?.code == .transactionSubmission)
            let found = try await TypedVault(at: vault.accountID, in: wallet)
            #expect(try await found.storage.level == 3)
        }
    }

    @Test("Values that are refused make no account")
    func refusedStorage() async throws {
        try await withEmbeddedWallet { wallet in
            var storage = TypedVault.InitialStorage()
            storage.config.symbol = "not a symbol"
            let refused = await #expect(throws: MidenError.self) {
                _ = try await TypedVault.createAccount(in: wallet, storage: storage)
            }
            #expect(refused?.kind == .invalidValue)
            let message = try #require(refused?.message)
            #expect(message.hasPrefix("tests::vault::config.symbol: "), "\(message)")
            let accounts = try await wallet.getAccounts()
            #expect(accounts.isEmpty)
        }
    }
}
