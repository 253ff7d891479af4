import MidenSwiftClient

/// Keys of accounts in a network's folder from which the store is gone: an empty wallet in its place would look as if the
/// accounts were.
struct KeysWithoutStore {
    /// The folder of the keys.
    let folder: String

    /// Nil where there is a store, or there are no keys.
    init?(_ configuration: MidenWallet.Configuration) {
        guard !configuration.hasStore, let folder = configuration.folderWithKeys else {
            return nil
        }
        self.folder = folder
    }

    /// Why a command does not work on an empty wallet here.
    var error: MidenError {
        MidenError(
            code: .store,
            kind: "store_missing",
            message: "There are keys of accounts in \(folder), but no store. Restore it from a backup with"
                + " `miden-cli restore-backup` into another folder (--data-dir), or begin a new store beside the keys with"
                + " `miden-cli init`."
        )
    }
}
