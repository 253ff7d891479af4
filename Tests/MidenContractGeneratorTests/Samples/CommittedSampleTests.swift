import Foundation
import MidenContractGenerator
import Testing

@Suite("Generated files that are committed")
struct CommittedSampleTests {
    @Test("A committed file is what its contract generates now", arguments: ContractSample.all)
    func comparison(_ sample: ContractSample) async throws {
        let file = try await sample.generated()
        #expect(file.name == sample.url.lastPathComponent)
        #expect(file.warnings.isEmpty, "every procedure of the samples has a method")
        let contents = Data(file.contents.utf8)
        if ProcessInfo.processInfo.environment["UPDATE_CONTRACTS"] != nil {
            try contents.write(to: sample.url)
        }
        let committed = try Data(contentsOf: sample.url)
        #expect(committed == contents, "\(sample.url.lastPathComponent) is stale; UPDATE_CONTRACTS=1 writes it")
    }

    @Test("The folder has a file and a configuration for each sample, and no others")
    func files() throws {
        func names(_ folder: String, before ending: String) throws -> [String] {
            let url = ContractSample.folder.appendingPathComponent(folder)
            let files = try FileManager.default.contentsOfDirectory(atPath: url.path)
            return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
        }
        let samples = ContractSample.all.map(\.name)
        #expect(try names("", before: ".generated.swift") == samples)
        #expect(try names("Configurations", before: ".miden.toml") == samples)
    }
}
