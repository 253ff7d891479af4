import ArgumentParser
import Foundation

/// The message of a signature.
struct MessageOption: ParsableArguments {
    @Option(help: ArgumentHelp("The message, as a text.", valueName: "text"))
    var message: String?

    @Option(help: ArgumentHelp("The file that is the message.", valueName: "path"), completion: .file())
    var file: String?

    func validate() throws {
        if (message == nil) == (file == nil) {
            throw ValidationError("Give the message with --message or with --file.")
        }
    }

    /// The bytes of the message.
    func bytes(_ reader: InputReader) throws -> Data {
        if let file {
            return Data(try reader.bytes(of: .message, at: file))
        }
        return Data((message ?? "").utf8)
    }
}
