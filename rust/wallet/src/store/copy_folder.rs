//! The temporary folder of a copy of a store, which does not outlive its process for long.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::store::private_files;

/// What the names of the folders begin with.
const PREFIX: &str = "miden-wallet-";

/// The file that the process locks which uses the folder.
const OWNER: &str = "owner";

/// A folder that only this user can read. It is removed when this is dropped, and if the process dies before, when the user's
/// next one is made.
#[derive(Debug)]
pub(crate) struct CopyFolder {
    /// Locked.
    _owner: File,
    folder: TempDir,
}

impl CopyFolder {
    /// Makes a folder in a place, and removes what dead processes of this user have left in any of the places.
    pub(crate) fn new_in(place: &Path, places: &[PathBuf]) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        let builder = {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o700))
        };
        let folder = builder.prefix(PREFIX).tempdir_in(place)?;
        // It gets its name once it is locked: nobody finds it without its owner.
        let unnamed = folder.path().join("new");
        let owner = private_files::open(&unnamed)?;
        owner.lock()?;
        fs::rename(&unnamed, folder.path().join(OWNER))?;
        let own = fs::metadata(folder.path())?;
        for place in places {
            remove_stale(place, &own);
        }
        Ok(Self { _owner: owner, folder })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the folders whose processes are gone. One without an owner's file has nothing in it yet.
fn remove_stale(place: &Path, own: &Metadata) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        let folder = entry.path();
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) || !is_users(&folder, own) {
            continue;
        }
        let owner = folder.join(OWNER);
        if !fs::symlink_metadata(&owner).is_ok_and(|file| file.is_file()) {
            continue;
        }
        let Ok(owner) = File::open(owner) else { continue };
        if owner.try_lock().is_err() {
            continue;
        }
        if let Err(error) = fs::remove_dir_all(&folder)
            && error.kind() != io::ErrorKind::NotFound
        {
            let folder = folder.display();
            tracing::warn!(%folder, %error, "a copy of a store that a process left cannot be removed");
        }
    }
}

/// Whether it is a folder, and no link to one, of the user that a file is of.
fn is_users(folder: &Path, own: &Metadata) -> bool {
    fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir() && have_one_owner(&found, own))
}

#[cfg(unix)]
fn have_one_owner(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.uid() == other.uid()
}

/// Each user has a place of their own.
#[cfg(not(unix))]
fn have_one_owner(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn folder_in(place: &Path) -> CopyFolder {
        CopyFolder::new_in(place, &[place.to_owned()]).expect("a folder")
    }

    /// What a process leaves that is killed.
    fn left_in(place: &Path) -> PathBuf {
        let CopyFolder { _owner: owner, folder } = folder_in(place);
        // Closing it is not enough: a child that another test is just starting has a copy of it.
        owner.unlock().expect("it is free");
        let path = folder.keep();
        fs::write(path.join("store.sqlite3"), b"a copy").expect("a file");
        path
    }

    #[test]
    fn what_a_dead_process_left_is_removed_and_what_a_living_one_uses_is_kept() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let left = left_in(place.path());
        let living = folder_in(place.path());
        assert!(!left.exists());
        let next = folder_in(place.path());
        assert!(living.path().exists() && next.path().exists());
        let gone = living.path().to_owned();
        drop(living);
        assert!(!gone.exists() && next.path().exists());
    }

    #[test]
    fn links_other_names_and_folders_without_an_owner_are_kept() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let elsewhere = tempfile::tempdir().expect("a temporary folder");
        let target = left_in(elsewhere.path());
        let link = place.path().join("miden-wallet-link");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        let ownerless = place.path().join("miden-wallet-ownerless");
        fs::create_dir(&ownerless).expect("a folder");
        let other = place.path().join("other");
        fs::create_dir(&other).expect("a folder");
        fs::write(other.join(OWNER), b"").expect("a file");
        let _next = folder_in(place.path());
        assert!(link.is_symlink() && ownerless.exists() && other.join(OWNER).exists());
        assert!(target.join("store.sqlite3").exists());
    }
}
