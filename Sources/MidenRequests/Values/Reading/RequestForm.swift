import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// The members of a request text, of the types that they have to be. The limits of their values are checked elsewhere.
struct RequestForm {
    let id: RequestID
    let issuedAt: Date
    let expiresAt: Date
    let network: WalletNetwork?
    let requester: RequesterIdentity
    let receiptKey: Data
    let address: String?
    let content: AppRequest.Content
    let maximumFee: UInt64?
    let order: AppRequest.Order?
    let returnLinks: ReturnLinks?

    private static let limits = JSONScanner.Limits(
        largestSize: AppRequest.largestText,
        deepestNesting: AppRequest.deepestNesting,
        refusesRepeatedNames: true
    )

    /// The key of the requester in a text that is not verified yet. Nothing else of the text is used before it is.
    static func key(ofUnverified text: Data) -> Data? {
        guard var members = try? MemberReader(text, .unverified, error: MidenError.invalidRequest),
            let key = try? members.optional(
                "requester",
                "an object",
                { requester -> Data? in
                    var members = try MemberReader(requester.data, .unverified, error: MidenError.invalidRequest)
                    return try members.optional("key", "bytes", JSONForm.bytes)
                }
            ), key.count == 32
        else { return nil }
        return key
    }

    /// Reads a text.
    ///
    /// - Throws: `MidenError` with the member that is unknown, repeated, missing or not of the form.
    init(text: Data) throws {
        var members = try MemberReader(text, Self.limits, error: MidenError.invalidRequest)
        let version = try members.required("version", "a whole number", JSONForm.wholeNumber)
        guard version == 1 else {
            throw MidenError(
                code: .invalidParameter,
                kind: .unsupportedRequestVersion,
                message: "The request is of version \(version), and this app reads version 1: update the app."
            )
        }
        id = try members.required("id", "32 lower-case hexadecimal digits", JSONForm.requestID)
        issuedAt = try members.required("issuedAt", "a time in seconds", JSONForm.time)
        expiresAt = try members.required("expiresAt", "a time in seconds", JSONForm.time)
        let action: RequestAction = try members.required("action", "one of the actions", JSONForm.name)
        let network: WalletNetwork? = try members.optional("network", "one of the networks", JSONForm.name)
        self.network = network
        guard let requester = try members.optionalObject("requester", Self.requester) else {
            throw members.failure("requester is missing.")
        }
        self.requester = requester
        receiptKey = try members.required("receiptKey", "a key of 32 bytes", JSONForm.bytes)
        returnLinks = try members.optionalObject("returnLinks", Self.returnLinks)
        address = try members.optional("address", "an address", JSONForm.text)
        maximumFee = try members.optional("maximumFee", "an amount in base units as text", JSONForm.decimal)
        order = try members.optional("order", "submitted or committed", JSONForm.name)
        guard network != nil || action.isConnect else { throw members.failure("network is missing.") }
        content = try Self.content(of: &members, action, network)
        try members.refuseOthers()
    }

    private static func requester(_ members: inout MemberReader) throws -> RequesterIdentity {
        try RequesterIdentity(
            name: members.required("name", "a text", JSONForm.text),
            key: members.required("key", "a key of 32 bytes", JSONForm.bytes),
            origin: members.optional("origin", "a text", JSONForm.text)
        )
    }

    private static func returnLinks(_ members: inout MemberReader) throws -> ReturnLinks {
        try ReturnLinks(
            success: members.optional("success", "a text", JSONForm.text),
            failure: members.optional("failure", "a text", JSONForm.text)
        )
    }

    private static func content(
        of members: inout MemberReader,
        _ action: RequestAction,
        _ network: WalletNetwork?
    ) throws -> AppRequest.Content {
        switch action {
        case .connectWallet: .connectWallet
        case .connectWalletAndSignMessage: .connectWalletAndSignMessage(try message(of: &members))
        case .signMessage: .signMessage(try message(of: &members))
        case .sendCoin: .sendCoin(try transactions(of: &members) { try payment(&$0, network) })
        case .consumeNote: .consumeNote(try transactions(of: &members, note))
        case .executeContract: .executeContract(try transactions(of: &members) { try call(&$0, network) })
        case .executeContractWithEncoded:
            .executeContractWithEncoded(try transactions(of: &members, encoded))
        }
    }

