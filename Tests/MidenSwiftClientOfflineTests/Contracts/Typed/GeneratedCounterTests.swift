import MidenGeneratedContracts
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Generated counters", .timeLimit(.minutes(10)))
struct GeneratedCounterTests {
    private static let slot = "miden::tutorials::counter"
    private static let otherKey = Word([1, 2, 3, 4])

    /// Compares all that is read of a counter with the reads by name.
    private func expect(_ count: Felt, in counter: Counter, by wallet: MidenWallet) async throws {
        let dynamic = try counter.contract.call("get_count", returning: Felt.self)
        #expect(try await counter.count == count)
        #expect(try await wallet.simulate(dynamic) == count)
        #expect(try await wallet.simulate(counter.reads.count()) == count)
        for (key, value) in [(Word.zero, count), (Self.otherKey, 7), (Word([9]), 0)] {
            let stored = try await wallet.getStorageValue(
                of: counter.contract,
                slot: Self.slot,
                key: .text(key.hex),
                returning: Felt.self
            )
            // The zero word and no entry are the same in a map.
            #expect(try await counter.storage.counter[key] == (value == 0 ? nil : value))
            #expect(stored == value)
        }
        let entries = try await counter.storage.counter.all()
        #expect(entries == (count == 0 ? [Self.otherKey: 7] : [.zero: count, Self.otherKey: 7]))
    }

    @Test("A counter is created with a count, counts as calls by name do, and is read by owner and stranger")
    func counter() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            var storage = Counter.InitialStorage()
            storage.counter = [.zero: 41, Self.otherKey: 7]
            let counter = try await Counter.createAccount(in: wallet, storage: storage)
            #expect(counter.contract.isOwn)
            try await expect(41, in: counter, by: wallet)

            let byName = try counter.contract.call("increment", with: [2], returning: Felt.self)
            #expect(try await wallet.simulate(counter.increment(by: 2)) == 43)
            #expect(try await wallet.simulate(byName) == 43)
            let made = try await wallet.execute(counter.increment(by: 2), byName, counter.reads.count())
            let (first, second, count) = try #require(made.result)
            #expect(first == 43 && second == 45 && count == 45)
            try await wallet.sync()
            try await expect(45, in: counter, by: wallet)

            try await withOtherWallet(on: wallet) { other in
                try await other.wallet.sync()
                let theirs = try await Counter(at: counter.accountID, in: other.wallet)
                #expect(!theirs.contract.isOwn && theirs.contract.package == counter.contract.package)
                try await expect(45, in: theirs, by: other.wallet)
            }
            #expect(try await wallet.execute(counter.reset()).result == NoResult())
            try await wallet.sync()
            try await expect(0, in: counter, by: wallet)
        }
    }

    @Test("A counter is created with the defaults, and refuses a count that is too large in its words")
    func refusal() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let counter = try await Counter.createAccount(in: wallet)
            #expect(try await counter.count == 0)
            let most = try await wallet.execute(counter.increment(by: .max))
            #expect(most.result == Felt(integerLiteral: UInt64(UInt32.max)))
            try await wallet.sync()
            let error = await #expect(throws: MidenError.self) {
                _ = try await wallet.execute(counter.increment(by: 1))
            }
            #expect(error?.kind == .assertionFailed)
            #expect(error?.message.hasSuffix("failed: the count is too large.") == true)
        }
    }

    @Test("A counter without types is created with a slot by name, counts, and is read by owner and stranger")
    func untypedCounter() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let counter = try await UntypedCounter.createAccount(
                in: wallet,
                additionalStorage: [.init(Self.slot, entries: [.init(key: .zero, value: Word([41]))])]
            )
            func expect(_ count: Felt, in counter: UntypedCounter, by wallet: MidenWallet) async throws {
                let stack = [count] + Array(repeating: 0, count: 15)
                #expect(try await wallet.simulate(counter.getCount()) == stack)
                #expect(try await wallet.simulate(counter.contract.call("get_count", elements: [])) == stack)
                let storage = try await wallet.getStorage(
                    accountId: counter.accountID,
                    slot: .name(Self.slot),
                    key: .zero
                )
                #expect(storage[Self.slot]?.entries?.first?.value == Word([count]))
            }
            try await expect(41, in: counter, by: wallet)
            let byName = try counter.contract.call("increment_count", elements: [])
            let made = try await wallet.execute(counter.incrementCount(), byName, counter.getCount())
            #expect(made.result?.2.first == 43)
            try await wallet.sync()
            try await expect(43, in: counter, by: wallet)
            try await withOtherWallet(on: wallet) { other in
                try await other.wallet.sync()
                let theirs = try await UntypedCounter(at: counter.accountID, in: other.wallet)
                #expect(!theirs.contract.isOwn)
                try await expect(43, in: theirs, by: other.wallet)
            }
        }
    }
}
