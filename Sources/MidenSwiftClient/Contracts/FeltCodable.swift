/// A Swift type whose values a procedure can take and return.
///
/// The Rust core has the layout of the elements. A type needs only its ``contractType`` and to be `Codable`, with the names
/// of the fields as coding keys:
///
/// ```swift
/// struct Entry: FeltCodable {
///     static let contractType = ContractType.structure(fields: [.init("amount", .u64), .init("isOpen", .bool)])
///
///     let amount: UInt64
///     let isOpen: Bool
/// }
/// let felts = try Entry(amount: 5, isOpen: true).felts()
/// ```
public protocol FeltCodable: Codable, Sendable {
    /// The type of the values.
    static var contractType: ContractType { get }
}

extension FeltCodable {
    /// Reads a value from its field elements.
    ///
    /// - Parameter felts: The elements, the one on top of the stack first.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if they are no value of
    ///   the type, and ``MidenError/Kind/unsupportedType`` if no call can pass one.
    public init(felts: [Felt]) throws {
        self = try ContractValue(felts: felts, of: Self.contractType).decoded(as: Self.self)
    }

    /// The field elements of the value, the one for the top of the stack first.
    ///
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if the value is none of
    ///   the type, and ``MidenError/Kind/unsupportedType`` if no call can pass it.
    public func felts() throws -> [Felt] {
        try ContractValue(encoding: self).felts(of: Self.contractType)
    }
}

extension Bool: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .bool }
}

extension Int8: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .i8 }
}

extension Int16: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .i16 }
}

extension Int32: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .i32 }
}

extension Int64: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .i64 }
}

extension UInt8: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .u8 }
}

extension UInt16: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .u16 }
}

extension UInt32: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .u32 }
}

extension UInt64: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .u64 }
}

@available(macOS 15, iOS 18, *)
extension Int128: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .i128 }
}

@available(macOS 15, iOS 18, *)
extension UInt128: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .u128 }
}
