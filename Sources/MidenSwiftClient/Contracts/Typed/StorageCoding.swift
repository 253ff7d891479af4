/// How a Swift value is kept in a word of storage.
public enum StorageCoding: Hashable, Sendable {
    /// By the schema of the package. The coding keys of the value are the names of the elements. A form with one named
    /// element is that element, and a form of one type is a value of that type.
    case schema
    /// The elements of the value in their order, as ``FeltCodable/felts()`` has them. The rest of the word is zero.
    case layout
}

extension ContractInterface.WordForm {
    /// The word of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - coding: How it is kept.
    ///   - place: What the value is of, for errors.
    /// - Returns: The word.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` and the place, if the
    ///   value has more than four elements or is not of this form.
    func word(of value: some FeltCodable, coding: StorageCoding, in place: String) throws -> Word {
        switch coding {
        case .schema:
            let encoded = try MidenError.naming(place.shortened) { try ContractValue(encoding: value) }
            guard let element = onlyNamedElement else {
                return try word(of: encoded, in: place)
            }
            return try word(of: .object([element: encoded]), in: place)
        case .layout:
            let felts = try MidenError.naming(place.shortened) { try value.felts() }
            guard felts.count <= 4 else {
                throw Self.tooLong(type(of: value), elements: felts.count, in: place)
            }
            let word = Word(felts)
            try check(word, in: place)
            return word
        }
    }

    /// The value of a word.
    ///
    /// - Parameters:
    ///   - word: The word.
    ///   - coding: How the value is kept.
    ///   - place: What the word is of, for errors.
    /// - Returns: The value.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` and the place, if the word
    ///   is not of this form or no such value.
    func value<Value: FeltCodable>(of word: Word, coding: StorageCoding, in place: String) throws -> Value {
        switch coding {
        case .schema:
            try check(word, in: place)
            return try MidenError.naming(place.shortened) {
                let value = try self.value(of: word)
                if let element = onlyNamedElement, case .object(let fields) = value, let only = fields[element] {
                    return try only.decoded()
                }
                return try value.decoded()
            }
        case .layout:
            let count = Value.contractType.elementCount
            guard count <= 4 else {
                throw Self.tooLong(Value.self, elements: count, in: place)
            }
            guard word.elements.dropFirst(count).allSatisfy({ $0 == 0 }) else {
                throw Self.refusal(
                    place,
                    "a value of the type \(Value.self) has \(count == 1 ? "1 element" : "\(count) elements"), "
                        + "and the rest of the word is not zero"
                )
            }
            return try MidenError.naming(place.shortened) {
                try Value(felts: Array(word.elements.prefix(count)))
            }
        }
    }

    /// The word that a new account has if nothing is given.
    ///
    /// - Parameter place: What the word is of, for errors.
    /// - Returns: The word, or nil if the schema has no default for it or for an element that has a name.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` and the place, if a default
    ///   is none of its type.
    func defaultWord(in place: String) throws -> Word? {
        switch self {
        case .whole("void", _): return .zero
        case .whole(let type, let text):
            return try text.map { try word(of: Self.value(ofDefault: $0, type: type), in: place) }
        case .elements(let elements):
            let hasDefault = elements.allSatisfy { $0.name == nil || $0.default != nil }
            return hasDefault ? try word(of: .object([:]), in: place) : nil
        }
    }

    /// Zero, if the word is made of numbers alone; nil if it has a key or a symbol, which zero is not.
    var zeroOfNumbers: Word? {
        let numbers: Set<String> = ["bool", "felt", "u16", "u32", "u8", "void", "word"]
        let isOfNumbers =
            switch self {
            case .whole(let type, _): numbers.contains(type)
            case .elements(let elements): elements.allSatisfy { numbers.contains($0.type) }
            }
        return isOfNumbers ? .zero : nil
    }

    /// The name of the element that has one, if it is the only one.
    private var onlyNamedElement: String? {
        guard case .elements(let elements) = self else {
            return nil
        }
        let names = elements.compactMap(\.name)
        return names.count == 1 ? names[0] : nil
    }

    /// Refuses a word that is not of this form, and names the element.
    private func check(_ word: Word, in place: String) throws {
        switch self {
        case .whole(let type, _):
            _ = try MidenError.naming(place.shortened) {
                try ContractValue(felts: word.elements, of: .storage(type))
            }
        case .elements(let elements):
            for (element, felt) in zip(elements, word.elements) {
                let name = element.name.map { ".\($0.shortened)" } ?? ""
                _ = try MidenError.naming(place.shortened + name) {
                    try ContractValue(felts: [felt], of: .storage(element.type))
                }
            }
        }
    }

    private static func tooLong(_ type: any FeltCodable.Type, elements count: Int, in place: String) -> MidenError {
        refusal(place, "a value of the type \(type) has \(count) elements, and a word has four")
    }
}

extension ContractType {
    /// How many elements a value has, 0 if no call can pass one. The core has their layout.
    fileprivate var elementCount: Int {
        switch self {
        case .felt, .bool, .i8, .i16, .i32, .u8, .u16, .u32: 1
        case .i64, .u64: 2
        case .word, .i128, .u128: 4
        case .u256: 8
        case .array(let element, let length):
            Self.clamped(element.elementCount.multipliedReportingOverflow(by: Int(clamping: length)))
        case .structure(_, _, let fields): Self.elementCount(of: fields.map(\.type))
        case .tuple(_, _, let elements): Self.elementCount(of: elements)
        case .enumeration(_, _, let discriminant, _): discriminant.elementCount
        case .storage("word"), .storage("miden::standards::auth::pub_key"): 4
        case .storage: 1
        case .unsupported: 0
        }
    }

    private static func elementCount(of types: [ContractType]) -> Int {
        types.reduce(0) { clamped($0.addingReportingOverflow($1.elementCount)) }
    }

    private static func clamped(_ count: (partialValue: Int, overflow: Bool)) -> Int {
        count.overflow ? .max : count.partialValue
    }
}

extension MidenError {
    /// Does something, and names the place in an error of it.
    ///
    /// - Parameters:
    ///   - place: What the error is about, on one line.
    ///   - body: What is done.
    /// - Returns: What it returns.
    /// - Throws: What it throws. The message of a ``MidenError`` begins with the place.
    static func naming<Result>(_ place: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as MidenError {
            throw MidenError(
                code: error.code,
                kind: error.kind,
                message: "\(place): \(error.message)",
                causes: error.causes
            )
        }
    }
}
