import Foundation
import MidenSwiftClient
import Testing

@Suite("Addresses")
struct AccountAddressTests {
    private static let account: AccountID = "0x5401ef36815e47d14b651e8e968153"

    @Test(
        "begin with their network and are read back",
        arguments: [
            (MidenWallet.Network.mainnet, "mm1"), (.testnet, "mtst1"), (.devnet, "mdev1"), (.local, "mlcl1"),
            (.embedded, "memb1"), (.custom(rpcEndpoint: "http://127.0.0.1:57291"), "mcst1"),
        ]
    )
    func roundTrip(network: MidenWallet.Network, prefix: String) throws {
        let address = try AccountAddress(Self.account, on: network)
        #expect(address.text.hasPrefix(prefix))
        #expect("\(address)" == address.text)
        #expect(try AccountAddress(" \(address)\n", on: network) == address)
    }

    @Test("of another network, with a wrong character, or of nothing are errors that say so")
    func failures() throws {
        let address = try AccountAddress(Self.account, on: .testnet).text
        let elsewhere = #expect(throws: MidenError.self) { try AccountAddress(address, on: .mainnet) }
        #expect(elsewhere?.code == .invalidParameter)
        #expect(
            elsewhere?.localizedDescription
                == "“\(address)” is an address of another network: it begins with mtst, and those of this network with mm."
        )
        let last = address.hasSuffix("q") ? "p" : "q"
        for text in [address.dropLast() + last, "mtst1", "", "alice"] {
            let error = #expect(throws: MidenError.self) { try AccountAddress(String(text), on: .testnet) }
            #expect(error?.kind == "invalid_address")
            #expect(error?.message.contains("is not the address of an account: ") == true)
        }
    }

    @Test("are drawn as QR codes")
    func codes() throws {
        let code = QRCode(try AccountAddress(Self.account, on: .testnet).text)
        let lines = try code.lines().split(separator: "\n")
        #expect(lines.count > 10)
        #expect(Set(lines.map(\.count)).count == 1)
        #expect(String(decoding: try code.svg(), as: UTF8.self).contains("<svg"))
        #expect(try code.png().starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let error = #expect(throws: MidenError.self) { try QRCode(String(repeating: "x", count: 5000)).png() }
        #expect(error?.code == .invalidParameter)
    }
}
