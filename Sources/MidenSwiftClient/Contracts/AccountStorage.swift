/// An account's storage, or what was asked for of it.
public struct AccountStorage: Hashable, Sendable {
    /// The account.
    public let accountId: AccountID
    /// Whether the account is one of the wallet. Else its storage was fetched, and checked against the chain.
    public let isOwn: Bool
    /// The block as of which it is.
    public let blockNumber: UInt32
    /// The slots, in the order of the account's storage.
    public let slots: [StorageSlot]

    /// Makes a storage. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - isOwn: Whether it is one of the wallet.
    ///   - blockNumber: The block as of which it is.
    ///   - slots: The slots.
    public init(accountId: AccountID, isOwn: Bool, blockNumber: UInt32, slots: [StorageSlot]) {
        self.accountId = accountId
        self.isOwn = isOwn
        self.blockNumber = blockNumber
        self.slots = slots
    }

    /// The slot of a name, where there is one.
    ///
    /// - Parameter name: The name.
    public subscript(name: String) -> StorageSlot? {
        slots.first { $0.name == name }
    }
}

/// A slot in an account's storage.
public struct StorageSlot: Hashable, Sendable {
    /// Which slot is asked for.
    public enum Query: Hashable, Sendable {
        /// The slot of a name, such as `miden::tutorials::counter`.
        case name(String)
        /// The slot at a place in the account's storage, from 0.
        case index(UInt8)
    }

    /// What is in a slot.
    public enum Content: Hashable, Sendable {
        /// A word.
        case value(Word)
        /// A map: the commitment to it, and its entries. They are nil where the whole storage was asked for, and where a
        /// key was, there is one, with the zero word where the map does not have the key.
        case map(root: Word, entries: [MapEntry]?)
    }

    /// An entry of a map.
    public struct MapEntry: Hashable, Sendable, Codable {
        /// The key.
        public let key: Word
        /// What is under it.
        public let value: Word

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - key: The key.
        ///   - value: What is under it.
        public init(key: Word, value: Word) {
            self.key = key
            self.value = value
        }
    }

    /// Its place in the account's storage, from 0.
    public let index: UInt8
    /// Its name.
    public let name: String
    /// What is in it.
    public let content: Content

    /// The word in it; nil for a map.
    public var value: Word? {
        guard case .value(let value) = content else {
            return nil
        }
        return value
    }

    /// The entries of the map in it, where they were asked for.
    public var entries: [MapEntry]? {
        guard case .map(_, let entries) = content else {
            return nil
        }
        return entries
    }

    /// Makes a slot. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - index: Its place.
    ///   - name: Its name.
    ///   - content: What is in it.
    public init(index: UInt8, name: String, content: Content) {
        self.index = index
        self.name = name
        self.content = content
    }
}

/// A storage slot of a new account, with what is in it to begin with.
public struct InitialStorageSlot: Hashable, Sendable {
    /// What is in it.
    public enum Content: Hashable, Sendable {
        /// A word.
        case value(Word)
        /// A map, empty or not.
        case map([StorageSlot.MapEntry])
    }

    /// Its name, such as `miden::tutorials::counter`.
    public var name: String
    /// What is in it.
    public var content: Content

    /// A slot with a word in it.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - value: The word.
    public init(_ name: String, value: Word = .zero) {
        self.name = name
        content = .value(value)
    }

    /// A slot with a map in it.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - entries: What is in the map.
    public init(_ name: String, entries: [StorageSlot.MapEntry]) {
        self.name = name
        content = .map(entries)
    }
}
