/// Where an account's state is kept.
public enum AccountVisibility: String, Hashable, Sendable, CaseIterable, Codable {
    /// The network keeps the state and everybody can read it. It can be had back from the network.
    case `public`
    /// The network keeps only a commitment. Who loses the store loses the account.
    case `private`
}
