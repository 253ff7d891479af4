import ArgumentParser
import MidenSwiftClient

/// `miden-cli balance`
struct Balance: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what an account holds.",
        discussion: """
            Shows what the wallet knows since its last sync, with its own transactions since then. Tokens that \
            `miden-cli tokens hide` has hidden are left out. Of an account that is locked, because the network has a newer \
            state of it than this wallet, it shows what the account held before, and says so.

            Example: miden-cli balance
            Example: miden-cli balance --field formatted
            """
    )
    static let doing = "Reading the balance"
    static let makesWallet = false
    var onlyReads: Bool { true }

    @Flag(help: "Hidden tokens, too.")
    var all = false

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID
        let fungibleAssets: [AssetAnswer]
        let nonFungibleAssets: [UniqueAssetAnswer]
        /// How many tokens are left out.
        let hiddenCount: Int
        /// Whether the network has a newer state of the account.
        let isLocked: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, fungibleAssets, nonFungibleAssets, hiddenCount, isLocked
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .fungibleAssets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self,
        ]

        var text: String {
            guard isLocked else { return holdings }
            return """
                \(holdings)

                This account is locked: another copy of it has made transactions, and what it holds may be something else
                by now. Import its newest account file from there: miden-cli import <file>
                """
        }

        private var holdings: String {
            guard !fungibleAssets.isEmpty || !nonFungibleAssets.isEmpty else {
                return hiddenCount == 0
                    ? "Account \(accountId) holds nothing."
                    : "Account \(accountId) holds nothing but \(hiddenCount.counted("hidden token")): --all shows them."
            }
            let fungible = fungibleAssets.map { [$0.quantity, $0.unit, $0.faucetId.hex] }
            let unique = nonFungibleAssets.map { ["1", "unique \($0.asset)", $0.faucetId.hex] }
            let table = Table(
                columns: [.right("AMOUNT"), .left("TOKEN"), .left("FAUCET")],
                rows: fungible + unique
            )
            let left = hiddenCount == 0 ? "" : "\n\(hiddenCount.counted("hidden token")) more: --all shows them."
            return "Account \(accountId)\n\n\(table.text)\(left)"
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let balance = try await wallet.getBalance(accountId: try await accountOption.resolved(in: wallet))
        let hidden = all ? [] : Set(try await wallet.getTokens().filter(\.isHidden).map(\.faucetId))
        let fungible = balance.fungibleAssets.filter { !hidden.contains($0.faucetId) }
        let unique = balance.nonFungibleAssets.filter { !hidden.contains($0.faucetId) }
        return Answer(
            accountId: balance.accountId,
            fungibleAssets: fungible.map(AssetAnswer.init),
            nonFungibleAssets: unique.map(UniqueAssetAnswer.init),
            hiddenCount: balance.totalFungibleCount + balance.totalNonFungibleCount - fungible.count - unique.count,
            isLocked: balance.isLocked
        )
    }
}
