import ArgumentParser
import Foundation
import MidenRequests
import MidenSwiftClient
import MidenWalletRPC

/// What a new request asks for.
struct RequestContentOptions: ParsableArguments {
    @Option(help: ArgumentHelp("For signMessage and connectWalletAndSignMessage: the text.", valueName: "text"))
    var message: String?

    @Option(
        help: ArgumentHelp("The same from a file, so that it is not in the list of processes.", valueName: "path"),
        completion: .file()
    )
    var messageFile: String?

    @Option(help: ArgumentHelp("For sendCoin: the account that is paid, by its id or address.", valueName: "account"))
    var to: String?

    @Option(
        help: ArgumentHelp(
            "For sendCoin: how much, in base units with --faucet, or as 1.5::SYMBOL or 150::FAUCET-ID of a token that this"
                + " wallet knows.",
            valueName: "amount"
        )
    )
    var amount: String?

    @Option(
        help: ArgumentHelp("For sendCoin: the faucet of the token, by its id or address.", valueName: "faucet")
    )
    var faucet: String?

    @Flag(
        name: .customLong("private"),
        help: "For sendCoin: only a commitment of the note is on the chain. Its details go by the note transport."
    )
    var isPrivate = false

    @Option(
        help: ArgumentHelp(
            "For sendCoin: after how many blocks the payer can take back what was not consumed.",
            valueName: "number"
        )
    )
    var recallBlocks: Int?

    @Option(help: ArgumentHelp("For consumeNote: the note, by its whole id.", valueName: "note-id"))
    var note: String?

    @Option(
        help: ArgumentHelp("For consumeNote: the note file, if the wallet may not have the note.", valueName: "path"),
        completion: .file()
    )
    var noteFile: String?

    @Option(
        help: ArgumentHelp(
            "For executeContractWithEncoded: the file of the transaction request, as an SDK serialises it.",
            valueName: "path"
        ),
        completion: .file()
    )
    var transactionRequest: String?

    @Option(
        help: ArgumentHelp(
            "What is asked for as a JSON array of one transaction, as docs/requests.md describes it: for executeContract, and"
                + " for each other action that makes a transaction, in place of its options.",
            valueName: "path"
        ),
        completion: .file(extensions: ["json"])
    )
    var transactions: String?

    @Option(
        help: ArgumentHelp(
            "What the fee of the transaction may be at most, in base units of the token that fees are paid in.",
            valueName: "base-units"
        )
    )
    var maximumFee: String?

    /// What the files hold.
    struct Input: Sendable {
        var message: String?
        var note: Data?
        var transactionRequest: Data?
        var transactions: Data?
    }

    /// Refuses options that are not of the action, and an action without what it wants.
    func check(for action: RequestAction) throws {
        let payment = [to, amount, faucet, recallBlocks.map { String($0) }, isPrivate ? "" : nil].contains { $0 != nil }
        let given: [(name: String, isGiven: Bool)] = [
            ("--message or --message-file", message != nil || messageFile != nil),
            ("--to and --amount", payment),
            ("--note", note != nil || noteFile != nil),
            ("--transaction-request", transactionRequest != nil),
            ("--transactions", transactions != nil),
        ]
        let wanted: [String]
        switch action {
        case .connectWallet: wanted = []
        case .connectWalletAndSignMessage, .signMessage: wanted = ["--message or --message-file"]
        case .sendCoin: wanted = ["--to and --amount", "--transactions"]
        case .consumeNote: wanted = ["--note", "--transactions"]
        case .executeContract: wanted = ["--transactions"]
        case .executeContractWithEncoded: wanted = ["--transaction-request", "--transactions"]
        }
        if let other = given.first(where: { $0.isGiven && !wanted.contains($0.name) }) {
            throw ValidationError("\(action.rawValue) does not take \(other.name).")
        }
        guard wanted.isEmpty || given.count(where: \.isGiven) == 1 else {
            throw ValidationError("\(action.rawValue) wants \(wanted.joined(separator: ", or ")).")
        }
        if message != nil, messageFile != nil {
            throw ValidationError("Give the message with --message or with --message-file.")
        }
        if payment, to == nil || amount == nil {
            throw ValidationError("A payment wants --to and --amount.")
        }
        if noteFile != nil, note == nil {
            throw ValidationError("--note-file wants the id of its note with --note.")
        }
        if maximumFee != nil, !action.hasTransactions {
            throw ValidationError("\(action.rawValue) makes no transaction, and does not take --maximum-fee.")
        }
        try checkAmount()
    }

