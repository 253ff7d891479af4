import ArgumentParser
import MidenSwiftClient

/// `miden-cli register --check`, and `miden-cli account --check-invitation-code` in the form of the published client.
struct CheckInvitation: WalletCommand {
    static let doing = "Asking the network"
    static let makesWallet = false

    @Argument(help: "The code.")
    var invitationCode: String

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let isUsable: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case isUsable
        }

        var text: String { "This invitation code can be used for a new account, with `miden-cli register`." }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        guard try await wallet.checkInvitation(code: invitationCode) else {
            throw MidenError(
                code: .accountOperation,
                kind: "invitation_unusable",
                message:
                    "This invitation code cannot be used: the network does not know it, or it was used for an account."
                    + " Give it exactly as you have it: capital and small letters are not the same."
            )
        }
        return Answer(isUsable: true)
    }
}
