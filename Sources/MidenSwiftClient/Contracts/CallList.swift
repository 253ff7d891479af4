/// The calls of a transaction without the types of their results.
struct CallList {
    /// One of them.
    struct Call {
        let contract: Contract
        let procedure: ContractInterface.Procedure
        let arguments: [Felt]
        let advice: [AdviceEntry]
        let foreignAccounts: [AccountID]

        init<Result>(_ call: ContractCall<Result>) {
            contract = call.contract
            procedure = call.procedure
            arguments = call.arguments
            advice = call.advice
            foreignAccounts = call.foreignAccounts
        }

        /// The call by the root of its procedure.
        ///
        /// - Parameter accountId: The account that runs the script; nil means any but that of the contract.
        /// - Returns: The call.
        func byRoot(on accountId: AccountID?) -> ProcedureCall {
            let isForeign = contract.accountId != accountId
            return ProcedureCall(procedure.root, arguments: arguments, of: isForeign ? contract.accountId : nil)
        }
    }

    let calls: [Call]
    /// The account that makes the transaction: that of the first call that is one of the wallet.
    let accountId: AccountID

    init<each Result: Decodable & Sendable>(_ given: repeat ContractCall<each Result>) throws {
        var calls: [Call] = []
        for call in repeat each given {
            calls.append(Call(call))
        }
        guard let first = calls.first(where: \.contract.isOwn) else {
            let accounts = calls.map(\.contract.accountId.hex).joined(separator: ", ")
            throw MidenError(
                code: .transactionSubmission,
                kind: .changesNothing,
                message: """
                    No account of this wallet is called, only \(accounts), so the transaction would change nothing and was not \
                    made. To call a procedure for its result, use simulate.
                    """
            )
        }
        self.calls = calls
        accountId = first.contract.accountId
    }

    /// The transaction that makes the calls.
    func transaction(consuming notes: [CustomTransaction.Note]) -> CustomTransaction {
        CustomTransaction(
            script: .calls(calls.map { $0.byRoot(on: accountId) }),
            advice: calls.flatMap(\.advice),
            foreignAccounts: calls.flatMap(\.foreignAccounts),
            notes: notes
        )
    }
}

extension CallList.Call {
    /// What the call has failed with, in the words of the package if it has some.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - place: Its place among the calls of the transaction, from 0.
    ///   - count: How many calls there are.
    /// - Returns: An error that names the account and the procedure, or nil if it would say no more than the one that there is.
    func failure(_ error: MidenError, at place: Int, of count: Int) -> MidenError? {
        let assertion = error.assertionCode.flatMap { code in contract.interface.errors.first { $0.code == code } }
        guard error.assertionCode != nil || error.failedCall != nil else {
            return nil
        }
        let call = count > 1 ? "Call \(place + 1) of \(count), of" : "The call of"
        let reason =
            assertion.map { ": \($0.message.shortened)" }
            ?? ", in it or in code that it calls" + (error.assertionCode.map(error.reason(ofCode:)) ?? "")
        return MidenError(
            code: error.code,
            kind: assertion == nil ? error.kind : .assertionFailed,
            message: "\(call) \(procedure.name.shortened) on account \(contract.accountId) failed\(reason).",
            causes: [error.message] + error.causes,
            assertionCode: error.assertionCode,
            failedCall: error.failedCall
        )
    }
}

extension MidenError {
    /// Why an assertion failed of which the package of the call has no message: Miden's own code has messages too.
    fileprivate func reason(ofCode code: String) -> String {
        let mark = "assertion failed with error message: "
        let told = ([message] + causes).compactMap { text in text.range(of: mark).map { text[$0.upperBound...] } }.last
        if let told = told?.split(whereSeparator: \.isNewline).first {
            return ": \(String(told).shortened)"
        }
        // It names the account and the procedure.
        if let place = ([message] + causes).first(where: { $0.hasPrefix("An assertion with") }) {
            return ": \(place.dropLast())"
        }
        return ", with the error code \(code), for which the package has no message"
    }
}

extension CustomTransaction {
    /// Makes the transaction of calls, of the account of the first call that is one of the wallet. Calls of other accounts read
    /// their account and do not change it.
    ///
    /// - Parameters:
    ///   - first: The first call.
    ///   - rest: The calls after it.
    ///   - notes: Notes that are consumed before the calls.
    /// - Throws: ``MidenError/Kind/changesNothing`` if no call is of an account of the wallet.
    public init<First, each Rest>(
        calling first: ContractCall<First>,
        _ rest: repeat ContractCall<each Rest>,
        consuming notes: [Note] = []
    ) throws {
        self = try CallList(first, repeat each rest).transaction(consuming: notes)
    }
}
