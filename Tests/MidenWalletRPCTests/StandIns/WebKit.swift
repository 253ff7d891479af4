// The few types of Apple's that the library uses, as Apple declares them. A test compiles this file as the module WebKit.
@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif

/// Where a script runs.
@MainActor
open class WKContentWorld: NSObject {
    /// The world of the page's own scripts.
    open class var page: WKContentWorld { WKContentWorld() }
}

/// When a script is run.
public enum WKUserScriptInjectionTime: Int, Sendable {
    case atDocumentStart = 0
    case atDocumentEnd = 1
}

/// A script that is added to pages.
@MainActor
open class WKUserScript: NSObject {
    /// Makes a script.
    public init(
        source: String,
        injectionTime: WKUserScriptInjectionTime,
        forMainFrameOnly: Bool,
        in contentWorld: WKContentWorld
    ) {}
}

/// The origin of a frame.
@MainActor
open class WKSecurityOrigin: NSObject {
    open var `protocol`: String { "" }
    open var host: String { "" }
    open var port: Int { 0 }
}

/// A frame.
@MainActor
open class WKFrameInfo: NSObject {
    open var isMainFrame: Bool { true }
    open var securityOrigin: WKSecurityOrigin { WKSecurityOrigin() }
}

/// What a page posted.
@MainActor
open class WKScriptMessage: NSObject {
    open var body: Any { "" }
    open var frameInfo: WKFrameInfo { WKFrameInfo() }
}

/// What is added to the pages of a web view.
@MainActor
open class WKUserContentController: NSObject {
    /// Adds a script.
    open func addUserScript(_ userScript: WKUserScript) {}
    /// Adds a handler of messages.
    open func addScriptMessageHandler(
        _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply,
        contentWorld: WKContentWorld,
        name: String
    ) {}
}

/// Answers messages of pages.
@MainActor
public protocol WKScriptMessageHandlerWithReply: NSObjectProtocol {
    /// Answers a message: the reply, or the text of an error.
    func userContentController(
        _ userContentController: WKUserContentController,
        didReceive message: WKScriptMessage
    ) async -> (Any?, String?)
}

/// What a web view is made with.
@MainActor
open class WKWebViewConfiguration: NSObject {
    open var userContentController = WKUserContentController()
}

/// A web view.
@MainActor
open class WKWebView: NSObject {
    /// Makes a web view.
    public init(frame: CGRect, configuration: WKWebViewConfiguration) {}
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    /// Shows a page.
    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? { nil }
}

/// A page that is loaded.
@MainActor
open class WKNavigation: NSObject {}

/// Is told of the pages of a web view.
@MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
    /// Another page is shown.
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
    /// The process of the page ended.
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}
