import MidenSwiftClient

extension AccountID {
    /// What addresses begin with, on one network or another.
    private static let prefixes = ["mm1", "mtst1", "mdev1", "mlcl1", "mcst1", "memb1"]

    /// Whether a text begins as an address does.
    static func isAddress(_ text: String) -> Bool { prefixes.contains { text.lowercased().hasPrefix($0) } }

    /// Reads an account as people name it: by its id, or by its address on a network.
    init(named text: String, on network: MidenWallet.Network) throws {
        self = Self.isAddress(text) ? try AccountAddress(text, on: network).accountId : try AccountID(text)
    }
}
