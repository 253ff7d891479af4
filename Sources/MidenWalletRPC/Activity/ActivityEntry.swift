import Foundation
import MidenSwiftClient

/// What an origin asked, and what it got.
public struct ActivityEntry: Codable, Hashable, Sendable {
    /// How a request ended.
    public enum Outcome: Hashable, Sendable {
        /// The page got what it asked for. Of a transaction, its ``ActivityEntry/reference``.
        case answered
        /// The user declined.
        case declined
        /// The wallet refused it with this code of ``RPCError``.
        case refused(code: Int)
        /// It ended before its answer: the page went away or disconnected, or the user revoked the grant or chose another
        /// account.
        case withdrawn
        /// The user did not answer in time.
        case unanswered
    }

    /// When it ended, to the second.
    public let time: Date
    /// When the last one of these ended; nil if there is one.
    public internal(set) var lastTime: Date?
    /// How many requests this is about. Equal ones of an hour are counted, except those that the user approved.
    public internal(set) var count = 1
    /// The origin of the page; nil if the wallet's own Safari extension asked.
    public let origin: String?
    /// The account of the session; nil if the page had none.
    public let accountId: AccountID?
    /// The method.
    public let method: String
    /// How it ended.
    public let outcome: Outcome
    /// What it was about, such as the number of payloads. Never what they hold.
    public let facts: String?

    /// What the facts of a transaction begin with.
    static let referenceLabel = "reference "
    /// The longest origin and the longest facts, in characters.
    static let longestText = 300

    init(
        time: Date,
        origin: String?,
        accountId: AccountID?,
        method: String,
        outcome: Outcome,
        facts: String? = nil
    ) {
        // The file has whole seconds.
        self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
        self.origin = origin.map { String($0.prefix(Self.longestText)) }
        self.accountId = accountId
        self.method = method
        self.outcome = outcome
        self.facts = facts.map { String($0.prefix(Self.longestText)) }
    }

    /// The reference of the transaction that the user approved, if it is about one. ``TransactionStore/transaction(of:)`` says
    /// what became of it.
    public var reference: String? {
        guard outcome == .answered, RPCMethodName.spending.contains(method), let facts,
            facts.hasPrefix(Self.referenceLabel)
        else { return nil }
        return String(facts.dropFirst(Self.referenceLabel.count))
    }

    /// Whether the user approved this very request.
    var isApproval: Bool {
        outcome == .answered && RPCMethodName.alwaysAsking.contains(method)
    }

    /// Whether a later entry is counted in this one.
    func counts(_ later: ActivityEntry) -> Bool {
        // A call that is sent again is that of the same reference.
        (!isApproval || RPCMethodName.spending.contains(method))
            && origin == later.origin && accountId == later.accountId && method == later.method
            && outcome == later.outcome && facts == later.facts
            && abs(later.time.timeIntervalSince(time)) < 3600
    }
}

extension ActivityEntry.Outcome: Codable {
    private static let names: [String: Self] = [
        "answered": .answered, "declined": .declined, "withdrawn": .withdrawn, "unanswered": .unanswered,
    ]

    /// Reads an outcome: a name, or the code of a refusal.
    ///
    /// - Parameter decoder: A decoder at a string or a number.
    /// - Throws: `DecodingError` if it is neither.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let code = try? container.decode(Int.self) {
            self = .refused(code: code)
        } else if let outcome = Self.names[try container.decode(String.self)] {
            self = outcome
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "There is no such outcome")
        }
    }

    /// Writes the outcome.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .answered: try container.encode("answered")
        case .declined: try container.encode("declined")
        case .refused(let code): try container.encode(code)
        case .withdrawn: try container.encode("withdrawn")
        case .unanswered: try container.encode("unanswered")
        }
    }

    /// How a call ended that threw.
    init(_ error: any Error) {
        switch error {
        case is WithdrawnQuestion, is CancellationError: self = .withdrawn
        case let error as RPCError where error == .disconnected: self = .withdrawn
        case let error as RPCError where error == .declined: self = .declined
        case let error as RPCError where error == .notAnswered: self = .unanswered
        case let error as RPCError: self = .refused(code: error.code.rawValue)
        default: self = .refused(code: RPCError.Code.internalError.rawValue)
        }
    }
}

extension RPCMethodName {
    /// The methods that make a transaction. The facts of an answered one are its reference.
    static let spending: Set<String> = [requestSend, requestConsume, requestTransaction]
    /// The methods that ask the user each time.
    static let alwaysAsking = spending.union([signPayloads, signBytes, signMessage, signIn])
}
