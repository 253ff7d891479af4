import Foundation

/// The script that gives pages of a web view `window.midenWallet`: `js/webview/user-script.js`.
public struct WebViewScript: Hashable, Sendable {
    /// The name of the file.
    public static let name = "user-script.js"

    /// The text of the script. It runs before the scripts of the page.
    public let text: String

    /// Reads the script.
    ///
    /// - Parameter folder: The folder, such as `js/webview` of this package.
    /// - Throws: ``WebViewScriptError`` if it is missing or cannot be read.
    public init(from folder: URL) throws(WebViewScriptError) {
        let file = folder.appendingPathComponent(Self.name)
        do {
            text = try String(contentsOf: file, encoding: .utf8)
        } catch {
            throw WebViewScriptError(file: file, reason: error.localizedDescription)
        }
    }
}

/// The script of web views cannot be read.
public struct WebViewScriptError: LocalizedError, Hashable {
    /// The file.
    public let file: URL
    /// The system's reason.
    public let reason: String

    /// What failed.
    public var errorDescription: String? { "Cannot read the script \(file.path): \(reason)" }
}
