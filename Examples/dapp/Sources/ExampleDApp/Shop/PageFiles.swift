import Foundation

/// The files of the page.
enum PageFiles {
    private static let types = [
        "index.html": "text/html; charset=utf-8", "style.css": "text/css; charset=utf-8",
        "shop.js": "text/javascript; charset=utf-8",
    ]

    /// Reads them. The page may load scripts from the shop and from the wallet of this computer only.
    static func read(from folder: URL, walletOrigin: String) throws -> [String: HTTPAnswer] {
        let socket = walletOrigin.replacingOccurrences(of: "http://", with: "ws://")
        let policy = [
            "default-src 'none'", "script-src 'self' \(walletOrigin)", "style-src 'self'", "img-src 'self' data:",
            "connect-src 'self' \(socket)", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        var files: [String: HTTPAnswer] = [:]
        for (name, type) in types {
            let body = try Data(contentsOf: folder.appendingPathComponent(name))
            let headers = [("Content-Security-Policy", policy.joined(separator: "; ")), ("Cache-Control", "no-cache")]
            files["/\(name)"] = HTTPAnswer(.ok, type: type, headers: headers, body: body)
        }
        files["/"] = files["/index.html"]
        return files
    }
}
