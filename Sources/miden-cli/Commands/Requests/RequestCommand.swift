import ArgumentParser

/// `miden-cli request`
struct RequestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: "Ask another wallet to act, answer such a request, and verify the receipt.",
        discussion: """
            The requester creates a request and hands over its link. The wallet shows what the link asks for, approves or \
            declines it, and writes a receipt, which only the requester can read. The requester verifies it. A request is \
            executed once, however often its link is opened.

            Write the link to a file, and give it to a command as its standard input: a link among the arguments is in the \
            list of processes, where others see it.

            Example: miden-cli request create connectWallet --name Shop --field link > link
            Example: miden-cli request show - < link
            Example: miden-cli request approve - --yes --receipt receipt < link
            Example: miden-cli request receipt 41c9ebbcfea9a373b774b8eeab4320af --receipt receipt
            """,
        subcommands: [
            CreateRequest.self, ShowRequest.self, ApproveRequest.self, DeclineRequest.self, ResumeRequests.self,
            VerifyReceipt.self, ListRequests.self, DeleteRequest.self,
        ]
    )
}
