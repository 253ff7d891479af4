import MidenSwiftClient
import Testing

@Suite("Tags")
struct TagTests {
    @Test("of accounts are followed anyway, and others on request")
    func follow() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let own = try await wallet.getFollowedTags()
            #expect(own.map(\.reason) == [.account(account)])
            let highest = NoteTag(rawValue: .max)
            #expect(try await wallet.followTag(highest))
            #expect(try await wallet.followTag(highest) == false)
            #expect(try await wallet.getFollowedTags() == own + [FollowedTag(tag: highest, reason: .request)])
            try await wallet.sync()
            #expect(try await wallet.unfollowTag(highest))
            #expect(try await wallet.unfollowTag(highest) == false)
            #expect(try await wallet.getFollowedTags() == own)
        }
    }
}
