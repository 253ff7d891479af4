import ArgumentParser
import MidenSwiftClient

/// `miden-cli contract inspect`
struct ContractInspect: WalletInputCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what a contract offers: a package, a source or an account.",
        usage: """
            miden-cli contract inspect <package.masp> [<options>]
            miden-cli contract inspect <source.masm> [--link <package> …] [--metadata <file.toml>] [<options>]
            miden-cli contract inspect <account> [--package <file> …] [<options>]
            """,
        discussion: """
            Procedures with what they take and return, constants, storage slots and the messages of errors. A package or a \
            source needs no wallet. Names of parameters and documentation are in sources, and in packages that \
            `miden-cli compile` has made of them. Storage slots of a source are those of --metadata. Warnings of the compiler \
            go to standard error.

            The chain has only the roots of an account's procedures: names and types come from the packages of --package, and \
            from the components that Miden ships.

            With --json it is the description that other tools read, with the version of its form.

            Example: miden-cli contract inspect counter.masp
            Example: miden-cli contract inspect c.masm --path c::main --metadata c.toml
            Example: miden-cli contract inspect 0x5401ef36 -p counter.masp --json
            """
    )
    static let doing = "Reading the contract"
    static let makesWallet = false

    @Argument(
        help: ArgumentHelp("A package, a source, or an account by its id, address or name.", valueName: "contract"),
        completion: .file(extensions: ["masp", "masm"])
    )
    var contract: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A package that names procedures of the account, or its source. Can be given again.",
            valueName: "file"
        ),
        completion: .file()
    )
    var package: [String] = []

    @Option(
        help: ArgumentHelp(
            "What the source refers to: a package, or a source with its module path, as project::module=file. Can be given again.",
            valueName: "package"
        ),
        completion: .file()
    )
    var link: [String] = []

    @Option(help: ArgumentHelp("The module path of the source.", valueName: "project::module"))
    var path: String?

    @Option(
        help: ArgumentHelp("What the source says of itself and its storage, as TOML.", valueName: "file"),
        completion: .file(extensions: ["toml"])
    )
    var metadata: String?

    @OptionGroup var global: GlobalOptions

    /// The description itself.
    struct Answer: CommandAnswer {
        /// The names of the values of a procedure.
        struct Procedure: AnswerPart {
            enum CodingKeys: CodingKey, CaseIterable {
                case path, name, root, role, sameCode, documentation
            }

            func encode(to encoder: any Encoder) throws {}
        }

        let interface: ContractInterface

        enum CodingKeys: CodingKey, CaseIterable {
            case formatVersion, name, version, documentation, procedures
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.procedures: Procedure.self]

        func encode(to encoder: any Encoder) throws {
            try interface.encode(to: encoder)
        }

        var text: String {
            InterfaceText(interface).text
        }
    }

    mutating func run() async throws {
        guard isFile else {
            try await runOnce()
            return
        }
        try global.format.check(for: Answer.self)
        let answer = Answer(interface: try await interfaceOfFile(global.inputReader()))
        if let text = try global.format.written(answer) {
            try Console.standard.answer(text)
        }
    }

    func validate() throws {
        if isFile && !package.isEmpty {
            throw ValidationError("--package names the procedures of an account; a source takes --link.")
        }
        if !contract.hasSuffix(".masm") && !(link.isEmpty && path == nil && metadata == nil) {
            throw ValidationError("--link, --path and --metadata are for a source, which ends in .masm.")
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
        let account = try await account(in: wallet)
        let procedures = try await wallet.getProcedures(accountId: account, packages: packages)
        return Answer(interface: try await ContractInterface(of: procedures, packages: packages))
    }

    private func account(in wallet: MidenWallet) async throws -> AccountID {
        do {
            return try await AccountID(named: contract, in: wallet)
        } catch let error as MidenError where error.kind == .invalidAccountId {
            throw MidenError(
                code: error.code,
                kind: error.kind,
                message: """
                    \(error.message) The name of a file ends in .masp if it is a package, and in .masm if it is a source.
                    """,
                causes: error.causes
            )
        }
    }

    private var isFile: Bool {
        contract.hasSuffix(".masp") || contract.hasSuffix(".masm")
    }

    private func interfaceOfFile(_ reader: InputReader) async throws -> ContractInterface {
        guard contract.hasSuffix(".masm") else {
            return try await CodeFile.package(at: contract, as: .library, reader).interface
        }
        var source = try await CodeFile.source(at: contract, as: .library, linking: link, reader)
        source.kind = Compile.kind(of: source.code)
        source.path = path
        source.metadata = try metadata.map { try reader.text(of: .source, at: $0) }
        let compilation = try await MidenPackage.compilation(of: source)
        CodeFile.complain(of: compilation.warnings, in: contract)
        return try compilation.package().interface
    }
}
