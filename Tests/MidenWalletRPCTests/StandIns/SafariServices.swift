// The few types of Apple's that the library and the guide for Safari use, as Apple declares them. Tests compile this file as the
// module SafariServices; on Apple's systems NSExtensionContext and NSExtensionItem are in Foundation.
@_exported import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Where in `userInfo` the message of an extension is.
public let SFExtensionMessageKey = "message"

/// What an extension gets and returns.
open class NSExtensionItem: NSObject {
    /// The item's contents.
    open var userInfo: [AnyHashable: Any]?
}

/// A request to an extension.
open class NSExtensionContext: NSObject {
    /// The items of the request.
    open var inputItems: [Any] { [] }

    /// Answers the request.
    open func completeRequest(returningItems items: [Any]?, completionHandler: ((Bool) -> Void)? = nil) {}
}

/// What Safari gives a request to.
public protocol NSExtensionRequestHandling: NSObjectProtocol {
    /// Answers a request through its context.
    func beginRequest(with context: NSExtensionContext)
}

extension FileManager {
    /// The folder that the programs of an App Group share.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}
