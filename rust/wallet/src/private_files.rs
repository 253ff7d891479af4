//! Files and folders that are nobody's business but the user's.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use atomic_write_file::AtomicWriteFile;

/// Makes a folder that only its owner may look into, where there is none.
#[cfg(unix)]
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Makes a folder, where there is none.
#[cfg(not(unix))]
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Opens a file to read and write it, and makes it where there is none. Only its owner may read it then,
/// also where others could before.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let file = options.mode(0o600).open(path)?;
        if file.metadata()?.permissions().mode() & 0o077 != 0 {
            file.set_permissions(fs::Permissions::from_mode(0o600))?;
        }
        Ok(file)
    }
    #[cfg(not(unix))]
    options.open(path)
}

/// Writes a file that only its owner may read: whole and synced to the disk, or not at all.
/// `before_its_name` is called when all of it is written, under a name of its own yet.
pub(crate) fn write(path: &Path, bytes: &[u8], before_its_name: impl FnOnce()) -> io::Result<()> {
    let mut file = options().open(path)?;
    file.write_all(bytes)?;
    before_its_name();
    file.commit()
}

/// Clears away what [`write()`] was writing when a process died: a file's name with a dot before it and something
/// after it. Only of files that end with `.extension`.
pub(crate) fn clear_unfinished(folder: &Path, extension: &str) {
    let Ok(files) = fs::read_dir(folder) else { return };
    for path in files.flatten().map(|file| file.path()) {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        if name.starts_with('.')
            && name.contains(&format!(".{extension}."))
            && let Err(error) = fs::remove_file(&path)
        {
            let file = path.display();
            tracing::warn!(%file, %error, "half a file of an earlier run is left");
        }
    }
}

#[cfg(unix)]
fn options() -> atomic_write_file::OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;

    use atomic_write_file::unix::OpenOptionsExt as _;

    let mut options = AtomicWriteFile::options();
    options.mode(0o600).preserve_mode(false);
    options
}

#[cfg(not(unix))]
fn options() -> atomic_write_file::OpenOptions {
    AtomicWriteFile::options()
}
