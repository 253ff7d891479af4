import MidenSwiftClient
import MidenTestSupport

/// The code of an account that the network drives, and of notes for it.
struct NetworkContracts {
    /// The counter of the tutorials.
    let counter: MidenPackage
    /// What makes an account one of the network's.
    let authentication: MidenPackage
    /// The script of a note that counts on.
    let increment: MidenPackage
    /// The script of a note that the account does not allow.
    let forbidden: MidenPackage
    /// The transaction script that the network's builder uses.
    private let expiration: MidenPackage

    /// Compiles it.
    static func compiled() async throws -> NetworkContracts {
        let counter = try await MidenPackage.compile(
            MASMSource(.accountComponent, Contracts.source("counter"), path: "external_contract::counter_contract")
        )
        return NetworkContracts(
            counter: counter,
            authentication: try await .compile(MASMSource(.accountComponent, Contracts.source("network_account"))),
            increment: try await .compile(
                MASMSource(.noteScript, Contracts.source("increment_note"), packages: [counter])
            ),
            forbidden: try await .compile(MASMSource(.noteScript, Contracts.source("guess"))),
            expiration: try await .compile(MASMSource(.transactionScript, Contracts.source("expiration")))
        )
    }

    /// The slots by which the network knows such an account, with the notes and scripts it allows, and what notes cost:
    /// nothing.
    ///
    /// - Parameter faucet: The faucet of the network's fees.
    /// - Returns: The slots.
    /// - Throws: Where a script has no procedure of its name.
    func slots(feesIn faucet: AccountID) throws -> [InitialStorageSlot] {
        let name = "miden::standards::auth::network_account"
        let schedule = "miden::standards::fees::policies::basic_constant_fee::fee_schedule"
        let (allowed, free) = (Word([1, 1, 1, 1]), Word([0, 0, 0, 1]))
        let (prefix, suffix) = try Self.elements(of: faucet)
        func map(_ scripts: [MidenPackage], to value: Word) throws -> [StorageSlot.MapEntry] {
            try scripts.map { .init(key: try $0.procedure("main").root, value: value) }
        }
        return [
            .init("\(name)::allowed_note_scripts", entries: try map([increment], to: allowed)),
            .init("\(name)::allowed_tx_scripts", entries: try map([expiration], to: allowed)),
            // The faucet's id, with the version and the kind of its asset in the last byte.
            .init("\(name)::fee_asset_id", value: Word([0, 0, try Felt(suffix.value | 0x11), prefix])),
            .init("\(name)::active_fee_policy_proc_root", value: try authentication.procedure("compute_note_fee").root),
            .init(schedule, entries: try map([increment, forbidden], to: free)),
        ]
    }

    /// A transaction that makes a note for an account that the network drives: public, and with an attachment that names
    /// the account.
    static func note(_ script: MidenPackage, for target: AccountID) async throws -> CustomTransaction {
        let isAlwaysReady: Felt = 1
        let (prefix, suffix) = try elements(of: target)
        let serial = Word((0..<4).map { _ in Felt(integerLiteral: .random(in: 0..<Felt.modulus)) })
        let attachment = Word([suffix, prefix, isAlwaysReady, 0])
        let key = Word([1])
        return CustomTransaction(
            script: .package(try await .compile(MASMSource(.transactionScript, Contracts.source("network_note")))),
            scriptArgument: key,
            advice: [
                .init(key: key, values: [try script.procedure("main").root, serial, attachment].flatMap(\.elements))
            ]
        )
    }

    /// An account's id as code has it: 15 bytes, of which the first eight are the prefix.
    private static func elements(of account: AccountID) throws -> (prefix: Felt, suffix: Felt) {
        let digits = account.hex.dropFirst(2)
        return (try Felt("0x" + digits.prefix(16)), try Felt("0x" + digits.dropFirst(16) + "00"))
    }
}
