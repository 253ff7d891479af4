import ArgumentParser
import Foundation

/// The link of a request.
struct LinkArgument: ParsableArguments {
    /// How much of standard input is read. Longer ones than this are no link, and the reader of links says so of shorter ones.
    private static let longest = 1_048_576

    @Argument(
        help: ArgumentHelp(
            "The link; - reads it from standard input, so that it is not in the list of processes.",
            valueName: "link"
        )
    )
    var link: String

    /// The text of the link. Errors do not show it.
    func text(_ reader: InputReader) async throws -> String {
        guard link == "-" else { return link }
        return try await reader.firstLine(ofDescriptor: STDIN_FILENO, longest: Self.longest)
    }
}
