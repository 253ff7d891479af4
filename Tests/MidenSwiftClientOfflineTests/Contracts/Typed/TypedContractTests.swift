import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Typed contracts", .timeLimit(.minutes(10)))
struct TypedContractTests {
    private static let alice: AccountID = .of("0x5401ef36815e47d14b651e8e968153")

    private func withLedger(_ body: (MidenWallet, TypedLedger) async throws -> Void) async throws {
        let package = try await MidenPackage.tutorial("ledger")
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let ledger = try await TypedLedger.$file.withValue(package.file.base64EncodedString()) {
                let made = try await TypedLedger.createAccount(in: wallet)
                let found = try await TypedLedger(at: made.accountID, in: wallet)
                #expect(found.contract == made.contract && found.contract.package == package)
                return found
            }
            try await body(wallet, ledger)
        }
    }

    /// The error of finding a ledger with a package file.
    private func failure(at account: AccountID, in wallet: MidenWallet, file: String) async -> MidenError? {
        await #expect(throws: MidenError.self) {
            try await TypedLedger.$file.withValue(file) {
                _ = try await TypedLedger(at: account, in: wallet)
            }
        }
    }

    @Test("A read through a wallet has the same result as the simulation of the call by its name, and changes nothing")
    func reads() async throws {
        try await withLedger { wallet, ledger in
            func dynamic<Value: Decodable>(_ name: String, _ argument: ContractValue) async throws -> Value {
                let call = try ledger.contract.call(name, with: [argument])
                return try await wallet.simulate(call).decoded()
            }
            func areEqual(_ accounts: [AccountID]) async throws -> Bool {
                for account in accounts {
                    let balance: TypedLedger.Balance = try await dynamic("get_balance", .text(account.hex))
                    guard try await ledger.balance(of: account) == balance else { return false }
                }
                return true
            }
            let accounts = [Self.alice, ledger.accountID]
            #expect(try await areEqual(accounts))
            #expect(try await ledger.balance(of: Self.alice) == TypedLedger.Balance(amount: 0, entries: 0))

            let made = try await wallet.execute(
                ledger.post(7, to: Self.alice),
                ledger.post(.max, to: ledger.accountID),
                ledger.reads.balance(of: Self.alice),
                reference: "invoice-17"
            )
            let (first, second, balance) = try #require(made.result)
            #expect(first == 1 && second == 2 && balance == TypedLedger.Balance(amount: 7, entries: 1))
            try await wallet.sync()
            #expect(try await areEqual(accounts))
            #expect(try await ledger.balance(of: Self.alice) == balance)
            let entry: TypedLedger.Entry = try await dynamic("get_entry", 2)
            #expect(entry.account == ledger.accountID && entry.amount == .max)
            #expect(try await ledger.entry(2) == entry)
            #expect(try await ledger.storage.entries[2] == entry)
            #expect(try await ledger.storage.balances[Self.alice] == balance)
        }
    }

    @Test("A read that the contract refuses throws its words")
    func refusedRead() async throws {
        try await withLedger { _, ledger in
            let error = await #expect(throws: MidenError.self) { _ = try await ledger.entry(1) }
            #expect(error?.kind == .assertionFailed)
            #expect(error?.message.hasSuffix("failed: there is no entry of this number.") == true)
        }
    }

    @Test("Storage through a wallet is what the wallet reads, and another slot is refused by its name")
    func storage() async throws {
        try await withLedger { wallet, ledger in
            try await wallet.execute(ledger.post(7, to: Self.alice))
            try await wallet.sync()
            for (slot, key) in [
                ("tutorials::ledger::count", nil), ("tutorials::ledger::entries", nil),
                ("tutorials::ledger::entries", Word([1])), ("tutorials::ledger::entries", Word([2])),
            ] {
                let storage = try await wallet.getStorage(accountId: ledger.accountID, slot: .name(slot), key: key)
                #expect(try await ledger.reader.storage(ofSlot: slot, key: key, of: ledger.contract) == storage[slot])
            }
            let error = await #expect(throws: MidenError.self) {
                _ = try await ledger.reader.storage(ofSlot: "tutorials::other", key: nil, of: ledger.contract)
            }
            #expect(error?.code == .lookup && error?.kind == .noSuchSlot)
            #expect(error?.message.contains("tutorials::other") == true)
        }
    }

    @Test("A file that is no package, and an account without the procedures, are refused")
    func notFound() async throws {
        let package = try await MidenPackage.tutorial("ledger")
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let account = try await wallet.createWallet()
            let noText = await failure(at: account, in: wallet, file: "not base64")
            #expect(noText?.code == .invalidParameter && noText?.kind == .invalidPackage)
            #expect(noText?.message == "The package of TypedLedger is not in base64.")
            let noPackage = await failure(at: account, in: wallet, file: Data([1, 2, 3]).base64EncodedString())
            #expect(noPackage?.kind == .invalidPackage)
            let noCode = await failure(at: account, in: wallet, file: package.file.base64EncodedString())
            #expect(noCode?.kind == .missingProcedures)
        }
    }
}
