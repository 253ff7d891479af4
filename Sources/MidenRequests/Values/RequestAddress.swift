import MidenSwiftClient
import MidenWalletRPC

/// The addresses in requests and receipts.
enum RequestAddress {
    /// The account of an address.
    ///
    /// - Parameters:
    ///   - address: The address, in lower case.
    ///   - network: The network that it has to be of. Nil means any.
    ///   - member: The member that it comes from, for errors.
    ///   - invalid: Makes the error of a text that is not an address.
    /// - Returns: The account.
    /// - Throws: What `invalid` makes, `MidenError.Kind.requestWrongNetwork` for an address of another network.
    static func accountID(
        of address: String,
        on network: WalletNetwork?,
        _ member: String = "address",
        invalid: (String) -> MidenError = MidenError.invalidRequest
    ) throws -> AccountID {
        guard WireForm.isAddress(address) else { throw invalid("\(member) is not an address.") }
        // Routing parameters do not matter.
        let text = String(address.prefix { $0 != "_" })
        var isOfAnotherNetwork = false
        for candidate in network?.addressNetworks ?? WalletNetwork.allCases.flatMap(\.addressNetworks) {
            do {
                return try AccountAddress(text, on: candidate).accountId
            } catch let error as MidenError where error.kind == .addressOfAnotherNetwork {
                isOfAnotherNetwork = true
            } catch let error as MidenError where error.code != .invalidParameter {
                throw error
            } catch {
                break
            }
        }
        guard isOfAnotherNetwork, let network else { throw invalid("\(member) is not the address of an account.") }
        throw MidenError(
            code: .networkMismatch,
            kind: .requestWrongNetwork,
            message: "\(member) is an address of another network than \(network.rawValue)."
        )
    }

    /// The address of an account on the network of a request.
    static func text(of accountID: AccountID, on network: WalletNetwork?, _ member: String) throws -> String {
        guard let written = network?.addressNetworks.first else {
            throw MidenError.invalidRequest("network is missing.")
        }
        do {
            return try AccountAddress(accountID, on: written).text
        } catch let error as MidenError where error.code == .invalidParameter {
            throw MidenError.invalidRequest("\(member) is not an account that there can be.")
        }
    }
}

extension WalletNetwork {
    /// The networks whose addresses can be meant. Addresses are written for the first one. A custom node may belong to any
    /// network.
    fileprivate var addressNetworks: [MidenWallet.Network] {
        switch self {
        case .mainnet: [.mainnet]
        case .testnet: [.testnet]
        case .devnet: [.devnet]
        case .localnet: [.local, .embedded]
        case .custom: [.custom(rpcEndpoint: "https://node.invalid"), .testnet, .devnet, .mainnet, .local]
        }
    }
}
