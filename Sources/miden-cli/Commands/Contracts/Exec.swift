import ArgumentParser
import MidenSwiftClient

/// `miden-cli exec`
struct Exec: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a script on an account without changing anything, and show what it leaves on the stack.",
        discussion: """
            The script is a package (.masp), or a source (.masm), which is compiled. Advice inputs are a TOML file:

              inputs = [{ key = "0x0000…", values = ["13", "9"] }]

            A script gets at most four numbers, of which the first is the top of the stack, or one word in hex. With --args they \
            are JSON by the types of its entry point: an array, or an object if the package has the names of the parameters. \
            If the package has the type of the result, the result is shown by it.

            Example: miden-cli exec --package get_count.masp
            Example: miden-cli exec -p get_count.masm --link counter.masp -a 0x5401ef36
            Example: miden-cli exec -p scaled.masm 3
            Example: miden-cli exec -p scaled.masm --args '{"count": 3}'
            """
    )
    static let doing = "Running the script"
    static let makesWallet = false

    @Option(
        name: [.customShort("a"), .customLong("account")],
        help: ArgumentHelp(
            "The account it runs on, by its id, address or name. Where not given, the default one.",
            valueName: "account-id"
        )
    )
    var account: String?

    @Argument(help: ArgumentHelp("What is on the stack when it begins, the top first.", valueName: "args"))
    var arguments: [String] = []

    @OptionGroup var script: ScriptOptions

    @Option(
        name: .customLong("args"),
        help: ArgumentHelp("The arguments as JSON, by the types of the entry point.", valueName: "json")
    )
    var values: String?

    @OptionGroup var advice: AdviceOption

    @OptionGroup var foreignAccount: ForeignAccountOption

    @Flag(help: "Show the stack in words.")
    var hexWords = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if values != nil, !arguments.isEmpty {
            throw ValidationError("Give the arguments as JSON (--args) or as numbers, not both.")
        }
    }

    /// The script and what it is given.
    struct Input: Sendable {
        let script: MidenPackage
        /// What the script takes and returns, if its package says so.
        let signature: ContractInterface.Signature?
        let argument: Word?
        let advice: [AdviceEntry]
    }

    func input(_ reader: InputReader) async throws -> Input {
        let advice = try advice.entries(reader)
        let script = try await script.compiled(as: .transactionScript, reader)
        guard let values else {
            let signature = try? script.interface.scriptSignature
            return Input(script: script, signature: signature, argument: try argument, advice: advice)
        }
        let signature = try script.interface.scriptSignature
        let argument = Word(try signature.felts(of: ContractValue(json: values)))
        return Input(script: script, signature: signature, argument: argument, advice: advice)
    }

    /// The numbers that are given.
    private var argument: Word? {
        get throws {
            let felts = try arguments.flatMap { try Felt.elements(written: $0) }
            guard felts.count <= 4 else {
                throw MidenError(
                    code: .invalidParameter,
                    kind: .tooManyElements,
                    message:
                        "A script takes at most 4 numbers, and \(felts.count) were given. More can be advice (--advice)."
                )
            }
            return felts.isEmpty ? nil : Word(felts)
        }
    }

    func answer(
        from wallet: MidenWallet,
        input: Input,
        asking confirmation: Confirmation
    ) async throws -> StackAnswer {
        let read = try await foreignAccount.accounts(in: wallet)
        let account = if let account { try await AccountID(named: account, in: wallet) } else { AccountID?.none }
        let stack = try await wallet.run(
            .package(input.script),
            accountId: account,
            scriptArgument: input.argument,
            advice: input.advice,
            foreignAccounts: read
        )
        var result: ContractValue?
        if values != nil {
            result = try input.signature?.value(of: stack)
        } else if let value = try? input.signature?.value(of: stack), value != .null {
            // Of numbers nothing was checked before, so what they lead to may be no value either.
            result = value
        }
        return StackAnswer(stack: stack, result: result, showsWords: hexWords)
    }
}

/// What was left on the stack.
struct StackAnswer: CommandAnswer {
    /// The elements, the top first, in decimal digits.
    let stack: [String]
    /// The same as words.
    let words: [Word]
    /// The same by the types of the script, if its package has them. Null if it returns nothing.
    let result: ContractValue?
    let showsWords: Bool

    enum CodingKeys: CodingKey, CaseIterable {
        case stack, words, result
    }

    init(stack: [Felt], result: ContractValue? = nil, showsWords: Bool) {
        self.result = result
        self.stack = stack.map(\.description)
        words = stride(from: 0, to: stack.count, by: 4).map { start in
            Word(Array(stack[start..<min(start + 4, stack.count)]))
        }
        self.showsWords = showsWords
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(stack, forKey: .stack)
        try container.encode(words.map(\.hex), forKey: .words)
        try container.encode(result ?? .null, forKey: .result)
    }

    var text: String {
        if let result, !showsWords {
            return result == .null ? "The script ran, and returns nothing." : "Returns \(result.description.onOneLine)"
        }
        let lines = showsWords ? words.map(\.hex) : shown
        return "The stack, the top first:\n" + lines.joined(separator: "\n")
    }

    /// Without the zeros below everything else.
    private var shown: [String] {
        let count = (stack.lastIndex { $0 != "0" } ?? 0) + 1
        let below = stack.count - count
        return Array(stack[..<count]) + (below > 0 ? ["and \(below) zeros"] : [])
    }
}
