import ArgumentParser
import MidenSwiftClient

/// `miden-cli account --inspect`, in the form of the published client.
struct Inspect: WalletInputCommand {
    static let doing = "Reading the account's code"
    static let makesWallet = false

    @Argument(help: "The account, and after a colon one of its procedures.")
    var target: String

    @Option(help: "The packages that name procedures, or their sources.")
    var package: [String] = []

    @Flag(help: "Show the procedures' code as text.")
    var withCode = false

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        struct Procedure: AnswerPart {
            let root: String
            let isAuthentication: Bool
            @OrNull var name: String?
            @OrNull var path: String?
            @OrNull var package: String?
            @OrNull var sameCode: [String]?
            @OrNull var sameCodeLeftOut: UInt64?
            @OrNull var signature: String?
            @OrNull var code: String?

            enum CodingKeys: CodingKey, CaseIterable {
                case root, isAuthentication, name, path, package, sameCode, sameCodeLeftOut, signature, code
            }

            init(_ procedure: AccountProcedure) {
                root = procedure.root.hex
                isAuthentication = procedure.isAuthentication
                name = procedure.name
                path = procedure.path
                package = procedure.package
                sameCode = procedure.sameCode
                sameCodeLeftOut = procedure.sameCodeLeftOut
                signature = procedure.signature
                code = procedure.code
            }
        }

        let accountId: AccountID
        let isOwn: Bool
        let blockNumber: UInt32
        let procedures: [Procedure]
        /// Whether code was asked for; for people alone.
        private let showsCode: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, isOwn, blockNumber, procedures
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.procedures: Procedure.self]

        init(_ account: AccountProcedures, showing procedures: [AccountProcedure], withCode: Bool) {
            accountId = account.accountId
            isOwn = account.isOwn
            blockNumber = account.blockNumber
            self.procedures = procedures.map(Procedure.init)
            showsCode = withCode
        }

        var text: String {
            guard showsCode || procedures.count == 1 else {
                return Table(
                    columns: [.left("PROCEDURE"), .left("ROOT"), .left("SIGNATURE")],
                    rows: procedures.map { [$0.title, $0.root, $0.signature ?? ""] }
                ).text
            }
            return procedures.map { procedure in
                let code = showsCode ? "\n" + (procedure.code ?? "Its code is too long to be shown.") : ""
                return procedure.facts + code
            }.joined(separator: "\n\n")
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
        var wanted: String?
        let account: AccountID
        if target.contains(":") {
            (account, wanted) = try await AccountID.target(target, in: wallet)
        } else {
            account = try await AccountID(named: target, in: wallet)
        }
        // The published command's word for it, which shows the log here as everywhere.
        let withCode = withCode || global.verbose
        let found = try await wallet.getProcedures(accountId: account, packages: packages, withCode: withCode)
        let shown = try wanted.map { [try found.procedure($0)] } ?? found.procedures
        return Answer(found, showing: shown, withCode: withCode)
    }
}

extension Inspect.Answer.Procedure {
    /// What people call it.
    fileprivate var title: String {
        path.map { ProcedurePath($0).plain } ?? (isAuthentication ? "unknown (authentication)" : "unknown")
    }

    /// All that is known of it but the code, one fact a line.
    fileprivate var facts: String {
        let known: [(name: String, value: String?)] = [
            ("procedure", title), ("signature", signature), ("root", root), ("package", package),
            ("same code", InterfaceText.otherNames(sameCode, leftOut: sameCodeLeftOut)),
            ("authentication", isAuthentication ? "decides on the account's transactions" : nil),
        ]
        return Table.facts(known.compactMap { fact in fact.value.map { (fact.name, $0) } })
    }
}
