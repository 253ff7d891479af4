import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenWalletRPC

@Suite("Grants in a file", .timeLimit(.minutes(5)))
struct FileGrantStoreTests {
    private let directory: TemporaryDirectory
    private let file: URL

    init() throws {
        directory = try TemporaryDirectory()
        file = URL(fileURLWithPath: directory.path).appendingPathComponent("grants.json")
    }

    private static func grant(
        _ account: String = "0x0a0b0c0d0e0f0a0b0c0d0e0f0a0b0c",
        on network: WalletNetwork = .testnet
    ) throws -> Grant {
        let members: [String: Any] = [
            "accountId": account, "address": "mtst1ap2qrmeks90y052tv50ga95p2v9h48yj",
            "publicKey": Data(count: 32).base64EncodedString(), "network": network.rawValue,
            "privateDataPermission": "AUTO", "allowedPrivateData": 1,
        ]
        return try JSONDecoder().decode(Grant.self, from: try JSONSerialization.data(withJSONObject: members))
    }

    /// Another process that uses the same wallet folder.
    private func anotherWallet(like wallet: AnsweringWallet) async throws -> TestPage {
        let pages = try await RPCWallet(
            wallet.wallet,
            accountId: wallet.account,
            approvals: wallet.user,
            store: FileGrantStore(file: file),
            send: { _, _ in }
        )
        return TestPage(router: try RPCRouter(pages.methods), caller: wallet.page().caller)
    }

    @Test(
        "a grant in a file: holds after the wallet was opened again, with its permissions and without its token in clear"
    )
    func reopened() async throws {
        try await withAnsweringWallet(store: FileGrantStore(file: file)) { wallet async throws in
            let parameters = ConnectParameters(
                privateDataPermission: .automatic,
                allowedPrivateData: [.assets, .notes]
            )
            let connected = try await wallet.page().connect(parameters)
            let token = try #require(connected.token)
            #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains(token))
            let page = try await anotherWallet(like: wallet)
            #expect(try await page.resume(token) == connected.session)
            #expect(connected.session.allowedPrivateData == [.assets, .notes])
        }
    }

    @Test("a grant that was revoked: stays so after the wallet was opened again")
    func revoked() async throws {
        try await withAnsweringWallet(store: FileGrantStore(file: file)) { wallet async throws in
            let token = try #require(try await wallet.page().connect().token)
            try await wallet.pages.revoke(origin: AnsweringWallet.origin)
            let page = try await anotherWallet(like: wallet)
            #expect(try await page.resume(token) == nil)
        }
    }

