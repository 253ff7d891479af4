#if canImport(WebKit)
    import Foundation
    import WebKit

    /// Passes what the page of a web view posts to a ``WebViewTransport``, with the origin of its frame as WebKit states it.
    ///
    /// ```swift
    /// let handler = WebViewMessageHandler(transport)
    /// handler.install(try WebViewScript(from: folder), in: configuration.userContentController)
    /// ```
    ///
    /// The navigation delegate of the web view tells it of each page that is shown: `handler.pageChanged()` in
    /// `webView(_:didCommit:)`, and in `webViewWebContentProcessDidTerminate(_:)`.
    @MainActor
    public final class WebViewMessageHandler: NSObject, WKScriptMessageHandlerWithReply {
        /// The name of the handler, which the user script posts to.
        public static let name = "midenWallet"

        private let transport: WebViewTransport

        /// Makes the handler of a web view.
        ///
        /// - Parameter transport: The connection of its page.
        public init(_ transport: WebViewTransport) {
            self.transport = transport
        }

        /// Adds the handler and the user script to a web view, for the page itself and not for frames in it.
        ///
        /// - Parameters:
        ///   - script: The user script.
        ///   - controller: The controller of the web view's configuration.
        public func install(_ script: WebViewScript, in controller: WKUserContentController) {
            let userScript = WKUserScript(
                source: script.text,
                injectionTime: .atDocumentStart,
                forMainFrameOnly: true,
                in: .page
            )
            controller.addUserScript(userScript)
            controller.addScriptMessageHandler(self, contentWorld: .page, name: Self.name)
        }

        /// The web view shows another page: the connection of the one before ends.
        public func pageChanged() {
            Task { await transport.end() }
        }

        /// Answers what a page posted.
        ///
        /// - Parameters:
        ///   - controller: The controller of the web view.
        ///   - message: What it posted.
        /// - Returns: The reply. There are no errors: a page without a connection gets nil.
        public func userContentController(
            _ controller: WKUserContentController,
            didReceive message: WKScriptMessage
        ) async -> (Any?, String?) {
            guard let posted = WebViewMessage(body: message.body) else { return (nil, nil) }
            let origin = message.frameInfo.securityOrigin
            let frame = WebViewFrame(
                isMainFrame: message.frameInfo.isMainFrame,
                scheme: origin.`protocol`,
                host: origin.host,
                port: origin.port
            )
            return (await transport.reply(to: posted, from: frame), nil)
        }
    }
#endif
