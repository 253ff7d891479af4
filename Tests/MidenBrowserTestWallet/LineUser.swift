#if WalletServer
    import MidenWalletRPC

    /// The user of the wallet, who is asked and answers by lines.
    actor LineUser: ApprovalHandler {
        private struct Asked: Encodable {
            let question: Int
            let asks: String
            let text: String?
            let origin: String?
        }

        /// Of each question, the first of which has the number 1.
        private var answers: [AsyncStream<ApprovalAnswer>.Continuation] = []

        func answer(_ question: ApprovalQuestion) async -> ApprovalAnswer {
            let (stream, continuation) = AsyncStream.makeStream(of: ApprovalAnswer.self)
            answers.append(continuation)
            let (asks, text) = Self.line(of: question.content)
            let asked = Asked(question: answers.count, asks: asks, text: text, origin: question.origin)
            guard (try? printLine(asked)) != nil else { return .decline }
            for await answer in stream { return answer }
            // The question ended before it was answered.
            return .decline
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
            case .send: ("send", nil)
            case .consume: ("consume", nil)
            }
        }
    }
#endif
