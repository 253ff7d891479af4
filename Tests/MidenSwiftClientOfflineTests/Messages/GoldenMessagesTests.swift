import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("Golden messages, which the Rust side reads and writes as well")
struct GoldenMessagesTests {
    /// Which type a golden file shows.
    private static let types: [String: any (Codable & Sendable).Type] = [
        "configurations/custom": ConfigurationMessage.self,
        "configurations/embedded": ConfigurationMessage.self,
        "configurations/testnet": ConfigurationMessage.self,
        "events/log": LogEvent.self,
        "replies/consume_notes": ConsumeNotesReply.self,
        "replies/create_wallet": AccountIDReply.self,
        "replies/get_accounts": GetAccountsReply.self,
        "replies/get_balance": GetBalanceReply.self,
        "replies/get_input_notes": GetInputNotesReply.self,
        "replies/get_transaction": GetTransactionReply.self,
        "replies/import_account": AccountIDReply.self,
        "replies/info": InfoReply.self,
        "replies/mint": MintReply.self,
        "replies/set_default_account": AccountIDReply.self,
        "replies/send": SendReply.self,
        "replies/sync": SyncReply.self,
        "replies/test_connection": TestConnectionReply.self,
        "requests/consume_notes": ConsumeNotesRequest.self,
        "requests/create_wallet": CreateWalletRequest.self,
        "requests/get_balance": GetBalanceRequest.self,
        "requests/get_input_notes": GetInputNotesRequest.self,
        "requests/get_transaction": GetTransactionRequest.self,
        "requests/import_account": ImportAccountRequest.self,
        "requests/mint": MintRequest.self,
        "requests/send": SendRequest.self,
        "requests/set_default_account": SetDefaultAccountRequest.self,
    ]

    private static let account: AccountID = "0x8a7c2f6b1d3e4f501122334455667a"
    private static let otherAccount: AccountID = "0x1b2c3d4e5f60718293a4b5c6d7e8f0"
    private static let faucet: AccountID = "0x2c3d4e5f60718293a4b5c6d7e8f091"
    private static let note: NoteID = "0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415"
    private static let transaction: TransactionID =
        "0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243"

    /// What Swift sends, made as the wallet makes it.
    private static let requests: [String: any Request] = [
        "consume_notes": ConsumeNotesRequest(accountId: account, noteIds: [note]),
        "create_wallet": CreateWalletRequest(seed: Array(0..<32), scheme: .ecdsaK256Keccak, visibility: .public),
        "get_balance": GetBalanceRequest(accountId: account),
        "get_input_notes": GetInputNotesRequest(accountId: account),
        "get_transaction": GetTransactionRequest(transactionId: transaction),
        "import_account": ImportAccountRequest(file: Array(0..<8)),
        "mint": MintRequest(accountId: account, token: "MIDEN", amount: 1_000_000, noteType: .public),
        "send": SendRequest(
            accountId: account,
            recipientId: otherAccount,
            faucetId: faucet,
            amount: .max,
            noteType: .private
        ),
        "set_default_account": SetDefaultAccountRequest(accountId: account),
    ]

    @Test("There is a type for every file and a file for every type")
    func nothingIsLeftOut() throws {
        let files = try PackageFiles.goldenMessages().keys.filter { !$0.hasPrefix("errors/") }
        #expect(Set(files) == Set(Self.types.keys))
        let requests = Self.types.keys.filter { $0.hasPrefix("requests/") }
        #expect(Set(requests) == Set(Self.requests.keys.map { "requests/" + $0 }))
    }

    @Test("What is read and written back means the same", arguments: types.keys.sorted())
    func roundTrip(name: String) throws {
        let golden = try PackageFiles.goldenMessage(name)
        let type = try #require(Self.types[name])
        let message = try Wire.decode(type, from: golden)
        #expect(try JSONTree(Wire.encode(message)) == JSONTree(golden))
    }

    @Test("Every error of the Rust side arrives with its code, its sentence and all else it has to say")
    func errors() throws {
        let files = try PackageFiles.goldenMessages().keys.filter { $0.hasPrefix("errors/") }
        #expect(files.count >= 50)
        var codes: Set<MidenError.Code> = []
        for name in files {
            let golden = try PackageFiles.goldenMessage(name)
            let message = try Wire.decode(ErrorMessage.self, from: golden)
            #expect(try JSONTree(Wire.encode(message)) == JSONTree(golden))
            let error = MidenError(code: message.code, bytes: golden)
            #expect("errors/\(error.kind)" == name)
            #expect(error.code.rawValue == message.code)
            #expect(error.localizedDescription == message.message)
            #expect(error.causes == message.causes)
            #expect(error.isRetryable == message.retryable)
            #expect(error.transactionId?.hex == message.transactionId)
            codes.insert(error.code)
        }
        #expect(codes == Set(MidenError.Code.allCases))
    }

    @Test("Requests made by the wallet mean what the golden ones mean", arguments: requests.keys.sorted())
    func requestsAsMade(name: String) throws {
        let request = try #require(Self.requests[name])
        #expect(try JSONTree(request.payload()) == JSONTree(PackageFiles.goldenMessage("requests/" + name)))
    }

    @Test("Operations that need no payload send no bytes")
    func bareRequests() throws {
        let requests: [any Request] = [
            PingRequest(), InfoRequest(), SyncRequest(), TestConnectionRequest(), GetAccountsRequest(),
        ]
        for request in requests {
            #expect(try request.payload().isEmpty)
        }
    }

    @Test("A field that is not set is left out")
    func absentFields() throws {
        #expect(try JSONTree(GetInputNotesRequest(accountId: nil).payload()) == .object([:]))
        let request = CreateWalletRequest(seed: nil, scheme: .falcon512Poseidon2, visibility: .private)
        #expect(
            try JSONTree(request.payload())
                == .object(["scheme": .text("falcon512_poseidon2"), "visibility": .text("private")])
        )
    }

    @Test("Configurations made by the wallet mean what the golden ones mean")
    func configurationsAsMade() throws {
        let embedded = MidenWallet.EmbeddedOptions(
            proofs: .dummy,
            verificationBaseFee: 500,
            nodeVersion: "0.18.2",
            submissionDelay: .milliseconds(250),
            syncDelay: .seconds(5)
        )
        let networks: [String: (MidenWallet.Network, proverThreads: Int)] = [
            "testnet": (.testnet, 0),
            "custom": (.custom(rpcEndpoint: "http://127.0.0.1:57291"), 2),
            "embedded": (.embedded(embedded), 2),
        ]
        for (name, (network, proverThreads)) in networks {
            var configuration = MidenWallet.Configuration(
                network: network,
                dataDirectory: "/data",
                proverThreads: proverThreads
            )
            if name == "custom" {
                configuration.storePath = "/data/custom/store.sqlite3"
                configuration.keystorePath = "/data/custom/keystore"
            }
            let message = ConfigurationMessage(configuration, places: Places(configuration, environment: [:]))
            let golden = try PackageFiles.goldenMessage("configurations/" + name)
            #expect(try JSONTree(Wire.encode(message)) == JSONTree(golden))
        }
    }
}