    private static func message(of members: inout MemberReader) throws -> String {
        try members.required("message", "a text", JSONForm.text)
    }

    private static func transactions<Item>(
        of members: inout MemberReader,
        _ read: (inout MemberReader) throws -> Item
    ) throws -> [Item] {
        guard let items = try members.optionalObjects("transactions", 1...AppRequest.mostTransactions, read) else {
            throw members.failure("transactions is missing.")
        }
        return items
    }

    private static func accountID(
        _ name: String,
        of members: inout MemberReader,
        _ network: WalletNetwork?
    ) throws -> AccountID {
        try RequestAddress.accountID(
            of: members.required(name, "an address", JSONForm.text),
            on: network,
            members.path(name)
        )
    }

    private static func payment(
        _ members: inout MemberReader,
        _ network: WalletNetwork?
    ) throws -> RequestedPayment {
        let recipientID = try accountID("recipientAddress", of: &members, network)
        let faucetID = try accountID("faucetId", of: &members, network)
        let mostBlocks = RequestSendParameters.mostRecallBlocks
        return RequestedPayment(
            to: recipientID,
            faucetID: faucetID,
            baseUnits: try members.required("amount", "an amount in base units as text", JSONForm.decimal),
            noteType: try members.required("noteType", "public or private", JSONForm.name),
            recallBlocks: try members.optional("recallBlocks", "a whole number of at most \(mostBlocks)") { value in
                JSONForm.wholeNumber(value).flatMap { Int(exactly: $0) }
            }
        )
    }

    private static func note(_ members: inout MemberReader) throws -> RequestedNote {
        RequestedNote(
            noteID: try members.required("noteId", "the id of a note") { value in
                try JSONForm.hash(value).map { try NoteID($0) }
            },
            noteBytes: try members.optional("noteBytes", "base64", JSONForm.bytes)
        )
    }

    private static func call(
        _ members: inout MemberReader,
        _ network: WalletNetwork?
    ) throws -> RequestedProcedureCall {
        func felt(_ value: JSONText, _ place: String) throws -> Felt {
            guard let felt = JSONForm.felt(value) else {
                throw MidenError.invalidRequest("\(place) is not an element of the field as decimal digits.")
            }
            return felt
        }
        func word(_ value: JSONText) -> Word? { JSONForm.hash(value).flatMap { try? Word($0) } }
        let procedure = try members.required("procedure", "the root of a procedure", word)
        let arguments = try members.optionalList("arguments", 0...RequestedProcedureCall.mostArguments, felt)
        let advice = try members.optionalObjects("advice", 0...RequestedProcedureCall.mostAdvice) { entry in
            let key = try entry.required("key", "a word", word)
            guard let values = try entry.optionalList("values", 0...RequestedProcedureCall.mostAdviceValues, felt)
            else {
                throw entry.failure("\(entry.path("values")) is missing.")
            }
            return AdviceEntry(key: key, values: values)
        }
        let foreignAccounts = 0...RequestedProcedureCall.mostForeignAccounts
        let accounts = try members.optionalList("foreignAccounts", foreignAccounts) { value, place in
            guard let address = value.string else { throw MidenError.invalidRequest("\(place) is not an address.") }
            return try RequestAddress.accountID(of: address, on: network, place)
        }
        return RequestedProcedureCall(
            procedure: procedure,
            arguments: arguments ?? [],
            advice: advice ?? [],
            foreignAccountIDs: accounts ?? []
        )
    }

    private static func encoded(_ members: inout MemberReader) throws -> EncodedTransaction {
        let request = try members.required("transactionRequest", "base64", JSONForm.bytes)
        let notes = try members.optionalList("importNotes", 0...EncodedTransaction.mostNotes) { value, place in
            guard let note = JSONForm.bytes(value) else { throw MidenError.invalidRequest("\(place) is not base64.") }
            return note
        }
        return EncodedTransaction(transactionRequest: request, importNotes: notes ?? [])
    }
}

extension JSONScanner.Limits {
    /// For a text of which only the key is looked at.
    fileprivate static let unverified = Self(
        largestSize: AppRequest.largestText,
        deepestNesting: JSONText.deepestNesting,
        refusesRepeatedNames: false
    )
}
