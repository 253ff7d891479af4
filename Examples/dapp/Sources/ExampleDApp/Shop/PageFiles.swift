import Foundation
import MidenWalletServer

/// The files of the page.
enum PageFiles {
    private static let script = "text/javascript; charset=utf-8"
    private static let types = [
        "index.html": "text/html; charset=utf-8", "style.css": "text/css; charset=utf-8", "shop.js": script,
    ]

    /// Reads them, and adds the shop's own copy of the module that speaks to the wallet. The page may load scripts from
    /// the shop only: a script from the port of the wallet would be code of whatever program has that port.
    static func read(from folder: URL, walletOrigin: String) throws -> [String: HTTPAnswer] {
        let socket = walletOrigin.replacingOccurrences(of: "http://", with: "ws://")
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
            "connect-src 'self' \(socket)", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        let headers = [("Content-Security-Policy", policy.joined(separator: "; ")), ("Cache-Control", "no-cache")]
        var files: [String: HTTPAnswer] = [:]
        for (name, type) in types {
            let body = try Data(contentsOf: folder.appendingPathComponent(name))
            files["/\(name)"] = HTTPAnswer(.ok, type: type, headers: headers, body: body)
        }
        for (name, body) in WalletModules.bundled {
            files["/miden-wallet/\(name)"] = HTTPAnswer(.ok, type: script, headers: headers, body: body)
        }
        files["/"] = files["/index.html"]
        return files
    }
}
