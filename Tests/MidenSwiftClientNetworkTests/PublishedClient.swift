import Foundation
import MidenTestSupport
import Testing

/// A store of the published `miden-client` command on the local network.
struct PublishedClient {
    /// Where the command is, or nil where it is not on PATH.
    static let program = Program.path(of: "miden-client")

    /// What a skipped test says.
    static let missing: Comment = """
        The published command is not on PATH: `cargo install --locked miden-client-cli --version 0.18.0`. It needs the \
        local network's note transport too.
        """

    private let directory: TemporaryDirectory

    /// A store without an account.
    init(on network: LocalNetwork) async throws {
        directory = try TemporaryDirectory()
        let transport = try #require(network.transportURL)
        try await run("init", "--local", "--network", network.rpcURL, "--note-transport-endpoint", transport)
    }

    /// Runs the command, in a folder of its own with a configuration of its own.
    func outcome(_ arguments: [String]) async throws -> Outcome {
        let environment = ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("MIDEN_") && !$0.key.hasPrefix("XDG_") }
            .merging(["HOME": directory.path, "NO_COLOR": "1"]) { $1 }
        let command = try RunningCommand(
            arguments,
            environment: environment,
            shell: "cd '\(directory.path)'",
            program: Self.program ?? "miden-client"
        )
        return await command.outcome()
    }

    /// Runs the command, which must end well. Returns what it wrote to standard output.
    @discardableResult
    func run(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let outcome = try await outcome(arguments)
        try #require(outcome.status == 0, "\(arguments): \(outcome.errors)", sourceLocation: sourceLocation)
        return outcome.output
    }

    /// Makes an account. Returns its id.
    func newAccount(_ options: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let outcome = try await outcome(["new-wallet"] + options)
        try #require(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
        let account = outcome.output.firstMatch(of: #/0x[0-9a-f]{30}\b/#)
        return String(try #require(account, "\(outcome.output)", sourceLocation: sourceLocation).0)
    }

    /// Pays an account of somebody else base units of a faucet's token, such as `5::0x…`. Returns the id of the note.
    func transfer(
        _ asset: String,
        from sender: String,
        to receiver: String,
        noteType: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let payment = ["--sender", sender, "--target", receiver, "--asset", asset, "--note-type", noteType]
        return try await note(madeBy: ["transfer"] + payment, sourceLocation: sourceLocation)
    }

    /// Offers base units of one token for those of another, in a public note. Returns the id of the note.
    func swap(
        _ offered: String,
        for requested: String,
        from account: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let offer = ["--source", account, "--offered-asset", offered, "--requested-asset", requested]
        return try await note(madeBy: ["swap"] + offer + ["--note-type", "public"], sourceLocation: sourceLocation)
    }

    private func note(madeBy arguments: [String], sourceLocation: SourceLocation) async throws -> String {
        let outcome = try await outcome(arguments + ["--force"])
        try #require(outcome.status == 0, "\(arguments): \(outcome.errors)", sourceLocation: sourceLocation)
        let output = outcome.output
        let made = output.components(separatedBy: "Output notes:").last ?? ""
        let note = made.firstMatch(of: #/0x[0-9a-f]{64}/#)
        return String(try #require(note, "\(output)", sourceLocation: sourceLocation).0)
    }

    /// Syncs until a command ends well, such as one that needs a note to be in a block.
    func syncUntil(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
        var last: Outcome?
        for _ in 0..<240 {
            try await run("sync", sourceLocation: sourceLocation)
            let outcome = try await outcome(arguments)
            if outcome.status == 0 {
                return
            }
            last = outcome
            try await pauseForBlock()
        }
        throw Abandoned(reason: "\(arguments) did not succeed: \(last?.errors ?? "")")
    }

    /// Syncs until as many notes can be consumed by an account.
    func syncUntilConsumable(
        _ count: Int,
        by account: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var found = 0
        for _ in 0..<240 {
            try await run("sync", sourceLocation: sourceLocation)
            let consumable = ["notes", "--list", "consumable", "--account-id", account]
            let listed = try await outcome(consumable).output
            found = Set(listed.matches(of: #/0x[0-9a-f]{64}/#).map { String($0.0) }).count
            if found == count {
                return
            }
            try await pauseForBlock()
        }
        throw Abandoned(reason: "\(count) notes could not be consumed, but \(found)")
    }
}
