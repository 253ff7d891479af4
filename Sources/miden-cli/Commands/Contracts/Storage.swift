import ArgumentParser
import MidenSwiftClient

/// `miden-cli storage`
struct Storage: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what is in an account's storage.",
        discussion: """
            All slots, one of them with the entries of its map, or one entry. The account can be one of this wallet, or any \
            public one, of which the network is asked and the answer is checked against the chain. A slot is named, or told \
            by its place, from 0. A key is a word in hex, or up to four numbers with commas.

            Example: miden-cli storage 0x5401ef36815e47d14b651e8e968153
            Example: miden-cli storage 0x5401ef36 miden::tutorials::counter 0,0,0,1
            """
    )
    static let doing = "Reading the storage"
    static let makesWallet = false

    @Argument(help: ArgumentHelp("The account, by its id, address or name.", valueName: "account-id"))
    var account: String

    @Argument(help: ArgumentHelp("A slot, by its name or its place.", valueName: "slot"))
    var slot: String?

    @Argument(help: ArgumentHelp("A key of the map in the slot.", valueName: "key"))
    var key: String?

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        struct Slot: AnswerPart {
            struct Entry: AnswerPart {
                let key: String
                let entry: String

                enum CodingKeys: CodingKey, CaseIterable {
                    case key, entry
                }
            }

            let index: UInt8
            let name: String
            let isMap: Bool
            /// The word, or of a map the commitment to it.
            let value: String
            /// Of a map, those that were asked for.
            var entries: [Entry] = []
            /// Whether any were asked for; for people alone.
            var showsEntries = false

            enum CodingKeys: CodingKey, CaseIterable {
                case index, name, isMap, value, entries
            }

            static let parts: [CodingKeys: any AnswerPart.Type] = [.entries: Entry.self]
        }

        let accountId: AccountID
        let isOwn: Bool
        let blockNumber: UInt32
        let slots: [Slot]

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, isOwn, blockNumber, slots
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.slots: Slot.self]

        init(_ storage: AccountStorage) {
            accountId = storage.accountId
            isOwn = storage.isOwn
            blockNumber = storage.blockNumber
            slots = storage.slots.map { slot in
                switch slot.content {
                case .value(let value):
                    Slot(index: slot.index, name: slot.name, isMap: false, value: value.hex)
                case .map(let root, let entries):
                    Slot(
                        index: slot.index,
                        name: slot.name,
                        isMap: true,
                        value: root.hex,
                        entries: (entries ?? []).map { Slot.Entry(key: $0.key.hex, entry: $0.value.hex) },
                        showsEntries: entries != nil
                    )
                }
            }
        }

        var text: String {
            guard let only = slots.first, slots.count == 1, only.showsEntries else {
                return Table(
                    columns: [.right("SLOT"), .left("NAME"), .left("KIND"), .left("VALUE")],
                    rows: slots.map { [String($0.index), $0.name, $0.isMap ? "map" : "value", $0.value] }
                ).text
            }
            guard !only.entries.isEmpty else {
                return "The map \(only.name) is empty."
            }
            return Table(columns: [.left("KEY"), .left("VALUE")], rows: only.entries.map { [$0.key, $0.entry] }).text
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let account = try await AccountID(named: account, in: wallet)
        let query = slot.map { slot in UInt8(slot).map { .index($0) } ?? StorageSlot.Query.name(slot) }
        let key = try key.map { try Word(written: $0) }
        return Answer(try await wallet.getStorage(accountId: account, slot: query, key: key))
    }
}
