extension MidenWallet {
    /// Who carries private notes to the wallets they are for.
    ///
    /// The chain has no more than a commitment to a private note. Its details are handed over by a service, once the note
    /// is in a block and the sender has synced; what it does not take is sent again with every ``MidenWallet/sync(timeout:)``.
    /// The service can read what it carries: the protocol does not encrypt it yet.
    public enum NoteTransport: Hashable, Sendable {
        /// The one that the network's operators run: there is one for testnet, devnet, mainnet and an embedded chain.
        case ofNetwork
        /// None: private notes are handed over as files, see ``MidenWallet/exportNote(noteId:content:timeout:)``.
        case none
        /// A service of one's own choice, at an address such as `https://transport.example:443`.
        case at(url: String)
    }
}
