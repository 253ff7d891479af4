import ArgumentParser
import MidenSwiftClient

/// `miden-cli address`
struct Address: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the address of an account, or the account of an address; or keep further ones.",
        usage: """
            miden-cli address [<account>] [<options>]
            miden-cli address list [<account>] [<options>]
            miden-cli address encode <account> [<options>]
            miden-cli address add <account> <address> [<options>]
            miden-cli address remove <account> <address> [<options>]
            """,
        discussion: """
            An address is what somebody is given to pay to. It says the network, and a mistyped one is noticed. Without \
            an argument the addresses of the wallet's accounts are listed. `miden-cli receive` shows one as a QR code.

            list and encode are the published client's words for the same. The addresses made here have no interface and no \
            length of a tag in them. One that has, made elsewhere for an account of this wallet, is kept with add: syncs find \
            the notes of its tag then, and it is listed. remove ends that; the account's address made here stays.

            Example: miden-cli address
            Example: miden-cli address 0x5401ef36815e47d14b651e8e968153
            Example: miden-cli address mtst1ap2qrmeks90y052tv50ga95p2v9h48yj
            Example: miden-cli address list Savings
            Example: miden-cli address encode 0x5401ef36815e47d14b651e8e968153
            Example: miden-cli address add Savings \\
                mtst1ap2qrmeks90y052tv50ga95p2v9h48yj_qq2qqmsdml4
            """
    )
    static let doing = "Reading the accounts"
    static let makesWallet = false
    var onlyReads: Bool { action != .add && action != .remove }

    @Argument(help: ArgumentHelp("Any account, by its id, address or name.", valueName: "account"))
    var words: [String] = []

    @OptionGroup var global: GlobalOptions

    /// The words of the published command.
    private enum Action: String {
        case list, encode, add, remove
    }

    private var action: Action? { words.first.flatMap(Action.init(rawValue:)) }

    private var account: String? { words.dropFirst(action == nil ? 0 : 1).first }

    func validate() throws {
        switch action {
        case .add, .remove:
            guard words.count == 3 else {
                throw ValidationError(
                    "Name the account and the address: miden-cli address \(words[0]) <account> <address>."
                )
            }
        case .encode where words.count == 1:
            throw ValidationError("Name the account: miden-cli address encode <account>.")
        case .encode where words.count > 2:
            throw ValidationError(
                "The addresses made here have no interface and no length of a tag in them:"
                    + " miden-cli address encode \(words[1])."
            )
        case .encode:
            break
        case .list, nil:
            guard words.count <= (action == nil ? 1 : 2) else {
                throw ValidationError("Name one account, or none.")
            }
        }
    }

    struct Answer: CommandAnswer {
        struct Entry: AnswerPart {
            let accountId: AccountID
            let address: String

            enum CodingKeys: CodingKey, CaseIterable {
                case accountId, address
            }
        }

        /// Whether add or remove changed anything.
        @OrNull var changed: Bool?
        let addresses: [Entry]

        enum CodingKeys: CodingKey, CaseIterable {
            case changed, addresses
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.addresses: Entry.self]

        var text: String {
            guard !addresses.isEmpty else {
                return "This wallet has no account yet: make one with `miden-cli new-wallet`."
            }
            let change = changed.map { $0 ? "" : "Nothing changed.\n" } ?? ""
            return change
                + Table(
                    columns: [.left("ACCOUNT"), .left("ADDRESS")],
                    rows: addresses.map { [$0.accountId.hex, $0.address] }
                ).text
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        guard let account else {
            return Answer(try await wallet.getAddresses())
        }
        let id = try await AccountID(named: account, in: wallet)
        switch action {
        case .add, .remove:
            let address = try Self.address(words[2], of: id, on: wallet.configuration.network)
            let changed =
                action == .add ? try await wallet.addAddress(address) : try await wallet.removeAddress(address)
            return Answer(try await wallet.getAddresses(accountId: id), changed: changed)
        case .list:
            let isOwn = try await wallet.getAccounts().contains { $0.id == id }
            if isOwn {
                return Answer(try await wallet.getAddresses(accountId: id))
            }
        case .encode, nil:
            break
        }
        return Answer([try AccountAddress(id, on: wallet.configuration.network)])
    }

    /// Reads an address, which has to be the account's: a mistake in one of the two is noticed.
    private static func address(
        _ text: String,
        of account: AccountID,
        on network: MidenWallet.Network
    ) throws -> AccountAddress {
        let address = try AccountAddress(text, on: network)
        guard address.accountId == account else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidAddress,
                message: "“\(text)” is not an address of account \(account), but of \(address.accountId)."
            )
        }
        return address
    }
}

extension Address.Answer {
    fileprivate init(_ addresses: [AccountAddress], changed: Bool? = nil) {
        self.init(changed: changed, addresses: addresses.map { Entry(accountId: $0.accountId, address: $0.text) })
    }
}
