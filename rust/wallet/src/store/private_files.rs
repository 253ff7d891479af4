//! Files and folders that are nobody's business but the user's.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use atomic_write_file::AtomicWriteFile;

/// Makes a folder that only its owner may look into, where there is none, and those it lies in. Their names are on the disk
/// then: a file in there is as safe as its folder.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.recursive(true).create(folder)?;
    missing.into_iter().try_for_each(|made| sync_folder(parent_of(made)))
}

/// The folder that a file or a folder lies in.
pub(crate) fn parent_of(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
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

/// Writes a file that only its owner may read, whole and synced to the disk, unless one is there: whoever is faster has
/// made it. Returns whether it is this one.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let folder = parent_of(path);
    make_folder(folder)?;
    // With mode 0600 where there are modes.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Ok(_) => sync_folder(folder).map(|()| true),
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// Returns when the names of a folder's files are on the disk.
#[cfg(unix)]
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Does nothing: where folders cannot be synced, names are as safe as the system has them.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
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
