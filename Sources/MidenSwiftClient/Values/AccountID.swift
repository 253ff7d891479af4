/// The id of an account, also of the accounts that issue tokens (faucets).
///
/// Its text is `0x` and 30 hexadecimal digits, kept in lower case, so that equal ids have equal texts.
public struct AccountID: HexIdentifier {
    /// The id as `0x` and 30 hexadecimal digits in lower case.
    public let hex: String

    /// Reads an id. Only the shape is checked: whether there can be such an id is checked where it is used.
    ///
    /// - Parameter text: `0x` and 30 hexadecimal digits, in either case.
    /// - Throws: ``MidenError/Code/invalidParameter`` with a sentence that says what is wrong with the text.
    public init(_ text: String) throws {
        hex = try Self.canonical(text)
    }
}

extension AccountID: HexShape {
    static var digitCount: Int { 30 }
    static var name: String { "an account id" }
    static var errorCode: MidenError.Code { .invalidParameter }
    static var errorKind: MidenError.Kind { .invalidAccountId }
}
