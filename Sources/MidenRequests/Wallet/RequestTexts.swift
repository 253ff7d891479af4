import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// The texts of a question about a request.
struct RequestTexts {
    /// The longest text of a line that a stranger chose, in characters.
    private static let longestText = 256

    private(set) var texts: QuestionTexts

    /// Begins with what is the same for every request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - standing: What the wallet knows of the requester.
    ///   - network: The network of the wallet.
    init(_ request: AppRequest, standing: RequesterStanding, on network: MidenWallet.Network) {
        texts = QuestionTexts(network: network)
        let requester = request.requester
        texts.add("Asked by", requester.name.shown(atMost: RequesterIdentity.longestName), isClaim: true)
        let known =
            switch standing {
            case .known: "approved before under this name"
            case .new: "not approved before"
            case .otherKey: "another one than was approved under this name"
            }
        texts.add("Key of the app", "\(requester.fingerprint), \(known)")
        if let origin = requester.origin {
            texts.add("Website of the app", origin.shown(atMost: Self.longestText), isClaim: true)
            texts.warn("That the app belongs to its website is only a claim.")
        }
        if standing == .otherKey {
            texts.warn(
                "You approved a request of an app with this name before, and this one has another key. It may be another app."
            )
        }
        texts.add("Expires", request.expiresAt.formatted(.iso8601))
        if let fee = request.maximumFee { texts.add("Fee at most", "\(fee) base units") }
    }

    /// Adds a warning.
    mutating func warn(_ warning: String) {
        texts.warn(warning)
    }

    /// Adds what is asked.
    mutating func add(_ prepared: PreparedRequest, accountID: AccountID) throws {
        switch prepared.content {
        case .none: break
        case .page(let content): try texts.add(content, askedOf: accountID, prepared.preview)
        case .call(let call):
            if let preview = prepared.preview { try texts.add(call, askedOf: accountID, preview) }
        }
        for faucetID in prepared.unknownFaucets {
            texts.warn(
                """
                The wallet has never seen the token of the faucet \(faucetID.hex). Its amounts are in base units, and \
                anybody can issue a token.
                """
            )
        }
    }

    /// What is asked, as a sentence.
    static func title(of action: RequestAction) -> String {
        switch action {
        case .connectWallet: "Tell another app the address and the key of the account"
        case .connectWalletAndSignMessage:
            "Tell another app the address and the key of the account, and sign its text"
        case .signMessage: "Sign a text of another app"
        case .sendCoin: "Pay"
        case .consumeNote: "Consume a note"
        case .executeContract: "Call a procedure of the account for another app"
        case .executeContractWithEncoded: "Execute a transaction of another app"
        }
    }
}
