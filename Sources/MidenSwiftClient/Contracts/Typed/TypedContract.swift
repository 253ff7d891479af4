import Foundation

/// A contract as a Swift type: what `miden-cli contract generate` and the plugin `MidenContracts` make of a package.
///
/// ```swift
/// let ledger = try await Ledger(at: account, in: wallet)
/// let balance = try await ledger.balance(of: alice)
/// try await wallet.execute(ledger.post(7, to: alice))
/// ```
public protocol TypedContract: Sendable {
    /// What is in the storage of a new account. ``NoInitialStorage`` if the package declares none.
    associatedtype InitialStorage: ContractInitialStorage

    /// The file of the package, in base64.
    static var packageFile: String { get }

    /// The account with its package.
    var contract: Contract { get }

    /// What answers reads: a wallet, or a stand-in in tests.
    var reader: any ContractReader { get }

    /// Wraps a contract without looking at its account. ``init(at:in:timeout:)`` finds and checks one.
    ///
    /// - Parameters:
    ///   - contract: The account with its package.
    ///   - reader: What answers reads.
    init(_ contract: Contract, reader: any ContractReader)
}

extension TypedContract {
    /// The id of the account.
    public var accountID: AccountID { contract.accountId }

    /// Reads the package. Needs no wallet and no network. Takes some milliseconds, on a thread of its own, and runs to
    /// its end if the task is cancelled.
    ///
    /// - Returns: The package in ``packageFile``.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidPackage`` if
    ///   ``packageFile`` is not a package in base64.
    public static func package() async throws -> MidenPackage {
        guard let file = Data(base64Encoded: packageFile) else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidPackage,
                message: "The package of \(self) is not in base64."
            )
        }
        return try await MidenPackage(file: file)
    }

    /// Finds the contract of an account. Sees that the code of the account has the procedures of the package. The code
    /// of an account of this wallet comes from the store; that of another one, which has to be public, from the
    /// network, and is checked against the chain.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountID: The account.
    ///   - wallet: The wallet, which answers reads.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Throws: What ``package()`` and ``MidenWallet/getContract(accountId:package:timeout:)`` throw.
    public init(at accountID: AccountID, in wallet: MidenWallet, timeout: Duration? = nil) async throws {
        let package = try await Self.package()
        self.init(
            try await wallet.getContract(accountId: accountID, package: package, timeout: timeout),
            reader: wallet
        )
    }
}
