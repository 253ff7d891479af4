import ArgumentParser
import Foundation
import MidenSwiftClient

/// `miden-cli verify`
struct Verify: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Verify a signature that `miden-cli sign` made.",
        discussion: """
            With --account it is proven that the account's owner has signed: the network is asked for the account's \
            key, and what it says is checked against the chain. That is so of public accounts, and of the wallet's own.

            Without it no wallet and no network is needed. The signature then says with which key it was made, and not \
            whose key that is: compare the public key with the one you expect.

            Exit code 3 where it is no signature of the message, or not one by the account.

            Example: miden-cli verify signature.json --message "I am Alice" \\
                --account 0x5401ef36815e47d14b651e8e968153
            Example: miden-cli verify signature.json --message "I am Alice"
            """
    )
    static let doing = "Asking for the account's key"
    static let makesWallet = false

    @Argument(
        help: ArgumentHelp("The file with what `miden-cli sign --json` wrote.", valueName: "signature-file"),
        completion: .file(extensions: ["json"])
    )
    var signature: String

    @OptionGroup var messageOption: MessageOption

    @Option(help: ArgumentHelp("The account that is to have signed, by its id or its address.", valueName: "account"))
    var account: String?

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let isValid: Bool
        /// The account that has signed. Nil where none was named.
        @OrNull var accountId: AccountID?
        let scheme: SignatureScheme
        let publicKey: Data

        enum CodingKeys: CodingKey, CaseIterable {
            case isValid, accountId, scheme, publicKey
        }

        var text: String {
            let key = Table.facts([("scheme", scheme.title), ("public key", publicKey.base64EncodedString())])
            guard let accountId else {
                return """
                    The signature is one of this message, made with the key below. Whose key that is, the file does not prove: name
                    the account with --account, or compare the key with the one you know of it.
                    \(key)
                    """
            }
            return """
                The signature is one of this message by account \(accountId), made with its key.
                \(key)
                """
        }
    }

    mutating func run() async throws {
        guard account == nil else { return try await runOnce() }
        try global.format.check(for: Answer.self)
        let input = try input(global.inputReader())
        try require(try input.signed.isValid(for: input.message), by: "the public key in it")
        if let text = try global.format.written(Self.answer(input.signed, by: nil)) {
            try Console.standard.answer(text)
        }
    }

    /// What has been signed, and how.
    struct Input: Sendable {
        let signed: MessageSignature
        let message: Data
    }

    func input(_ reader: InputReader) throws -> Input {
        Input(signed: try Self.signature(at: signature, reader), message: try messageOption.bytes(reader))
    }

    func answer(from wallet: MidenWallet, input: Input, asking confirmation: Confirmation) async throws -> Answer {
        let (signed, message) = (input.signed, input.message)
        guard let account else { return Self.answer(signed, by: nil) }
        let accountId = try await AccountID(named: account, in: wallet)
        try require(try await wallet.verify(signed, of: message, by: accountId), by: "the key of account \(accountId)")
        return Self.answer(signed, by: accountId)
    }

    private static func answer(_ signed: MessageSignature, by account: AccountID?) -> Answer {
        Answer(isValid: true, accountId: account, scheme: signed.scheme, publicKey: signed.publicKey)
    }

    private func require(_ isValid: Bool, by key: String) throws {
        guard !isValid else { return }
        throw MidenError(
            code: .accountOperation,
            kind: .invalidSignature,
            message: "The signature in \(signature) is not one of this message by \(key)."
        )
    }

    private static func signature(at path: String, _ reader: InputReader) throws -> MessageSignature {
        let bytes = Data(try reader.bytes(of: .document, at: path))
        do {
            return try JSONDecoder().decode(MessageSignature.self, from: bytes)
        } catch {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidSignature,
                message: "The file \(path) does not hold a signature as `miden-cli sign --json` writes it.",
                causes: [error.sentence]
            )
        }
    }
}
