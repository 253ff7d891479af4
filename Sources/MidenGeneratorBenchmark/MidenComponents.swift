/// The components that Miden ships.
enum MidenComponents {
    /// Their names, in the order of the core.
    static let names = [
        "basic-wallet", "singlesig", "fungible-faucet", "non-fungible-faucet", "no-auth", "multisig", "multisig-smart",
        "guarded-multisig", "network-account", "tx-fee-collector", "code-inspection", "schema-commitment",
        "note-creator", "authority", "ownable2step", "rbac", "pausable", "pausable-manager", "policy-manager",
        "policy-manager-v2", "mint-allow-all", "mint-owner-controlled-owner-only", "burn-allow-all",
        "burn-owner-controlled-owner-only", "min-burn-amount", "transfer-allow-all", "basic-allowlist",
        "allowlist-manager", "basic-blocklist", "blocklist-manager", "basic-constant-fee", "constant-fee-manager",
        "price-oracle", "upgrade-manager",
    ]
}
