import ArgumentParser
import MidenSwiftClient

/// `miden-cli new-faucet`
struct NewFaucet: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create a faucet: an account that issues a token of its own.",
        discussion: """
            Nothing goes over the network: the faucet's first transaction makes it known there. It pays the fees of its \
            transactions itself: where the network charges fees, send it some of the token they are paid in, sync, and \
            `miden-cli consume --all --account FAUCET-ID`. Then `miden-cli mint` issues.

            Example: miden-cli new-faucet --symbol GOLD --decimals 6 \\
                --maximum-supply 1000000
            Example: miden-cli new-faucet --symbol GOLD --decimals 0 --maximum-supply 21 \\
                --name "Fool's gold" --private
            """
    )
    static let doing = "Creating the faucet"

    @Option(help: "What the token is called: 1 to 12 capital letters.")
    var symbol: String

    @Option(help: "How many decimals the token has, 12 at most.")
    var decimals: UInt8

    @Option(help: ArgumentHelp("What there may be at most, such as 1000000.", valueName: "amount"))
    var maximumSupply: String

    @Option(help: "The token's name; the symbol where not given.")
    var name: String?

    @Option(help: "How the faucet signs. Proofs for ECDSA are several times faster.")
    var scheme: SchemeChoice = .ecdsa

    @Flag(
        name: .customLong("private"),
        help: "The network keeps only a commitment of the faucet: nobody else can learn what its token is."
    )
    var isPrivate = false

    @Flag(help: "The maximum supply is in the token's smallest unit.")
    var baseUnits = false

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let faucet: FaucetAnswer
        let visibility: AccountVisibility
        let signatureScheme: SignatureScheme

        enum CodingKeys: CodingKey, CaseIterable {
            case faucet, visibility, signatureScheme
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.faucet: FaucetAnswer.self]

        var text: String {
            """
            Created faucet \(faucet.faucetId) of \(faucet.symbol): \(visibility.rawValue), signs with \
            \(signatureScheme.title), may issue \(faucet.maximumFormatted).
            `miden-cli mint --target ACCOUNT-ID --asset 1::\(faucet.symbol)` issues. It pays its fees itself.
            """
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let most = try Amount(maximumSupply, decimals: baseUnits ? 0 : decimals)
        let visibility: AccountVisibility = isPrivate ? .private : .public
        let faucet = try await wallet.createFaucet(
            symbol: symbol,
            decimals: decimals,
            maximumSupply: most,
            name: name,
            scheme: scheme.scheme,
            visibility: visibility
        )
        return Answer(
            faucet: FaucetAnswer(try await wallet.getFaucet(faucet)),
            visibility: visibility,
            signatureScheme: scheme.scheme
        )
    }
}
