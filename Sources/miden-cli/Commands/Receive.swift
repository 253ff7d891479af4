import ArgumentParser
import Foundation
import MidenSwiftClient

/// `miden-cli receive`
struct Receive: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the address to be paid at, also as a QR code.",
        discussion: """
            On a terminal the QR code is shown below the address; --svg and --png write it to a file.

            Example: miden-cli receive
            Example: miden-cli receive --png address.png
            """
    )
    static let doing = "Looking up the account"
    static let makesWallet = false
    var onlyReads: Bool { true }

    @Option(
        help: ArgumentHelp("Write the QR code to this file, as an SVG image.", valueName: "file"),
        completion: .file(extensions: ["svg"])
    )
    var svg: String?

    @Option(
        help: ArgumentHelp("Write the QR code to this file, as a PNG image.", valueName: "file"),
        completion: .file(extensions: ["png"])
    )
    var png: String?

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID
        let address: String
        let qrCode: String?

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, address
        }

        var text: String {
            qrCode.map { "\(address)\n\n\($0)" } ?? address
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let account = try await accountOption.resolved(in: wallet)
        let address = try AccountAddress(account, on: wallet.configuration.network)
        let code = QRCode(address.text)
        if let svg {
            try OutputFile.write([UInt8](code.svg()), to: svg)
        }
        if let png {
            try OutputFile.write([UInt8](code.png()), to: png)
        }
        let environment = ProcessInfo.processInfo.environment
        let isTerminal = Terminal(descriptor: Console.answerDescriptor, environment: environment) != nil
        let isShown = isTerminal && svg == nil && png == nil
        return Answer(accountId: account, address: address.text, qrCode: isShown ? try code.lines() : nil)
    }
}
