import Foundation
import MidenSwiftClient
import Testing

@Suite("The header and the Swift cases")
struct ErrorCodesMatchHeaderTests {
    @Test("Each negative constant of the header is a case of the same name and number, and the other way round")
    func sameCodes() throws {
        var constants: [String: Int32] = [:]
        for line in try PackageFiles.header().split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count >= 3, words[0] == "#define", words[1].hasPrefix("WC_"),
                let value = Int32(words[2].trimmingCharacters(in: CharacterSet(charactersIn: "()"))), value < 0
            else {
                continue
            }
            constants[camelCase(words[1].dropFirst(3))] = value
        }
        let cases = Dictionary(uniqueKeysWithValues: MidenError.Code.allCases.map { ("\($0)", $0.rawValue) })
        #expect(constants == cases)
    }

    @Test("The names of what goes wrong with keys and mnemonics are those of the Rust side")
    func sameKinds() throws {
        let kinds: [MidenError.Kind] = [
            .passphraseNeeded, .wrongPassphrase, .keySourceMismatch, .keyFileMissing, .keyFileExposed, .keystoreDamaged,
            .signerFailed, .signerUnavailable, .invalidPublicKey, .invalidSignature, .invalidMnemonic,
            .invalidAccountIndex, .invalidGapLimit, .invalidAccountName, .accountNameTaken, .invalidKey, .keyNotHere,
            .keyOfAnotherAccount, .keyOfUnknownAccount, .accountStateNeeded, .backupFileUnusable,
            .backupOfAnotherNetwork, .walletNotEmpty, .filePassphraseEmpty, .invalidSealedFile,
            .sealedFileOfAnotherVersion, .wrongFilePassphrase, .sealedFileDamaged,
        ]
        let known = try PackageFiles.goldenMessages()
        #expect(kinds.filter { known["errors/\($0)"] == nil } == [])
    }

    private func camelCase(_ name: Substring) -> String {
        let words = name.lowercased().split(separator: "_")
        return words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
    }
}
