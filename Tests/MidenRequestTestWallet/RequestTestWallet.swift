import Foundation
import MidenRequests
import MidenSwiftClient

/// A wallet on the embedded chain of a folder that approves, declines or resumes requests, and kills itself before or after a
/// write. Reads the link on standard input. Writes an object with the status of the request and the number of calls of the hook.
///
/// Its arguments: `approve`, `decline` or `resume`; the folder; the account; the call of the hook at which it dies, 0 for none;
/// by how many seconds its clock is ahead.
@main
struct RequestTestWallet {
    private struct WrongArguments: Error {}

    private struct Answer: Encodable {
        let status: RequestStatus?
        let writeCount: Int

        enum CodingKeys: String, CodingKey {
            case status
            case writeCount = "write_count"
        }
    }

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let last = Int(arguments[4]), let secondsAhead = Double(arguments[5]) else {
            throw WrongArguments()
        }
        let link = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
        let wallet = try await MidenWallet.open(
            configuration: MidenWallet.Configuration(
                network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
                dataDirectory: arguments[2]
            )
        )
        let writes = WriteCounter(last: last)
        let requests = try RequestWallet(
            wallet,
            folder: URL(fileURLWithPath: arguments[2]).appendingPathComponent("embedded"),
            now: { Date(timeIntervalSinceNow: secondsAhead) },
            onWrite: { _ in writes.count() }
        )
        do {
            let record = try await act(arguments[1], link, accountID: try AccountID(arguments[3]), requests)
            let answer = try JSONEncoder().encode(Answer(status: record?.status, writeCount: writes.total))
            FileHandle.standardOutput.write(answer)
        } catch let error as MidenError {
            FileHandle.standardError.write(Data("\(error.kind): \(error.message)\n".utf8))
            _ = try await wallet.shutdown()
            exit(1)
        }
        _ = try await wallet.shutdown()
    }

    /// Does what the first argument says. Nil if there was nothing to resume.
    private static func act(
        _ verb: String,
        _ link: String,
        accountID: AccountID,
        _ requests: RequestWallet
    ) async throws -> RequestRecord? {
        switch verb {
        case "resume": try await requests.resume().first
        case "approve": try await requests.approve(try await requests.question(for: link, accountID: accountID))
        case "decline": try await requests.decline(try await requests.question(for: link, accountID: accountID))
        default: throw WrongArguments()
        }
    }
}
