#if WalletServer
    /// The header `Origin` of a browser extension.
    enum ExtensionOrigin {
        /// Whether it is that of an extension of Chromium, Firefox or Safari. It is never that of a page.
        static func isAllowed(_ origin: String) -> Bool {
            let chromium = #/chrome-extension://[a-p]{32}/#
            let uuid = #/(?:moz|safari-web)-extension://[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/#
            return origin.wholeMatch(of: chromium) != nil || origin.wholeMatch(of: uuid) != nil
        }
    }
#endif