    private func checkAmount() throws {
        guard let amount else { return }
        if amount.contains("::") {
            guard faucet == nil else {
                throw ValidationError("--amount names the token already: use it without --faucet.")
            }
            guard try !AssetText(amount).isUnique else {
                throw ValidationError("A request is for an amount, and not for a unique token.")
            }
        } else if faucet == nil {
            throw ValidationError("An amount in base units wants --faucet; or write it as 1.5::SYMBOL.")
        }
    }

    /// Whether the symbol of a token has to be looked up.
    var needsWallet: Bool {
        guard let amount else { return false }
        return amount.contains("::")
    }

    /// What the fee may be at most, in base units.
    func maximumFeeUnits() throws -> UInt64? {
        try maximumFee.map { try Amount($0, decimals: 0).baseUnits }
    }

    /// Reads the files that are named.
    func input(_ reader: InputReader) throws -> Input {
        Input(
            message: try message ?? messageFile.map { try reader.text(of: .document, at: $0) },
            note: try noteFile.map { Data(try reader.bytes(of: .accountOrNote, at: $0)) },
            transactionRequest: try transactionRequest.map { Data(try reader.bytes(of: .document, at: $0)) },
            transactions: try transactions.map { Data(try reader.bytes(of: .document, at: $0)) }
        )
    }

    /// What is asked for.
    ///
    /// - Parameters:
    ///   - action: The action, for which the options are.
    ///   - input: What the files hold.
    ///   - network: The network of the request.
    ///   - wallet: The wallet that knows the token of the amount. Nil if none is needed.
    /// - Returns: The content.
    /// - Throws: `MidenError` if an id, an amount, or a file is not what it should be, or the token is not known.
    func content(
        of action: RequestAction,
        _ input: Input,
        on network: MidenWallet.Network,
        wallet: MidenWallet?
    ) async throws -> AppRequest.Content {
        if let transactions = input.transactions {
            let content = try RequestTransactionsText(transactions).content(of: action, on: WalletNetwork(network))
            guard content.transactionCount == 1 else {
                throw MidenError(
                    code: .invalidParameter,
                    kind: .unsupportedRequest,
                    message: "The file of --transactions has \(content.transactionCount) transactions. Wallets of this"
                        + " version make one for each request."
                )
            }
            return content
        }
        switch action {
        case .connectWallet:
            return .connectWallet
        case .connectWalletAndSignMessage:
            return .connectWalletAndSignMessage(input.message ?? "")
        case .signMessage:
            return .signMessage(input.message ?? "")
        case .sendCoin:
            return .sendCoin([try await payment(on: network, wallet: wallet)])
        case .consumeNote:
            return .consumeNote([RequestedNote(noteID: try NoteID(note ?? ""), noteBytes: input.note)])
        case .executeContract:
            throw ValidationError("executeContract wants --transactions.")
        case .executeContractWithEncoded:
            return .executeContractWithEncoded([
                EncodedTransaction(transactionRequest: input.transactionRequest ?? Data())
            ])
        }
    }

    private func baseUnits(_ amount: String) throws -> UInt64 {
        do {
            return try Amount(amount, decimals: 0).baseUnits
        } catch let error as MidenError where amount.contains(".") {
            throw MidenError(
                code: error.code,
                kind: error.kind,
                message: "With --faucet the amount is in base units, a whole number. Or write it as 1.5::SYMBOL."
            )
        }
    }

    private func payment(on network: MidenWallet.Network, wallet: MidenWallet?) async throws -> RequestedPayment {
        let amount = amount ?? ""
        let asset: (faucetID: AccountID, baseUnits: UInt64)
        if let wallet, needsWallet {
            let account = try await wallet.info().defaultAccountId
            let named = try await AssetText(amount).resolved(in: wallet, for: account).amount(for: "asked for")
            asset = (named.faucetId, named.amount)
        } else {
            asset = (try AccountID(named: faucet ?? "", on: network), try baseUnits(amount))
        }
        return RequestedPayment(
            to: try AccountID(named: to ?? "", on: network),
            faucetID: asset.faucetID,
            baseUnits: asset.baseUnits,
            noteType: isPrivate ? .private : .public,
            recallBlocks: recallBlocks
        )
    }
}
