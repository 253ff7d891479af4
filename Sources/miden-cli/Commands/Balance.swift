import ArgumentParser
import MidenSwiftClient

/// `miden-cli balance`
struct Balance: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what an account holds.",
        discussion: """
            Shows what the wallet knows since its last sync, with its own transactions since then.

            Example: miden-cli balance
            Example: miden-cli balance --field formatted
            """
    )
    static let doing = "Reading the balance"
    static let makesWallet = false

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID
        let fungibleAssets: [AssetAnswer]
        let nonFungibleAssets: [UniqueAssetAnswer]

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, fungibleAssets, nonFungibleAssets
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .fungibleAssets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self,
        ]

        var text: String {
            guard !fungibleAssets.isEmpty || !nonFungibleAssets.isEmpty else {
                return "Account \(accountId) holds nothing."
            }
            let fungible = fungibleAssets.map { [$0.quantity, $0.unit, $0.faucetId.hex] }
            let unique = nonFungibleAssets.map { ["1", "unique \($0.asset)", $0.faucetId.hex] }
            let table = Table(
                columns: [.right("AMOUNT"), .left("TOKEN"), .left("FAUCET")],
                rows: fungible + unique
            )
            return "Account \(accountId)\n\n\(table.text)"
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let balance = try await wallet.getBalance(accountId: try await accountOption.resolved(in: wallet))
        return Answer(
            accountId: balance.accountId,
            fungibleAssets: balance.fungibleAssets.map(AssetAnswer.init),
            nonFungibleAssets: balance.nonFungibleAssets.map(UniqueAssetAnswer.init)
        )
    }
}
