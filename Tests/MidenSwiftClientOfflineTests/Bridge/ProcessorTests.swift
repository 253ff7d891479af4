import CMidenSwiftClient
import Testing

@testable import MidenSwiftClient

@Suite("A CPU that lacks what the library was built for")
struct ProcessorTests {
    @Test("Opening a wallet is an error that names the feature and what to do, not a crash")
    func lacking() throws {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: MidenError.self) {
            try Core(.embedded(in: directory), environment: ["MIDEN_CPU_FEATURES": "none"])
        }
        #expect(error?.code == .unsupported)
        #expect(error?.kind == .unsupportedProcessor)
        let sentence = try #require(error?.localizedDescription)
        let features = String(cString: wc_cpu_features()).split(separator: ",")
        #expect(features.contains { sentence.contains("needs a CPU with \($0), which this one lacks") })
        #expect(sentence.hasSuffix("build.sh core --cpu baseline."))
    }

    @Test("A CPU that has everything, and this one, are accepted")
    func having() throws {
        try Core.checkProcessor(available: String(cString: wc_cpu_features()))
        try Core.checkProcessor(available: nil)
    }
}
