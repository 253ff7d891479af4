import Testing

@Suite("Tags", .timeLimit(.minutes(5)))
struct TagTests {
    @Test("of accounts are listed, and others can be added and removed")
    func tags() async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.check("tags") == "No tags: this wallet has no account yet.\n")
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        let own = try await sandbox.answer("tags")["tags"]
        #expect(own.count == 1 && own[0]["account_id"].text == account && own[0]["reason"].text == "account")
        let tag = try #require(own[0]["tag"].number)

        let added = try await sandbox.answer("tags", "--add", "7")
        #expect(added["changed"].bool == true)
        #expect(added["tags"].list.compactMap { $0["tag"].number } == [7, tag])
        #expect(added["tags"][0]["reason"].text == "request" && added["tags"][0]["account_id"].isNull)
        #expect(try await sandbox.answer("tags", "--add", "7")["changed"].bool == false)

        #expect(try await sandbox.answer("tags", "--remove", "\(tag)")["changed"].bool == false)
        #expect(try await sandbox.answer("tags", "--remove", "7")["changed"].bool == true)
        let left = try await sandbox.check("tags")
        #expect(left.contains("\(tag)  account \(account)") && !left.contains("request"))
    }

    @Test("are numbers of 32 bits, and one thing is done at a time")
    func refused() async throws {
        let sandbox = try Sandbox()
        for arguments in ["--add=4294967296", "--add=-1", "--remove=tag", "--add 1 --remove 1"] {
            let refused = try await sandbox.start(["tags"] + arguments.split(separator: " ").map(String.init)).outcome()
            #expect(refused.status == 64 && refused.output.isEmpty, "\(arguments)")
        }
    }
}
