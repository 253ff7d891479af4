import ArgumentParser
import Foundation
import MidenSwiftClient

/// `miden-cli verify`
struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Verify a signature that `miden-cli sign` made. Needs no wallet.",
        discussion: """
            Exit code 3 where it is no signature of the message. The signature says with which key it was made, not \
            whose key that is: compare the public key with the one you expect.

            Example: miden-cli verify signature.json --message "I am Alice"
            """
    )

    @Argument(
        help: ArgumentHelp("The file with what `miden-cli sign --json` wrote.", valueName: "signature-file"),
        completion: .file(extensions: ["json"])
    )
    var signature: String

    @OptionGroup var messageOption: MessageOption

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let isValid: Bool
        let scheme: SignatureScheme
        let publicKey: Data

        enum CodingKeys: CodingKey, CaseIterable {
            case isValid, scheme, publicKey
        }

        var text: String {
            """
            The signature is one of this message, made with the key below. Whose key that is, the file does not prove: compare
            it with the key you know of the account.
            \(Table.facts([("scheme", scheme.title), ("public key", publicKey.base64EncodedString())]))
            """
        }
    }

    func run() async throws {
        try global.format.check(for: Answer.self)
        let signed = try Self.signature(at: signature)
        guard try signed.isValid(for: try messageOption.bytes()) else {
            throw MidenError(
                code: .accountOperation,
                kind: .invalidSignature,
                message: "The signature in \(signature) is not one of this message by the public key in it."
            )
        }
        let answer = Answer(isValid: true, scheme: signed.scheme, publicKey: signed.publicKey)
        if let text = try global.format.written(answer) {
            try Console.standard.answer(text)
        }
    }

    private static func signature(at path: String) throws -> MessageSignature {
        let bytes = Data(try InputFile.bytes(at: path))
        do {
            return try JSONDecoder().decode(MessageSignature.self, from: bytes)
        } catch {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidSignature,
                message: "The file \(path) does not hold a signature as `miden-cli sign --json` writes it.",
                causes: [String(describing: error)]
            )
        }
    }
}
