import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("Where keys come from, as a value")
struct KeySourceTests {
    private struct TalkativeSigner: MidenSigner {
        let secret = "hunter2"

        func sign(_ request: SigningRequest) async throws -> Data { Data(secret.utf8) }
    }

    @Test("No way to show a configuration shows a passphrase or what is in a signer")
    func shown() {
        let sources: [MidenWallet.KeySource] = [.passphrase("hunter2"), .signer(TalkativeSigner())]
        for (source, name) in zip(sources, ["passphrase", "signer"]) {
            let configuration = MidenWallet.Configuration(network: .devnet, keys: source)
            var dumped = ""
            dump(source, to: &dumped)
            dump(configuration, to: &dumped)
            let shown = [
                "\(source)", String(describing: source), String(reflecting: source), "\(configuration)",
                String(reflecting: configuration), "\(Optional(source) as Any)", "\([source])", dumped,
            ]
            for text in shown {
                #expect(!text.contains("hunter2"))
                #expect(text.contains(name))
            }
            #expect(Mirror(reflecting: source).children.isEmpty)
        }
    }

    @Test("The platform's key is in the data folder, and beside a keystore that has a place of its own")
    func keyFile() {
        func places(keystore: String?) -> Places {
            let configuration = MidenWallet.Configuration(
                network: .devnet,
                keystorePath: keystore,
                dataDirectory: "/data"
            )
            return Places(configuration, environment: [:])
        }
        #expect(places(keystore: nil).keyFile == "/data/keystore.key")
        #expect(places(keystore: "/keys/mine").keyFile == "/keys/mine.key")
        #expect(places(keystore: "/keys/mine//").keyFile == "/keys/mine.key", "never in the keystore itself")
    }

    @Test("Nobody has to name a source")
    func byDefault() {
        guard case .platform = MidenWallet.Configuration().keys else {
            Issue.record("the default is \(MidenWallet.Configuration().keys)")
            return
        }
    }
}
