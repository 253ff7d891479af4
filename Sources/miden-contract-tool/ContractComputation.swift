import CMidenSwiftClient
import Foundation

/// The one call of the Rust core that this tool needs. The tool does not use the library, because SwiftPM would compile
/// the library a second time for it.
enum ContractComputation {
    /// Why the core does not answer.
    struct Failure: Error, Decodable {
        /// The exact failure.
        let kind: String
        /// A sentence.
        let message: String
        /// The failures below it.
        let causes: [String]
    }

    /// Computes the document of a contract.
    ///
    /// - Parameter request: The request, as JSON.
    /// - Returns: The document, as JSON.
    /// - Throws: What the core says is wrong.
    static func document(for request: Data) throws(Failure) -> Data {
        try checkCore()
        var reply: UnsafeMutablePointer<UInt8>?
        var length: UInt = 0
        let code = request.withUnsafeBytes { bytes in
            wc_compute(
                UInt32(WC_COMPUTATION_DESCRIBE_CONTRACT),
                bytes.bindMemory(to: UInt8.self).baseAddress,
                UInt(bytes.count),
                &reply,
                &length
            )
        }
        let bytes = reply.map { Data(bytes: $0, count: Int(length)) } ?? Data()
        wc_bytes_free(reply, length)
        guard code == WC_OK else {
            throw (try? JSONDecoder().decode(Failure.self, from: bytes)) ?? unreadable(code)
        }
        return bytes
    }

    /// The core may be one of another version, and compiled for another CPU.
    private static func checkCore() throws(Failure) {
        if let feature = wc_cpu_missing_feature(wc_cpu_features(), nil) {
            throw failure(
                "The core needs a CPU with \(String(cString: feature)), which this one lacks. Build it with"
                    + " ./build.sh core --cpu baseline."
            )
        }
        guard wc_abi_version() == UInt32(WC_ABI_VERSION) else {
            throw failure("The core is one of another version. Build it again with ./build.sh core.")
        }
    }

    private static func unreadable(_ code: Int32) -> Failure {
        failure("The core failed with code \(code) and did not say why.")
    }

    private static func failure(_ message: String) -> Failure {
        Failure(kind: "core", message: message, causes: [])
    }
}
