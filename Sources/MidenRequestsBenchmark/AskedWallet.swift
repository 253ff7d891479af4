import Foundation
import MidenBenchmarkWorkloads
import MidenRequests
import MidenSwiftClient

/// A wallet that is asked, with a folder of requests. Several folders may belong to one wallet, and differ in nothing else.
struct AskedWallet: Sendable {
    private let wallet: MidenWallet
    private let account: AccountID
    private let faucet: AccountID
    private let folder: URL
    private let requests: RequestWallet
    private let requester: Requester
    /// An account that is not in the wallet.
    private let recipient: AccountID

    /// Begins an empty folder.
    ///
    /// - Throws: `MidenError`; ``Pair/Failure`` if the account holds nothing.
    init(_ workload: WorkloadWallet, folder: URL) async throws {
        wallet = workload.wallet
        account = workload.account
        guard let held = try await wallet.getBalance(accountId: account).fungibleAssets.first else {
            throw Pair.Failure("the account that pays holds nothing")
        }
        faucet = held.faucetId
        recipient = try AccountID("0x550559ffb22381117072d0749fccd2")
        self.folder = folder
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        requests = try RequestWallet(wallet, folder: folder)
        requester = try Requester()
    }

    /// Receives requests and declines them, which makes no transaction.
    func fill(_ count: Int) async throws {
        for _ in 0..<count {
            let question = try await requests.question(for: requester.link(.connectWallet), accountID: account)
            try require(await requests.decline(question), is: .cancelled)
        }
    }

    /// Asks about a payment that is not decided.
    func show() async throws -> Duration {
        let link = try paymentLink()
        return try await duration { _ = try await question(for: link) }
    }

    /// Opens the folder and goes on with what is open, of which there is nothing.
    func start() async throws -> Duration {
        try await duration {
            let requests = try RequestWallet(wallet, folder: folder)
            guard try await requests.resume().isEmpty else {
                throw Pair.Failure("a request is open that should be decided")
            }
        }
    }

    /// Approves a payment that was asked about, until it is in a block and has its last receipt.
    func approve() async throws -> Duration {
        let question = try await question(for: paymentLink())
        return try await duration { try require(await requests.approve(question), is: .succeeded) }
    }

    /// The same with the question before it, as the command does it.
    func showAndApprove() async throws -> Duration {
        let link = try paymentLink()
        return try await duration {
            let question = try await question(for: link)
            try require(await requests.approve(question), is: .succeeded)
        }
    }

    /// Makes the same payment as the command `send` does, with a reference, until it is in a block.
    func send() async throws -> Duration {
        let reference = UUID().uuidString
        let payments = [Payment(to: recipient, faucetId: faucet, amount: 1)]
        return try await duration {
            _ = try await wallet.preview(.send(payments), accountId: account)
            let sent = try await wallet.send(from: account, payments: payments, reference: reference)
            try await wallet.sync()
            try await wallet.wait(for: sent.transactionId)
        }
    }

    private func paymentLink() throws -> String {
        try requester.link(.sendCoin([RequestedPayment(to: recipient, faucetID: faucet, baseUnits: 1)]))
    }

    private func question(for link: String) async throws -> RequestQuestion {
        let question = try await requests.question(for: link, accountID: account)
        guard question.canBeApproved, question.record == nil else {
            throw Pair.Failure("a payment cannot be approved: \(question.warnings)")
        }
        return question
    }

    private func require(_ record: RequestRecord, is status: RequestStatus) throws {
        guard record.status == status else {
            throw Pair.Failure("a request is \(record.status.rawValue), and not \(status.rawValue)")
        }
    }
}
