#if WalletServer
    /// Why a request is refused before it is read.
    enum RequestRefusal: Error {
        case headersTooLarge
        case headersTooSlow
        case bodyTooLarge
        case bodyTooSlow
        case tooManyConnections

        var answer: HTTPAnswer {
            switch self {
            case .headersTooLarge: HTTPAnswer(.requestHeaderFieldsTooLarge)
            case .headersTooSlow, .bodyTooSlow: HTTPAnswer(.requestTimeout)
            case .bodyTooLarge: HTTPAnswer(.payloadTooLarge)
            case .tooManyConnections: HTTPAnswer(.serviceUnavailable)
            }
        }
    }
#endif
