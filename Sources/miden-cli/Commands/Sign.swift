import ArgumentParser
import Foundation
import MidenSwiftClient

/// `miden-cli sign`
struct Sign: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sign a message with an account's key.",
        discussion: """
            What is signed can never be taken for a transaction. The answer with --json is what \
            `miden-cli verify` reads.

            Example: miden-cli sign --message "I am Alice" --json > signature.json
            Example: miden-cli sign --file contract.pdf
            """
    )
    static let doing = "Signing the message"
    static let makesWallet = false

    @OptionGroup var messageOption: MessageOption

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID
        let scheme: SignatureScheme
        let publicKey: Data
        let signature: Data

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, scheme, publicKey, signature
        }

        var text: String {
            Table.facts([
                ("account", accountId.hex),
                ("scheme", scheme.title),
                ("public key", publicKey.base64EncodedString()),
                ("signature", signature.base64EncodedString()),
            ])
        }
    }

    /// The message.
    func input(_ reader: InputReader) throws -> Data {
        try messageOption.bytes(reader)
    }

    func answer(from wallet: MidenWallet, input message: Data, asking confirmation: Confirmation) async throws -> Answer
    {
        let account = try await accountOption.resolved(in: wallet)
        let signed = try await wallet.sign(message: message, accountId: account)
        return Answer(
            accountId: account,
            scheme: signed.scheme,
            publicKey: signed.publicKey,
            signature: signed.signature
        )
    }
}
