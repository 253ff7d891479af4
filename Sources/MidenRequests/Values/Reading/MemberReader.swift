import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// Reads the members of an object one after the other. Names are compared by their bytes.
struct MemberReader {
    /// Where the object is in the text, such as `transactions[0]`. Empty for the outermost one.
    private let place: String
    private let error: @Sendable (String) -> MidenError
    private var members: [(name: String, value: JSONText)]

    /// Reads the outermost object of a text.
    ///
    /// - Parameters:
    ///   - text: The text in UTF-8.
    ///   - limits: What it may be.
    ///   - error: Makes the error of a sentence.
    /// - Throws: What `error` makes.
    init(_ text: Data, _ limits: JSONScanner.Limits, error: @escaping @Sendable (String) -> MidenError) throws {
        do {
            guard let members = try JSONScanner.members(of: text, limits) else {
                throw error("it is not an object in JSON.")
            }
            self.members = members
        } catch let flaw as JSONScanner.Flaw {
            throw error(flaw.sentence)
        }
        place = ""
        self.error = error
    }

    /// Reads an object within a text that was checked.
    private init(_ value: JSONText, at place: String, error: @escaping @Sendable (String) -> MidenError) throws {
        guard let members = try? JSONScanner.members(of: value.data, .checked) else {
            throw error("\(place) is not an object.")
        }
        self.members = members
        self.place = place
        self.error = error
    }

    /// Where a member is in the text.
    func path(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    /// The error of a sentence.
    func failure(_ message: String) -> MidenError { error(message) }

    // MARK: - Members

    /// A member that may be missing.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - form: What it has to be, for errors.
    ///   - read: Reads it. Nil if it is not of the form.
    /// - Returns: The value, nil if the member is missing.
    /// - Throws: The error of a member that is not of the form.
    mutating func optional<Value>(
        _ name: String,
        _ form: String,
        _ read: (JSONText) throws -> Value?
    ) throws -> Value? {
        guard let value = take(name) else { return nil }
        guard let result = try read(value) else { throw error("\(path(name)) is not \(form).") }
        return result
    }

    /// A member that has to be there.
    mutating func required<Value>(
        _ name: String,
        _ form: String,
        _ read: (JSONText) throws -> Value?
    ) throws -> Value {
        guard let value = try optional(name, form, read) else { throw error("\(path(name)) is missing.") }
        return value
    }

    /// An object that may be missing.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - refusesOthers: Whether unknown members are refused.
    ///   - read: Reads it.
    /// - Returns: What `read` returns, nil if the member is missing.
    /// - Throws: The error of a member that is not of the form.
    mutating func optionalObject<Value>(
        _ name: String,
        refusesOthers: Bool = true,
        _ read: (inout MemberReader) throws -> Value
    ) throws -> Value? {
        guard let value = take(name) else { return nil }
        return try Self.object(value, at: path(name), error: error, refusesOthers: refusesOthers, read)
    }

    /// A list that may be missing.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - counts: How many elements it may have.
    ///   - read: Reads an element at a place in the text.
    /// - Returns: The elements, nil if the member is missing.
    /// - Throws: The error of a member that is not of the form.
    mutating func optionalList<Value>(
        _ name: String,
        _ counts: ClosedRange<Int>,
        _ read: (JSONText, String) throws -> Value
    ) throws -> [Value]? {
        guard let value = take(name) else { return nil }
        let place = path(name)
        guard let elements = try? JSONScanner.elements(of: value.data, .checked) else {
            throw error("\(place) is not a list.")
        }
        guard counts.contains(elements.count) else {
            let count = counts.lowerBound == 0 ? "at most" : "\(counts.lowerBound) to"
            throw error("\(place) is not a list of \(count) \(counts.upperBound).")
        }
        return try elements.enumerated().map { try read($1, "\(place)[\($0)]") }
    }

    /// A list of objects that may be missing.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - counts: How many elements it may have.
    ///   - refusesOthers: Whether unknown members of the objects are refused.
    ///   - read: Reads an element.
    /// - Returns: The elements, nil if the member is missing.
    /// - Throws: The error of a member that is not of the form.
    mutating func optionalObjects<Value>(
        _ name: String,
        _ counts: ClosedRange<Int>,
        refusesOthers: Bool = true,
        _ read: (inout MemberReader) throws -> Value
    ) throws -> [Value]? {
        try optionalList(name, counts) { [error] value, place in
            try Self.object(value, at: place, error: error, refusesOthers: refusesOthers, read)
        }
    }

    /// Whether a member is there and was not read.
    func has(_ name: String) -> Bool { members.contains { $0.name.utf8.elementsEqual(name.utf8) } }

    /// Refuses the members that were not read.
    func refuseOthers() throws {
        guard let other = members.first else { return }
        throw error("\(path(other.name.shown(atMost: 40))) is not a member of such an object.")
    }

    private static func object<Value>(
        _ value: JSONText,
        at place: String,
        error: @escaping @Sendable (String) -> MidenError,
        refusesOthers: Bool,
        _ read: (inout MemberReader) throws -> Value
    ) throws -> Value {
        var reader = try MemberReader(value, at: place, error: error)
        let result = try read(&reader)
        if refusesOthers { try reader.refuseOthers() }
        return result
    }

    private mutating func take(_ name: String) -> JSONText? {
        guard let index = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
        return members.remove(at: index).value
    }
}

extension JSONScanner.Limits {
    /// For parts of a text that was checked.
    fileprivate static let checked = Self(
        largestSize: .max,
        deepestNesting: .max,
        refusesRepeatedNames: false
    )
}

extension JSONScanner.Flaw {
    /// What is wrong, without unescaped text of somebody else.
    fileprivate var sentence: String {
        switch self {
        case .tooLarge: "it is too large."
        case .notJSON: "it is not JSON in UTF-8."
        case .tooDeep: "it is nested too deep."
        case .repeatedName(let name): "the member \(name.shown(atMost: 40)) is repeated."
        }
    }
}
