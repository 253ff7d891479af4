import ArgumentParser
import MidenSwiftClient

/// How a new account signs, as the command line names it.
enum SchemeChoice: String, CaseIterable, ExpressibleByArgument {
    case ecdsa, falcon

    /// The library's name for it.
    var scheme: SignatureScheme {
        switch self {
        case .ecdsa: .ecdsaK256Keccak
        case .falcon: .falcon512Poseidon2
        }
    }
}

extension SignatureScheme {
    /// What people call it.
    var title: String {
        switch self {
        case .ecdsaK256Keccak: "ECDSA"
        case .falcon512Poseidon2: "Falcon"
        }
    }
}

/// How the accounts of a mnemonic are derived, as the command line names it.
enum DerivationChoice: String, CaseIterable, ExpressibleByArgument {
    case v1, legacy

    /// The library's name for it.
    var derivation: Mnemonic.Derivation {
        switch self {
        case .v1: .v1
        case .legacy: .legacy
        }
    }
}

/// How many words a new mnemonic has, as the command line names it.
enum WordCountChoice: String, CaseIterable, ExpressibleByArgument {
    case twelve = "12"
    case twentyFour = "24"

    /// The library's name for it.
    var wordCount: Mnemonic.WordCount {
        switch self {
        case .twelve: .twelve
        case .twentyFour: .twentyFour
        }
    }
}

/// A token of the embedded chain's faucets.
enum FaucetToken: String, CaseIterable, ExpressibleByArgument {
    case miden = "MIDEN"
    case tok = "TOK"

    init?(argument: String) {
        self.init(rawValue: argument.uppercased())
    }

    /// How many decimals the token has. The chain is made with these.
    var decimals: UInt8 {
        switch self {
        case .miden: 6
        case .tok: 8
        }
    }
}
