#if canImport(SafariServices)
    import Foundation
    import SafariServices

    extension NSExtensionContext: SafariRequestContext {
        /// The message of the extension, as Safari delivers it.
        public var rpcMessage: Any? {
            (inputItems.first as? NSExtensionItem)?.userInfo?[SFExtensionMessageKey]
        }

        /// Answers the request.
        ///
        /// - Parameter message: The message of the response.
        public func completeRpcRequest(returning message: [String: Any]) {
            let item = NSExtensionItem()
            item.userInfo = [SFExtensionMessageKey: message]
            completeRequest(returningItems: [item])
        }
    }
#endif
