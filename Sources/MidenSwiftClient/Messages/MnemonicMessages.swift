internal import CMidenSwiftClient

/// Makes a new mnemonic. No wallet is needed for it.
struct GenerateMnemonicRequest: Computation, Codable {
    typealias Reply = MnemonicReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_GENERATE_MNEMONIC) }

    let wordCount: Int

    enum CodingKeys: String, CodingKey {
        case wordCount = "word_count"
    }
}

/// Reads what may be a mnemonic. No wallet is needed for it.
struct CheckMnemonicRequest: Computation, Codable {
    typealias Reply = MnemonicReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_CHECK_MNEMONIC) }

    let phrase: String
}

/// A mnemonic: its words in small letters, with a space between them.
struct MnemonicReply: Codable, Sendable {
    let phrase: String
}
