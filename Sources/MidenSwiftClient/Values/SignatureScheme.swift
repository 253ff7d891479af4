/// How an account signs its transactions.
public enum SignatureScheme: String, Hashable, Sendable, CaseIterable, Codable {
    /// ECDSA over secp256k1 with Keccak: what new Miden wallets use, and about five times cheaper to prove than Falcon.
    case ecdsaK256Keccak = "ecdsa_k256_keccak"
    /// Falcon-512 with Poseidon2, which withstands quantum computers.
    case falcon512Poseidon2 = "falcon512_poseidon2"
}
