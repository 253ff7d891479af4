@testable import MidenSwiftClient

extension Mnemonic {
    /// The mnemonic that everybody's vectors are of.
    static var abandon: Mnemonic {
        Mnemonic(MnemonicReply(phrase: String(repeating: "abandon ", count: 11) + "about"))
    }
}
