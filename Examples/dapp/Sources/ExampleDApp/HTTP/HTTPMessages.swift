import Foundation
import NIOHTTP1

/// A request of a browser.
struct HTTPRequest: Sendable {
    let method: HTTPMethod
    /// Without what follows a question mark.
    let path: String
    let headers: HTTPHeaders
    let body: Data

    /// The value of a cookie.
    func cookie(_ name: String) -> String? {
        for pair in headers[canonicalForm: "Cookie"].flatMap({ $0.split(separator: ";") }) {
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2, parts[0] == name { return parts[1] }
        }
        return nil
    }
}

/// What it is answered.
struct HTTPAnswer: Sendable {
    let status: HTTPResponseStatus
    var headers: [(String, String)]
    let body: Data

    init(_ status: HTTPResponseStatus, type: String, headers: [(String, String)] = [], body: Data) {
        self.status = status
        self.headers = [("Content-Type", type), ("X-Content-Type-Options", "nosniff")] + headers
        self.body = body
    }

    /// An answer in JSON, which no cache keeps.
    init(_ status: HTTPResponseStatus = .ok, json value: some Encodable, headers: [(String, String)] = []) throws {
        let body = try JSONEncoder().encode(value)
        self.init(status, type: "application/json", headers: [("Cache-Control", "no-store")] + headers, body: body)
    }
}

/// Why a request is refused, as the page shows it.
struct Refusal: Error, Encodable {
    let status: HTTPResponseStatus
    let error: String

    init(_ status: HTTPResponseStatus, _ error: String) {
        self.status = status
        self.error = error
    }

    private enum CodingKeys: CodingKey {
        case error
    }
}
