#if WalletServer
    import Foundation
    import MidenTestSupport
    import MidenWalletRPC

    /// A message that is read as whatever it could be, and answered by the router.
    struct MessageInput: FuzzInput {
        let bytes: Data
        /// The number of the page that sends it.
        private let page: Int
        /// What else happens to the page before.
        private let event: Event

        private enum Event: Sendable {
            case none, connectionCloses, isRevoked
        }

        init(_ corpus: Corpus, using random: inout SeededGenerator) {
            bytes = Data(corpus.message(using: &random))
            page = random.below(FuzzTarget.origins.count)
            event =
                switch random.below(200) {
                case 0: .connectionCloses
                case 1: .isRevoked
                default: .none
                }
        }

        func run(on target: FuzzTarget) async throws {
            switch event {
            case .none: break
            case .connectionCloses: await target.pages.connectionClosed(target.connections[page])
            case .isRevoked: try await target.pages.revoke(origin: FuzzTarget.origins[page])
            }
            try checkWalletMessage()
            try await checkAnswer(of: target)
            try await checkSafariAnswer(of: target)
        }

        private func checkWalletMessage() throws {
            let message: WalletMessage
            do {
                message = try WalletMessage(reading: bytes)
            } catch {
                guard error is RPCRefusal else { throw error }
                return
            }
            let written =
                switch message {
                case .response(let response): response.data
                case .event(let event): event.data
                }
            try require(written.count > JSONText.largestSize || (try? WalletMessage(reading: written)) == message) {
                "a message of a wallet is not the same after it was written and read"
            }
        }

        private func checkAnswer(of target: FuzzTarget) async throws {
            let caller = RPCCaller.page(origin: FuzzTarget.origins[page], connection: target.connections[page])
            let response = await target.router.answer(bytes, from: caller)
            guard let response else { throw Fuzz.Failure(description: "the router gives no answer") }
            let written = response.data
            try require((try? WalletMessage(reading: written)) == WalletMessage.response(response)) {
                "the answer is not the same after it was written and read"
            }
            do {
                let request = try RPCRequest(reading: bytes)
                try require(response.id == request.id) { "the answer has another id" }
                let copy = request.data
                try require(copy.count > JSONText.largestSize || (try? RPCRequest(reading: copy)) == request) {
                    "a request is not the same after it was written and read"
                }
            } catch let refusal as RPCRefusal {
                try require(response == refusal.response) { "the answer is not that of a message that cannot be read" }
            }
            try target.check(response)
        }

        private func checkSafariAnswer(of target: FuzzTarget) async throws {
            // Safari has read the message.
            guard (try? JSONText(bytes)) != nil,
                let message = try? JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)
            else { return }
            let request = SafariRequest(message: message)
            let answer = await target.router.answer(request)
            guard let answer else { throw Fuzz.Failure(description: "the router gives the extension no answer") }
            try require(JSONSerialization.isValidJSONObject(answer.message)) {
                "the answer to the extension cannot be written"
            }
        }

        private func require(_ condition: Bool, _ rule: () -> String) throws {
            guard condition else { throw Fuzz.Failure(description: rule()) }
        }
    }
#endif
