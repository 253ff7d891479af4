import ArgumentParser
import MidenSwiftClient

/// `miden-cli accounts`
struct Accounts: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the wallet's accounts.",
        discussion: """
            An account is new until its first transaction, then tracked; it is locked where the network has a newer \
            state of it than this wallet. A star marks the default account. `miden-cli rename` gives one a name.

            Example: miden-cli accounts
            Example: miden-cli accounts --field account_id
            """
    )
    static let doing = "Reading the accounts"
    static let makesWallet = false
    var onlyReads: Bool { true }

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        struct Entry: AnswerPart {
            let accountId: AccountID
            let kind: Account.Kind
            let visibility: AccountVisibility
            let status: Account.Status
            let nonce: UInt64
            let isDefault: Bool
            @OrNull var name: String?

            enum CodingKeys: CodingKey, CaseIterable {
                case accountId, kind, visibility, status, nonce, isDefault, name
            }
        }

        let accounts: [Entry]

        enum CodingKeys: CodingKey, CaseIterable {
            case accounts
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.accounts: Entry.self]

        var text: String {
            guard !accounts.isEmpty else {
                return "This wallet has no account yet: make one with `miden-cli new-wallet`."
            }
            return Table(
                columns: [
                    .left(" "), .left("ACCOUNT"), .left("KIND"), .left("VISIBILITY"), .left("STATUS"), .right("NONCE"),
                    .left("NAME"),
                ],
                rows: accounts.map { account in
                    [
                        account.isDefault ? "*" : "", account.accountId.hex,
                        account.kind == .wallet ? "wallet" : "faucet",
                        account.visibility.rawValue, account.status.rawValue,
                        String(account.nonce), account.name ?? "",
                    ]
                }
            ).text
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let chosen = try await wallet.info().defaultAccountId
        return Answer(
            accounts: try await wallet.getAccounts().map { account in
                Answer.Entry(
                    accountId: account.id,
                    kind: account.kind,
                    visibility: account.visibility,
                    status: account.status,
                    nonce: account.nonce,
                    isDefault: account.id == chosen,
                    name: account.name
                )
            }
        )
    }
}
