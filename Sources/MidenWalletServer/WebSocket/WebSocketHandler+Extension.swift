#if WalletServer
    import Foundation
    import MidenWalletRPC
    import NIOCore
    import NIOWebSocket

    // The socket of a browser extension: its own requests, and those of its pages.

    extension WebSocketHandler {
        func received(_ message: Data, _ pairing: SocketPairing) {
            let read: ExtensionRequest
            do {
                read = try ExtensionRequest(reading: message)
            } catch {
                return refuse(error)
            }
            let request = read.request
            let size = message.count
            switch read.sender {
            case nil where Pairings.methods.contains(request.method): pair(request, pairing, size: size)
            case _ where !pairing.isPaired: answer(request, size: size, .failure(.unauthorizedOrigin))
            case let sender?: received(request, of: sender, size: size)
            case nil where request.method == RPCMethodName.ping: ping(request, pairing, size: size)
            case nil: answer(request, size: size, .failure(.unknownMethod(request.method)))
            }
        }

        private func received(_ request: RPCRequest, of sender: ExtensionRequest.Sender, size: Int) {
            guard PageOrigin.isAllowed(sender.origin), pages[sender.page].map({ $0.origin == sender.origin }) ?? true
            else {
                return refuse(
                    RPCRefusal(
                        id: request.id,
                        error: .invalidRequest("The sender is not a page, or has another origin")
                    )
                )
            }
            if request.method == RPCMethodName.pageClosed {
                if let page = pages[sender.page] { end(page) }
                return answer(request, size: size, .success(.emptyObject))
            }
            if let page = pages[sender.page] { return call(request, of: page, size: size) }
            guard pages.count < connections.limits.pagesPerExtension else {
                let refusal = RPCResponse(id: request.id, error: .rateLimited(retryAfter: 1))
                return send(refusal.data.addressed(to: sender.page))
            }
            let page = PageConnection(origin: sender.origin, name: sender.page)
            open(page)
            call(request, of: page, size: size)
        }

        private func pair(_ request: RPCRequest, _ pairing: SocketPairing, size: Int) {
            let key = usageKey
            if let refusal = refusal(of: request, key, size: size) { return send(refusal) }
            let (pairings, origin) = (pairing.pairings, origin)
            perform(of: key, size: size) {
                await pairings.answer(request, from: origin)
            } ended: { _, answer in
                if let paired = answer.pairing, self.isOpen {
                    pairing.begin(paired) {
                        self.connections.eventLoop.execute { self.close(.policyViolation) }
                    }
                    self.sessionChanged()
                }
                self.send(answer.response.data)
            }
        }

        /// Answers a ping, which also notices that another process revoked the pairing.
        private func ping(_ request: RPCRequest, _ pairing: SocketPairing, size: Int) {
            let key = usageKey
            if let refusal = refusal(of: request, key, size: size) { return send(refusal) }
            let pairingRefusal = pairing.refusal
            perform(of: key, size: size) {
                if let error = await pairingRefusal() { return RPCResponse(id: request.id, error: error) }
                return RPCResponse(id: request.id, result: .emptyObject)
            } ended: { _, response in
                self.send(response.data)
            }
        }

        /// Answers a request of the extension itself at once.
        private func answer(_ request: RPCRequest, size: Int, _ outcome: Result<JSONText, RPCError>) {
            let key = usageKey
            if let refusal = refusal(of: request, key, size: size) { return send(refusal) }
            connections.requestEnded(of: key, size: size)
            switch outcome {
            case .success(let result): send(RPCResponse(id: request.id, result: result).data)
            case .failure(let error): send(RPCResponse(id: request.id, error: error).data)
            }
        }
    }
#endif
