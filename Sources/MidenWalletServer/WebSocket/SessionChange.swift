#if WalletServer
    import MidenWalletRPC
    import NIOWebSocket

    /// What answers tell about the session of a page.
    enum SessionChange {
        /// Whether a page has a session after an answer, nil if the answer does not change that.
        static func hasSession(after response: RPCResponse, to method: String) -> Bool? {
            guard case .success(let result) = response.outcome else { return nil }
            switch method {
            case RPCMethodName.connect: return true
            case RPCMethodName.resumeSession:
                // Without one the session stays as it was.
                return (try? result.decoded(as: ResumeSessionResult.self))?.session == nil ? nil : true
            case RPCMethodName.disconnect: return false
            default: return nil
            }
        }
    }

    extension WebSocketErrorCode {
        /// There is no room at the moment.
        static let tryAgainLater = WebSocketErrorCode(codeNumber: 1013)
    }
#endif
