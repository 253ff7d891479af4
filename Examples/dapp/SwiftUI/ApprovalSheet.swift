import MidenSwiftClient
import MidenWalletRPC
import SwiftUI

/// Asks the user about a request of a page. Show it while `ApprovalScreen.questions` has a question, with the question's id as
/// the identity of the sheet.
struct ApprovalSheet: View {
    let question: ApprovalQuestion
    /// The network of the wallet.
    let network: MidenWallet.Network
    /// Passes the answer on: `ApprovalScreen.answer(_:to:)`.
    let answer: (ApprovalAnswer) -> Void

    @State private var simulated: TransactionPreview?
    @State private var isSimulating = false
    @State private var problem: String?

    var body: some View {
        // What cannot be shown is not approved.
        if let shown = try? question.described(on: network, simulated: simulated) {
            texts(of: shown)
        } else {
            Form {
                Text("This request cannot be shown.")
                Button("Decline", role: .cancel) { answer(.decline) }
            }
        }
    }

    private func texts(of shown: QuestionDescription) -> some View {
        Form {
            Section(shown.title) {
                LabeledContent("Site", value: shown.origin ?? "The Safari extension")
                if let name = shown.appName { LabeledContent("It calls itself", value: name) }
                LabeledContent("Account", value: shown.address)
                LabeledContent("Network", value: shown.network.rawValue)
            }
            Section {
                ForEach(Array(shown.lines.enumerated()), id: \.offset) { _, line in
                    LabeledContent(line.isClaim ? "\(line.name), it claims" : line.name, value: line.text)
                }
            }
            Section {
                ForEach(shown.warnings, id: \.self) { Text(verbatim: $0).foregroundColor(.red) }
                if let problem { Text(verbatim: problem) }
            }
            Section {
                if shown.canBeSimulated {
                    Button("Simulate") { isSimulating = true }.disabled(isSimulating)
                }
                if let approval = shown.approval {
                    Button("Approve") { answer(approval) }
                }
                Button("Decline", role: .cancel) { answer(.decline) }
            }
        }
        .interactiveDismissDisabled()
        .task(id: isSimulating) {
            guard isSimulating else { return }
            do {
                simulated = try await question.simulate()
            } catch {
                problem = error.localizedDescription
            }
            isSimulating = false
        }
    }
}
