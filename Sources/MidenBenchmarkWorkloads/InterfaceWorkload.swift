import Foundation
import MidenSwiftClient

/// Describes the components that Miden ships, and encodes values.
public struct InterfaceWorkload: Sendable {
    private static let value =
        #"{"owner":"0x5401ef36815e47d14b651e8e968153","amount":"18446744073709551615","flags":[true,false]}"#
    private static let type = ContractType.structure(
        name: "Entry",
        fields: [
            .init("owner", .accountID), .init("amount", .u64), .init("flags", .array(of: .bool, length: 2)),
        ]
    )

    /// An account for each component, with its procedures.
    private let accounts: [AccountProcedures]

    /// How many components there are.
    public var count: Int { accounts.count }

    /// Takes the roots of the procedures from the descriptions of the components in `Tests/Interfaces`.
    ///
    /// - Throws: `MidenError`, or if the files cannot be read.
    public init() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Tests/Interfaces/standard")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        accounts = try files.filter { $0.pathExtension == "json" }.map { file in
            let interface = try ContractInterface(json: Data(contentsOf: file))
            let roots = interface.procedures.filter { $0.role != .library }.map(\.root)
            return AccountProcedures(
                accountId: try AccountID("0x5401ef36815e47d14b651e8e968153"),
                isOwn: false,
                blockNumber: 0,
                procedures: roots.map { AccountProcedure(root: $0) }
            )
        }
    }

    /// Describes an account of each component.
    ///
    /// - Returns: How many procedures were described.
    /// - Throws: `MidenError`, from the first one that fails.
    @discardableResult
    public func describeAll() async throws -> Int {
        var count = 0
        for account in accounts {
            count += try await ContractInterface(of: account).procedures.count
        }
        return count
    }

    /// Encodes the same JSON again and again.
    ///
    /// - Parameter calls: How many times.
    /// - Returns: The elements, as they were encoded last.
    /// - Throws: `MidenError`, from the first call that fails.
    @discardableResult
    public static func encode(calls: Int) throws -> [Felt] {
        var felts: [Felt] = []
        for _ in 0..<calls {
            felts = try ContractValue(json: value).felts(of: type)
        }
        return felts
    }
}
