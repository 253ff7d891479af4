import ArgumentParser
import MidenSwiftClient

/// `miden-cli import`
struct Import: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take in an account with its keys from an account file (.mac).",
        discussion: "Example: miden-cli import account.mac"
    )
    static let doing = "Importing the account"

    @Argument(
        help: ArgumentHelp("The account file, as other Miden clients write it.", valueName: "file.mac"),
        completion: .file(extensions: ["mac"])
    )
    var file: String

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID
        let isDefault: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, isDefault
        }

        var text: String {
            isDefault
                ? "Imported account \(accountId).\nIt is the default account, the one that is meant where none is named."
                : "Imported account \(accountId).\n`miden-cli use \(accountId)` makes it the default account."
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let bytes = try InputFile.bytes(at: file)
        let isFirst = try await wallet.info().defaultAccountId == nil
        return Answer(accountId: try await wallet.importAccount(file: bytes), isDefault: isFirst)
    }
}
