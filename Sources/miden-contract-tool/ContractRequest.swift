import Foundation

/// What the core is asked for a contract.
struct ContractRequest: Encodable {
    /// The text of a configuration, and the name that its errors begin with.
    struct Configuration: Encodable {
        let text: String
        let fileName: String

        enum CodingKeys: String, CodingKey {
            case text
            case fileName = "file_name"
        }
    }

    /// The package, which is written in base64.
    let file: Data
    let configuration: Configuration?
}
