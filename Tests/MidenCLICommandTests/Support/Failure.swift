import Testing

/// A command line that fails, and how.
struct Failure: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let status: Int32
    let kind: String
    let sentence: String

    init(_ commandLine: String, _ status: Int32, _ kind: String, _ sentence: String) {
        arguments = commandLine.split(separator: " ").map(String.init)
        self.status = status
        self.kind = kind
        self.sentence = sentence
    }

    var testDescription: String { arguments.joined(separator: " ") }
}

/// Fails as said, for people and for programs.
func expect(
    _ failure: Failure,
    in sandbox: Sandbox,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let people = try await sandbox.start(failure.arguments).outcome()
    #expect(people.status == failure.status, "\(people.errors)", sourceLocation: sourceLocation)
    #expect(people.output.isEmpty, sourceLocation: sourceLocation)
    #expect(people.errors.hasPrefix("Error: "), sourceLocation: sourceLocation)
    #expect(people.errors.contains(failure.sentence), "\(people.errors)", sourceLocation: sourceLocation)

    let programs = try await sandbox.start(failure.arguments + ["--json"]).outcome()
    #expect(programs.status == failure.status, sourceLocation: sourceLocation)
    #expect(programs.output.isEmpty, sourceLocation: sourceLocation)
    let error = try programs.error()
    #expect(error["exit_code"].number == Int(failure.status), sourceLocation: sourceLocation)
    #expect(error["kind"].text == failure.kind, sourceLocation: sourceLocation)
    #expect(error["message"].text.contains(failure.sentence), sourceLocation: sourceLocation)
    #expect(error["code"].number.map { $0 < 0 } == true, sourceLocation: sourceLocation)
    #expect(error["retryable"].bool != nil, sourceLocation: sourceLocation)
    #expect((error["causes"].value as? [String]) != nil, sourceLocation: sourceLocation)
}
