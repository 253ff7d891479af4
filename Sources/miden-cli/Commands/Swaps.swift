import ArgumentParser
import MidenSwiftClient

/// `miden-cli swaps`
struct Swaps: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the swaps that are open: your own, and those of others that the wallet has seen.",
        discussion: """
            Shows what the wallet knows since its last sync. Of a swap that was filled in part, the note is the one with \
            what is left.

            Example: miden-cli swaps
            Example: miden-cli swaps --field note_id
            """
    )
    static let doing = "Reading the swaps"
    static let makesWallet = false
    var onlyReads: Bool { true }

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        struct Entry: AnswerPart {
            let noteId: NoteID
            @OrNull var sender: AccountID?
            let noteType: NoteType
            let state: InputNote.State
            @OrNull var ownAccountId: AccountID?
            let terms: SwapTermsAnswer

            enum CodingKeys: CodingKey, CaseIterable {
                case noteId, sender, noteType, state, ownAccountId, terms
            }

            static let parts: [CodingKeys: any AnswerPart.Type] = [.terms: SwapTermsAnswer.self]
        }

        let swaps: [Entry]

        enum CodingKeys: CodingKey, CaseIterable {
            case swaps
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.swaps: Entry.self]

        var text: String {
            guard !swaps.isEmpty else {
                return "There are no open swaps. `miden-cli swap` and `miden-cli pswap create` offer one."
            }
            return Table(
                columns: [.left("OFFERS"), .left("FOR"), .left("KIND"), .left("OF"), .left("STATE"), .left("NOTE")],
                rows: swaps.map { swap in
                    [
                        swap.terms.offers, swap.terms.wants, swap.terms.isPartial ? "partial" : "whole",
                        swap.ownAccountId?.hex ?? "somebody else", swap.state.rawValue, swap.noteId.hex,
                    ]
                }
            ).text
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        Answer(
            swaps: try await wallet.getSwaps().map { swap in
                Answer.Entry(
                    noteId: swap.id,
                    sender: swap.sender,
                    noteType: swap.noteType,
                    state: swap.state,
                    ownAccountId: swap.ownAccountId,
                    terms: SwapTermsAnswer(swap.terms)
                )
            }
        )
    }
}
