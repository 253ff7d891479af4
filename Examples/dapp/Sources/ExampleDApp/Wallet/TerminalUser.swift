import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// Asks the wallet's user on the terminal, one question at a time. `miden-cli serve` does more.
actor TerminalUser: ApprovalHandler {
    private let network: MidenWallet.Network
    private var waiting: AsyncStream<String>.Continuation?
    private var hasEnded = false

    init(network: MidenWallet.Network) {
        self.network = network
    }

    func answer(_ question: ApprovalQuestion) async -> ApprovalAnswer {
        var simulated: TransactionPreview?
        while !hasEnded, !Task.isCancelled {
            // What cannot be shown is not approved.
            guard let shown = try? question.described(on: network, simulated: simulated) else { return .decline }
            guard let line = await line(after: Self.text(of: shown)) else { break }
            switch line.trimmingCharacters(in: .whitespaces).lowercased() {
            case "y", "yes":
                guard let approval = shown.approval else {
                    say("It cannot be approved as it is.")
                    continue
                }
                say("Approved.")
                return approval
            case "s" where shown.canBeSimulated:
                do {
                    simulated = try await question.simulate()
                } catch {
                    say("It could not be simulated: \(error.localizedDescription)")
                }
            default:
                say("Declined.")
                return .decline
            }
        }
        say("The question has ended without an answer.")
        return .decline
    }

    /// Takes a line that was typed. One that was typed before a question was shown is not meant for it.
    func take(_ line: String) {
        waiting?.yield(line)
        waiting = nil
    }

    /// Nothing more is typed: all questions are declined.
    func endInput() {
        hasEnded = true
        waiting?.finish()
    }

    /// The next line; nil if the task is cancelled or the input ends.
    private func line(after text: String) async -> String? {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        waiting = continuation
        say(text)
        for await line in lines { return line }
        return nil
    }

    private static func text(of question: QuestionDescription) -> String {
        let who =
            ["", question.title, "  Site: \(question.origin ?? "the Safari extension")"]
            + (question.appName.map { ["  It calls itself: \($0)"] } ?? []) + ["  Account: \(question.address)"]
        let lines = question.lines.map { line in
            // No line of a text may look like one of the wallet's.
            let text = line.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    | ")
            return "  \(line.name)\(line.isClaim ? ", it claims" : ""): \(text)"
        }
        let choices =
            (question.approval == nil ? [] : ["y to approve"]) + (question.canBeSimulated ? ["s to simulate"] : [])
            + ["return to decline"]
        return (who + lines + question.warnings.map { "  Warning: \($0)" } + [choices.joined(separator: ", ") + ":"])
            .joined(separator: "\n")
    }
}

/// Writes a line to standard output at once, also if that is no terminal.
func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}
