/// Why no Swift was generated: one sentence that names the input and says what to do.
public struct GeneratorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do.
    public let message: String

    /// Makes an error.
    ///
    /// - Parameter message: What is wrong, and what to do.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
