import MidenWalletRPC
import SwiftUI
import WebKit

/// Shows a page that finds the wallet at `window.midenWallet`.
struct DAppBrowser: UIViewRepresentable {
    let url: URL
    /// The connection of this browser's page. Send the events of the wallet to it: `WebViewTransport.send(_:to:)`.
    let transport: WebViewTransport
    /// `user-script.js` of `js/webview`, which the app has among its resources.
    let script: WebViewScript

    func makeCoordinator() -> Coordinator { Coordinator(transport) }

    func makeUIView(context: Context) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        context.coordinator.handler.install(script, in: configuration.userContentController)
        let view = WKWebView(frame: .zero, configuration: configuration)
        view.navigationDelegate = context.coordinator
        view.load(URLRequest(url: url))
        return view
    }

    func updateUIView(_ view: WKWebView, context: Context) {}

    /// The browser was closed: the page's session and its questions end.
    static func dismantleUIView(_ view: WKWebView, coordinator: Coordinator) {
        coordinator.handler.pageChanged()
    }

    /// Tells the wallet when the page is another one.
    @MainActor
    final class Coordinator: NSObject, WKNavigationDelegate {
        let handler: WebViewMessageHandler

        init(_ transport: WebViewTransport) {
            handler = WebViewMessageHandler(transport)
        }

        func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
            handler.pageChanged()
        }

        func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
            handler.pageChanged()
        }
    }
}
