internal import CMidenSwiftClient
import Foundation

/// Asks for the interface of an account with procedures of these roots. That of a package comes with the package.
struct DescribeInterfaceRequest: Computation, Codable {
    typealias Reply = ContractInterface

    static var number: UInt32 { UInt32(WC_COMPUTATION_DESCRIBE_INTERFACE) }

    let name: String
    let roots: [Word]
    let packages: [Data]?

    init(name: String, roots: [Word], packages: [Data]) {
        self.name = name
        self.roots = roots
        self.packages = packages.isEmpty ? nil : packages
    }
}
