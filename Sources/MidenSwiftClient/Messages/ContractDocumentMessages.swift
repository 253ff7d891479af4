internal import CMidenSwiftClient
import Foundation

/// Asks for all that a generator of code has to know of a contract.
struct DescribeContractRequest: Computation, Codable {
    typealias Reply = ContractDocumentMessage

    static var number: UInt32 { UInt32(WC_COMPUTATION_DESCRIBE_CONTRACT) }

    let file: Data?
    let component: String?
    let configuration: ConfigurationFile?

    struct ConfigurationFile: Codable, Sendable {
        let text: String
        let fileName: String

        enum CodingKeys: String, CodingKey {
            case text
            case fileName = "file_name"
        }
    }

    init(_ source: ContractDocumentSource, configuration: ContractDocumentSource.Configuration?) {
        switch source {
        case .file(let file):
            self.file = file
            component = nil
        case .component(let name):
            file = nil
            component = name
        }
        self.configuration = configuration.map { ConfigurationFile(text: $0.text, fileName: $0.fileName) }
    }
}

/// A contract, as a generator of code needs it. The generator reads the JSON by itself.
struct ContractDocumentMessage: Codable, Sendable {
    let formatVersion: UInt32
    let interface: ContractInterface
    let package: Data
    let digest: Word
    let configuration: Configuration

    struct Configuration: Codable, Sendable {
        let name: String?
        let access: String?
        let reads: [String]
    }

    enum CodingKeys: String, CodingKey {
        case interface, package, digest, configuration
        case formatVersion = "format_version"
    }
}
