internal import CMidenSwiftClient

/// Asks for the field elements of a value.
struct EncodeValueRequest: Computation, Codable {
    typealias Reply = EncodeValueReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_ENCODE_VALUE) }

    let type: ContractType
    let value: ContractValue
}

struct EncodeValueReply: Codable, Sendable {
    let felts: [Felt]
}

/// Asks for the value that field elements are.
struct DecodeValueRequest: Computation, Codable {
    typealias Reply = ContractValueReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_DECODE_VALUE) }

    let type: ContractType
    let felts: [Felt]
}

/// Reads a value that somebody has written as JSON.
struct ParseValueRequest: Computation, Codable {
    typealias Reply = ContractValueReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_PARSE_VALUE) }

    let json: String
}

struct ContractValueReply: Codable, Sendable {
    let value: ContractValue
}

/// Asks for the hash of field elements.
struct HashElementsRequest: Computation, Codable {
    typealias Reply = HashElementsReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_HASH_ELEMENTS) }

    let felts: [Felt]
}

struct HashElementsReply: Codable, Sendable {
    let hash: Word
}
