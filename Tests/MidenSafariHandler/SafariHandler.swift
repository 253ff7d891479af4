import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// Stands in the place of Safari's native handler, a process for one message: answers the message on standard input for the
/// wallet of a folder and an account of it, on the embedded chain.
@main
struct SafariHandler {
    private struct WrongArguments: Error {}

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { throw WrongArguments() }
        let message = try JSONSerialization.jsonObject(with: FileHandle.standardInput.readDataToEndOfFile())
        let handler = SafariRequestHandler(
            configuration: MidenWallet.Configuration(
                network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
                dataDirectory: arguments[1]
            ),
            accountId: try AccountID(arguments[2]),
            folder: URL(fileURLWithPath: arguments[1])
        )
        let response = await handler.answer(SafariRequest(message: message))
        FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: response.message))
    }
}
