import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("A stand-in that answers reads")
struct ContractStubTests {
    private static let alice: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
    private static let bob: AccountID = .of("0x8c31f9aa815e47d14b651e8e968153")
    private static let count = "tutorials::ledger::count"
    private static let entries = "tutorials::ledger::entries"

    private func ledger(_ stub: ContractStub) async throws -> TypedLedger {
        let package = try await MidenPackage.tutorial("ledger")
        return TypedLedger(Contract(accountId: Self.alice, isOwn: true, package: package), reader: stub)
    }

    private func failure(_ kind: MidenError.Kind, _ body: () async throws -> Void) async -> String {
        let error = await #expect(throws: MidenError.self) { try await body() }
        #expect(error?.code == .invalidParameter && error?.kind == kind, "\(String(describing: error))")
        return error?.message ?? ""
    }

    @Test("A call gets the answer for its arguments, and the one prepared last if several fit")
    func answers() async throws {
        let (many, few) = (TypedLedger.Balance(amount: 12, entries: 2), TypedLedger.Balance(amount: 1, entries: 1))
        var stub = ContractStub()
        try stub.answer("get_balance", with: few)
        try stub.answer("get-balance", to: [Self.alice], with: many)
        #expect(try await ledger(stub).balance(of: Self.alice) == many)
        #expect(try await ledger(stub).balance(of: Self.bob) == few)
        try stub.answer("::tutorials::ledger::get_balance", to: [Self.alice], with: few)
        #expect(try await ledger(stub).balance(of: Self.alice) == few)
    }

    @Test("An answer can be a value that the result is decoded from")
    func decodedAnswers() async throws {
        var stub = ContractStub()
        try stub.answer("post", with: 3)
        try stub.answer("get_balance", with: ["amount": 5, "entries": 1] as ContractValue)
        let ledger = try await ledger(stub)
        #expect(try await stub.simulate(ledger.post(1, to: Self.bob)) == 3)
        #expect(try await ledger.balance(of: Self.bob) == TypedLedger.Balance(amount: 5, entries: 1))
        try stub.answer("post", with: Flagged<UInt32>(4))
        let flagged = try ledger.contract.call("post", Self.bob, UInt32(1), returning: Flagged<UInt32>.self)
        #expect(try await stub.simulate(flagged) == Flagged(4))
    }

    @Test("A call that was not prepared is refused by the name of the procedure and its arguments")
    func unexpectedCall() async throws {
        var stub = ContractStub()
        try stub.answer("get_balance", to: [Self.alice], with: TypedLedger.Balance(amount: 1, entries: 1))
        try stub.answer("tutorials::other::get_entry", with: 1)
        let ledger = try await ledger(stub)
        let balance = await failure(.unexpectedRead) { _ = try await ledger.balance(of: Self.bob) }
        #expect(
            balance == """
                The stand-in has no answer to a read of account-component: the call \
                tutorials::ledger::get_balance with [\(Self.bob)].
                """
        )
        let entry = await failure(.unexpectedRead) { _ = try await ledger.entry(7) }
        #expect(entry.contains("tutorials::ledger::get_entry with [7]"))
    }

    @Test("An answer that does not fit the types of the call is refused")
    func unfitAnswers() async throws {
        struct NotEncodable: Sendable {}

        var stub = ContractStub()
        try stub.answer("get_balance", with: 5)
        try stub.answer("get_entry", with: NotEncodable())
        let ledger = try await ledger(stub)
        let number = await failure(.invalidValue) { _ = try await ledger.balance(of: Self.bob) }
        #expect(number.contains("is not a Balance"))
        let value = await failure(.invalidValue) { _ = try await ledger.entry(1) }
        #expect(value.contains("get_entry is a NotEncodable") && value.contains("Entry"))
        try stub.answer("get_balance", to: [Self.alice, Self.bob], with: 5)
        let arguments = await failure(.invalidValue) { _ = try await stub.simulate(ledger.reads.balance(of: Self.bob)) }
        #expect(arguments.contains("takes 1 argument, and 2 were given"))
        _ = await failure(.invalidValue) { try stub.answer("get_entry", to: [1.5], with: 5) }
    }

    @Test("A procedure without types is answered by its elements")
    func elements() async throws {
        let package = try await MidenPackage.counter()
        let contract = Contract(accountId: Self.alice, isOwn: true, package: package)
        var stub = ContractStub()
        try stub.answer("get_count", to: [Felt](), with: [Felt(integerLiteral: 41)])
        let call = try contract.call("get_count", elements: [])
        #expect(try await stub.simulate(call) == [41])
        let other = await failure(.unexpectedRead) {
            _ = try await stub.simulate(contract.call("get_count", elements: [1, 2]))
        }
        #expect(other.contains("get_count with [1, 2]"))
    }

    @Test("Storage is what was given: a value, a map, and zero under a key that the map does not have")
    func storage() async throws {
        let one = StorageSlot.MapEntry(key: Word([1]), value: Word([5, 6, 7, 8]))
        let none = StorageSlot.MapEntry(key: Word([2]), value: .zero)
        let stub = ContractStub(storage: [
            .init(Self.count, value: Word([2])), .init(Self.entries, entries: [one, none]),
        ])
        let contract = try await ledger(stub).contract
        let count = try await stub.storage(ofSlot: Self.count, key: nil, of: contract)
        #expect(count.name == Self.count && count.value == Word([2]))
        let map = try await stub.storage(ofSlot: Self.entries, key: nil, of: contract)
        #expect(map.name == Self.entries && map.entries == [one])
        #expect(try await stub.storage(ofSlot: Self.entries, key: one.key, of: contract).entries == [one])
        #expect(try await stub.storage(ofSlot: Self.entries, key: none.key, of: contract).entries == [none])
    }

    @Test("Typed storage is read from that of a new account")
    func typedStorage() async throws {
        var initial = TypedLedger.InitialStorage()
        initial.count = .max
        initial.balances = [Self.alice: .init(amount: 0xffff_ffff_0000_0000, entries: .max)]
        initial.entries = [.max: .init(account: Self.bob, amount: .max, postedAt: 1)]
        let interface = try await ledger(ContractStub()).contract.interface
        let storage = try await ledger(ContractStub(storage: initial.slots(in: interface))).storage
        #expect(try await storage.count == .max)
        #expect(try await storage.balances.all() == initial.balances)
        #expect(try await storage.balances[Self.bob] == nil)
        #expect(try await storage.entries[.max] == initial.entries[.max])
        #expect(try await storage.entries[0] == nil)
    }

    @Test("A slot that was not given is refused by its name, and a key of a value, too")
    func unexpectedStorage() async throws {
        let stub = ContractStub(storage: [.init(Self.count, value: Word([2]))])
        let contract = try await ledger(stub).contract
        let whole = await failure(.unexpectedRead) {
            _ = try await stub.storage(ofSlot: Self.entries, key: nil, of: contract)
        }
        #expect(whole == "The stand-in has no answer to a read of account-component: the storage slot \(Self.entries).")
        let key = Word([1])
        let entry = await failure(.unexpectedRead) {
            _ = try await stub.storage(ofSlot: Self.entries, key: key, of: contract)
        }
        #expect(entry.contains("\(Self.entries), key \(key)"))
        let keyed = await failure(.slotIsNoMap) {
            _ = try await stub.storage(ofSlot: Self.count, key: key, of: contract)
        }
        #expect(keyed.contains(Self.count))
    }
}
