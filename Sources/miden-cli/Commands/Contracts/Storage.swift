import ArgumentParser
import MidenSwiftClient

/// `miden-cli storage`
struct Storage: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what is in an account's storage.",
        discussion: """
            All slots, one of them with the entries of its map, or one entry. The account can be one of this wallet, or any \
            public one, of which the network is asked and the answer is checked against the chain. A slot is named, or told \
            by its place, from 0. A key is a word in hex, or up to four numbers with commas.

            Values are shown by the types that the packages of --package declare for their slots, and those of components that \
            Miden ships by theirs. All others are shown as words, and so are values that do not fit their type.

            Example: miden-cli storage 0x5401ef36815e47d14b651e8e968153
            Example: miden-cli storage 0x5401ef36 miden::tutorials::counter 0,0,0,1
            Example: miden-cli storage 0x5401ef36 -p counter.masp --json
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

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A package that declares slots of the account. Can be given again.",
            valueName: "file"
        ),
        completion: .file()
    )
    var package: [String] = []

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        struct Slot: AnswerPart {
            struct Entry: AnswerPart {
                let key: String
                let entry: String
                /// The key and the entry by their types, if a package declares them.
                @OrNull var typedKey: ContractValue?
                @OrNull var typedEntry: ContractValue?
                /// The key as it was given; for people alone.
                var givenKey: String? = nil

                enum CodingKeys: CodingKey, CaseIterable {
                    case key, entry, typedKey, typedEntry
                }

                var cells: [String] {
                    [givenKey ?? typedKey?.description ?? key, typedEntry?.description ?? entry]
                }
            }

            let index: UInt8
            let name: String
            let isMap: Bool
            /// The word, or of a map the commitment to it.
            let value: String
            /// The word by its type, if a package declares it.
            @OrNull var typedValue: ContractValue?
            /// Of a map, those that were asked for.
            var entries: [Entry] = []
            /// Whether any were asked for; for people alone.
            var showsEntries = false

            enum CodingKeys: CodingKey, CaseIterable {
                case index, name, isMap, value, typedValue, entries
            }

            static let parts: [CodingKeys: any AnswerPart.Type] = [.entries: Entry.self]

            /// - Parameters:
            ///   - slot: What is in it.
            ///   - declared: What a package says of it.
            ///   - givenKey: The key that was asked for, as it was given.
            init(_ slot: StorageSlot, declared: ContractInterface.Slot?, givenKey: String?) {
                index = slot.index
                name = slot.name
                switch slot.content {
                case .value(let word):
                    isMap = false
                    value = word.hex
                    // Nobody checks that code writes what its package declares: what does not fit is shown as a word.
                    typedValue = try? declared?.value(of: slot)
                case .map(let root, let entries):
                    isMap = true
                    value = root.hex
                    typedValue = nil
                    showsEntries = entries != nil
                    self.entries = (entries ?? []).map { entry in
                        var forms: (key: ContractInterface.WordForm, value: ContractInterface.WordForm)?
                        if case .map(let key, let value) = declared?.content {
                            forms = (key, value)
                        }
                        return Entry(
                            key: entry.key.hex,
                            entry: entry.value.hex,
                            typedKey: try? forms?.key.value(of: entry.key),
                            typedEntry: try? forms?.value.value(of: entry.value),
                            givenKey: givenKey
                        )
                    }
                }
            }
        }

        let accountId: AccountID
        let isOwn: Bool
        let blockNumber: UInt32
        let slots: [Slot]

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, isOwn, blockNumber, slots
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.slots: Slot.self]

        init(_ storage: AccountStorage, declared: [ContractInterface.Slot], givenKey: String?) {
            accountId = storage.accountId
            isOwn = storage.isOwn
            blockNumber = storage.blockNumber
            slots = storage.slots.map { slot in
                Slot(slot, declared: declared.first { $0.name == slot.name }, givenKey: givenKey)
            }
        }

        var text: String {
            guard let only = slots.first, slots.count == 1, only.showsEntries else {
                return Table(
                    columns: [.right("SLOT"), .left("NAME"), .left("KIND"), .left("VALUE")],
                    rows: slots.map { slot in
                        let value = slot.typedValue?.description ?? slot.value
                        return [String(slot.index), slot.name, slot.isMap ? "map" : "value", value]
                    }
                ).text
            }
            guard !only.entries.isEmpty else {
                return "The map \(only.name) is empty."
            }
            return Table(columns: [.left("KEY"), .left("VALUE")], rows: only.entries.map(\.cells)).text
        }
    }

    /// The packages.
    func input(_ reader: InputReader) async throws -> [MidenPackage] {
        var packages: [MidenPackage] = []
        for file in package {
            packages.append(try await CodeFile.package(at: file, as: .accountComponent, reader))
        }
        return packages
    }

    func answer(
        from wallet: MidenWallet,
        input packages: [MidenPackage],
        asking confirmation: Confirmation
    ) async throws -> Answer {
        let account = try await AccountID(named: account, in: wallet)
        let query = slot.map { slot in UInt8(slot).map { .index($0) } ?? StorageSlot.Query.name(slot) }
        let word = try key.map { try Word(written: $0) }
        let storage = try await wallet.getStorage(accountId: account, slot: query, key: word)
        // Packages whose procedures the account does not have say nothing of its storage.
        let procedures = try await wallet.getProcedures(accountId: account, packages: packages)
        let interface = try await ContractInterface(of: procedures, packages: packages)
        return Answer(storage, declared: interface.component?.slots ?? [], givenKey: key)
    }
}
