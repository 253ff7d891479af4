extension KeyedDecodingContainer {
    /// Decodes a value that has to have a certain form.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        forKey key: Key,
        _ form: String,
        where hasForm: (Value) -> Bool
    ) throws -> Value {
        let value = try decode(type, forKey: key)
        try require(value, forKey: key, form, where: hasForm)
        return value
    }

    /// Decodes a value that may be missing, and otherwise has to have a certain form.
    func decodeIfPresent<Value: Decodable>(
        _ type: Value.Type,
        forKey key: Key,
        _ form: String,
        where hasForm: (Value) -> Bool
    ) throws -> Value? {
        let value = try decodeIfPresent(type, forKey: key)
        if let value { try require(value, forKey: key, form, where: hasForm) }
        return value
    }

    /// Decodes one of the names of a type.
    func decodeName<Value: RawRepresentable<String>>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard let value = Value(rawValue: try decode(String.self, forKey: key)) else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: self,
                debugDescription: "This is not one of the names"
            )
        }
        return value
    }

    /// Decodes one of the names of a type that may be missing.
    func decodeNameIfPresent<Value: RawRepresentable<String>>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try decodeIfPresent(String.self, forKey: key).map { _ in try decodeName(type, forKey: key) }
    }

    /// Decodes the address of an account or a faucet.
    func decodeAddress(forKey key: Key) throws -> String {
        try decode(String.self, forKey: key, "an address", where: WireForm.isAddress)
    }

    /// Decodes an address that may be missing.
    func decodeAddressIfPresent(forKey key: Key) throws -> String? {
        try decodeIfPresent(String.self, forKey: key, "an address", where: WireForm.isAddress)
    }

    private func require<Value>(
        _ value: Value,
        forKey key: Key,
        _ form: String,
        where hasForm: (Value) -> Bool
    ) throws {
        guard hasForm(value) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "This is not \(form)")
        }
    }
}
