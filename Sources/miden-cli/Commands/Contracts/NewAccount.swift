import ArgumentParser
import Foundation
import MidenSwiftClient

/// `miden-cli new-account`
struct NewAccount: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create an account of components of one's own.",
        discussion: """
            Nothing goes over the network: the account's first transaction makes it known there, and pays the fee. An \
            account that should be able to receive the money for it needs the component basic-wallet as well.

            A component that decides on the account's transactions itself (@auth_script) takes the place of the key. \
            Sources (.masm) are compiled.

            --value gives a slot that a package declares its value as JSON, by the type in the package. That of a map is an \
            array of objects with key and value. What is not given has the default that the package declares.

            Example: miden-cli new-account -p counter.masp -p basic-wallet \\
                --storage-map miden::tutorials::counter
            Example: miden-cli new-account -t public -p token.masp -i storage.toml \\
                --falcon512-poseidon2
            Example: miden-cli new-account -p token.masp -p basic-wallet \\
                --value 'token::config={"symbol": "GOLD", "limit": 5}'
            """
    )
    static let doing = "Creating the account"

    /// The names of the published command.
    enum TypeChoice: String, CaseIterable, ExpressibleByArgument {
        case `private`, `public`

        var visibility: AccountVisibility { self == .public ? .public : .private }
    }

    @Option(name: [.customShort("t"), .long], help: "Who can see its state: private where not given.")
    var accountType: TypeChoice = .private

    @OptionGroup var components: AccountComponentsOption

    @OptionGroup var naming: NewAccountNameOption

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID
        @OrNull var name: String?
        let visibility: AccountVisibility
        let isDefault: Bool
        /// Why the account does not have the name it should have.
        let failure: MidenError?

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, name, visibility, isDefault
        }

        var text: String {
            let use =
                isDefault
                ? "It is the default account, the one that is meant where none is named."
                : "`miden-cli use \(accountId)` makes it the default account."
            let named = name.map { ", “\($0)”" } ?? ""
            return "Created account \(accountId)\(named): \(visibility.rawValue).\n\(use)"
        }
    }

    func input(_ reader: InputReader) async throws -> AccountComponentsOption.Input {
        try await components.input(reader)
    }

    func answer(
        from wallet: MidenWallet,
        input: AccountComponentsOption.Input,
        asking confirmation: Confirmation
    ) async throws -> Answer {
        try await naming.check(in: wallet)
        let account = try await components.create(in: wallet, from: input, visibility: accountType.visibility)
        let isDefault = try await wallet.info().defaultAccountId == account
        let failure = await naming.give(to: account, in: wallet)
        return Answer(
            accountId: account,
            name: failure == nil ? naming.name : nil,
            visibility: accountType.visibility,
            isDefault: isDefault,
            failure: failure
        )
    }
}
