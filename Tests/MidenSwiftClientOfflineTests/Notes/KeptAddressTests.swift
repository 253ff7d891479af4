import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Addresses that are kept")
struct KeptAddressTests {
    @Test("An account has one, and others that are added until they are removed")
    func kept() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let network = wallet.configuration.network
            let plain = try AccountAddress(account, on: network)
            #expect(try await wallet.getAddresses() == [plain])
            // With an interface and another length of the tag.
            let routed = try AccountAddress(plain.text + "_qq2qqmsdml4", on: network)
            #expect(try await wallet.addAddress(routed))
            #expect(try await wallet.addAddress(routed) == false)
            #expect(try await wallet.getAddresses(accountId: account) == [plain, routed])
            #expect(try await wallet.removeAddress(routed))
            #expect(try await wallet.removeAddress(routed) == false)
            #expect(try await wallet.getAddresses() == [plain])

            let stays = await #expect(throws: MidenError.self) { try await wallet.removeAddress(plain) }
            #expect(stays?.kind == "invalid_address")
            let stranger: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
            let theirs = try AccountAddress(stranger, on: network)
            let unknown = await #expect(throws: MidenError.self) { try await wallet.addAddress(theirs) }
            #expect(unknown?.kind == .unknownAccount)
            let nobody = await #expect(throws: MidenError.self) {
                _ = try await wallet.getAddresses(accountId: stranger)
            }
            #expect(nobody?.code == .lookup)
        }
    }

    @Test("An address is kept, listed with the others, and kept no longer")
    func keptAndRemoved() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await wallet.createWallet()
        let plain = try AccountAddress(account, on: wallet.configuration.network)
        let routed = try AccountAddress(plain.text + "_qq2qqmsdml4", on: wallet.configuration.network)
        #expect(try await wallet.addAddress(routed))
        #expect(try await wallet.getAddresses(accountId: account) == [plain, routed])
        #expect(try await wallet.removeAddress(routed))
        #expect(try await wallet.getAddresses() == [plain])
        try await wallet.shutdown()
    }
}
