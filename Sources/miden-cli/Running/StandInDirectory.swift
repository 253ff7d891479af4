import Foundation

/// A folder for a wallet that is only looked at, in place of one that is not there. Opening the wallet makes it.
struct StandInDirectory {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("miden-cli-\(UUID().uuidString)").path

    /// Removes it with all that is in it. What cannot be removed is left to the system, whose folder it is in.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
