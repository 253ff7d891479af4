import Foundation
import MidenGeneratedContracts
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("The storage of generated contracts, by storage --json", .timeLimit(.minutes(5)))
struct GeneratedStorageTests {
    private static let alice: AccountID = .of("0x5401ef36815e47d14b651e8e968153")

    /// A slot as the command shows it.
    private func slot(_ name: String, of account: AccountID, _ package: String, in sandbox: Sandbox) async throws
        -> JSON
    {
        let answer = try await sandbox.answer("storage", account.hex, name, "-p", package)
        #expect(answer["account_id"].text == account.hex && answer["is_own"].bool == true)
        try #require(answer["slots"].count == 1)
        return answer["slots"][0]
    }

    /// Sees that the entries that generated code has read are those of a slot, word for word.
    private func expect<Key: FeltCodable & Hashable, Value: FeltCodable>(
        _ entries: [Key: Value],
        in slot: JSON
    ) throws {
        let words = try entries.map { key, value in
            [Word(try key.felts()).hex, Word(try value.felts()).hex]
        }
        #expect(slot["is_map"].bool == true)
        #expect(Set(slot["entries"].list.map { [$0["key"].text, $0["entry"].text] }) == Set(words))
        #expect(slot["entries"].count == entries.count && !entries.isEmpty)
    }

    @Test("A ledger and an oracle that were created with values, and then called, have the same in both")
    func sameValues() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("sync")
        let wallet = try sandbox.owner()
        try await wallet.sync()
        let number: UInt32 = 7
        var initial = Ledger.InitialStorage()
        initial.count = number
        initial.entries = [number: .init(account: Self.alice, amount: .max, postedAt: 3)]
        let ledger = try await Ledger.createAccount(in: wallet, storage: initial)
        try await wallet.execute(ledger.post(account: ledger.accountID, amount: 12))
        let elements = try Self.alice.felts()
        let key = Oracle.RatesKey(faucetSuffix: elements[0], faucetPrefix: elements[1])
        var rates = Oracle.InitialStorage()
        rates.activeRateProviderProcRoot = try await Oracle.package().procedure("provide_rate").root
        rates.authorityConfig.isFrozen = 1
        rates.rates = [key: .init(value: 7, units: .max, postedAt: 3)]
        let oracle = try await Oracle.createAccount(in: wallet, storage: rates)
        try await wallet.execute(oracle.postRate(faucet: ledger.accountID, value: 300_000, units: 1_000_000))
        try await wallet.sync()

        // One process at a time has the wallet open: generated code reads first.
        let (count, entries) = (try await ledger.storage.count, try await ledger.storage.entries.all())
        let balances = try await ledger.storage.balances.all()
        let provider = try await oracle.storage.activeRateProviderProcRoot
        let authority = try await oracle.storage.authorityConfig
        let posted = try await oracle.storage.rates.all()
        try await wallet.shutdown()
        #expect(count == number + 1 && entries.count == 2 && balances.count == 1)
        #expect(provider == rates.activeRateProviderProcRoot && authority == rates.authorityConfig)
        #expect(posted.count == 2 && posted[key] == rates.rates[key])

        let ledgerFile = try await sandbox.directory.write(Ledger.package().file, to: "ledger.masp")
        let ledgerSlot = { (name: String) in
            try await slot("tutorials::ledger::\(name)", of: ledger.accountID, ledgerFile, in: sandbox)
        }
        let shownCount = try await ledgerSlot("count")
        #expect(shownCount["typed_value"]["entries"].number == Int(count))
        #expect(shownCount["value"].text == Word(try count.felts()).hex)
        let shownEntries = try await ledgerSlot("entries")
        try expect(entries, in: shownEntries)
        for shown in shownEntries["entries"].list {
            let entry = try #require(entries[UInt32(shown["typed_key"]["number"].number ?? 0)])
            #expect(shown["typed_entry"]["amount"].number == Int(entry.amount))
            #expect(shown["typed_entry"]["posted_at"].number == Int(entry.postedAt))
        }
        let shownBalances = try await ledgerSlot("balances")
        try expect(balances, in: shownBalances)
        #expect(shownBalances["entries"][0]["typed_entry"]["amount"].number == 12)

        let oracleFile = try await sandbox.directory.write(Oracle.package().file, to: "oracle.masp")
        let oracleSlot = { (name: String) in
            try await slot(name, of: oracle.accountID, oracleFile, in: sandbox)
        }
        let standards = "miden::standards::"
        let shownProvider = try await oracleSlot(standards + "oracle::price_oracle::active_rate_provider_proc_root")
        #expect(shownProvider["value"].text == provider.hex)
        let shownAuthority = try await oracleSlot(standards + "access::authority::authority_config")
        #expect(shownAuthority["value"].text == Word(try authority.felts()).hex)
        #expect(shownAuthority["typed_value"]["is_frozen"].number == Int(authority.isFrozen))
        #expect(shownAuthority["typed_value"]["authority"].number == Int(authority.authority))
        try expect(posted, in: await oracleSlot("tutorials::oracle::rates"))
    }
}
