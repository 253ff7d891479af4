/// The parameters of a method that names the account and nothing else: `miden_requestAssets`,
/// `miden_requestConsumableNotes` and `miden_requestGuardianInfo`.
public struct AccountParameters: Codable, Hashable, Sendable {
    /// The account that the page believes it is connected to.
    public let address: String

    /// Makes the parameters.
    ///
    /// - Parameter address: The address of the account.
    public init(address: String) {
        self.address = address
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if there is no address.
    public init(from decoder: any Decoder) throws {
        address = try decoder.container(keyedBy: CodingKeys.self).decodeAddress(forKey: .address)
    }
}
