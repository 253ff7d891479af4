import ArgumentParser
import MidenContractGenerator
import MidenSwiftClient

/// `miden-cli contract generate`
struct ContractGenerate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate Swift for contracts: a type with a method for each procedure. Needs no wallet.",
        usage: """
            miden-cli contract generate <input> … --output <folder> [--check] [<options>]
            miden-cli contract generate <source.masm> --output <folder> [--path <project::module>] \
            [--metadata <file.toml>] [--link <package> …] [<options>]
            """,
        discussion: """
            Each input becomes one file, NAME.generated.swift. An input is a package (.masp), a configuration with a package \
            of the same name beside it (NAME.miden.toml), a source (.masm), or the name of a component that Miden ships. A \
            package and a source take the configuration of the same name beside them, and a component the one in the present \
            folder. A source takes NAME.toml beside it as its metadata if --metadata is not given.

            A file that is there already is replaced if this command has made it. Nothing is written if one of the inputs has \
            an error. With --check nothing is written at all: the exit code is 1 if a file is not as it would be generated.

            Example: miden-cli contract generate ledger.masp --output Sources/App
            Example: miden-cli contract generate counter.masm -o Sources/App \\
                --path counter::contract
            Example: miden-cli contract generate basic-wallet -o Sources/App --check
            """
    )

    @Argument(
        help: ArgumentHelp("A package, a configuration, a source, or the name of one of Miden's components."),
        completion: .file(extensions: ["masp", "toml", "masm"])
    )
    var input: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder for the files.", valueName: "folder"),
        completion: .directory
    )
    var output: String

    @Flag(help: "Write nothing, and compare the files that are there.")
    var check = false

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

    struct Answer: CommandAnswer {
        struct File: AnswerPart {
            let filename: String
            let input: String
            /// The file that names, access and reads come from.
            @OrNull var configuration: String?
            let state: GeneratedFolder.State
            let warnings: [String]

            enum CodingKeys: CodingKey, CaseIterable {
                case filename, input, configuration, state, warnings
            }

            var text: String {
                let sentence =
                    switch state {
                    case .written: "Wrote \(filename)\(configuration.map { ", configured by \($0)" } ?? "")."
                    case .unchanged: "\(filename) is as \(input) generates it."
                    case .different: "\(filename) is not as \(input) generates it."
                    case .missing: "\(filename) is missing. \(input) generates it."
                    }
                return ([sentence] + warnings.map { "warning: \($0)" }).joined(separator: "\n")
            }
        }

        let files: [File]

        enum CodingKeys: CodingKey, CaseIterable {
            case files
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.files: File.self]

        var text: String {
            files.map(\.text).joined(separator: "\n")
        }

        var failure: MidenError? {
            let names = files.filter { $0.state == .different || $0.state == .missing }.map(\.filename)
            guard !names.isEmpty else {
                return nil
            }
            return MidenError(
                code: .internal,
                kind: "generated_file_differs",
                message: """
                    Not as it would be generated: \(names.joined(separator: ", ")). Run the same command without --check.
                    """
            )
        }
    }

    func validate() throws {
        if input.isEmpty {
            throw ValidationError("Name a package, a configuration, a source, or one of Miden's components.")
        }
        let isSource = input.count == 1 && input[0].hasSuffix(ContractInput.sourceEnding)
        if !isSource && !(link.isEmpty && path == nil && metadata == nil) {
            throw ValidationError("--link, --path and --metadata are for one source, which ends in .masm.")
        }
    }

    func run() async throws {
        try global.format.check(for: Answer.self)
        let folder = try GeneratedFolder(at: output)
        let generation = ContractGeneration(
            reader: global.inputReader(),
            source: .init(path: path, metadata: metadata, links: link)
        )
        var made: [ContractGeneration.Output] = []
        for input in try NamedContract.all(in: input) {
            made.append(try await generation.output(of: input))
        }
        try ContractGeneration.refuseClash(in: made)
        // All are looked at before one is written.
        var states = try made.map { try folder.state(of: $0.file) }
        if !check {
            let changed = zip(made, states).filter { $1 != .unchanged }.map(\.0.file)
            try folder.write(changed)
            states = states.map { $0 == .unchanged ? .unchanged : .written }
        }
        let answer = Answer(
            files: zip(made, states).map { output, state in
                Answer.File(
                    filename: folder.path(of: output.file),
                    input: output.input,
                    configuration: output.configuration,
                    state: state,
                    warnings: output.file.warnings
                )
            }
        )
        if let text = try global.format.written(answer) {
            try Console.standard.answer(text)
        }
        if let failure = answer.failure {
            throw failure
        }
    }
}
