internal import CMidenSwiftClient
import Foundation
import Logging

/// Takes what Rust logs to the wallet's logger.
final class LogSink: Sendable {
    private let logger: Logger

    /// The lowest level that crosses, as the C header numbers them.
    let level: Int32

    /// Nil where the logger wants nothing Rust has to say.
    init?(_ logger: Logger) {
        switch logger.logLevel {
        case .critical: return nil
        case .error: level = 1
        case .warning, .notice: level = 2
        case .info: level = 3
        case .debug: level = 4
        case .trace: level = 5
        }
        self.logger = logger
    }

    /// Logs one event.
    func receive(level: Int32, json: Data) {
        let level = Self.level(level)
        guard logger.logLevel <= level else {
            return
        }
        do {
            let event = try Wire.decode(LogEvent.self, from: json)
            logger.log(
                level: level,
                "\(event.message)",
                metadata: event.fields.mapValues { .string($0) },
                source: event.target
            )
        } catch {
            // What is said is worth more than its form.
            logger.log(level: level, "\(String(decoding: json, as: UTF8.self))")
        }
    }

    private static func level(_ level: Int32) -> Logger.Level {
        switch level {
        case ...1: .error
        case 2: .warning
        case 3: .info
        case 4: .debug
        default: .trace
        }
    }
}

/// Called by Rust for each event, on whichever thread it happens. The bytes are borrowed for the call.
func receiveLogEvent(
    context: UnsafeMutableRawPointer?,
    level: Int32,
    json: UnsafePointer<UInt8>?,
    length: UInt
) {
    guard let context, let json else {
        return
    }
    Unmanaged<LogSink>.fromOpaque(context).takeUnretainedValue()
        .receive(level: level, json: Data(bytes: json, count: Int(length)))
}
