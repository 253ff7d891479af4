//! Files that somebody else names, and may have made.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads a regular file of at most `maximum` bytes. Everything else that a path can name is an error, and so is a larger
/// file: a device has no end, and a pipe may never have one.
pub(crate) fn read(path: &Path, maximum: u64) -> io::Result<Vec<u8>> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Does not wait until somebody writes to a pipe.
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    let file = options.open(path)?;
    // Of what was opened: the path may be exchanged meanwhile.
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        return Err(io::Error::other(
            "it is a pipe, a socket or a device, and only files are read",
        ));
    }
    let too_large = || io::Error::other(format!("it is larger than {maximum} bytes"));
    if metadata.len() > maximum {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or_default());
    // It can grow meanwhile, and files of /proc have no size.
    file.take(maximum.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > maximum { Err(too_large()) } else { Ok(bytes) }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn regular_file_within_the_limit_is_read_and_a_larger_one_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        std::fs::write(&path, b"four").expect("a file");
        assert_eq!(read(&path, 4).expect("it is read"), b"four");
        let error = read(&path, 3).expect_err("it is too large");
        assert!(error.to_string().contains("larger than 3 bytes"), "{error}");
        // A terabyte that takes no room on the disk.
        File::create(&path).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
        assert!(read(&path, 1 << 20).is_err());
    }

    #[test]
    fn pipe_without_a_writer_device_and_folder_are_refused_at_once() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        for path in [&pipe, Path::new("/dev/zero")] {
            let error = read(path, 1 << 10).expect_err("it is no file");
            assert!(error.to_string().contains("only files are read"), "{error}");
        }
        let error = read(folder.path(), 1 << 10).expect_err("it is a folder");
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn file_that_says_it_is_empty_is_read_no_further_than_the_limit() {
        let path = Path::new("/proc/self/status");
        assert!(read(path, 16).is_err());
        assert!(!read(path, 1 << 20).expect("it is read").is_empty());
    }
}
