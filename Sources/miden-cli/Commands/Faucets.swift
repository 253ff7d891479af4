import ArgumentParser
import MidenSwiftClient

/// `miden-cli faucets`
struct Faucets: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the faucets of the wallet, with what they have issued and may.",
        discussion: """
            What was issued is less what was burned, as far as the wallet has synced.

            Example: miden-cli faucets
            Example: miden-cli faucets --field faucet_id
            """
    )
    static let doing = "Reading the faucets"
    static let makesWallet = false
    var onlyReads: Bool { true }

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let faucets: [FaucetAnswer]

        enum CodingKeys: CodingKey, CaseIterable {
            case faucets
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.faucets: FaucetAnswer.self]

        var text: String {
            guard !faucets.isEmpty else {
                return "This wallet has no faucet: `miden-cli new-faucet` makes one."
            }
            return Table(
                columns: [.left("TOKEN"), .right("ISSUED"), .right("OF AT MOST"), .left("FAUCET"), .left("NAME")],
                rows: faucets.map { faucet in
                    [
                        faucet.symbol, faucet.issuedFormatted, faucet.maximumFormatted, faucet.faucetId.hex,
                        faucet.name,
                    ]
                }
            ).text
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        var faucets: [FaucetAnswer] = []
        for account in try await wallet.getAccounts() where account.kind == .fungibleFaucet {
            faucets.append(FaucetAnswer(try await wallet.getFaucet(account.id)))
        }
        return Answer(faucets: faucets)
    }
}
