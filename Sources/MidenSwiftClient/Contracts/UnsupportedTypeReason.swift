/// Why no call can pass a value of a type.
public struct UnsupportedTypeReason: Hashable, Sendable, CustomStringConvertible {
    /// The reason as descriptions have it, such as `payload_enum`.
    public let code: String

    /// Takes a reason.
    ///
    /// - Parameter code: The reason as descriptions have it.
    public init(_ code: String) {
        self.code = code
    }

    /// The reason in words, as what is said of “it”.
    public var description: String {
        switch code {
        case "f64": "it is a floating-point number"
        case "pointer": "it is an address, which means nothing across a call"
        case "list": "it is a list, which is passed by its address"
        case "function": "it is a function"
        case "variadic": "it stands for any number of values"
        case "unknown": "the package does not say what it is"
        case "never": "it has no values"
        case "payload_enum": "it is an enum with values in its variants"
        case "recursive": "it contains itself"
        case "partly_named": "it has names for some of its fields only"
        case "ambiguous": "two of its fields or variants have the same name or number"
        case "invalid_name": "it has a name that cannot be shown"
        case "too_complex": "it is too large to describe"
        default: "this version does not know the reason “\(code.shortened)”"
        }
    }
}
