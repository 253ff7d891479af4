#if WalletServer
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

        /// Of each question, the first of which has the number 1.
        private var answers: [AsyncStream<ApprovalAnswer>.Continuation] = []
        /// Of each question, how it is approved.
        private var approvals: [ApprovalAnswer] = []

        func answer(_ question: ApprovalQuestion) async -> ApprovalAnswer {
            let (stream, continuation) = AsyncStream.makeStream(of: ApprovalAnswer.self)
            answers.append(continuation)
            approvals.append(question.digest.map { .approveTransaction(digest: $0) } ?? .approve)
            let (asks, text) = Self.line(of: question.content)
            let asked = Asked(
                question: answers.count,
                asks: asks,
                text: text,
                origin: question.origin,
                name: question.appName
            )
            guard (try? printLine(asked)) != nil else { return .decline }
            for await answer in stream { return answer }
            // The question ended before it was answered.
            return .decline
        }

        /// Approves what a question shows. Nothing happens if it has ended.
        func approve(_ number: String) {
            guard let index = Int(number), approvals.indices.contains(index - 1) else { return }
            answer(number, with: approvals[index - 1])
        }

        /// Answers a question. Nothing happens if it has ended.
        func answer(_ number: String, with answer: ApprovalAnswer) {
            guard let number = Int(number), answers.indices.contains(number - 1) else { return }
            answers[number - 1].yield(answer)
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
            case .transaction: ("transaction", nil)
            case .notes: ("notes", nil)
            case .importNote: ("importNote", nil)
            }
        }
    }
#endif
