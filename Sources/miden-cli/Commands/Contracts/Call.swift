import ArgumentParser
import MidenSwiftClient

/// `miden-cli call`
struct Call: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Call a procedure of an account, and show what it returns.",
        discussion: """
            On an account of this wallet it is a transaction: shows what the procedure returns and the fee, and asks on a \
            terminal before it is made; without a terminal it wants --yes or --preview, and never waits for an answer. What it \
            returns after notes of --note is known once the transaction is made. A procedure of another account, which has to be \
            public, is run without a transaction, and can only read.

            The procedure is named as in the package, where _ and - are the same, or without a package by its root in hex. Field \
            elements are numbers, of which the first is the top of the stack, or words in hex, which are four of them. With \
            --args the arguments are JSON by the types in the package: an array, or an object if the package has the names of the \
            parameters. Arguments that are written one by one are a value for each parameter, or its field elements. The result \
            is shown by its type. A call that changes nothing is no transaction: the answer is its result.

            Example: miden-cli call 0x5401ef36:get_count --package counter.masp --preview
            Example: miden-cli call 0x5401ef36:increment_count -p counter.masp --yes
            Example: miden-cli call 0x5401ef36:increment_count -p counter.masp --simulate
            Example: miden-cli call 0x5401ef36:add -p adder.masp --args '{"by": 3}' --yes
            """
    )
    static let doing = "Calling the procedure"
    static let makesWallet = false
    private static let refusal = Refusal("Nothing was called")

    @Argument(help: ArgumentHelp("The account and its procedure.", valueName: "account-id:procedure"))
    var target: String

    @Argument(
        help: ArgumentHelp("The arguments, or what is on the stack when it begins, the top first.", valueName: "args")
    )
    var arguments: [String] = []

    @Option(
        name: .customLong("args"),
        help: ArgumentHelp("The arguments as JSON, by the types in the package.", valueName: "json")
    )
    var values: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The package with the procedure, or its source.", valueName: "package"),
        completion: .file()
    )
    var package: String?

    @OptionGroup var advice: AdviceOption

    @OptionGroup var foreignAccount: ForeignAccountOption

    @Option(
        help: ArgumentHelp(
            "A note that the same transaction consumes first, as the first one of an account may have to. Can be given again.",
            valueName: "note-id"
        )
    )
    var note: [String] = []

    @OptionGroup var feeOption: FeeOption

    @OptionGroup var referenceOption: ReferenceOption

    @Flag(help: "Show what it would return and cost, and end.")
    var preview = false

    @Flag(help: "Run it without a transaction, and show what it returns. What it would change is dropped.")
    var simulate = false

    @Flag(name: .shortAndLong, help: "Make the transaction without being asked.")
    var yes = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if preview, yes {
            throw ValidationError("Give --preview or --yes, not both.")
        }
        if simulate, preview || wantsTransaction {
            throw ValidationError(
                "--simulate makes no transaction, so it goes without --preview, --yes, --reference and --note."
            )
        }
        if values != nil, !arguments.isEmpty {
            throw ValidationError("Give the arguments as JSON (--args) or one by one, not both.")
        }
        if values != nil, package == nil {
            throw ValidationError("--args needs the package with the types of the arguments (--package).")
        }
    }

    struct Answer: CommandAnswer {
        let accountId: AccountID
        let procedure: String
        let root: String
        /// What it is given, as it was written.
        let arguments: [String]
        /// What the transaction calls. Empty where there is none, or it was made before.
        var calls: [CalledProcedureAnswer] = []
        /// What it returns, where that can be told before the transaction.
        @OrNull var stack: [String]? = nil
        /// The same by its type, if the arguments were given by theirs. If not, the JSON has no such key.
        var result: ContractValue? = nil
        /// What the notes carry that it consumes.
        var assetsIn: [AssetAnswer] = []
        var uniqueIn: [UniqueAssetAnswer] = []
        /// What the notes carry that it makes. The fee comes on top.
        var assetsOut: [AssetAnswer] = []
        var uniqueOut: [UniqueAssetAnswer] = []
        @OrNull var fee: String? = nil
        @OrNull var feeFormatted: String? = nil
        /// What the account has left of each token. Empty where there is no transaction.
        var left: [RemainingAnswer] = []
        /// Nil where none was made.
        @OrNull var transactionId: TransactionID? = nil
        @OrNull var chainHeight: UInt32? = nil
        /// Who made the proof. Nil where there is none.
        @OrNull var provenBy: MidenWallet.ProvenBy? = nil
        /// Whether it was made before with the same reference, and nothing now. If there is no reference, the JSON has no
        /// such key.
        var isRepetition: Bool? = nil
        /// What the transaction calls. For people.
        fileprivate var called = TransactionSummary.Calls()
        /// Who was to make it. For people.
        fileprivate let prover: MidenWallet.Prover

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, procedure, root, arguments, calls, stack, result, assetsIn, uniqueIn, assetsOut, uniqueOut
            case fee, feeFormatted, transactionId, chainHeight, provenBy, left, isRepetition
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .calls: CalledProcedureAnswer.self, .assetsIn: AssetAnswer.self, .uniqueIn: UniqueAssetAnswer.self,
            .assetsOut: AssetAnswer.self,
            .uniqueOut: UniqueAssetAnswer.self, .left: RemainingAnswer.self,
        ]

        var text: String {
            var facts = [(name: "account", value: accountId.hex)]
            if called.procedures.contains(where: { !$0.names.isEmpty }) {
                facts += called.facts
            } else {
                facts.append(("procedure", procedure))
                if !arguments.isEmpty {
                    facts.append(("arguments", arguments.joined(separator: " ")))
                }
            }
            if let result {
                if result != .null {
                    facts.append(("returns", result.description))
                }
            } else if let stack {
                let count = (stack.lastIndex { $0 != "0" } ?? 0) + 1
                facts.append(("returns", stack[..<count].joined(separator: " ")))
            }
            for (name, assets) in [
                ("notes consumed carry", assetsIn.listed(with: uniqueIn)),
                ("notes made carry", assetsOut.listed(with: uniqueOut)),
            ] where !assets.isEmpty {
                facts.append((name, assets))
            }
            if let feeFormatted {
                facts.append(("fee", feeFormatted))
            }
            facts += left.facts
            if let transactionId {
                facts.append(("transaction", transactionId.hex))
            }
            facts += [provenBy].compactMap(\.self).facts(askedFor: prover)
            return
                "\(transactionId == nil ? "This calls" : "Called") \(procedure).\(isRepetition.repetitionLine)\n\(Table.facts(facts))"
        }
    }

    /// The package with the procedure, where one is named, and what the procedure is given.
    struct Input: Sendable {
        let package: MidenPackage?
        let advice: [AdviceEntry]
    }

    func input(_ reader: InputReader) async throws -> Input {
        let advice = try advice.entries(reader)
        guard let package else {
            return Input(package: nil, advice: advice)
        }
        let compiled = try await CodeFile.package(at: package, as: .accountComponent, reader)
        return Input(package: compiled, advice: advice)
    }

    func answer(from wallet: MidenWallet, input: Input, asking confirmation: Confirmation) async throws -> Answer {
        let (account, name) = try await AccountID.target(target, in: wallet)
        let answer = Answer(
            accountId: account,
            procedure: name,
            root: try Self.root(of: name, in: input.package).hex,
            arguments: values.map { [$0] } ?? arguments,
            prover: wallet.configuration.prover
        )
        if wantsTransaction {
            try await requireOwn(account, in: wallet)
        }
        let read = try await foreignAccount.accounts(in: wallet)
        guard let package = input.package else {
            return try await made(byRoot: Word(name), input, reading: read, of: answer, wallet, confirmation)
        }
        let contract = try await wallet.getContract(accountId: account, package: package)
        let described = try contract.interface.procedure(name)
        if values == nil, described.signature == nil {
            var call = try contract.call(name, elements: elements)
            (call.advice, call.foreignAccounts) = (input.advice, read)
            return try await made(by: call, of: answer, wallet, confirmation) { $0.stack = $1.map(\.description) }
        }
        let given = try values.map(ContractValue.init(json:))
        var call = try contract.call(name, with: given ?? described.signature?.value(written: arguments) ?? [])
        (call.advice, call.foreignAccounts) = (input.advice, read)
        return try await made(by: call, of: answer, wallet, confirmation) { $0.result = $1 }
    }

    /// Whether an option makes sense for a transaction only.
    private var wantsTransaction: Bool {
        yes || referenceOption.reference != nil || !note.isEmpty
    }

    /// Refuses to make a transaction of another account.
    private func requireOwn(_ account: AccountID, in wallet: MidenWallet) async throws {
        guard try await !wallet.getAccounts().contains(where: { $0.id == account }) else { return }
        throw MidenError(
            code: .transactionSubmission,
            kind: .changesNothing,
            message: """
                Account \(account) is not in this wallet, so no transaction was made. To see what the procedure returns, leave \
                --yes, --reference and --note out.
                """
        )
    }

    /// The numbers and words that are given.
    private var elements: [Felt] {
        get throws { try arguments.flatMap { try Felt.elements(written: $0) } }
    }

    /// Makes the call of a procedure of a package. A call that changes nothing is no transaction: its result is all of the
    /// answer.
    private func made<Result>(
        by call: ContractCall<Result>,
        of started: Answer,
        _ wallet: MidenWallet,
        _ confirmation: Confirmation,
        show: (inout Answer, Result) -> Void
    ) async throws -> Answer {
        var answer = started
        guard call.contract.isOwn, !simulate else {
            show(&answer, try await wallet.simulate(call))
            return answer
        }
        let notes = try await NoteID.named(note, in: wallet).map { CustomTransaction.Note($0) }
        let transaction = try CustomTransaction(calling: call, consuming: notes)
        let planned = try await plan(for: started) {
            try await referenceOption.preview(of: .custom(transaction), account: started.accountId, in: wallet) {
                try await wallet.preview(call, consuming: notes)
            }
        }
        guard let planned else {
            show(&answer, try await wallet.simulate(call))
            return answer
        }
        answer.tell(planned)
        answer.called = planned.summary.calls.named(by: call.contract.interface)
        answer.calls = answer.called.procedures.map { CalledProcedureAnswer($0, of: answer.accountId) }
        guard planned.made == nil else {
            return answer
        }
        // What it returns after notes were consumed cannot be told without consuming them.
        if notes.isEmpty {
            show(&answer, try await wallet.simulate(call))
        }
        guard let agreed = try await agreement(to: answer, planned, confirmation) else {
            return answer
        }
        let made = try await wallet.execute(
            call,
            consuming: notes,
            maximumFee: agreed.maximumFee,
            reference: referenceOption.reference
        )
        // Not that of the preview: with a reference the transaction may be an earlier one.
        if let result = made.result {
            show(&answer, result)
        } else {
            (answer.result, answer.stack) = (nil, nil)
        }
        answer.tell(made.transaction)
        return answer
    }

    /// What the transaction of a call would do. Nil if it would change nothing, and is not to be made.
    private func plan(
        for answer: Answer,
        preview: () async throws -> ReferencedPreview
    ) async throws -> ReferencedPreview? {
        do {
            return try await preview()
        } catch let error as MidenError where error.kind == .changesNothing {
            guard yes else {
                return nil
            }
            throw MidenError(
                code: error.code,
                kind: error.kind,
                message: """
                    The call of \(answer.procedure) would change nothing, so no transaction was made. To see what it \
                    returns, leave --yes out.
                    """
            )
        }
    }

    /// Makes the call of a procedure that is named by its root alone: of it nothing else is known.
    private func made(
        byRoot root: Word,
        _ input: Input,
        reading read: [AccountID],
        of started: Answer,
        _ wallet: MidenWallet,
        _ confirmation: Confirmation
    ) async throws -> Answer {
        var answer = started
        let account = answer.accountId
        let isOwn = try await wallet.getAccounts().contains { $0.id == account }
        let script = Script.call(root, arguments: try elements, of: isOwn ? nil : account)
        func simulated() async throws -> [String] {
            let runner = isOwn ? account : nil
            let stack = try await wallet.run(
                script,
                accountId: runner,
                advice: input.advice,
                foreignAccounts: read
            )
            return stack.map(\.description)
        }
        guard isOwn, !simulate else {
            answer.stack = try await simulated()
            return answer
        }
        let notes = try await NoteID.named(note, in: wallet).map { CustomTransaction.Note($0) }
        let transaction = CustomTransaction(
            script: script,
            advice: input.advice,
            foreignAccounts: read,
            notes: notes
        )
        let planned = try await plan(for: started) {
            try await referenceOption.preview(of: .custom(transaction), account: account, in: wallet)
        }
        guard let planned else {
            answer.stack = try await simulated()
            return answer
        }
        answer.tell(planned)
        answer.called = planned.summary.calls
        answer.calls = answer.called.procedures.map { CalledProcedureAnswer($0, of: account) }
        guard planned.made == nil else {
            return answer
        }
        if notes.isEmpty {
            answer.stack = try await simulated()
        }
        guard let agreed = try await agreement(to: answer, planned, confirmation) else {
            return answer
        }
        let made = try await wallet.execute(
            transaction,
            accountId: account,
            maximumFee: agreed.maximumFee,
            reference: referenceOption.reference
        )
        answer.stack = made.stacks.first?.map(\.description)
        answer.tell(made)
        return answer
    }

    /// What the user agreed to.
    private struct Agreement {
        let maximumFee: Amount?
    }

    /// Asks for the transaction of a preview. Nil if the preview was all that was asked for.
    private func agreement(
        to answer: Answer,
        _ planned: ReferencedPreview,
        _ confirmation: Confirmation
    ) async throws -> Agreement? {
        let fee = planned.summary.fee
        let maximum = try feeOption.allowed(fee, inBaseUnits: false, of: answer.accountId, or: Self.refusal)
        guard !preview else {
            return nil
        }
        if !yes {
            try await confirmation.confirm("\(answer.text)\nMake the transaction?", or: Self.refusal)
        }
        return Agreement(maximumFee: maximum)
    }

    private static func root(of name: String, in package: MidenPackage?) throws -> Word {
        guard let package else {
            guard name.hasPrefix("0x") else {
                throw ValidationError(
                    "Name the package with the procedure (--package), or the procedure by its root in hex."
                )
            }
            return try Word(name)
        }
        return try package.procedure(name).root
    }
}

extension Call.Answer {
    /// Takes in what the transaction would do, or has done.
    fileprivate mutating func tell(_ planned: ReferencedPreview) {
        let summary = planned.summary
        isRepetition = planned.isRepetition
        assetsIn = summary.assetsIn.fungible.map(AssetAnswer.init)
        uniqueIn = summary.assetsIn.nonFungible.map(UniqueAssetAnswer.init)
        assetsOut = summary.assetsOut.fungible.map(AssetAnswer.init)
        uniqueOut = summary.assetsOut.nonFungible.map(UniqueAssetAnswer.init)
        fee = summary.fee.map { String($0.amount) }
        feeFormatted = summary.fee?.formatted
        left = summary.remaining.map(RemainingAnswer.init)
        if let made = planned.made {
            tell(made)
        }
    }

    /// Takes in the transaction.
    fileprivate mutating func tell(_ made: SentTransaction) {
        transactionId = made.transactionId
        chainHeight = made.blockNumber
        provenBy = made.provenBy
    }
}
