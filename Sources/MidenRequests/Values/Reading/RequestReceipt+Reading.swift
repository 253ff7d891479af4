import Foundation
import MidenSwiftClient
import MidenWalletRPC

extension RequestReceipt {
    private static let limits = JSONScanner.Limits(
        largestSize: largestText,
        deepestNesting: AppRequest.deepestNesting,
        refusesRepeatedNames: true
    )

    /// Reads a receipt text. Members that this version does not know are ignored.
    ///
    /// - Parameter text: The text in UTF-8, at most 8,192 bytes.
    /// - Throws: `MidenError.Kind.invalidReceiptForm` with the member that is not of the form,
    ///   `MidenError.Kind.unsupportedRequestVersion`.
    public init(text: Data) throws {
        var members = try MemberReader(text, Self.limits, error: MidenError.invalidReceiptForm)
        let version = try members.required("version", "a whole number", JSONForm.wholeNumber)
        guard version == 1 else {
            throw MidenError(
                code: .invalidParameter,
                kind: .unsupportedRequestVersion,
                message: "The receipt is of version \(version), and this app reads version 1: update the app."
            )
        }
        requestID = try members.required("requestId", "32 lower-case hexadecimal digits", JSONForm.requestID)
        requestDigest = try members.required("requestDigest", "64 lower-case hexadecimal digits", JSONForm.digest)
        action = try members.required("action", "one of the actions", JSONForm.name)
        network = try members.required("network", "one of the networks", JSONForm.name)
        number = try members.required("number", "a whole number") { value in
            JSONForm.wholeNumber(value).flatMap { Int(exactly: $0) }
        }
        issuedAt = try members.required("issuedAt", "a time in seconds", JSONForm.time)
        status = try members.required("status", "a status", JSONForm.name)
        address = try members.optional("address", "an address", JSONForm.text)
        publicKey = try members.optional("publicKey", "base64", JSONForm.bytes)
        signature = try members.optional("signature", "base64", JSONForm.bytes)
        transactions = try members.optionalObjects(
            "transactions",
            1...AppRequest.mostTransactions,
            refusesOthers: false,
            Self.transaction
        )
        error = try members.optionalObject("error", refusesOthers: false, Self.error)
        try checkForm()
    }

    private static func transaction(_ members: inout MemberReader) throws -> TransactionReceipt {
        TransactionReceipt(
            status: try members.required("status", "a status", JSONForm.name),
            transactionID: try members.optional("txHash", "the id of a transaction") { value in
                try JSONForm.hash(value).map { try TransactionID($0) }
            },
            blockNumber: try members.optional("blockNumber", "the number of a block") { value in
                JSONForm.wholeNumber(value).flatMap { UInt32(exactly: $0) }
            },
            noteIDs: try members.optionalList("noteIds", 0...largestText) { value, place in
                guard let note = JSONForm.hash(value) else {
                    throw MidenError.invalidReceiptForm("\(place) is not the id of a note.")
                }
                return try NoteID(note)
            } ?? [],
            error: try members.optionalObject("error", refusesOthers: false, Self.error)
        )
    }

    private static func error(_ members: inout MemberReader) throws -> ReceiptError {
        ReceiptError(
            code: try members.required("code", "a text", JSONForm.text),
            message: try members.required("message", "a text", JSONForm.text)
        )
    }
}
