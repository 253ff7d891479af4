import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

extension MidenPackage {
    /// The counter of Miden's tutorials.
    static func counter() async throws -> MidenPackage {
        try await compile(
            MASMSource(
                .accountComponent,
                Contracts.source("counter"),
                path: "external_contract::counter_contract"
            )
        )
    }

    /// A script that refers to the counter.
    static func script(_ name: String) async throws -> MidenPackage {
        try await compile(MASMSource(.transactionScript, Contracts.source(name), packages: [counter()]))
    }
}

@Suite("Code of one's own", .timeLimit(.minutes(10)))
struct CounterTests {
    private static let slot = "miden::tutorials::counter"

    private static func slots(_ count: Felt) -> [InitialStorageSlot] {
        [InitialStorageSlot(slot, entries: [.init(key: .zero, value: Word([count]))])]
    }

    private static func count(_ wallet: MidenWallet, _ account: AccountID) async throws -> Word? {
        let storage = try await wallet.getStorage(accountId: account, slot: .name(slot), key: .zero)
        return storage[slot]?.entries?.first?.value
    }

    @Test("The counter of the tutorials counts")
    func counts() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let counter = try await MidenPackage.counter()
            let account = try await wallet.createAccount(components: [counter], storage: Self.slots(41))
            let increment = CustomTransaction(script: .package(try await .script("increment")))
            let executed = try await wallet.execute(increment, accountId: account)
            #expect(executed.noteIds.isEmpty)
            try await wallet.sync()
            #expect(executed.blockNumber > 0)
            #expect(try await Self.count(wallet, account) == Word([42]))

            let call = try counter.procedure("increment_count").root
            _ = try await wallet.execute(CustomTransaction(script: .call(call)), accountId: account)
            let stack = try await wallet.run(.package(.script("get_count")), accountId: account)
            #expect(stack == [43] + Array(repeating: 0, count: 15))
            let get = try counter.procedure("get_count").root
            #expect(try await wallet.run(.call(get)).first == 43)

            let whole = try await wallet.getStorage(accountId: account)
            #expect(whole.isOwn)
            let found = try #require(whole[Self.slot])
            #expect(found.entries == nil && found.value == nil)
            let byPlace = try await wallet.getStorage(accountId: account, slot: .index(found.index))
            #expect(byPlace.slots.first?.entries == [.init(key: .zero, value: Word([43]))])
        }
    }

    @Test("The first transaction is paid for by a note it consumes, at the fee that the preview says")
    func fee() async throws {
        try await withEmbeddedWallet(fee: 500) { wallet in
            let counter = try await MidenPackage.counter()
            let account = try await wallet.createAccount(
                components: [counter],
                basicWallet: true,
                storage: Self.slots(0)
            )
            let paid = try await wallet.paidNote(to: account, amount: 1_000_000)
            let script = Script.call(try counter.procedure("increment_count").root)
            let broke = await #expect(throws: MidenError.self) {
                _ = try await wallet.execute(CustomTransaction(script: script), accountId: account)
            }
            #expect(broke?.kind == .insufficientFee)
            let transaction = CustomTransaction(script: script, notes: [.init(paid.noteId)])
            let summary = try await wallet.preview(.custom(transaction), accountId: account)
            let fee = try #require(summary.fee?.amount)
            let costly = await #expect(throws: MidenError.self) {
                _ = try await wallet.execute(transaction, accountId: account, maximumFee: Amount(fee - 1))
            }
            #expect(costly?.kind == .feeAboveMaximum)
            _ = try await wallet.execute(transaction, accountId: account, maximumFee: Amount(fee))
            #expect(
                try await wallet.getBalance(accountId: account).balance(for: paid.faucetId) == 1_000_000 - fee
            )
            #expect(try await Self.count(wallet, account) == Word([1]))
        }
    }

    @Test("A note with a script is made, and consumed with its argument")
    func note() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 100)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
            let script = try await MidenPackage.compile(MASMSource(.noteScript, Contracts.source("guess")))
            let note = CustomNote(
                script: script,
                storage: [7],
                for: account,
                fungibleAssets: [FungibleAsset(faucetId: paid.faucetId, amount: 60)]
            )
            let made = try await wallet.execute(CustomTransaction(createdNotes: [note]), accountId: account)
            let noteId = try #require(made.noteIds.first)
            try await wallet.sync()
            #expect(try await wallet.getBalance(accountId: account).balance(for: paid.faucetId) == 40)
            // A sync takes in what could be consumed without an argument.
            try await wallet.importNote(file: wallet.exportNote(noteId: noteId, content: .id))
            func guess(_ number: Felt) -> CustomTransaction {
                CustomTransaction(notes: [.init(noteId, argument: Word([number]))])
            }
            let wrong = await #expect(throws: MidenError.self) {
                _ = try await wallet.execute(guess(8), accountId: account)
            }
            #expect(wrong?.code == .transactionSubmission)
            #expect(wrong?.causes.joined().contains("assertion failed") == true)
            _ = try await wallet.execute(guess(7), accountId: account)
            #expect(try await wallet.getBalance(accountId: account).balance(for: paid.faucetId) == 100)
        }
    }

    @Test("A counter counts, and what cannot be says why")
    func refusals() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        try await wallet.sync()
        let counter = try await MidenPackage.compile(
            MASMSource(.accountComponent, Contracts.source("counter"), path: "counter::contract")
        )
        let account = try await wallet.createAccount(components: [counter], storage: Self.slots(1))
        let get = Script.call(try counter.procedure("get_count").root)
        #expect(try await wallet.run(get, accountId: account).first == 1)
        _ = try await wallet.execute(
            CustomTransaction(script: .call(try counter.procedure("increment_count").root)),
            accountId: account
        )
        #expect(try await wallet.run(get).first == 2)
        func kind(_ work: () async throws -> Void) async -> MidenError.Kind? {
            do {
                try await work()
                return nil
            } catch {
                return (error as? MidenError)?.kind
            }
        }
        #expect(await kind { _ = try await wallet.getStorage(accountId: account, slot: .name("a::b")) } == .noSuchSlot)
        let slot = StorageSlot.Query.name("a b")
        #expect(await kind { _ = try await wallet.getStorage(accountId: account, slot: slot) } == .invalidSlotName)
        #expect(await kind { _ = try await wallet.createAccount(components: []) } == "no_components")
        #expect(await kind { _ = try await wallet.execute(CustomTransaction(), accountId: account) } == "nothing_to_do")
        #expect(
            await kind { _ = try await wallet.createAccount(components: [counter], publicKey: Data(count: 33)) }
                == .invalidPublicKey
        )
        let note: NoteID = .of("0x0000000000000000000000000000000000000000000000000000000000000007")
        #expect(await kind { _ = try await wallet.getNetworkNoteStatus(noteId: note) } == "unsupported")
        try await wallet.shutdown()
    }
}
