import ArgumentParser
import MidenSwiftClient

/// The name that a new account is to have.
struct NewAccountNameOption: ParsableArguments {
    @Option(help: ArgumentHelp("The account's name, as `miden-cli rename` gives it.", valueName: "name"))
    var name: String?

    /// Refuses what `rename` would refuse, so that no account is made without the name it should have.
    func check(in wallet: MidenWallet) async throws {
        guard let name else {
            return
        }
        if let reason = Self.reasonAgainst(name) {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidAccountName,
                message: "“\(name)” cannot be the name of an account: \(reason)."
            )
        }
        let other = try await wallet.getAccounts().first { $0.name?.lowercased() == name.lowercased() }
        if let other, let taken = other.name {
            throw MidenError(
                code: .accountOperation,
                kind: .accountNameTaken,
                message: "Account \(other.id) has the name “\(taken)” already: a name is one account's."
            )
        }
    }

    /// Gives the name to an account that was made.
    ///
    /// - Returns: Why the account has no name. The answer has to come first: it may hold a mnemonic that is kept nowhere.
    func give(to account: AccountID, in wallet: MidenWallet) async -> MidenError? {
        guard let name else {
            return nil
        }
        do {
            try await wallet.rename(account: account, to: name)
            return nil
        } catch let error as MidenError {
            return error
        } catch {
            return MidenError(
                code: .internal,
                kind: .internal,
                message: "The account was made, and has no name.",
                causes: [error.sentence]
            )
        }
    }

    /// Why a text cannot be a name, as the wallet itself has it in `account_names.rs`.
    static func reasonAgainst(_ name: String) -> String? {
        let lower = name.lowercased()
        let length = name.unicodeScalars.count
        if ["none", "list"].contains(lower) {
            return "commands mean something else by it"
        }
        if name.isEmpty {
            return "it is empty"
        }
        if length > 40 {
            return "it has \(length) characters, and a name at most 40"
        }
        if name.first?.isWhitespace == true || name.last?.isWhitespace == true {
            return "it begins or ends with a space"
        }
        if let other = name.unicodeScalars.first(where: { !isOfAName($0) }) {
            let written = other.escaped(asASCII: false)
            return "“\(written)” is neither a letter, a digit, a space nor one of - _ . ' & + # ( )"
        }
        if name.hasPrefix("-") {
            return "it begins with -, as an option of a command does"
        }
        if lower.hasPrefix("0x") || AccountID.isAddress(name) {
            return "it begins as an id or an address does"
        }
        return nil
    }

    private static func isOfAName(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isAlphabetic || " -_.'&+#()".unicodeScalars.contains(scalar)
            || [.decimalNumber, .letterNumber, .otherNumber].contains(properties.generalCategory)
    }
}
