import Foundation
import MidenWalletRPC

/// Asks on the terminal that is standard input and standard error, one question at a time.
actor TerminalUser: PageUser {
    private let reader: QuestionReader
    private let console: Console
    private let pairings: Pairings
    /// What waits for a line, each with its own number. Outside of the actor: a line that waited for the actor could be taken
    /// for the answer to a later prompt.
    private let waiting = Locked<(number: Int, line: AsyncStream<InputLine>.Continuation)?>(nil)
    private var promptCount = 0
    /// The prompt that waits for a line.
    private var prompt: String?
    private var shownQuestions = ShownQuestions()
    private var hasEnded = false
    private(set) var decisions = Decisions()

    init(reader: QuestionReader, console: Console, pairings: Pairings) {
        self.reader = reader
        self.console = console
        self.pairings = pairings
    }

    func answer(_ question: ApprovalQuestion) async -> ApprovalAnswer {
        shownQuestions.begin()
        defer { shownQuestions.end() }
        // What cannot be shown is not approved.
        guard let shown = try? await reader.read(question), !hasEnded else {
            decisions.declinedCount += 1
            return .decline
        }
        guard !Task.isCancelled else {
            decisions.withdrawnCount += 1
            return .decline
        }
        let answer = await console.whileAsking { await self.decision(of: question, shown) }
        switch answer {
        case .decline?:
            decisions.declinedCount += 1
            console.complain("Declined.")
        case .approve?, .approveTransaction?:
            decisions.approvedCount += 1
            console.complain("Approved.")
        case nil:
            decisions.withdrawnCount += 1
            console.complain("\nThis question has ended without an answer: its page is gone, or its time has passed.")
        }
        return answer ?? .decline
    }

    /// Nil if the question ends before it is answered.
    private func decision(of question: ApprovalQuestion, _ asked: QuestionAnswer) async -> ApprovalAnswer? {
        var (shown, digest) = (asked, question.digest)
        console.complain("\n\(shown.shown)")
        while true {
            guard let line = await line(after: Self.prompt(of: shown)) else {
                return hasEnded ? .decline : nil
            }
            guard case .text(let text) = line else {
                console.complain(Self.unreadable)
                continue
            }
            switch text.trimmingCharacters(in: .whitespaces).lowercased() {
            case "y", "yes":
                guard shown.canBeApproved else {
                    console.complain("It cannot be approved\(shown.canBeSimulated ? " before it is simulated" : "").")
                    continue
                }
                return digest.map { .approveTransaction(digest: $0) } ?? .approve
            case "s" where shown.canBeSimulated:
                do {
                    let simulated = try await question.simulate()
                    shown = shown.simulated(try reader.preview(simulated, of: question))
                    digest = simulated.digest
                    console.complain(shown.preview?.text ?? "")
                } catch {
                    if Task.isCancelled || error is CancellationError { return hasEnded ? .decline : nil }
                    console.complain("It could not be simulated: \(error.explanation)")
                }
            default: return .decline
            }
        }
    }

    private static let unreadable = "This line cannot be read: it is too long, or no text. It answers nothing."

    private static func prompt(of question: QuestionAnswer) -> String {
        let simulate = question.canBeSimulated ? "s to simulate it" : nil
        let approve = question.canBeApproved ? "y to approve it" : nil
        let choices = [approve, simulate].compactMap { $0 }
        guard !choices.isEmpty else { return "It can only be declined, with return: " }
        let letters = [approve == nil ? nil : "y", simulate == nil ? nil : "s"].compactMap { $0 } + ["N"]
        return "\(choices.joined(separator: ", ")), return to decline it [\(letters.joined(separator: "/"))] "
    }

    /// The next line that is typed, nil if the task is cancelled or the input ends. What was typed before is dropped: it was
    /// not meant for this.
    private func line(after prompt: String) async -> InputLine? {
        guard !hasEnded else { return nil }
        let (lines, continuation) = AsyncStream.makeStream(of: InputLine.self)
        promptCount += 1
        let number = promptCount
        tcflush(STDIN_FILENO, TCIFLUSH)
        waiting.withLock { $0 = (number, continuation) }
        defer { waiting.withLock { if $0?.number == number { $0 = nil } } }
        self.prompt = prompt
        defer { self.prompt = nil }
        console.prompt(prompt)
        for await line in lines { return line }
        return nil
    }

    nonisolated func take(_ line: InputLine) async throws {
        // One line for one prompt: another one may have been typed before what comes next is seen.
        let asked = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting?.line
        }
        if let asked {
            asked.yield(line)
            return
        }
        guard case .text(let text) = line else { return console.complain(Self.unreadable) }
        if text.trimmingCharacters(in: .whitespaces).lowercased() == "p" {
            console.complain(PairingAnswer(await pairings.makeCode()).text)
        } else if !text.isEmpty {
            console.complain("Nothing is asked now. p and return shows a new pairing code, Ctrl-C ends this.")
        }
    }

    func tell(_ settled: SettledTransactionAnswer) {
        guard let prompt else { return console.complain(settled.text) }
        console.complain("\n\(settled.text)")
        console.prompt(prompt)
    }

    func endInput() {
        hasEnded = true
        waiting.withLock { $0?.line.finish() }
    }

    func waitUntilDone() async {
        guard shownQuestions.count > 0 else { return }
        await withCheckedContinuation { shownQuestions.resumeAtEnd($0) }
    }
}
