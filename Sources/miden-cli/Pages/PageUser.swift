import MidenSwiftClient
import MidenWalletRPC

/// The user who decides what pages get, behind the command's standard input.
protocol PageUser: ApprovalHandler {
    /// How many questions ended, and how.
    var decisions: Decisions { get async }

    /// Acts on a line of the input. One that cannot be read is told, and decides nothing.
    ///
    /// - Throws: If the command's output cannot be written.
    func take(_ line: InputLine) async throws

    /// Tells what became of a transaction that was approved.
    ///
    /// - Throws: If the command's output cannot be written.
    func tell(_ settled: SettledTransactionAnswer) async throws

    /// The input has ended: what is asked now and later is declined.
    func endInput() async

    /// Waits until no question is shown. Call it after the server has stopped, which ends them.
    func waitUntilDone() async
}

/// The questions that are shown, and what waits for their end.
struct ShownQuestions {
    private(set) var count = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    mutating func begin() {
        count += 1
    }

    mutating func end() {
        count -= 1
        guard count == 0 else { return }
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Resumes at the end of the last one.
    mutating func resumeAtEnd(_ continuation: CheckedContinuation<Void, Never>) {
        waiting.append(continuation)
    }
}

/// How questions of pages ended.
struct Decisions: AnswerPart {
    /// The user approved them.
    var approvedCount = 0
    /// The user declined them, or the input had ended.
    var declinedCount = 0
    /// They ended without an answer: the page went away, or the time passed.
    var withdrawnCount = 0

    enum CodingKeys: CodingKey, CaseIterable {
        case approvedCount, declinedCount, withdrawnCount
    }
}

/// A code that pairs a browser extension, for the user to enter there.
struct PairingAnswer: AnswerPart {
    let pairingCode: String
    let pairingSeconds: Int

    enum CodingKeys: CodingKey, CaseIterable {
        case pairingCode, pairingSeconds
    }

    init(_ code: PairingCode) {
        pairingCode = code.description
        pairingSeconds = Int(Pairings.codeLife.components.seconds)
    }

    /// What people read.
    var text: String { "Pairing code \(pairingCode), for one browser extension, within \(pairingSeconds) seconds." }
}
