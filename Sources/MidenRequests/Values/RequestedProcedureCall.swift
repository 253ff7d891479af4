import MidenSwiftClient

/// A call of a procedure of the acting account that a request asks for.
public struct RequestedProcedureCall: Hashable, Sendable {
    /// The most arguments.
    public static let mostArguments = 16
    /// The most entries of the advice map.
    public static let mostAdvice = 64
    /// The most elements of an entry.
    public static let mostAdviceValues = 1024
    /// The most accounts that the procedure reads besides its own.
    public static let mostForeignAccounts = 8

    /// The root of the procedure.
    public let procedure: Word
    /// What is on the stack when it begins, the top first.
    public let arguments: [Felt]
    /// Entries of the advice map.
    public let advice: [AdviceEntry]
    /// The accounts that it reads besides its own.
    public let foreignAccountIDs: [AccountID]

    /// Describes a call. ``AppRequest`` checks the limits.
    ///
    /// - Parameters:
    ///   - procedure: The root of the procedure.
    ///   - arguments: What is on the stack when it begins, the top first: at most ``mostArguments``.
    ///   - advice: Entries of the advice map, at most ``mostAdvice``, each with at most ``mostAdviceValues`` elements.
    ///   - foreignAccountIDs: The accounts that it reads besides its own, at most ``mostForeignAccounts``.
    public init(
        procedure: Word,
        arguments: [Felt] = [],
        advice: [AdviceEntry] = [],
        foreignAccountIDs: [AccountID] = []
    ) {
        self.procedure = procedure
        self.arguments = arguments
        self.advice = advice
        self.foreignAccountIDs = foreignAccountIDs
    }
}
