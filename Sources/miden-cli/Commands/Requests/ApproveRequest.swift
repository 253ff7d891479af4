import ArgumentParser
import Foundation
import MidenRequests
import MidenSwiftClient

/// `miden-cli request approve`
struct ApproveRequest: WalletInputCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Do what a request asks for, and sign the receipt.",
        discussion: """
            Shows the request and asks on a terminal; elsewhere it wants --yes, or --digest with the decision digest of \
            `miden-cli request show`. It then waits until the transaction is in a block, up to --timeout. If the time is over \
            before, `miden-cli request resume` goes on.

            The same link again gives the same receipt, and pays nothing twice. No transaction begins after the request has \
            expired. While another command has the wallet open, it waits up to --timeout.

            Example: miden-cli request approve - --yes --receipt receipt < link
            Example: miden-cli request approve - --account savings --simulate < link
            """
    )
    static let doing = "Reading the request"
    static let makesWallet = false

    @OptionGroup var linkArgument: LinkArgument

    @Flag(
        name: [.customShort("y"), .customShort("f"), .customLong("yes"), .customLong("force")],
        help: "Approve it without being asked."
    )
    var yes = false

    @Option(
        help: ArgumentHelp(
            "Approve it without being asked, if its decision digest is this one: of `miden-cli request show`.",
            valueName: "hex"
        )
    )
    var digest: String?

    @OptionGroup var feeOption: FeeOption

    @OptionGroup var simulation: SimulateOption

    @Flag(
        help: """
            Approve it although it was issued before this wallet was restored: it may have been executed before, and is paid \
            twice then. Look at the history first.
            """
    )
    var again = false

    @OptionGroup var receiptFile: ReceiptFileOption

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    static let refusal = Refusal(
        "Nothing was approved",
        remedy: "Give --yes to approve it without being asked, or --digest with the decision digest of"
            + " `miden-cli request show`."
    )

    func validate() throws {
        if yes, digest != nil {
            throw ValidationError("Give --yes or --digest, not both.")
        }
        if let digest, Data(hexOption: digest, count: 32) == nil {
            throw ValidationError("--digest wants the 64 digits of a decision digest.")
        }
    }

    func check(_ configuration: MidenWallet.Configuration) throws {
        try receiptFile.check()
    }

    typealias Answer = RequestRecordAnswer

    func input(_ reader: InputReader) async throws -> String {
        try await linkArgument.text(reader)
    }

    func answer(from wallet: MidenWallet, input link: String, asking confirmation: Confirmation) async throws -> Answer
    {
        let requests = try RequestFiles.wallet(of: wallet)
        let question = try await requests.question(
            for: link,
            accountID: try await accountOption.named(in: wallet),
            simulating: simulation.simulate
        )
        guard question.record == nil else {
            return try answer(try await requests.approve(question))
        }
        try check(question)
        let maximum = try feeOption.allowed(
            question.fee,
            inBaseUnits: false,
            of: question.accountID,
            or: Self.refusal
        )
        try await confirm(question, in: wallet, asking: confirmation)
        let record = try await requests.approve(
            question,
            maximumFee: maximum?.baseUnits,
            isRepetitionAccepted: again
        )
        return try answer(record, failure: Self.failure(of: record))
    }

    /// Refuses what cannot be approved, before anybody is asked.
    private func check(_ question: RequestQuestion) throws {
        guard !question.isBeforeRestore || again else {
            throw MidenError(
                code: .transactionSubmission,
                kind: .requestBeforeRestore,
                message:
                    "Nothing was approved: the request was issued before this wallet was restored, and may have been"
                    + " executed before. Look for it with `miden-cli transactions --list`. If it was not, give --again."
            )
        }
        guard question.canBeApproved else {
            throw MidenError(
                code: .transactionSubmission,
                kind: .requestNotApproved,
                message: "Nothing was approved" + Self.obstacle(to: question)
            )
        }
    }

    /// Why a request cannot be approved, as the end of a sentence. Other warnings are no reason.
    private static func obstacle(to question: RequestQuestion) -> String {
        if question.canBeSimulated {
            return ": what it does is not known before it is executed. Give --simulate to find out."
        }
        guard let impossibility = question.impossibility else { return ": the request can only be declined." }
        return ", because the transaction cannot be made now: \(impossibility)"
    }

    /// Asks, unless the user said yes to exactly this.
    private func confirm(_ question: RequestQuestion, in wallet: MidenWallet, asking confirmation: Confirmation)
        async throws
    {
        guard !yes else { return }
        let shown = try await RequestQuestionAnswer(question, in: wallet)
        guard let digest else {
            return try await confirmation.confirm("\(shown.text)\nApprove it?", or: Self.refusal)
        }
        guard digest.lowercased() != shown.decisionDigest else { return }
        let console = Console.standard
        console.complain(global.json ? try AnswerJSON.text(["question": shown]) : shown.text)
        throw MidenError(
            code: .transactionSubmission,
            kind: .requestQuestionChanged,
            message: "Nothing was approved: what the request would do has changed. Its decision digest is"
                + " \(shown.decisionDigest ?? "not known") now, as shown above."
        )
    }

    private func answer(_ record: RequestRecord, failure: MidenError? = nil) throws -> Answer {
        let unwritten = try receiptFile.write(record)
        return RequestRecordAnswer(
            record,
            file: unwritten == nil ? receiptFile.receipt : nil,
            failure: failure ?? unwritten
        )
    }

    /// Why nothing was done, or no block includes it.
    private static func failure(of record: RequestRecord) -> MidenError? {
        guard record.status == .reverted || record.status == .failed else { return nil }
        let reason = record.transactions.compactMap(\.error).first
        return MidenError(
            code: .transactionSubmission,
            kind: reason == .expired ? .requestExpired : "request_not_executed",
            message: "The request was approved, and not carried out."
                + ((record.reason ?? reason?.message).map { " \($0)" } ?? ""),
            transactionId: record.transactions.first?.transactionID
        )
    }
}
