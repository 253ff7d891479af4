import ArgumentParser
import Foundation
import MidenRequests
import MidenSwiftClient

/// The file to which a wallet writes a receipt.
struct ReceiptFileOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the newest receipt to this new file. Only the requester can read what is in it.",
            valueName: "file"
        ),
        completion: .file()
    )
    var receipt: String?

    /// Refuses a file that is there already.
    func check() throws {
        if let receipt {
            try OutputFile.requireNew(receipt)
        }
    }

    /// Writes the newest receipt of a request, if that is wanted.
    ///
    /// - Parameter record: The request.
    /// - Returns: Why it was not sealed or not written, to be told beside the answer: the request is decided. Nil if all is well.
    /// - Throws: What is no `MidenError`.
    func write(_ record: RequestRecord) throws -> MidenError? {
        guard let receipt else { return nil }
        do {
            guard let sealed = try record.sealedReceipt() else {
                return MidenError(
                    code: .lookup,
                    kind: "receipt_missing",
                    message:
                        "The request has no receipt yet, and \(receipt) was not written. `miden-cli request resume` goes"
                        + " on with the request. Then give the link and --receipt again."
                )
            }
            try OutputFile.write([UInt8](sealed), to: receipt)
            return nil
        } catch let error as MidenError {
            return error
        }
    }
}
