/// 12 or 24 words from which every account of a wallet comes: the one thing to write down and keep.
///
/// The words are those of BIP-39 in English, and accounts come of them as in the official Miden wallet, so that an
/// account made by one of the two can be restored in the other.
///
/// ```swift
/// let mnemonic = try Mnemonic.generate()
/// let account = try await wallet.createWallet(mnemonic: mnemonic)
/// show(mnemonic.words)
/// ```
///
/// Who has the words has every account. They are in the memory of the process for as long as the value is, and nothing
/// but ``words`` and ``phrase`` shows them.
public struct Mnemonic: Equatable, Sendable {
    /// How many words a mnemonic has.
    public enum WordCount: Int, Hashable, Sendable, CaseIterable {
        /// 12, for 128 bits of randomness.
        case twelve = 12
        /// 24, for 256 bits of randomness.
        case twentyFour = 24
    }

    /// The ways in which Miden wallets have derived accounts from a mnemonic.
    public enum Derivation: String, Hashable, Sendable, CaseIterable, Codable {
        /// That of new accounts: `m/44'/5063758'/<wallet type>'/<scheme>'/<index>'`.
        case v1
        /// That of earlier wallets, for their accounts to be restored: `m/44'/0'/<wallet type>'/<index>'`.
        case legacy
    }

    /// The words, in small letters.
    public let words: [String]

    /// The words with a space between them.
    public var phrase: String { words.joined(separator: " ") }

    /// Reads the words a person has written: in capital letters or not, and with any white space between and around
    /// them. Needs no wallet and no network, and does not wait.
    ///
    /// - Parameter phrase: The words.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidMnemonic``, whose sentence
    ///   says what is wrong: the number of words, which of them are not in the list and what may have been meant, or
    ///   the checksum. It does not repeat what was written. ``MidenError/Code/unsupported`` where this build or this
    ///   CPU cannot do it.
    public init(_ phrase: String) throws {
        self.init(try CheckMnemonicRequest(phrase: phrase).result())
    }

    /// Makes a new mnemonic of the operating system's randomness. Needs no wallet and no network, and does not wait.
    ///
    /// - Parameter wordCount: How many words it is to have.
    /// - Returns: The mnemonic.
    /// - Throws: ``MidenError/Code/internal`` where the system has no randomness to give,
    ///   ``MidenError/Code/unsupported`` where this build or this CPU cannot do it.
    public static func generate(wordCount: WordCount = .twelve) throws -> Mnemonic {
        Mnemonic(try GenerateMnemonicRequest(wordCount: wordCount.rawValue).result())
    }

    /// What the core has read or made.
    init(_ reply: MnemonicReply) {
        words = reply.phrase.split(separator: " ").map(String.init)
    }
}

/// What is shown of a mnemonic never has its words in it.
extension Mnemonic: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// That it is a mnemonic, and of how many words.
    public var description: String { "a mnemonic of \(words.count) words" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Nothing, for `dump` and everything else that looks inside values.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
