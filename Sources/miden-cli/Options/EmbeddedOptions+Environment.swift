import MidenSwiftClient

extension MidenWallet.EmbeddedOptions {
    /// What the embedded chain is like, from the environment: `MIDEN_EMBEDDED_PROOFS`, `real` where not set, or `dummy`,
    /// and `MIDEN_EMBEDDED_BASE_FEE`, 0 where not set. Both are settled when the chain is first made.
    init(environment: [String: String]) throws {
        self.init()
        if let name = environment["MIDEN_EMBEDDED_PROOFS"], !name.isEmpty {
            guard let proofs = Proofs(rawValue: name) else {
                throw Self.unusable("MIDEN_EMBEDDED_PROOFS", value: name, wanted: "real or dummy")
            }
            self.proofs = proofs
        }
        if let number = environment["MIDEN_EMBEDDED_BASE_FEE"], !number.isEmpty {
            guard let fee = UInt32(number) else {
                throw Self.unusable("MIDEN_EMBEDDED_BASE_FEE", value: number, wanted: "a number of base units")
            }
            verificationBaseFee = fee
        }
    }

    private static func unusable(_ name: String, value: String, wanted: String) -> MidenError {
        MidenError(
            code: .invalidParameter,
            kind: .invalidConfiguration,
            message: "The environment variable \(name) is “\(value)”, and should be \(wanted)."
        )
    }
}
