import Foundation
import MidenWalletRPC

/// Writes questions as objects, one a line, and reads decisions the same way.
actor JSONUser: PageUser {
    /// A line of the input.
    private struct Line: Decodable {
        var id: String?
        var decision: String?
        var digest: String?
        var pair: Bool?
    }

    /// Why a line did nothing.
    private struct Refused: Encodable {
        @OrNull var id: String?
        let kind: String
        let message: String
    }

    private struct Simulated: Encodable {
        let id: String
        let preview: PagePreviewAnswer
        @OrNull var digest: String?
    }

    private struct Ended: Encodable {
        let id: String
        /// `approved`, `declined` or `withdrawn`.
        let reason: String
    }

    private enum Decision: Sendable {
        case answer(ApprovalAnswer)
        case simulate
    }

    /// A question that waits for its decision.
    private struct Open {
        let asked: QuestionAnswer
        /// What it can be approved by.
        var digests: [String: Data]
        let decisions: AsyncStream<Decision>.Continuation
    }

    private let reader: QuestionReader
    private let console: Console
    private let pairings: Pairings
    private var open: Open?
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
        guard let asked = try? await reader.read(question) else {
            return end(question.id.uuidString.lowercased(), with: .decline)
        }
        guard !hasEnded else { return end(asked.id, with: .decline) }
        guard !Task.isCancelled else { return end(asked.id, with: nil) }
        let (stream, continuation) = AsyncStream.makeStream(of: Decision.self)
        let digests = question.digest.map { [$0.hexDigits: $0] } ?? [:]
        open = Open(asked: asked, digests: digests, decisions: continuation)
        defer { if open?.asked.id == asked.id { open = nil } }
        do {
            try write("question", asked)
            for await decision in stream {
                switch decision {
                case .answer(let answer): return end(asked.id, with: answer)
                case .simulate: try await simulate(question)
                }
            }
        } catch is CancellationError {
            return end(asked.id, with: hasEnded ? .decline : nil)
        } catch {
            // Nobody sees what is asked any more.
            return end(asked.id, with: .decline)
        }
        return end(asked.id, with: hasEnded ? .decline : nil)
    }

    private func simulate(_ question: ApprovalQuestion) async throws {
        let id = question.id.uuidString.lowercased()
        do {
            let simulated = try await question.simulate()
            let preview = try reader.preview(simulated, of: question)
            if let digest = simulated.digest, open?.asked.id == id { open?.digests[digest.hexDigits] = digest }
            try write("simulated", Simulated(id: id, preview: preview, digest: preview.digest))
        } catch let error where !(error is CancellationError || error is OutputFailure) {
            try refuse(id, "simulation_failed", "It could not be simulated: \(error.localizedDescription)")
        }
    }

    /// Counts how a question ended, and tells it. Nil if it ended without an answer.
    private func end(_ id: String, with answer: ApprovalAnswer?) -> ApprovalAnswer {
        let reason: String
        switch answer {
        case .decline?:
            decisions.declinedCount += 1
            reason = "declined"
        case .approve?, .approveTransaction?:
            decisions.approvedCount += 1
            reason = "approved"
        case nil:
            decisions.withdrawnCount += 1
            reason = "withdrawn"
        }
        // If it cannot be written, the next line that is read tells.
        try? write("ended", Ended(id: id, reason: reason))
        return answer ?? .decline
    }

    func take(_ line: InputLine) async throws {
        let text: String
        switch line {
        case .text(let read): text = read
        case .unreadable(let reason): return try refuse(nil, "invalid_decision", reason)
        }
        guard !text.allSatisfy(\.isWhitespace) else { return }
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else {
            return try refuse(nil, "invalid_decision", "This line is not an object with id and decision.")
        }
        if line.pair == true {
            return try write("pairing", PairingAnswer(await pairings.makeCode()))
        }
        guard let open, line.id == open.asked.id else {
            return try refuse(line.id, "unknown_question", "No question of this id waits for a decision.")
        }
        switch line.decision {
        case "decline": decide(.decline)
        case "approve":
            guard let digest = line.digest else {
                guard !open.asked.isTransaction else {
                    let reason =
                        open.digests.isEmpty
                        ? "The transaction cannot be made, so it can only be declined."
                        : "A transaction is approved with its digest."
                    return try refuse(line.id, "wrong_digest", reason)
                }
                return decide(.approve)
            }
            guard let shown = open.digests[digest] else {
                return try refuse(line.id, "wrong_digest", "Another digest was shown. Nothing was decided.")
            }
            decide(.approveTransaction(digest: shown))
        case "simulate":
            guard open.asked.canBeSimulated else {
                return try refuse(line.id, "no_simulation", "There is nothing to simulate in this question.")
            }
            open.decisions.yield(.simulate)
        default:
            try refuse(line.id, "invalid_decision", "A decision is approve, decline or simulate.")
        }
    }

    /// Answers the open question. Another decision comes too late.
    private func decide(_ answer: ApprovalAnswer) {
        open?.decisions.yield(.answer(answer))
        open = nil
    }

    func tell(_ settled: SettledTransactionAnswer) throws {
        try write("settled", settled)
    }

    func endInput() {
        hasEnded = true
        open?.decisions.finish()
    }

    func waitUntilDone() async {
        guard shownQuestions.count > 0 else { return }
        await withCheckedContinuation { shownQuestions.resumeAtEnd($0) }
    }

    private func refuse(_ id: String?, _ kind: String, _ message: String) throws {
        try write("error", Refused(id: id, kind: kind, message: message))
    }

    private func write(_ name: String, _ value: some Encodable) throws {
        try console.answer(try AnswerJSON.text([name: value]))
    }
}
