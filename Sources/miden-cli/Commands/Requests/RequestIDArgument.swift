import ArgumentParser
import MidenRequests

/// The id of a request.
struct RequestIDArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The request, by its id.", valueName: "request-id"))
    var id: String

    func validate() throws {
        // Not shown: it may be a link.
        guard (try? RequestID(id)) != nil else {
            throw ValidationError("The id of a request has 32 digits, 0 to 9 and a to f.")
        }
    }

    /// The id.
    func requestID() throws -> RequestID { try RequestID(id) }
}
