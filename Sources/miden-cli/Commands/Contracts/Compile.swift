import ArgumentParser
import Foundation
import MidenSwiftClient

/// `miden-cli compile`
struct Compile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compile Miden assembly to a package (.masp). Needs no wallet.",
        discussion: """
            What is wrong with the source is said with its line and column, and so are warnings of one that can be compiled. \
            A package file that is there already is left as it is.

            Example: miden-cli contract compile counter.masm \\
                --path external_contract::counter_contract -o counter.masp
            Example: miden-cli compile increment.masm --kind transaction-script \\
                --link counter.masp
            """
    )

    enum KindChoice: String, CaseIterable, ExpressibleByArgument {
        case accountComponent = "account-component"
        case noteScript = "note-script"
        case transactionScript = "transaction-script"
        case library

        var kind: MidenPackage.Kind {
            switch self {
            case .accountComponent: .accountComponent
            case .noteScript: .noteScript
            case .transactionScript: .transactionScript
            case .library: .library
            }
        }
    }

    @Argument(help: ArgumentHelp("The source.", valueName: "file"), completion: .file(extensions: ["masm"]))
    var file: String

    @Option(help: "What it is to become. Where not given, what its procedures are marked as.")
    var kind: KindChoice?

    @Option(help: ArgumentHelp("Its module path, by which others refer to it.", valueName: "project::module"))
    var path: String?

    @Option(
        help: ArgumentHelp(
            "What it refers to: a package, or a source with its module path, as project::module=file. Can be given again.",
            valueName: "package"
        ),
        completion: .file()
    )
    var link: [String] = []

    @Option(
        help: ArgumentHelp(
            "What a component says of itself and its storage, as TOML. Other tools need it to make accounts of it.",
            valueName: "file"
        ),
        completion: .file(extensions: ["toml"])
    )
    var metadata: String?

    @Flag(help: "Take warnings for errors.")
    var warningsAsErrors = false

    @Flag(
        help: "Keep debug information: the positions of instructions in the sources, and the names of the sources."
    )
    var debug = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where to write the package; beside the source where not given.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        struct Procedure: AnswerPart {
            let path: String
            let root: String
            let role: String

            enum CodingKeys: CodingKey, CaseIterable {
                case path, root, role
            }
        }

        /// Something the compiler says of what it has compiled.
        struct Warning: AnswerPart {
            let message: String
            @OrNull var help: String?
            @OrNull var module: String?
            @OrNull var line: UInt32?
            @OrNull var column: UInt32?
            /// With the line of the source.
            let text: String

            enum CodingKeys: CodingKey, CaseIterable {
                case message, help, module, line, column
            }

            init(_ diagnostic: CodeDiagnostic) {
                message = diagnostic.message
                help = diagnostic.help
                module = diagnostic.places.first?.module
                line = diagnostic.line
                column = diagnostic.column
                text = diagnostic.description
            }
        }

        let filename: String
        let kind: MidenPackage.Kind
        let procedures: [Procedure]
        let warnings: [Warning]

        enum CodingKeys: CodingKey, CaseIterable {
            case filename, kind, procedures, warnings
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .procedures: Procedure.self, .warnings: Warning.self,
        ]

        var text: String {
            let table = Table(
                columns: [.left("PROCEDURE"), .left("ROOT"), .left("ROLE")],
                rows: procedures.map { [$0.path, $0.root, $0.role] }
            )
            return (["Wrote \(filename).\n\(table.text)"] + warnings.map(\.text)).joined(separator: "\n\n")
        }
    }

    func run() async throws {
        try global.format.check(for: Answer.self)
        let reader = global.inputReader()
        var source = try await CodeFile.source(at: file, as: .library, linking: link, reader)
        source.kind = kind?.kind ?? Self.kind(of: source.code)
        source.path = path
        source.metadata = try metadata.map { try reader.text(of: .source, at: $0) }
        source.warningsAreErrors = warningsAsErrors
        source.keepsDebugInformation = debug
        let compilation = try await MidenPackage.compilation(of: source)
        let package = try compilation.package()
        let target = output ?? Self.target(of: file)
        try OutputFile.write([UInt8](package.file), to: target)
        let procedures = package.procedures.map { procedure in
            Answer.Procedure(path: procedure.path, root: procedure.root.hex, role: procedure.role.rawValue)
        }
        let answer = Answer(
            filename: target,
            kind: package.kind,
            procedures: procedures,
            warnings: compilation.warnings.map(Answer.Warning.init)
        )
        if let text = try global.format.written(answer) {
            try Console.standard.answer(text)
        }
    }

    /// What a source is to become, by what is marked in it.
    static func kind(of text: String) -> MidenPackage.Kind {
        let marked = { (mark: String) in
            text.split(whereSeparator: \.isNewline).contains { line in
                line.drop(while: \.isWhitespace).hasPrefix(mark)
            }
        }
        if marked("@note_script") {
            return .noteScript
        }
        if marked("@transaction_script") {
            return .transactionScript
        }
        return marked("@account_procedure") || marked("@auth_script") ? .accountComponent : .library
    }

    private static func target(of file: String) -> String {
        (file.hasSuffix(".masm") ? String(file.dropLast(".masm".count)) : file) + ".masp"
    }
}
