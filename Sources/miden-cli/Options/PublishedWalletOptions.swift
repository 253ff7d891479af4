import ArgumentParser
import MidenSwiftClient

/// What a new wallet is like, in the words of the published client.
struct PublishedWalletOptions: ParsableArguments {
    @Option(
        name: [.customShort("t"), .long],
        help: "Who can see the account's state: private is what --private says, public where not given."
    )
    var accountType: NewAccount.TypeChoice?

    @Option(
        name: [.customShort("e"), .long],
        help: ArgumentHelp(
            "A package of a component that the account has besides, or the source of one. Can be given again.",
            valueName: "package"
        ),
        completion: .file()
    )
    var extraPackages: [String] = []

    @OptionGroup var initialStorage: InitialStorageOption

    @Flag(
        name: [.customLong("ecdsa-k256-keccak"), .customLong("ecdsa")],
        help: "Sign with ECDSA, which is so where nothing is said."
    )
    var ecdsa = false

    @Flag(name: [.customLong("falcon512-poseidon2"), .customLong("falcon")], help: "Sign with Falcon.")
    var falcon = false

    /// The published client takes the public key of a key that is elsewhere with --ecdsa.
    @Argument(help: .hidden)
    var publicKey: String?

    func validate() throws {
        if let publicKey {
            throw ValidationError(
                "“\(publicKey)” is too much: this command keeps the keys of its accounts. An account whose key is elsewhere"
                    + " is made with the library, and a signer: createWallet(publicKey:)."
            )
        }
        if ecdsa, falcon {
            throw ValidationError("An account signs in one way: give --ecdsa-k256-keccak or --falcon512-poseidon2.")
        }
        if initialStorage.initStorageDataPath != nil, extraPackages.isEmpty {
            throw ValidationError("--init-storage-data-path is for the components of --extra-packages.")
        }
    }

    /// How the account signs, where that is said.
    var scheme: SchemeChoice? {
        if ecdsa {
            return .ecdsa
        }
        return falcon ? .falcon : nil
    }

    /// Whether the account is to have components of one's own.
    var hasComponents: Bool { !extraPackages.isEmpty }
}
