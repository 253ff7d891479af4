import Foundation
import MidenSwiftClient

// Signatures: each of them asks the user. What pages sent is read outside of the actor, so that no other call waits for it.

extension RPCWallet {
    nonisolated func signPayloads(
        _ parameters: SignPayloadsParams,
        from caller: RPCCaller
    ) async throws -> SignPayloadsResult {
        let signed = try await signatures(from: caller, naming: parameters.address) {
            try parameters.payloads.map { text in
                guard let payload = Base64.bytes(of: text).flatMap(SigningPayload.init(pagePayload:)) else {
                    throw RPCError.payloadNotSigned
                }
                return payload
            }
        }
        return SignPayloadsResult(signed_payloads: signed.map { $0.base64EncodedString() })
    }

    nonisolated func signBytes(
        _ parameters: SignBytesParameters,
        from caller: RPCCaller
    ) async throws -> SignBytesResult {
        let signed = try await signatures(from: caller, naming: parameters.address) {
            guard let payload = SigningPayload(pagePayload: parameters.payload), payload.kind == parameters.kind else {
                throw RPCError.invalidParameters("The payload is not of kind \(parameters.kind.rawValue)")
            }
            return [payload]
        }
        return SignBytesResult(signature: signed[0])
    }

    /// Asks the user to sign payloads, and makes a signature of each. Nothing is read for a page without a grant.
    /// Errors of the payloads are thrown after the lock was checked.
    private nonisolated func signatures(
        from caller: RPCCaller,
        naming address: String,
        of read: () throws -> [SigningPayload]
    ) async throws -> [Data] {
        _ = try await self.grant(of: caller, naming: address)
        let payloads = Result { () throws -> [SigningPayload] in
            let payloads = try read()
            // What the user cannot be told of is not signed.
            guard payloads.allSatisfy({ (try? $0.described()) != nil }) else { throw RPCError.payloadNotSigned }
            return payloads
        }
        let grant = try await unlockedGrant(of: caller, naming: address) { _ in .signPayloads(try payloads.get()) }
        var signatures: [Data] = []
        for payload in try payloads.get() {
            signatures.append(try await wallet.sign(payload, accountId: grant.accountId))
        }
        return signatures
    }

    nonisolated func signMessage(
        _ parameters: SignMessageParameters,
        from caller: RPCCaller
    ) async throws -> SignedMessage {
        let origin = try signingOrigin(of: caller)
        let shown = parameters.message.shownInFull
        let grant = try await unlockedGrant(of: caller, naming: parameters.address) { _ in
            try parameters.checkContent()
            return .signMessage(shown)
        }
        return try await signed(parameters.message, for: origin, by: grant)
    }

    nonisolated func signIn(_ parameters: SignInParameters, from caller: RPCCaller) async throws -> SignedMessage {
        let origin = try signingOrigin(of: caller)
        let grant = try await unlockedGrant(of: caller, naming: parameters.address) { grant in
            try parameters.checkContent(pageOrigin: origin, now: now())
            return .signIn(parameters.shownText(address: grant.address, network: grant.network))
        }
        let text = parameters.text(address: grant.address, network: grant.network)
        return try await signed(text, for: origin, by: grant)
    }

    /// The origin that a signed text covers. The Safari extension has none.
    private nonisolated func signingOrigin(of caller: RPCCaller) throws -> String {
        guard let page = caller.page else { throw RPCError.unauthorizedOrigin }
        return page.origin
    }

    private nonisolated func signed(_ message: String, for origin: String, by grant: Grant) async throws
        -> SignedMessage
    {
        let body = WebMessage(
            origin: origin,
            network: grant.network,
            accountId: grant.accountId,
            message: message
        ).body
        return SignedMessage(
            address: grant.address,
            network: grant.network,
            publicKey: grant.publicKey,
            message: message,
            signature: try await wallet.sign(.webMessage(body: body), accountId: grant.accountId)
        )
    }
}

extension SigningPayload {
    /// The kind that a page names it with; nil for what no page can name.
    fileprivate var kind: SignBytesParameters.Kind? {
        switch self {
        case .word: .word
        case .signingInputs: .signingInputs
        case .webMessage, .receipt: nil
        }
    }
}
