//! The files of a wallet on this machine: the lock of its store, copies and backups of it, and what makes its writes last.
//! Every room may import it; only `backup` and `disk_sync` use a `Coordinator`.

pub(crate) mod backup;
pub(crate) mod copy;
mod copy_folder;
pub(crate) mod database_copies;
mod disk_sync;
mod input_file;
pub(crate) mod lock;
pub(crate) mod private_files;
pub(crate) mod wait;
