import ArgumentParser
import Foundation
import MidenRequests
import MidenSwiftClient

/// `miden-cli request receipt`
struct VerifyReceipt: RequestingCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt",
        abstract: "Verify a receipt of a request that was made here, and show what it says.",
        discussion: """
            Without --receipt it shows the newest receipt that was verified before. Opens no wallet, unless --on-chain asks the \
            network for the account's key.

            What a receipt says of a transaction is the word of the wallet that signed it. Before goods leave, look for the \
            note in your own wallet.

            Exit code 3 if it is not a receipt of this request, or not signed as it should be.

            Example: miden-cli request receipt 41c9ebbcfea9a373b774b8eeab4320af \\
                --receipt receipt
            Example: miden-cli request receipt 41c9ebbcfea9a373b774b8eeab4320af \\
                --receipt receipt --on-chain
            """
    )
    static let doing = "Asking for the account's key"

    @OptionGroup var request: RequestIDArgument

    @Option(
        help: ArgumentHelp("The file that the wallet wrote: a sealed or a signed receipt.", valueName: "file"),
        completion: .file()
    )
    var receipt: String?

    @Option(
        help: ArgumentHelp("The commitment to the key of the account, as you know it: 64 digits.", valueName: "hex")
    )
    var commitment: String?

    @Flag(help: "Ask the network for the key of the account, which has to be public. Opens this network's wallet.")
    var onChain = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if commitment != nil, onChain {
            throw ValidationError("Give --commitment or --on-chain, not both.")
        }
        if let commitment, Data(hexOption: commitment, count: 32) == nil {
            throw ValidationError("--commitment wants 64 digits, 0 to 9 and a to f.")
        }
    }

    var needsWallet: Bool { onChain }

    /// The bytes of the receipt, if a file was named.
    func input(_ reader: InputReader) throws -> Data? {
        try receipt.map { Data(try reader.bytes(of: .document, at: $0)) }
    }

    typealias Answer = ReceiptAnswer

    func answer(in files: RequestFiles, input: Data?, wallet: MidenWallet?) async throws -> Answer {
        let id = try request.requestID()
        let requester = try await files.requester()
        // What was accepted before is verified again if there is another key to verify it with.
        let known = try await requester.receipt(requestID: id)
        let isVerifiedAgain = commitment != nil || onChain
        guard let bytes = input ?? (isVerifiedAgain ? known?.signed.data : nil) else {
            guard let known else { return ReceiptAnswer(id, status: try await requester.status(requestID: id)) }
            return ReceiptAnswer(known)
        }
        guard let wallet else {
            let commitment = commitment.flatMap { Data(hexOption: $0, count: 32) }
            return ReceiptAnswer(try await requester.accept(bytes, of: id, commitment: commitment))
        }
        return ReceiptAnswer(
            try await requester.accept(bytes, of: id) { address in
                let account = try AccountID(named: address, on: wallet.configuration.network)
                return try await wallet.publicKeyCommitment(ofPublicAccount: account)
            }
        )
    }
}
