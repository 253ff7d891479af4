/// Makes Swift files of contracts.
///
/// It is a pure function: the same document gives the same file, and it reads no file, clock or environment.
public struct ContractGenerator: Sendable {
    /// What a package comes from.
    public enum Origin: Hashable, Sendable {
        /// A file, by its name without folders.
        case file(String)
        /// A component that Miden ships, by its name.
        case component(String)
    }

    private let version: String

    /// Makes a generator.
    ///
    /// - Parameter version: The version of the tool, which is written into the files.
    public init(version: String) {
        self.version = version
    }

    /// Makes the Swift file of a contract.
    ///
    /// - Parameters:
    ///   - document: What the core says of the contract.
    ///   - origin: What its package comes from.
    ///   - defaultName: What the name of the Swift type is made of if the configuration has none, such as the name of the file.
    ///   - configurationFile: The name of the configuration's file, without folders; nil if there is none.
    /// - Returns: The file.
    /// - Throws: ``GeneratorError`` if two names of the package become one in Swift, or one becomes a name that generated code
    ///   has itself.
    public func file(
        for document: ContractDocument,
        from origin: Origin,
        named defaultName: String,
        configuredBy configurationFile: String?
    ) throws(GeneratorError) -> GeneratedFile {
        let interface = document.interface
        let access = document.configuration.access ?? .internal
        let contract = try Self.contractName(document.configuration.name, default: defaultName)
        var types = try SwiftTypes(interface, contract: contract)
        let methods = try ContractMethods(
            interface,
            reads: document.configuration.reads,
            types: types
        )
        let storage = StorageRendering(
            try StorageModel(interface.component, types: &types, contract: contract),
            contract: contract,
            access: access
        )
        let storageLines = storage.lines()
        let rendering = ContractRendering(
            document: document,
            contract: contract,
            access: access,
            types: types,
            isShipped: origin.isShipped,
            hasStorage: !storageLines.isEmpty
        )
        let methodRendering = MethodRendering(methods: methods, contract: contract, access: access, types: types)
        let constants = ConstantRendering(
            interface: interface,
            contract: contract,
            access: access,
            types: types
        )
        let parts = [
            rendering.header(version: version, origin: origin.text, edited: configurationFile),
            ["import MidenSwiftClient"],
            rendering.lines(),
            methodRendering.calls(),
            methodRendering.reads(),
            storageLines,
            TypeRendering(types: types, contract: contract, access: access).lines(),
            try constants.lines(),
            PackageRendering(package: document.package, contract: contract, access: access).lines(),
        ]
        let contents = parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
        let isUncallable = methods.calls.isEmpty && methods.reads.isEmpty
        return GeneratedFile(
            name: "\(contract).generated.swift",
            contents: contents + "\n",
            warnings: methods.obstacles + (isUncallable ? [Self.warning(ofUncallable: origin.text)] : [])
        )
    }

    private static func warning(ofUncallable origin: String) -> String {
        "No procedure of \(origin) can be called: the file has what the account keeps, types and constants alone."
    }

    /// The name of the contract's type.
    private static func contractName(_ name: String?, default defaultName: String) throws(GeneratorError) -> String {
        let chosen = name ?? Naming.contract(defaultName)
        let isIdentifier =
            chosen.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isLetter($0) || isDigit($0) }
            && chosen.utf8.first.map { !isDigit($0) } ?? false && chosen != "_"
        guard isIdentifier else {
            throw GeneratorError(
                "“\(SourceText.inline(chosen))” cannot be the name of a Swift type: use ASCII letters, digits and `_`."
            )
        }
        // The type would hide another one from all files of its module.
        guard !OuterTypes.names.contains(chosen), !ReservedNames.contracts.contains(chosen) else {
            throw GeneratorError(
                "A contract cannot have the name `\(chosen)`, which generated code uses: give it another `name` in its "
                    + "configuration."
            )
        }
        return chosen
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension ContractGenerator.Origin {
    /// Whether it is a component that Miden ships.
    fileprivate var isShipped: Bool {
        switch self {
        case .file: false
        case .component: true
        }
    }

    /// What the header says of it.
    fileprivate var text: String {
        switch self {
        case .file(let name): SourceText.inline(name)
        case .component(let name): "the component \(SourceText.inline(name)) of Miden"
        }
    }
}
