#if WalletServer
    import MidenSwiftClient
    import MidenWalletRPC

    /// The user of the wallet, who is asked and answers by lines.
    actor LineUser: ApprovalHandler {
        private struct Asked: Encodable {
            let question: Int
            let asks: String
            let text: String?
            let origin: String?
            let name: String?
        }

        /// A question that the user was asked.
        private struct Open {
            let question: ApprovalQuestion
            let answers: AsyncStream<ApprovalAnswer>.Continuation
            /// What ``LineUser/approve(_:)`` answers.
            var approval: ApprovalAnswer
        }

        struct Simulated: Encodable {
            /// The question.
            let simulated: Int
            /// What the notes carry that the transaction would make, in base units. Nil if it cannot be made.
            let amounts: [String]?
        }

        /// There is no question of a number.
        struct UnknownQuestion: Error {}

        /// All questions, the first of which has the number 1.
        private var asked: [Open] = []

        func answer(_ question: ApprovalQuestion) async -> ApprovalAnswer {
            let (stream, answers) = AsyncStream.makeStream(of: ApprovalAnswer.self)
            let approval = question.digest.map { ApprovalAnswer.approveTransaction(digest: $0) } ?? .approve
            asked.append(Open(question: question, answers: answers, approval: approval))
            let number = asked.count
            let (asks, text) = Self.line(of: question.content)
            let line = Asked(question: number, asks: asks, text: text, origin: question.origin, name: question.appName)
            guard (try? printLine(line)) != nil else { return .decline }
            // A task of its own is not cancelled if the question ends: an answer that comes too late reaches the wallet.
            let answer = Task { () async -> ApprovalAnswer in
                for await answer in stream { return answer }
                return .decline
            }
            return await withTaskCancellationHandler {
                await answer.value
            } onCancel: {
                try? printLine(["ended": number])
            }
        }

        /// Approves what a question or its simulation shows. Nothing happens if it has ended.
        func approve(_ number: String) throws {
            let open = try open(number)
            open.answers.yield(open.approval)
        }

        /// Declines a question. Nothing happens if it has ended.
        func decline(_ number: String) throws {
            try open(number).answers.yield(.decline)
        }

        /// Simulates the transaction of a question. An approval is of what this shows then.
        func simulate(_ number: String) async throws -> Simulated {
            let preview = try await open(number).question.simulate()
            let index = (Int(number) ?? 0) - 1
            guard case .known(let summary) = preview.effects, let digest = preview.digest else {
                return Simulated(simulated: index + 1, amounts: nil)
            }
            asked[index].approval = .approveTransaction(digest: digest)
            return Simulated(simulated: index + 1, amounts: Self.amounts(of: summary.createdNotes))
        }

        private func open(_ number: String) throws -> Open {
            guard let number = Int(number), asked.indices.contains(number - 1) else { throw UnknownQuestion() }
            return asked[number - 1]
        }

        private static func line(of content: ApprovalQuestion.Content) -> (asks: String, text: String?) {
            switch content {
            case .unlock: ("unlock", nil)
            case .connect: ("connect", nil)
            case .assets: ("assets", nil)
            case .signPayloads: ("signPayloads", nil)
            case .signMessage(let text): ("signMessage", text)
            case .signIn(let text): ("signIn", text)
            case .send(let payment, _): ("send", payment.fungibleAssets.first.map { String($0.amount) })
            case .consume(let note, _): ("consume", note.id.hex)
            case .transaction(let page, _):
                (
                    "transaction",
                    page.isReadable ? amounts(of: page.description.createdNotes).joined(separator: " ") : nil
                )
            case .notes: ("notes", nil)
            case .importNote(let note): ("importNote", note.noteId?.hex)
            }
        }

        private static func amounts(of notes: [TransactionSummary.CreatedNote]) -> [String] {
            notes.flatMap { $0.fungibleAssets.map { String($0.amount) } }
        }
    }
#endif