    @Test("a grant that another process revokes: ends with the next request, and the pages are told")
    func revokedElsewhere() async throws {
        try await withAnsweringWallet(store: FileGrantStore(file: file)) { wallet async throws in
            let page = wallet.page()
            let parameters = ConnectParameters(privateDataPermission: .automatic, allowedPrivateData: .assets)
            _ = try await page.connect(parameters)
            _ = try await page.assets(of: wallet.address)
            _ = try FileGrantStore(file: file).update { $0[AnsweringWallet.origin] = nil }
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.assets(of: wallet.address) }
            #expect(wallet.events(of: page) == [.disconnect])
            #expect(try await wallet.pages.listGrants().isEmpty)
        }
    }

    @Test("a grant that another process revokes and makes again: ends the sessions that were there before")
    func grantedAgain() async throws {
        try await withAnsweringWallet(store: FileGrantStore(file: file)) { wallet async throws in
            let (page, later) = (try await wallet.connectedPage(), wallet.page())
            let other = FileGrantStore(file: file)
            let granted = try #require(try other.load()[AnsweringWallet.origin])
            _ = try other.update { $0[AnsweringWallet.origin] = nil }
            _ = try await later.connect()
            #expect(wallet.events(of: page) == [.disconnect])
            #expect(wallet.events(of: later).isEmpty)
            await #expect(throws: RPCError.unauthorizedOrigin) { try await page.accounts() }

            var again = granted
            again.tokenDigests = []
            again.add(token: String(repeating: "0", count: 64))
            let regranted = again
            _ = try other.update { $0[AnsweringWallet.origin] = regranted }
            await #expect(throws: RPCError.unauthorizedOrigin) { try await later.accounts() }
            #expect(wallet.events(of: later) == [.disconnect])
        }
    }

    @Test("grants by two stores of one file: are both kept")
    func twoStores() async throws {
        let stores = [FileGrantStore(file: file), FileGrantStore(file: file)]
        let grant = try Self.grant()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, store) in stores.enumerated() {
                group.addTask {
                    for index in 0..<8 {
                        _ = try store.update { grants in
                            var granted = OriginGrants()
                            granted.select(grant)
                            grants["https://\(number)-\(index).example"] = granted
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for store in stores { #expect(try store.load().count == 16) }
    }

    @Test("a damaged file or one of a newer version: no wallet answers pages with it, and it stays as it is")
    func unreadable() async throws {
        for text in ["{", #"{"format": "miden-swift grants", "version": 2, "content": {}}"#] {
            try Data(text.utf8).write(to: file)
            await #expect(throws: RPCFileError.self) {
                try await withAnsweringWallet(store: FileGrantStore(file: file)) { _ in }
            }
            #expect(try Data(contentsOf: file) == Data(text.utf8))
        }
    }

    @Test("a file that is damaged while the wallet runs: pages get an internal error and nothing else")
    func damagedLater() async throws {
        try await withAnsweringWallet(store: FileGrantStore(file: file)) { wallet async throws in
            let page = wallet.page()
            let parameters = ConnectParameters(privateDataPermission: .automatic, allowedPrivateData: .assets)
            _ = try await page.connect(parameters)
            try Data("{".utf8).write(to: file)
            await #expect(throws: RPCError.internalError) { try await page.assets(of: wallet.address) }
            await #expect(throws: RPCError.internalError) { try await wallet.page().connect() }
            #expect(wallet.questions.count == 1)
        }
    }

    @Test("more origins than the limit: are refused with what to do, and a grant can still end")
    func tooManyOrigins() throws {
        let store = FileGrantStore(file: file)
        var granted = OriginGrants()
        granted.select(try Self.grant())
        _ = try store.update { grants in
            for number in 0..<FileGrantStore.mostOrigins { grants["https://\(number).example"] = granted }
        }
        let error = #expect(throws: RPCFileError.self) {
            try store.update { $0["https://one-more.example"] = granted }
        }
        #expect(error?.errorDescription?.contains("Revoke one") == true)
        #expect(try store.load().count == FileGrantStore.mostOrigins)
        #expect(try store.update { $0["https://0.example"] = nil }.count == FileGrantStore.mostOrigins - 1)
    }

    @Test("more grants of an origin than the limit: are refused")
    func tooManyGrants() throws {
        let store = FileGrantStore(file: file)
        var granted = OriginGrants()
        for number in 0..<FileGrantStore.mostGrants {
            let digits = String(number, radix: 16)
            granted.select(try Self.grant("0x" + String(repeating: "0", count: 30 - digits.count) + digits))
        }
        #expect(granted.grants.count == FileGrantStore.mostGrants)
        let full = granted
        _ = try store.update { $0["https://shop.example"] = full }
        granted.select(try Self.grant(on: .devnet))
        let more = granted
        #expect(throws: RPCFileError.self) { try store.update { $0["https://shop.example"] = more } }
        #expect(try store.load()["https://shop.example"] == full)
    }

    @Test("a grant of another network: gives nothing, and is listed")
    func otherNetwork() async throws {
        let store = FileGrantStore(file: file)
        let token = String(repeating: "0", count: 64)
        var granted = OriginGrants()
        granted.select(try Self.grant(on: .testnet))
        granted.add(token: token)
        let kept = granted
        _ = try store.update { $0[AnsweringWallet.origin] = kept }
        try await withAnsweringWallet(store: store) { wallet async throws in
            let page = wallet.page()
            await #expect(throws: RPCError.wrongNetwork(.localnet)) { try await page.resume(token) }
            await #expect(throws: RPCError.wrongNetwork(.localnet)) { try await page.accounts() }
            #expect(try await wallet.pages.listGrants() == [AnsweringWallet.origin: kept])

            let connected = try await page.connect()
            #expect(connected.session.address == wallet.address)
            #expect(connected.session.privateDataPermission == .uponRequest)
            #expect(
                try await wallet.pages.listGrants()[AnsweringWallet.origin]?.grants.map(\.network) == [
                    .localnet, .testnet,
                ]
            )
        }
    }
}
