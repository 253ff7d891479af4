import Foundation

/// Where a service answers, such as `https://node.example:57291`.
struct ServiceAddress {
    /// What is there, with its article.
    let service: String
    let url: String

    /// Refuses what cannot be an address.
    func require() throws(MidenError) {
        guard let fault else {
            return
        }
        throw MidenError(
            code: .invalidParameter,
            kind: .invalidEndpoint,
            message: "“\(url)” is not the address of \(service): \(fault). It should look like https://host:port."
        )
    }

    private var fault: String? {
        guard let scheme = ["https://", "http://"].first(where: { url.lowercased().hasPrefix($0) }) else {
            return "it does not begin with http:// or https://"
        }
        var host = url.dropFirst(scheme.count)
        while host.last == "/" {
            host.removeLast()
        }
        // The colons in brackets are those of an IPv6 address.
        if host.last != "]", let colon = host.lastIndex(of: ":") {
            let port = host[host.index(after: colon)...]
            guard let number = UInt16(port), number > 0 else {
                return "“\(port)” is not a port"
            }
            host = host[..<colon]
        }
        if host.isEmpty {
            return "it names no host"
        }
        if host.contains(where: \.isWhitespace) {
            return "there is a space in it"
        }
        if host.contains("/") || host.contains("?") || host.contains("#") {
            return "there is more in it than a host and a port"
        }
        if host.contains("@") {
            return "it holds a user name"
        }
        return URLComponents(string: "\(scheme)\(host)")?.host?.isEmpty == false ? nil : "it is not a URL"
    }
}

extension MidenWallet.Configuration {
    /// Refuses addresses that cannot be a service's, so that nothing is made for them.
    func requireAddresses() throws(MidenError) {
        if case .custom(let url) = network {
            try ServiceAddress(service: "a node", url: url).require()
        }
        if case .at(let url) = noteTransport {
            try ServiceAddress(service: "a note transport", url: url).require()
        }
        switch prover {
        case .local: break
        case .remote(let url, _), .remoteWithLocalFallback(let url, _):
            try ServiceAddress(service: "a prover", url: url).require()
        }
    }
}
