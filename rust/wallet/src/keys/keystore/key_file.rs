//! The file with the key of a keystore, where the platform keeps none.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tracing::warn;
use zeroize::Zeroizing;

use super::cipher::SecretBytes;
use super::failures::{damaged, failed, unreadable};
use super::header::{self, Header};
use super::kept::Kept;
use crate::errors::{KeyError, Result};
use crate::store::private_files;

/// Reads the key file of a keystore that exists.
pub(super) fn read(path: &Path, keystore: &Path) -> Result<SecretBytes> {
    match contents(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(KeyError::KeyFileMissing { path: path.to_owned(), keystore: keystore.to_owned() }
                .into())
        }
        Err(error) => Err(unreadable(path, &error)),
        Ok(bytes) => {
            refuse_exposed(path)?;
            SecretBytes::from_slice(&bytes).ok_or_else(|| {
                damaged(path.to_owned(), format!("it has {} bytes, not 32", bytes.len()).into())
            })
        }
    }
}

/// Reads the key file for a keystore that is being made, or makes it.
pub(super) fn read_or_make(path: &Path, shared_with: &[PathBuf]) -> Result<SecretBytes> {
    refuse_to_replace(path, shared_with)?;
    // Wallets that are opened at the same time must come to the same key.
    if !path.exists()
        && private_files::write_new(path, SecretBytes::random().as_slice()).map_err(failed)?
    {
        warn!(
            path = %path.display(),
            "made a key file for the wallet's keystore. It protects the keys where a copy or backup \
             of the wallet's folder is taken without it, and from other users of this machine. It \
             does not protect them from whoever can read this user's files: for that use a \
             passphrase or a signer. Keep a copy of it apart from the wallet: without it the keys \
             are lost"
        );
    }
    read(path, path)
}

/// Refuses to make a key file if another keystore needs the one that is missing. A new one would take the place that the
/// right one has to be put back to.
fn refuse_to_replace(path: &Path, shared_with: &[PathBuf]) -> Result<()> {
    if path.exists() {
        return Ok(());
    }
    for keystore in shared_with {
        // What is damaged may need it as well. One that was made this moment has made the key file first.
        if header::path(keystore).exists()
            && !Header::is_under_passphrase(keystore)
            && matches!(Kept::of(keystore)?, Kept::Secrets | Kept::Unknown(_))
            && !path.exists()
        {
            let (path, keystore) = (path.to_owned(), keystore.clone());
            return Err(KeyError::KeyFileMissing { path, keystore }.into());
        }
    }
    Ok(())
}

fn contents(path: &Path) -> io::Result<Zeroizing<Vec<u8>>> {
    fs::read(path).map(Zeroizing::new)
}

#[cfg(unix)]
fn refuse_exposed(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    const OTHERS: u32 = 0o077;
    let mode = fs::metadata(path).map_err(failed)?.permissions().mode() & 0o7777;
    if mode & OTHERS == 0 {
        Ok(())
    } else {
        Err(KeyError::KeyFileExposed { path: path.to_owned(), mode }.into())
    }
}

#[cfg(not(unix))]
fn refuse_exposed(_: &Path) -> Result<()> {
    Ok(())
}
