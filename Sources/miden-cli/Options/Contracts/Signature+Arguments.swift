import MidenSwiftClient

extension ContractInterface.Signature {
    /// Arguments that are written one by one: a value for each parameter by its type, or the field elements of all, as numbers and
    /// words in hex. If the texts are as many field elements as the procedure takes, they are those.
    ///
    /// - Parameter texts: The arguments.
    /// - Returns: The values.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if they do not fit.
    func value(written texts: [String]) throws -> ContractValue {
        // The call says why its values cannot be passed.
        guard let inputFelts else { return [] }
        let types = parameters.map(\.type)
        if !types.isEmpty, let elements = try? texts.flatMap({ try Felt.elements(written: $0) }),
            UInt64(elements.count) == inputFelts
        {
            return try ContractValue(felts: elements, of: .tuple(elements: types))
        }
        guard texts.count == types.count else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidValue,
                message: """
                    The number of arguments is wrong: the procedure takes a value for each of its \(types.count) \
                    \(types.count == 1 ? "parameter" : "parameters"), or \(inputFelts) field elements, and \(texts.count) were given.
                    """
            )
        }
        return .array(try texts.map(ContractValue.init(written:)))
    }
}

extension ContractValue {
    /// Reads a number, true, false, a list or an object as in JSON, and a text without quotation marks.
    fileprivate init(written text: String) throws {
        let isJSON = ["{", "[", "\""].contains(text.prefix(1)) || ["true", "false"].contains(text)
        self = isJSON ? try ContractValue(json: text) : .text(text)
    }
}
