import MidenTestSupport
import Testing

@testable import MidenSwiftClient

@Suite("Maps and values that a reader of storage answers")
struct ContractMapTests {
    private static let account: AccountID = .of("0x5401ef36815e47d14b651e8e968153")

    /// A reader that has the same content for every slot.
    private struct FixedStorage: ContractReader {
        let content: StorageSlot.Content

        func simulate<Result>(_ call: ContractCall<Result>) async throws -> Result {
            throw CancellationError()
        }

        func storage(ofSlot slot: String, key: Word?, of contract: Contract) async throws -> StorageSlot {
            StorageSlot(index: 0, name: slot, content: content)
        }
    }

    private func vault(_ content: StorageSlot.Content) async throws -> TypedVault {
        let contract = Contract(accountId: Self.account, isOwn: false, package: try await TypedVault.package())
        return TypedVault(contract, reader: FixedStorage(content: content))
    }

    private func map(_ entries: (key: Word, value: Word)...) async throws -> TypedVault {
        try await vault(.map(root: .zero, entries: entries.map { .init(key: $0.key, value: $0.value) }))
    }

    private func message(_ body: () async throws -> Void) async -> String {
        let error = await #expect(throws: MidenError.self) { try await body() }
        #expect(error?.kind == .invalidValue)
        return error?.message ?? ""
    }

    @Test("The zero word under a key is nil, and no entry")
    func zero() async throws {
        let rates = try await map((Word([1]), .zero), (Word([2]), Word([3, 4]))).storage.rates
        #expect(try await rates[1] == nil)
        #expect(try await rates[2] == TypedVault.Rate(value: 3, units: 4))
        #expect(try await rates.all() == [2: TypedVault.Rate(value: 3, units: 4)])
    }

    @Test("An entry that cannot be read is an error that names its key")
    func unreadableEntries() async throws {
        let value = try await map((Word([7]), Word([Felt(1 << 32), 1])))
        for body in [{ _ = try await value.storage.rates.all() }, { _ = try await value.storage.rates[7] }] {
            let refused = await message(body)
            #expect(refused.hasPrefix("The key 7: tests::vault::rates.value: "), "\(refused)")
        }
        let key = Word([7, 1])
        let entry = try await map((key, Word([1])))
        let unreadable = await message { _ = try await entry.storage.rates.all() }
        #expect(unreadable.hasPrefix("The key \(key.hex): tests::vault::rates: "), "\(unreadable)")
        let balance = await message { _ = try await entry.storage.balances.all() }
        #expect(balance.hasPrefix("The key \(key.hex): tests::vault::balances: "), "\(balance)")
    }

    @Test("Two entries whose keys Swift does not tell apart are refused")
    func equalKeys() async throws {
        struct Anything: FeltCodable, Hashable {
            static let contractType = ContractType.word
            init(from decoder: any Decoder) throws {}
            func encode(to encoder: any Encoder) throws { try Word.zero.encode(to: encoder) }
        }
        let vault = try await map((Word([1]), Word([1])), (Word([2]), Word([1])))
        let rates = ContractMap<Anything, Word>(
            "tests::vault::rates",
            of: vault.contract,
            reader: vault.reader,
            keys: .layout,
            values: .layout
        )
        let refused = await message { _ = try await rates.all() }
        #expect(refused.contains("two entries of the map have this key"), "\(refused)")
    }

    @Test("A slot of another form than the package or the caller says is refused")
    func otherForm() async throws {
        let value = try await vault(.value(Word([1])))
        #expect(
            await message { _ = try await value.storage.rates.all() }
                == "tests::vault::rates: the account has one value under this name, and no map."
        )
        let map = try await map()
        #expect(
            await message { _ = try await map.storage.level }
                == "tests::vault::level: the account has a map under this name, and not one value."
        )
        #expect(
            await message { let _: Word = try await map.reader.value(ofSlot: "tests::vault::rates", of: map.contract) }
                == "tests::vault::rates: the slot is a map, and not one value."
        )
        let level = ContractMap<Word, Word>("tests::vault::level", of: value.contract, reader: value.reader)
        #expect(
            await message { _ = try await level[.zero] } == "tests::vault::level: the slot is one value, and no map."
        )
        let other = ContractMap<Word, Word>("tests::other", of: value.contract, reader: value.reader)
        let undeclared = await #expect(throws: MidenError.self) { _ = try await other.all() }
        #expect(undeclared?.kind == .undeclaredSlot)
    }

    @Test("A value that is not of the form of its slot names slot and element")
    func unreadableValue() async throws {
        let vault = try await vault(.value(Word([256])))
        let level = await message { _ = try await vault.storage.level }
        #expect(level.hasPrefix("tests::vault::level.level: "), "\(level)")
        let config = await message { _ = try await vault.storage.config }
        #expect(config.hasPrefix("tests::vault::config."), "\(config)")
        let owner = await message { _ = try await vault.storage.owner }
        #expect(owner.hasPrefix("tests::vault::owner: "), "\(owner)")
    }
}
