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
            switch read.sender {
            case nil where Pairings.methods.contains(request.method): pair(request, pairing)
            case _ where !pairing.isPaired: answer(request, .failure(.unauthorizedOrigin))
            case let sender?: received(request, of: sender)
            case nil where request.method == RPCMethodName.ping: answer(request, .success(.emptyObject))
            case nil: answer(request, .failure(.unknownMethod(request.method)))
            }
        }

        private func received(_ request: RPCRequest, of sender: ExtensionRequest.Sender) {
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
                return answer(request, .success(.emptyObject))
            }
            if let page = pages[sender.page] { return call(request, of: page) }
            guard pages.count < connections.limits.pagesPerExtension else {
                let refusal = RPCResponse(id: request.id, error: .rateLimited(retryAfter: 1))
                return send(refusal.data.addressed(to: sender.page))
            }
            let page = PageConnection(origin: sender.origin, name: sender.page)
            open(page)
            call(request, of: page)
        }

        private func pair(_ request: RPCRequest, _ pairing: SocketPairing) {
            if let seconds = connections.admitRequest(of: origin) {
                return send(RPCResponse(id: request.id, error: .rateLimited(retryAfter: seconds)).data)
            }
            let (pairings, origin) = (pairing.pairings, origin)
            perform {
                await pairings.answer(request, from: origin)
            } ended: { _, answer in
                self.connections.requestEnded(of: origin)
                if let paired = answer.pairing, self.isOpen {
                    pairing.begin(paired) {
                        self.connections.eventLoop.execute { self.close(.policyViolation) }
                    }
                }
                self.send(answer.response.data)
            }
        }

        /// Answers a request of the extension itself, within its rates.
        private func answer(_ request: RPCRequest, _ outcome: Result<JSONText, RPCError>) {
            if let seconds = connections.admitRequest(of: origin) {
                return send(RPCResponse(id: request.id, error: .rateLimited(retryAfter: seconds)).data)
            }
            connections.requestEnded(of: origin)
            switch outcome {
            case .success(let result): send(RPCResponse(id: request.id, result: result).data)
            case .failure(let error): send(RPCResponse(id: request.id, error: error).data)
            }
        }
    }
#endif
