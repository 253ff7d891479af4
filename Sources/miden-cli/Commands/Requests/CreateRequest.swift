import ArgumentParser
import Foundation
import MidenRequests
import MidenSwiftClient
import MidenWalletRPC

/// `miden-cli request create`
struct CreateRequest: RequestingCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a request to another wallet, and its link.",
        discussion: """
            Opens no wallet, unless the symbol of a token has to be looked up. Hand over the link, or its QR code: whoever has \
            it can read the request. The key of the requester is made at the first request, and stays in this folder with \
            what verifies the receipt.

            The payer sees the name as a claim, and the fingerprint of the key. Other users of this machine see the arguments of \
            a command: --name - reads the name from standard input, --message-file a text, and --transactions payments.

            The file of --transactions holds an array with one transaction, such as [{"procedure":"0x…","arguments":["1"]}] for \
            executeContract, with the root of the procedure.

            Example: miden-cli request create connectWallet --name Shop
            Example: miden-cli request create sendCoin --name Shop \\
                --to mtst1ap2qrmeks90y052tv50ga95p2v9h48yj --amount 1.5::MIDEN
            Example: miden-cli request create signMessage --name Shop \\
                --message "I am Alice" --expires 3600
            Example: miden-cli request create executeContract --name Game \\
                --transactions call.json
            """
    )
    static let doing = "Making the request"

    @Argument(
        help: ArgumentHelp(
            "What is asked for: \(RequestAction.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "action"
        )
    )
    var action: RequestAction

    @Option(
        help: ArgumentHelp(
            "What the requester calls itself, in 1 to 64 characters; - reads it from standard input.",
            valueName: "text"
        )
    )
    var name: String

    @Option(help: ArgumentHelp("The web site of the requester, such as https://shop.example.", valueName: "origin"))
    var origin: String?

    @OptionGroup var content: RequestContentOptions

    @Option(help: ArgumentHelp("How long it is valid, from 30 to 604800. 600 where not given.", valueName: "seconds"))
    var expires: Int?

    @Option(
        help: ArgumentHelp(
            "What the link begins with in place of miden-request: the https address of a page of the wallet's app.",
            valueName: "url"
        )
    )
    var base: String?

    @Option(
        help: ArgumentHelp("Write the QR code of the link to this new file, NAME.svg or NAME.png.", valueName: "file"),
        completion: .file(extensions: ["svg", "png"])
    )
    var qr: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try content.check(for: action)
        if let expires, !(30...604_800).contains(expires) {
            throw ValidationError("--expires wants a number of seconds from 30 to 604800.")
        }
        if let qr, RequestQRFile(path: qr) == nil {
            throw ValidationError("--qr wants a file whose name ends in .svg or .png.")
        }
    }

    func check(_ configuration: MidenWallet.Configuration) throws {
        if let qr {
            try OutputFile.requireNew(qr)
        }
    }

    struct Input: Sendable {
        let name: String
        let content: RequestContentOptions.Input
    }

    func input(_ reader: InputReader) async throws -> Input {
        let name = name == "-" ? try await reader.firstLine(ofDescriptor: STDIN_FILENO) : name
        return Input(name: name, content: try content.input(reader))
    }

    var needsWallet: Bool { content.needsWallet }

    struct Answer: CommandAnswer {
        let requestId: String
        let requestDigest: String
        let action: RequestAction
        let expiresAt: String
        /// Whoever has it can read the request.
        let link: String
        let fitsQrCode: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case requestId, requestDigest, action, expiresAt, link, fitsQrCode
        }

        var text: String {
            let facts = [
                ("request", requestId), ("digest", requestDigest), ("action", action.rawValue), ("expires", expiresAt),
                ("QR code", fitsQrCode ? "with --qr FILE.svg" : "the link is too long for one"),
                ("answer", "miden-cli request receipt \(requestId) --receipt FILE"),
            ]
            return """
                \(link)

                Hand over this link. Whoever has it can read the request.
                \(Table.facts(facts))
                """
        }
    }

    func answer(in files: RequestFiles, input: Input, wallet: MidenWallet?) async throws -> Answer {
        let asked = try await content.content(of: action, input.content, on: files.network, wallet: wallet)
        let requester = try await files.requester(name: input.name, origin: origin, linkBase: base)
        let pending = try await requester.request(
            asked,
            maximumFee: try content.maximumFeeUnits(),
            expiresIn: .seconds(expires ?? 600)
        )
        if let qr {
            do {
                try RequestQRFile(path: qr)?.write(pending)
            } catch {
                // Nobody gets its link.
                try await requester.delete(requestID: pending.id)
                throw error
            }
        }
        return Answer(pending)
    }
}

extension CreateRequest.Answer {
    fileprivate init(_ pending: PendingRequest) {
        requestId = pending.id.text
        requestDigest = pending.digest.hexDigits
        action = pending.action
        expiresAt = pending.expiresAt.text
        link = pending.link
        fitsQrCode = pending.fitsQRCode
    }
}

extension RequestAction: ExpressibleByArgument {}
