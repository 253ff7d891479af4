import ArgumentParser
import MidenSwiftClient

/// `miden-cli sync`
struct Sync: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Catch up with the chain: new notes, and what has become of transactions.",
        discussion: "Example: miden-cli sync --network testnet"
    )
    static let doing = "Catching up with the chain"

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let syncHeight: UInt32
        let consumableNoteCount: Int

        enum CodingKeys: CodingKey, CaseIterable {
            case syncHeight, consumableNoteCount
        }

        var text: String {
            let synced = "Synced to block \(syncHeight)."
            guard consumableNoteCount > 0 else {
                return "\(synced) No notes wait to be consumed."
            }
            let wait = consumableNoteCount == 1 ? "waits" : "wait"
            return "\(synced) \(consumableNoteCount.counted("note")) \(wait) to be consumed."
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let height = try await wallet.sync()
        return Answer(
            syncHeight: height,
            consumableNoteCount: try await wallet.getInputNotes().consumableNotes.count
        )
    }
}
