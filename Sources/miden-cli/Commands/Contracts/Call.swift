import ArgumentParser
import MidenSwiftClient

/// `miden-cli call`
struct Call: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Call a procedure of an account, and show what it returns.",
        discussion: """
            On an account of this wallet it is a transaction: shows what the procedure returns and the fee, and asks on a \
            terminal before it is made; without a terminal it wants --yes or --preview, and never waits for an answer. A \
            procedure of another account, which has to be public, is run without changing anything.

            The procedure is named as in the package, where _ and - are the same, or without a package by its root in hex. \
            Arguments are numbers, of which the first is the top of the stack, or words in hex, which are four of them. With \
            --args they are JSON by the types in the package: an array, or an object if the package has the names of the \
            parameters. The result is shown by its type then, and a call that changes nothing is no transaction.

            Example: miden-cli call 0x5401ef36:get_count --package counter.masp --preview
            Example: miden-cli call 0x5401ef36:increment_count -p counter.masp --yes
            Example: miden-cli call 0x5401ef36:add -p adder.masp --args '{"by": 3}' --yes
            """
    )
    static let doing = "Calling the procedure"
    static let makesWallet = false
    private static let refusal = Refusal("Nothing was called")

    @Argument(help: ArgumentHelp("The account and its procedure.", valueName: "account-id:procedure"))
    var target: String

    @Argument(help: ArgumentHelp("What is on the stack when it begins, the top first.", valueName: "args"))
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

    @Flag(name: .shortAndLong, help: "Make the transaction without being asked.")
    var yes = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if preview, yes {
            throw ValidationError("Give --preview or --yes, not both.")
        }
        if values != nil, !arguments.isEmpty {
            throw ValidationError("Give the arguments as JSON (--args) or as numbers, not both.")
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
            var facts = [(name: "account", value: accountId.hex)] + called.facts
            if calls.isEmpty {
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
        let procedure = try Self.root(of: name, in: input.package)
        let advice = input.advice
        let typed = try await typedCall(of: name, account, input, in: wallet)
        let felts = try typed?.arguments ?? arguments.flatMap { try Felt.elements(written: $0) }
        var answer = Answer(
            accountId: account,
            procedure: name,
            root: procedure.hex,
            arguments: values.map { [$0] } ?? arguments,
            prover: wallet.configuration.prover
        )
        guard try await wallet.getAccounts().contains(where: { $0.id == account }) else {
            if let typed {
                answer.result = try await wallet.simulate(typed)
                return answer
            }
            answer.stack = try await wallet.run(
                .call(procedure, arguments: felts, of: account),
                advice: advice
            ).map(\.description)
            return answer
        }
        let script = Script.call(procedure, arguments: felts)
        let notes = try await NoteID.named(note, in: wallet).map { CustomTransaction.Note($0) }
        let transaction =
            try typed.map { try CustomTransaction(calling: $0, consuming: notes) }
            ?? CustomTransaction(script: script, advice: advice, notes: notes)
        let planned: ReferencedPreview
        if let typed {
            do {
                planned = try await referenceOption.preview(of: .custom(transaction), account: account, in: wallet) {
                    try await wallet.preview(typed, consuming: notes)
                }
            } catch let error as MidenError where preview && error.kind == .changesNothing {
                // There is no transaction, and so no fee.
                answer.result = try await wallet.simulate(typed)
                return answer
            }
        } else {
            planned = try await referenceOption.preview(of: .custom(transaction), account: account, in: wallet)
        }
        let summary = planned.summary
        answer.isRepetition = planned.isRepetition
        answer.called = summary.calls
        if let interface = input.package?.interface {
            answer.called = summary.calls.named(by: interface)
        }
        answer.calls = answer.called.procedures.map { CalledProcedureAnswer($0, of: account) }
        answer.assetsIn = summary.assetsIn.fungible.map(AssetAnswer.init)
        answer.uniqueIn = summary.assetsIn.nonFungible.map(UniqueAssetAnswer.init)
        answer.assetsOut = summary.assetsOut.fungible.map(AssetAnswer.init)
        answer.uniqueOut = summary.assetsOut.nonFungible.map(UniqueAssetAnswer.init)
        answer.fee = summary.fee.map { String($0.amount) }
        answer.feeFormatted = summary.fee?.formatted
        answer.left = summary.remaining.map(RemainingAnswer.init)
        if let made = planned.made {
            answer.transactionId = made.transactionId
            answer.chainHeight = made.blockNumber
            answer.provenBy = made.provenBy
            return answer
        }
        // What it returns after notes were consumed cannot be told without consuming them.
        if note.isEmpty, let typed {
            answer.result = try await wallet.simulate(typed)
        } else if note.isEmpty {
            answer.stack = try await wallet.run(script, accountId: account, advice: advice).map(\.description)
        }
        let maximum = try feeOption.allowed(
            summary.fee,
            inBaseUnits: false,
            of: account,
            or: Self.refusal
        )
        guard !preview else {
            return answer
        }
        if !yes {
            try await confirmation.confirm("\(answer.text)\nMake the transaction?", or: Self.refusal)
        }
        let executed: SentTransaction
        if let typed {
            let call = try await wallet.execute(
                typed,
                consuming: notes,
                maximumFee: maximum,
                reference: referenceOption.reference
            )
            // Not that of the preview: with a reference the transaction may be an earlier one.
            answer.result = call.result
            executed = call.transaction
        } else {
            executed = try await wallet.execute(
                transaction,
                accountId: account,
                maximumFee: maximum,
                reference: referenceOption.reference
            )
            answer.stack = executed.stacks.first?.map(\.description)
        }
        answer.transactionId = executed.transactionId
        answer.chainHeight = executed.blockNumber
        answer.provenBy = executed.provenBy
        return answer
    }

    /// The call with the arguments of `--args`, if they are given.
    private func typedCall(
        of name: String,
        _ account: AccountID,
        _ input: Input,
        in wallet: MidenWallet
    ) async throws -> ContractCall<ContractValue>? {
        guard let values, let package = input.package else {
            return nil
        }
        let contract = try await wallet.getContract(accountId: account, package: package)
        var call = try contract.call(name, with: ContractValue(json: values))
        call.advice = input.advice
        return call
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
