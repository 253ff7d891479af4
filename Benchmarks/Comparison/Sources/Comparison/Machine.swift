import Foundation

/// What the figures were taken on.
enum Machine {
    /// Lines for people.
    static var now: [String] {
        var processor = "unknown processor"
        if let cpuinfo = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8),
            let model = cpuinfo.split(separator: "\n").first(where: { $0.hasPrefix("model name") }),
            let name = model.split(separator: ":").last
        {
            processor = name.trimmingCharacters(in: .whitespaces)
        }
        let process = ProcessInfo.processInfo
        let memory = process.physicalMemory / 1_000_000_000
        var loads = [0.0, 0.0, 0.0]
        getloadavg(&loads, 3)
        let busy = loads[0] > 0.5 ? ", so it was **not at rest** when the run began" : ""
        return [
            "\(processor), \(process.activeProcessorCount) cores, \(memory) GB, \(process.operatingSystemVersionString)",
            "\(version("swift")); \(version("rustc")); UniFFI 0.32",
            "load \(String(format: "%.2f", loads[0])) before the run\(busy)",
        ]
    }

    private static func version(_ program: String) -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program, "--version"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "\(program): unknown" }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").first.map(String.init) ?? "\(program): unknown"
    }
}
