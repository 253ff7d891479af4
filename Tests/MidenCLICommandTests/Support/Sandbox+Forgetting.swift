import Foundation

extension Sandbox {
    /// Removes the wallet on the embedded chain and leaves the chain: what comes then is another wallet on it.
    func forgetWallet() throws {
        let folder = wallets + "/embedded"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name != "chain" {
            try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }
}
