/// The parameters of `miden_requestPrivateNotes`.
public struct RequestPrivateNotesParameters: Codable, Hashable, Sendable {
    /// The most ids of one request.
    public static let mostNotes = 1024

    /// Which notes a page asks for, by the numbers of the SDK.
    public enum Filter: Int, Codable, Hashable, Sendable, CaseIterable {
        /// All notes.
        case all = 0
        /// Those that were consumed.
        case consumed = 1
        /// Those on the chain that were not consumed.
        case committed = 2
        /// Those that are expected to be on the chain.
        case expected = 3
        /// Those that a transaction consumes.
        case processing = 4
        /// Those of the ids.
        case list = 5
        /// The one of the only id.
        case unique = 6
        /// Those of the nullifiers, which are in the place of ids.
        case nullifiers = 7
        /// Those on the chain, which is not verified yet.
        case unverified = 8

        /// Reads a filter.
        ///
        /// - Parameter decoder: A decoder at a number.
        /// - Throws: `DecodingError` if it is none of the numbers.
        public init(from decoder: any Decoder) throws {
            let number = try WholeNumber(from: decoder).value
            guard let filter = Int(exactly: number).flatMap(Self.init(rawValue:)) else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "There is no such filter")
                )
            }
            self = filter
        }
    }

    /// The account that the page believes it is connected to.
    public let address: String
    /// Which notes the page asks for.
    public let noteFilterType: Filter
    /// Ids of notes, or nullifiers, for the filters that need them: `0x` and 64 hexadecimal digits.
    public let noteIds: [String]?

    /// Makes the parameters.
    ///
    /// - Parameters:
    ///   - address: The address of the account.
    ///   - noteFilterType: Which notes the page asks for.
    ///   - noteIds: Ids of notes, or nullifiers.
    public init(address: String, noteFilterType: Filter, noteIds: [String]? = nil) {
        self.address = address
        self.noteFilterType = noteFilterType
        self.noteIds = noteIds
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification, or if the filter needs other ids.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        address = try container.decodeAddress(forKey: .address)
        noteFilterType = try container.decode(Filter.self, forKey: .noteFilterType)
        noteIds = try container.decodeIfPresent(
            [String].self,
            forKey: .noteIds,
            "a list of at most \(Self.mostNotes) ids"
        ) { $0.count <= Self.mostNotes && $0.allSatisfy(WireForm.isHash) }
        let hasIDs =
            switch noteFilterType {
            case .list, .nullifiers: noteIds != nil
            case .unique: noteIds?.count == 1
            default: true
            }
        guard hasIDs else {
            throw DecodingError.dataCorruptedError(
                forKey: .noteIds,
                in: container,
                debugDescription: "The filter needs other ids"
            )
        }
    }
}

/// The result of `miden_requestPrivateNotes`.
public struct RequestPrivateNotesResult: Codable, Hashable, Sendable {
    /// The notes.
    public let privateNotes: [InputNoteDetails]

    /// Makes the result.
    ///
    /// - Parameter privateNotes: The notes.
    public init(privateNotes: [InputNoteDetails]) {
        self.privateNotes = privateNotes
    }
}
