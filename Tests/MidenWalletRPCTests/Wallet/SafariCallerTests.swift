import Foundation
import MidenSwiftClient
import MidenWalletRPC
import Testing

@Suite("A Safari extension that calls a wallet", .timeLimit(.minutes(5)))
struct SafariCallerTests {
    private static let word = Data(count: 32)

    @Test("accounts: are listed after a question, each time")
    func accounts() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.safariExtension
            #expect(try await page.accounts() == [wallet.address])
            #expect(try await page.accounts() == [wallet.address])
            #expect(
                wallet.questions == [
                    .connect(privateData: .uponRequest, allowed: []), .connect(privateData: .uponRequest, allowed: []),
                ]
            )
            #expect(wallet.user.log.all.first?.origin == nil)
        }
    }

    @Test("accounts that the user declines: give 4001")
    func declined() async throws {
        try await withAnsweringWallet(.decline) { wallet in
            await #expect(throws: RPCError.declined) { try await wallet.safariExtension.accounts() }
        }
    }

    @Test("a connect: is answered without a token and without permissions")
    func connect() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.safariExtension
            let result = try await page.connect(
                ConnectParameters(privateDataPermission: .automatic, allowedPrivateData: .all, appName: "Shop")
            )
            #expect(result.token == nil)
            #expect(result.session.address == wallet.address)
            #expect(result.session.privateDataPermission == .uponRequest)
            _ = try await page.assets(of: wallet.address)
            #expect(wallet.questions == [.connect(privateData: .uponRequest, allowed: []), .assets])
            #expect(wallet.user.log.all.map(\.appName) == ["Shop", nil])
        }
    }

    @Test("payloads: are signed for the account of the wallet only, after a question")
    func payloads() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.safariExtension
            let expected = try await wallet.wallet.sign(.word(Self.word), accountId: wallet.account)
            #expect(try await page.sign([Self.word], by: wallet.address) == [expected.base64EncodedString()])
            #expect(wallet.questions == [.signPayloads([.word(Self.word)])])
            let other = try await wallet.wallet.createWallet()
            let address = try AccountAddress(other, on: wallet.wallet.configuration.network).text
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.sign([Self.word], by: address) }
        }
    }

    @Test("payloads in the published envelope that the user declines: give -3")
    func publishedEnvelope() async throws {
        try await withAnsweringWallet(.decline) { wallet in
            let parameters = try JSONText(
                encoding: SignPayloadsParams(address: wallet.address, payloads: [Self.word.base64EncodedString()])
            )
            let request = SafariRequest(message: [
                "jsonrpc": "2.0", "id": "a", "method": SIGN_PAYLOADS_REQUEST_METHOD,
                "params": String(decoding: parameters.data, as: UTF8.self),
            ])
            #expect(await wallet.router.answer(request)?.outcome == .failure(.payloadNotSigned))
            #expect(wallet.questions.count == 1)
        }
    }

    @Test("a disconnect: does not end the connect of another page of the extension")
    func disconnect() async throws {
        try await withAnsweringWallet(nil) { wallet in
            let page = wallet.safariExtension
            let connect = Task { try await page.connect() }
            let asked = try await wallet.user.next()
            await #expect(throws: RPCError.notFound) { try await page.disconnect() }
            asked.answer(.approve)
            #expect(try await connect.value.session.address == wallet.address)
        }
    }

    @Test("what needs an origin or a connection: is refused without a question")
    func refused() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.safariExtension
            await #expect(throws: RPCError.unauthorizedOrigin) {
                try await page.sign(message: "I agree", by: wallet.address)
            }
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.signIn(by: wallet.address) }
            #expect(try await page.resume(String(repeating: "0", count: 64)) == nil)
            await #expect(throws: RPCError.notFound) { try await page.disconnect() }
            #expect(wallet.questions.isEmpty)
        }
    }
}
