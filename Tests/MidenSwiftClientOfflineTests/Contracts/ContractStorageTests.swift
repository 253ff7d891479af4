import Foundation
import MidenTestSupport
import Testing

@testable import MidenSwiftClient

@Suite("Storage of contracts by their schemas", .timeLimit(.minutes(5)))
struct ContractStorageTests {
    private struct Config: Codable, Equatable, Sendable {
        let limit: UInt32
        let symbol: String
        let isOpen: Bool
    }

    private static let metadata = """
        name = "counter"
        description = "Counts."
        version = "1.2.3"

        [[storage.slots]]
        name = "tests::typed::config"
        type = [
          { name = "limit", type = "u32", default-value = "10" },
          { name = "symbol", type = "miden::standards::faucets::fungible::token_symbol" },
          { name = "isOpen", type = "bool", default-value = "true" },
          { type = "void" },
        ]

        [[storage.slots]]
        name = "tests::typed::counts"
        type = { key = "word", value = "felt" }

        [[storage.slots]]
        name = "tests::typed::total"
        type = "word"
        default-value = "0x0100000000000000000000000000000000000000000000000000000000000000"
        """

    private static let source = MASMSource(
        .accountComponent,
        "@account_procedure\npub proc touch(a: felt) -> felt\n    push.1 add\nend\n",
        path: "typed::contract",
        metadata: metadata
    )

    private static let key = "0x0700000000000000000000000000000000000000000000000000000000000000"

    @Test("A deployment takes typed values and fills defaults, and reading gives the same values")
    func roundTrip() async throws {
        let package = try await MidenPackage.compile(Self.source)
        let interface = package.interface
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let storage = try interface.initialStorage([
                "tests::typed::config": ["symbol": "MIDEN"],
                "tests::typed::counts": [["key": .text(Self.key), "value": 41]],
            ])
            let account = try await wallet.createAccount(components: [package], storage: storage)
            let contract = try await wallet.getContract(accountId: account, package: package)
            let config = try await wallet.getStorageValue(
                of: contract,
                slot: "tests::typed::config",
                returning: Config.self
            )
            #expect(config == Config(limit: 10, symbol: "MIDEN", isOpen: true))
            let counts = "tests::typed::counts"
            #expect(
                try await wallet.getStorageValue(of: contract, slot: counts)
                    == [["key": .text(Self.key), "value": 41]]
            )
            let one = try await wallet.getStorageValue(
                of: contract,
                slot: counts,
                key: .text(Self.key),
                returning: UInt64.self
            )
            #expect(one == 41)
            let none = try await wallet.getStorageValue(
                of: contract,
                slot: counts,
                key: .text(Word.zero.hex),
                returning: UInt64.self
            )
            #expect(none == 0)
            #expect(
                try await wallet.getStorageValue(of: contract, slot: "tests::typed::total", returning: Word.self)
                    == Word([1])
            )
            let keyed = await #expect(throws: MidenError.self) {
                _ = try await wallet.getStorageValue(of: contract, slot: "tests::typed::total", key: 1)
            }
            #expect(keyed?.kind == .invalidValue)
        }
    }

    @Test("A value that does not fit its slot is refused with the place of what is wrong")
    func refusals() async throws {
        let interface = try await MidenPackage.compile(Self.source).interface
        func error(_ slot: String, _ value: ContractValue) throws -> MidenError {
            try #require(throws: MidenError.self) { _ = try interface.initialStorage([slot: value]) }
        }
        let config = "tests::typed::config"
        #expect(try error(config, [:]).message == "\(config).symbol: the element is missing, and has no default.")
        #expect(
            try error(config, ["symbol": "MIDEN", "size": 1]).message == "\(config).size: there is no such element."
        )
        #expect(try error(config, ["symbol": "MIDEN", "limit": -1]).message.hasPrefix("\(config).limit: "))
        #expect(try error(config, 5).kind == .invalidValue)
        #expect(try error("tests::typed::counts", ["key": 1]).kind == .invalidValue)
        #expect(try error("tests::typed::other", 1).kind == .undeclaredSlot)
        let hostile = try error("tests\u{202E}\u{1B}[2J\n", 1).message
        #expect(hostile.contains(#"no storage slot tests\u{202E}\u{1B}[2J\u{A}."#), "\(hostile)")
    }

    @Test("A map with entries that cannot be read has the others, and says of those why not")
    func unreadableEntries() async throws {
        let slot = ContractInterface.Slot(
            name: "tests::typed::limits",
            description: nil,
            content: .map(key: .whole(type: "u32", default: nil), value: .whole(type: "u8", default: nil))
        )
        let map = StorageSlot(
            index: 0,
            name: slot.name,
            content: .map(
                root: .zero,
                entries: [
                    StorageSlot.MapEntry(key: Word([1]), value: Word([41])),
                    StorageSlot.MapEntry(key: Word([2]), value: Word([256])),
                    StorageSlot.MapEntry(key: Word([0, 3]), value: Word([43])),
                ]
            )
        )
        guard case .array(let entries) = try slot.value(of: map), entries.count == 3,
            case .object(let value) = entries[1], case .object(let key) = entries[2]
        else {
            Issue.record("There are not three entries")
            return
        }
        #expect(entries[0] == ["key": 1, "value": 41])
        #expect(value["key"] == 2 && value["value"] == nil && value["error"] != nil)
        #expect(key["key"] == .text(Word([0, 3]).hex) && key["value"] == nil && key["error"] != nil)
    }

    @Test("Storage of another form than the package declares is refused, not misread")
    func misread() async throws {
        let interface = try await MidenPackage.compile(Self.source).interface
        let config = try interface.slot("tests::typed::config")
        for content in [
            StorageSlot.Content.value(Word([1, 0, 2, 0])),
            .value(Word([1, 0, 0, 5])),
            .map(root: .zero, entries: []),
        ] {
            let error = #expect(throws: MidenError.self) {
                _ = try config.value(of: StorageSlot(index: 0, name: config.name, content: content))
            }
            #expect(error?.kind == .invalidValue)
        }
    }
}
