/// What a file on the command line holds, which says how large it may be. A larger file is refused before it is read.
enum InputKind {
    /// A passphrase, the words of a mnemonic, or a seed.
    case secret
    /// A key, a signature, or prices.
    case document
    /// Miden assembly, or TOML.
    case source
    /// What is to be generated for a contract, as TOML.
    case contractConfiguration
    /// A compiled package.
    case package
    /// An account file or a note file.
    case accountOrNote
    /// What is signed.
    case message

    /// The largest size, in bytes. A backup, which the library reads, has a limit there.
    var maximumSize: Int {
        switch self {
        case .secret: 4 << 10
        case .contractConfiguration: 64 << 10
        case .document: 1 << 20
        case .source: 4 << 20
        case .package: 16 << 20
        case .accountOrNote, .message: 64 << 20
        }
    }
}
