#if WalletServer
    import Foundation
    import MidenSwiftClient
    import MidenWalletRPC

    /// The server of a page, which verifies what the page's user signed. It has no wallet.
    struct PageServer: Sendable {
        let network: MidenWallet.Network
        /// The account that it knows.
        let account: AccountID
        /// The commitment of the account's key.
        let commitment: Data
        private let store = InMemorySignInNonceStore()

        struct Verified: Encodable {
            let verified: Bool
            var reason: String?
        }

        private struct SignedBytes: Decodable {
            let kind: SignBytesParameters.Kind
            let payload: Data
            let signature: Data
        }

        private struct SignedText: Decodable {
            let origin: String
            let nonce: String?
            let signed: SignedMessage
        }

        func challenge(of origin: String) async throws -> SignInChallenge {
            try await signIns(of: origin).issue(statement: "Show your orders")
        }

        func verifyBytes(_ json: String) throws -> Verified {
            let bytes = try JSONDecoder().decode(SignedBytes.self, from: Data(json.utf8))
            let payload: SigningPayload =
                switch bytes.kind {
                case .word: .word(bytes.payload)
                case .signingInputs: .signingInputs(bytes.payload)
                }
            return Verified(
                verified: try PageSignature.isValid(bytes.signature, payload: payload, commitment: commitment)
            )
        }

        func verifyMessage(_ json: String) throws -> Verified {
            let text = try JSONDecoder().decode(SignedText.self, from: Data(json.utf8))
            let message = WebMessage(
                origin: text.origin,
                network: WalletNetwork(network),
                accountId: account,
                message: text.signed.message
            )
            return Verified(verified: try message.isValid(text.signed.signature, commitment: commitment))
        }

        func verifySignIn(_ json: String) async throws -> Verified {
            let text = try JSONDecoder().decode(SignedText.self, from: Data(json.utf8))
            do {
                try await signIns(of: text.origin).verify(
                    text.signed,
                    nonce: text.nonce ?? "",
                    accountId: account,
                    commitment: commitment
                )
                return Verified(verified: true)
            } catch let error as SignInError {
                return Verified(verified: false, reason: "\(error)")
            }
        }

        private func signIns(of origin: String) -> SignInVerifier {
            SignInVerifier(origin: origin, network: network, store: store)
        }
    }
#endif
