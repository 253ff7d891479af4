import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// Reads the values of members. Each is nil if the value is not of the form.
enum JSONForm {
    /// A string. One with half a surrogate pair is none.
    static func text(_ value: JSONText) -> String? { value.string }

    /// A whole number, judged by its digits.
    static func wholeNumber(_ value: JSONText) -> UInt64? {
        WholeNumber(String(decoding: value.data, as: UTF8.self))?.value
    }

    /// A whole number as a string of decimal digits.
    static func decimal(_ value: JSONText) -> UInt64? {
        value.string.flatMap(WholeNumber.init)?.value
    }

    /// A time in whole seconds since 1970.
    static func time(_ value: JSONText) -> Date? {
        guard let seconds = wholeNumber(value), Double(seconds) <= AppRequest.latestTime else { return nil }
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// Bytes as base64.
    static func bytes(_ value: JSONText) -> Data? { value.string.flatMap(Base64.bytes) }

    /// One of the names of a type.
    static func name<Value: RawRepresentable<String> & CaseIterable>(_ value: JSONText) -> Value? {
        guard let text = value.string else { return nil }
        return Value.allCases.first { $0.rawValue.utf8.elementsEqual(text.utf8) }
    }

    /// The id of a request.
    static func requestID(_ value: JSONText) -> RequestID? {
        value.string.flatMap { try? RequestID($0) }
    }

    /// `0x` and 64 lower-case hexadecimal digits.
    static func hash(_ value: JSONText) -> String? {
        value.string.flatMap { WireForm.isHash($0) ? $0 : nil }
    }

    /// 64 lower-case hexadecimal digits.
    static func digest(_ value: JSONText) -> Data? {
        value.string.flatMap { WireForm.isToken($0) ? Data(hexDigits: $0) : nil }
    }

    /// An element of the field as a string of decimal digits.
    static func felt(_ value: JSONText) -> Felt? {
        decimal(value).flatMap { try? Felt($0) }
    }
}
