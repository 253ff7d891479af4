import ArgumentParser
import Foundation
import MidenSwiftClient

/// What a new account is made of: its components, what is in their storage, and how it signs.
struct AccountComponentsOption: ParsableArguments {
    @Option(
        name: [.customShort("p"), .long],
        help: ArgumentHelp(
            "A package of a component, or the source of one, or basic-wallet. Can be given again.",
            valueName: "packages"
        ),
        completion: .file()
    )
    var packages: [String]

    @OptionGroup var initialStorage: InitialStorageOption

    @Option(
        help: ArgumentHelp(
            "A storage slot with a word: in hex, or up to four numbers with commas. Can be given again.",
            valueName: "name=word"
        )
    )
    var storage: [String] = []

    @Option(
        help: ArgumentHelp(
            "A storage slot with a map: empty, or with one entry. Given again, it adds entries.",
            valueName: "name[=key:word]"
        )
    )
    var storageMap: [String] = []

    @Option(
        help: ArgumentHelp(
            "A storage slot with its value as JSON, by the type in the package that declares it. Can be given again.",
            valueName: "name=json"
        )
    )
    var value: [String] = []

    @Flag(
        name: [.customLong("ecdsa-k256-keccak"), .customLong("ecdsa")],
        help: "Sign with ECDSA, which is so where neither is given."
    )
    var ecdsa = false

    @Flag(name: [.customLong("falcon512-poseidon2"), .customLong("falcon")], help: "Sign with Falcon.")
    var falcon = false

    @Option(
        help: ArgumentHelp(
            "A file with 32 bytes or 64 hexadecimal digits that determine account and key.",
            valueName: "path"
        ),
        completion: .file()
    )
    var seedFile: String?

    func validate() throws {
        if ecdsa, falcon {
            throw ValidationError("An account signs in one way: give --ecdsa-k256-keccak or --falcon512-poseidon2.")
        }
    }

    /// What the files hold that the account is made of.
    struct Input: Sendable {
        var components: [MidenPackage] = []
        /// What --value gives.
        var typedSlots: [InitialStorageSlot] = []
        let initialStorage: String?
        let seed: [UInt8]?
    }

    func input(_ reader: InputReader) async throws -> Input {
        var input = Input(
            initialStorage: try initialStorage.text(reader),
            seed: try seedFile.map { try reader.seed(at: $0) }
        )
        for path in packages where path != Self.basicWallet {
            input.components.append(try await CodeFile.package(at: path, as: .accountComponent, reader))
        }
        if !value.isEmpty {
            let interfaces = input.components.map(\.interface)
            input.typedSlots = try value.map { try Self.typedSlot($0, of: interfaces) }
        }
        return input
    }

    /// Creates the account.
    func create(in wallet: MidenWallet, from input: Input, visibility: AccountVisibility) async throws -> AccountID {
        try await wallet.createAccount(
            components: input.components,
            basicWallet: packages.contains(Self.basicWallet),
            storage: slots() + input.typedSlots,
            initialStorage: input.initialStorage,
            seed: input.seed,
            scheme: falcon ? .falcon512Poseidon2 : .ecdsaK256Keccak,
            visibility: visibility
        )
    }

    /// The component that Miden's own tools have under this name.
    static let basicWallet = "basic-wallet"

    private func slots() throws -> [InitialStorageSlot] {
        var slots = try storage.map { text in
            let (name, word) = Self.halves(of: text)
            guard let word else {
                throw ValidationError("A storage slot has a name and a word: --storage \(text)=0.")
            }
            return InitialStorageSlot(name, value: try Word(written: word))
        }
        var maps: [(name: String, entries: [StorageSlot.MapEntry])] = []
        for text in storageMap {
            let (name, entry) = Self.halves(of: text)
            let place = maps.firstIndex { $0.name == name } ?? maps.endIndex
            if place == maps.endIndex {
                maps.append((name, []))
            }
            guard let entry else {
                continue
            }
            guard let colon = entry.firstIndex(of: ":") else {
                throw ValidationError("An entry of a map has a key and a word: --storage-map \(name)=\(entry):0.")
            }
            let key = try Word(written: String(entry[..<colon]))
            let value = try Word(written: String(entry[entry.index(after: colon)...]))
            maps[place].entries.append(StorageSlot.MapEntry(key: key, value: value))
        }
        slots += maps.map { InitialStorageSlot($0.name, entries: $0.entries) }
        return slots
    }

    /// The slot of --value, by the first package that declares it.
    private static func typedSlot(_ text: String, of interfaces: [ContractInterface]) throws -> InitialStorageSlot {
        let (name, json) = halves(of: text)
        guard let json else {
            throw ValidationError("A storage slot has a name and a value: --value \(text)=0.")
        }
        let declaring = interfaces.first { $0.component?.slots.contains { $0.name == name } == true }
        guard let declaring else {
            let names = interfaces.flatMap { $0.component?.slots ?? [] }.map(\.name)
            throw MidenError(
                code: .invalidParameter,
                kind: .undeclaredSlot,
                message: """
                    None of the packages declares the storage slot \(name). \
                    \(names.isEmpty ? "They declare none." : "They declare: \(names.joined(separator: ", ")).")
                    """
            )
        }
        return try declaring.initialStorage([name: ContractValue(json: json)])[0]
    }

    /// What stands before the first equals sign, and what after it.
    private static func halves(of text: String) -> (String, String?) {
        guard let equals = text.firstIndex(of: "=") else {
            return (text, nil)
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
