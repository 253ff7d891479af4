import Foundation
import MidenSwiftClient

/// Opens the wallet of a command, with the passphrase where its keystore is under one.
struct WalletOpening {
    let configuration: MidenWallet.Configuration
    /// The passphrase that was given, if one was.
    let passphrase: PassphraseOptions.Given?
    /// Whether a passphrase is to be asked for also where the keystore does not say that it is under one.
    let wantsPassphrase: Bool
    /// What is to be restored there first.
    let backup: BackupToRestore?
    /// Whether a copy of the store will do.
    let onlyReads: Bool
    let console: Console

    /// Opens it. Nobody is asked without a terminal.
    func wallet() async throws -> MidenWallet {
        if let passphrase {
            if let exposure = passphrase.exposure {
                configuration.logger.warning("\(exposure)")
            }
            return try await wallet(under: passphrase.passphrase)
        }
        if wantsPassphrase {
            let passphrase = try await asked { try await $0.new(for: "the keystore", empty: .passphraseEmpty) }
            return try await wallet(under: passphrase)
        }
        do {
            return try await opened(configuration)
        } catch let error as MidenError where error.kind == .passphraseNeeded {
            return try await wallet(under: try await asked { try await $0.existing(of: "the keystore") })
        }
    }

    private func wallet(under passphrase: String) async throws -> MidenWallet {
        var configuration = configuration
        configuration.keys = .passphrase(passphrase)
        return try await opened(configuration)
    }

    private func opened(_ configuration: MidenWallet.Configuration) async throws -> MidenWallet {
        guard let backup else {
            return try await openedOrCopied(configuration)
        }
        return try await MidenWallet.restoreBackup(
            from: backup.file,
            passphrase: backup.passphrase,
            configuration: configuration
        )
    }

    private func openedOrCopied(_ configuration: MidenWallet.Configuration) async throws -> MidenWallet {
        guard onlyReads else {
            do {
                return try await MidenWallet.open(configuration: configuration)
            } catch let error as MidenError where error.kind == .storeInUse {
                throw StoreHolder(of: configuration)?.named(in: error) ?? error
            }
        }
        var configuration = configuration
        configuration.timeouts.open = .zero
        do {
            return try await MidenWallet.open(configuration: configuration)
        } catch let error as MidenError where Self.leavesACopy(error) {
            configuration.isReadOnly = true
            let wallet = try await MidenWallet.open(configuration: configuration)
            configuration.logger.warning("\(error.message) This answer is from a copy of the store as it is now.")
            return wallet
        }
    }

    /// Whether the store that could not be opened can be copied.
    private static func leavesACopy(_ error: MidenError) -> Bool {
        [.storeInUse, .diskFull, .storeReadOnly].contains(error.kind)
    }

    private func asked(_ question: (SecretPrompt) async throws -> String) async throws -> String {
        guard let prompt = SecretPrompt(console: console) else {
            throw MidenError(
                code: .accountOperation,
                kind: .passphraseNeeded,
                message: "The keystore needs its passphrase, and there is no terminal to ask for it. Give it with"
                    + " --passphrase-file or --passphrase-fd."
            )
        }
        return try await question(prompt)
    }
}
