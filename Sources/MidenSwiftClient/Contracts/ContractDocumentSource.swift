import Foundation

/// A contract that code is to be generated for.
package enum ContractDocumentSource: Hashable, Sendable {
    /// The content of a package file (`.masp`).
    case file(Data)
    /// The name of a component that Miden ships, such as `fungible-faucet`.
    case component(String)

    /// A configuration as it is in a file.
    package struct Configuration: Hashable, Sendable {
        /// Its text, in TOML.
        package let text: String
        /// The name of the file. Errors begin with it.
        package let fileName: String

        /// Makes a configuration.
        ///
        /// - Parameters:
        ///   - text: Its text, in TOML.
        ///   - fileName: The name of the file, which errors begin with.
        package init(text: String, fileName: String) {
            self.text = text
            self.fileName = fileName
        }
    }

    /// All that a generator of code has to know of the contract, as JSON: its description, its package without debug
    /// information, the digest of that package, and what the configuration says. Needs no wallet and no network. Takes some
    /// milliseconds, and for a hostile file at most 20 seconds, on a thread of its own, and runs to its end if the task is
    /// cancelled.
    ///
    /// - Parameter configuration: What the user decides; nil if there is no file.
    /// - Returns: The document as the core writes it. The same input has the same bytes.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidPackage``,
    ///   ``MidenError/Kind/unknownComponent``, or ``MidenError/Kind/invalidContractConfiguration``.
    package func document(configuration: Configuration? = nil) async throws -> Data {
        let request = DescribeContractRequest(self, configuration: configuration)
        return try await onThreadOfItsOwn("miden.contract") { try request.replyBytes() }.get()
    }
}
