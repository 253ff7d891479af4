//! Waiting for a store to be closed, which a wallet that is dropped does in the background.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

/// Returns when nobody has the store open and all of it is in its one file.
///
/// The last connection to be closed takes away the log that `SQLite` has beside the file. Where two are
/// closed at the same time each can take the other for the last one, and the log stays: so this one opens
/// the store and closes it again, alone once the others are gone.
pub async fn closed(store: &Path) {
    let log = store.with_extension("sqlite3-wal");
    for _ in 0..1000 {
        if !log.exists() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
        let connection = Connection::open(store).expect("the store");
        // Opening alone reads nothing, and what has read nothing does not look at the log either.
        connection
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))
            .expect("the store is whole");
    }
    panic!("{} is still open", store.display());
}
