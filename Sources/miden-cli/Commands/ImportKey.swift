import ArgumentParser
import MidenSwiftClient

/// `miden-cli import-key`
struct ImportKey: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take in the key of an account.",
        discussion: """
            From a file that `miden-cli export-key` wrote, whose passphrase is asked for, or read from \
            --file-passphrase-from or --file-passphrase-fd; or from a file with the hexadecimal digits of a key. What the \
            file is, is told by what is in it.

            It is the key of an account that the wallet has without its key, or of a public one that it does not have: \
            that comes from the network. Of a private one the account file is needed, which `miden-cli import` takes in. \
            Digits do not say whose key they are: name the account unless it is in the wallet.

            Example: miden-cli import-key savings.key
            Example: miden-cli import-key digits.txt \\
                --account 0x5401ef36815e47d14b651e8e968153
            """
    )
    static let doing = "Importing the key"
    static let replacesLostStore = true

    @Argument(help: ArgumentHelp("The file with the key.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The account, by its id, address or name.", valueName: "account"))
    var account: String?

    @OptionGroup var filePassphrase: FilePassphraseOptions

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId
        }

        var text: String { "Imported the key of account \(accountId)." }
    }

    /// What the file holds, and its passphrase where one is given.
    struct Input: Sendable {
        let bytes: [UInt8]
        let passphrase: String?
    }

    func input(_ reader: InputReader) async throws -> Input {
        let bytes = try reader.bytes(of: .document, at: file)
        return Input(bytes: bytes, passphrase: try await filePassphrase.given(reader))
    }

    func answer(from wallet: MidenWallet, input: Input, asking confirmation: Confirmation) async throws -> Answer {
        let bytes = input.bytes
        var named: AccountID?
        if let account {
            named = try await AccountID(named: account, in: wallet)
        }
        // Digits are never that.
        guard bytes.first == UInt8(ascii: "{") else {
            let hex = String(decoding: bytes, as: UTF8.self)
            return Answer(accountId: try await wallet.importKey(hex: hex, accountId: named))
        }
        let passphrase: String
        if let given = input.passphrase {
            passphrase = given
        } else {
            passphrase = try await FilePassphraseOptions.askForExisting(of: "the key file")
        }
        return Answer(
            accountId: try await wallet.importKey(file: bytes, passphrase: passphrase, accountId: named)
        )
    }
}
