import Foundation
import MidenSwiftClient
import MidenWalletRPC
import NIOHTTP1

/// The shop's server: the page, the sign-in, the orders and the receipts. `README.md` lists its requests.
actor Shop {
    private struct Description: Encodable {
        struct Price: Encodable {
            let formatted: String
        }

        let price: Price
        let walletAddress: String
    }

    private struct SignIn: Decodable {
        let nonce: String
        let signed: SignedMessage
    }

    private struct Session: Encodable {
        var address: String?
    }

    private struct Payable: Encodable {
        let id: String
        let recipientAddress: String
        let faucetId: String
        let amount: String
    }

    private struct Receipt: Encodable {
        let order: String
        let item: String
        let price: String
        let payer: String
        let note: String
        let block: UInt32
    }

    private struct OrderState: Encodable {
        var receipt: Receipt?
    }

    private struct Nothing: Encodable {}

    private let till: Till
    private let offer: Offer
    private let walletOrigin: String
    private let files: [String: HTTPAnswer]
    private let nonces = InMemorySignInNonceStore()
    private var sessions = Sessions()
    private var orders = Orders()
    /// The only origin that it answers for; nil until it listens.
    private var origin: String?

    /// Reads the page's files. The wallet of this computer listens at `walletOrigin`.
    init(_ till: Till, selling offer: Offer, pageFolder: URL, walletOrigin: String) throws {
        (self.till, self.offer, self.walletOrigin) = (till, offer, walletOrigin)
        files = try PageFiles.read(from: pageFolder, walletOrigin: walletOrigin)
    }

    /// Tells it where it listens.
    func listens(on port: Int) {
        origin = "http://127.0.0.1:\(port)"
    }

    func answer(_ request: HTTPRequest) async -> HTTPAnswer {
        let refusal: Refusal
        do {
            return try await answered(request)
        } catch let error as Refusal {
            refusal = error
        } catch let error as SignInError {
            refusal = Refusal(.unauthorized, "The shop refused the sign-in. \(error.localizedDescription)")
        } catch is DecodingError {
            refusal = Refusal(.badRequest, "The request cannot be read.")
        } catch let error as MidenError where error.code == .invalidParameter || error.code == .lookup {
            refusal = Refusal(.badRequest, error.localizedDescription)
        } catch {
            FileHandle.standardError.write(Data("shop: \(error)\n".utf8))
            refusal = Refusal(.internalServerError, "The shop cannot do this now. Try again.")
        }
        return (try? HTTPAnswer(refusal.status, json: refusal))
            ?? HTTPAnswer(.internalServerError, type: "text/plain", body: Data())
    }

    private func answered(_ request: HTTPRequest) async throws -> HTTPAnswer {
        // A page whose name was made to mean this computer sends that name. A sign-in names one origin.
        guard let origin, request.headers["Host"] == [String(origin.dropFirst("http://".count))] else {
            throw Refusal(.misdirectedRequest, "Open \(origin ?? "the shop") instead.")
        }
        // Browsers send it with each request that may change something, and pages cannot change it.
        if request.method == .POST, request.headers["Origin"] != [origin] {
            throw Refusal(.forbidden, "Another page cannot ask for this.")
        }
        let token = request.cookie(Sessions.cookie)
        switch (request.method, request.path) {
        case (.GET, "/api/shop"):
            let price = Description.Price(formatted: offer.formatted)
            return try HTTPAnswer(json: Description(price: price, walletAddress: walletOrigin))
        case (.GET, "/api/session"):
            return try HTTPAnswer(json: Session(address: try sessions.account(of: token).map(till.address)))
        case (.POST, "/api/sign-in/challenge"):
            return try HTTPAnswer(json: try await verifier(origin).issue(statement: "Sign in to Corner Coffee"))
        case (.POST, "/api/sign-in"):
            return try await signIn(try JSONDecoder().decode(SignIn.self, from: request.body), origin, ending: token)
        case (.POST, "/api/sign-out"):
            sessions.end(token)
            return try HTTPAnswer(json: Nothing(), headers: [Self.cookie("", maximumAge: 0)])
        case (.POST, "/api/orders"):
            return try order(by: try signedIn(token))
        case (.GET, let path) where path.hasPrefix("/api/orders/"):
            return try await state(of: String(path.dropFirst("/api/orders/".count)), for: try signedIn(token))
        case (.GET, let path), (.HEAD, let path):
            guard let file = files[path] else { throw Refusal(.notFound, "There is no such page.") }
            return file
        default: throw Refusal(.methodNotAllowed, "The shop does not do this.")
        }
    }

    // MARK: - Sign-in

    private func verifier(_ origin: String) -> SignInVerifier {
        SignInVerifier(origin: origin, network: till.wallet.configuration.network, store: nonces)
    }

    private func signIn(_ signIn: SignIn, _ origin: String, ending token: String?) async throws -> HTTPAnswer {
        // Which account it is may be claimed: the signature has to be by the key that the chain has for it.
        let account = try till.account(of: signIn.signed.address)
        try await verifier(origin).verify(
            signIn.signed,
            nonce: signIn.nonce,
            accountId: account,
            commitment: try await till.keyCommitment(of: account)
        )
        sessions.end(token)
        return try HTTPAnswer(
            json: Session(address: try till.address(of: account)),
            headers: [Self.cookie(sessions.begin(for: account), maximumAge: 86_400)]
        )
    }

    /// No script reads it, and no request of another site has it. With TLS, add `Secure`.
    private static func cookie(_ value: String, maximumAge: Int) -> (String, String) {
        ("Set-Cookie", "\(Sessions.cookie)=\(value); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(maximumAge)")
    }

    private func signedIn(_ token: String?) throws -> AccountID {
        guard let account = sessions.account(of: token) else { throw Refusal(.unauthorized, "Sign in first.") }
        return account
    }

    // MARK: - Orders

    private func order(by payer: AccountID) throws -> HTTPAnswer {
        let order = orders.make(for: payer)
        return try HTTPAnswer(
            json: Payable(
                id: order.id,
                recipientAddress: try till.address(of: till.account),
                faucetId: try till.address(of: offer.faucetId),
                amount: String(offer.amount.baseUnits)
            )
        )
    }

    /// The receipt, once the shop's wallet has the payment. The page has no say in it.
    private func state(of id: String, for payer: AccountID) async throws -> HTTPAnswer {
        guard let order = orders[id], order.payer == payer else { throw Refusal(.notFound, "There is no such order.") }
        if order.payment == nil {
            orders.pay(id, withOneOf: try await till.payments(of: offer, by: payer))
        }
        guard let payment = orders[id]?.payment, let block = payment.blockNumber else {
            return try HTTPAnswer(json: OrderState())
        }
        let receipt = Receipt(
            order: id,
            item: offer.item,
            price: offer.formatted,
            payer: try till.address(of: payer),
            note: payment.noteId.hex,
            block: block
        )
        return try HTTPAnswer(json: OrderState(receipt: receipt))
    }
}
