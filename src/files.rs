//! What files need beyond the standard library: to be read without waiting or growing for ever, and
//! to be written so that a kill leaves what was there or what was to be there, whole.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Opens a file to read it.
///
/// # Errors
///
/// It cannot be opened, or is a pipe, a device or a directory.
pub fn open(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    File::open(path)
}

/// Sees to it that nothing else than a file is there: to open a pipe, for one, could take for ever.
///
/// # Errors
///
/// A pipe, a device or a directory is there, or it cannot be told.
pub fn check_regular(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(data) if !data.is_file() => Err(io::Error::other("not a regular file")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Reads a file of so many bytes at most.
///
/// # Errors
///
/// As [`open`], or it is larger.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    if length > most {
        return Err(io::Error::other(format!("larger than {most} bytes")));
    }
    // Some files of the system are of no length, and to read them takes for ever.
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether [`replace`] can write there, to be known before the work for it is done.
///
/// # Errors
///
/// Something else than a file is there, or no file can be made beside it.
pub fn check_replaceable(path: &Path) -> io::Result<()> {
    partial(&target(path)?).map(drop)
}

/// The file that is to be written for a path. A link stays one, and a device is not replaced by a file.
fn target(path: &Path) -> io::Result<PathBuf> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    check_regular(&target)?;
    if target.file_name().is_none() {
        return Err(io::Error::other("not a regular file"));
    }
    Ok(target)
}

/// Writes a file, in place of one that is there. Its bytes are on the disk when this returns.
///
/// # Errors
///
/// It cannot be written, or something else than a file is there; what was there stays.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = target(path)?;
    let mut file = partial(&target)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(&target)?;
    sync_directory(&target);
    Ok(())
}

/// A new file beside the one that it is to become; it goes when it is dropped.
pub(crate) fn partial(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    builder.prefix(&prefix).suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        // As for other files: the mask of the process takes away from these.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(directory(path))
}

/// Sees to it, as far as the system can, that the name of a new file is on the disk, too.
pub(crate) fn sync_directory(path: &Path) {
    // Not every system opens directories. The file itself is safe, which counts more.
    let _ = File::open(directory(path)).and_then(|directory| directory.sync_all());
}

/// Where a file is or will be: equal for two paths that lead to one place, as far as the
/// directories are there.
pub fn place(path: &Path) -> PathBuf {
    let resolved = || {
        let directory = directory(path).canonicalize().ok()?;
        Some(directory.join(path.file_name()?))
    };
    path.canonicalize()
        .ok()
        .or_else(resolved)
        .unwrap_or_else(|| path.to_owned())
}

/// The directory that a file is in.
fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_files_within_bounds_are_read() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file");
        fs::write(&path, "12345").expect("a file");
        assert_eq!(read(&path, 5).expect("five bytes"), b"12345");
        assert!(read(&path, 4).is_err());
        assert!(read(directory.path(), 4).is_err());
        #[cfg(unix)]
        assert!(read(Path::new("/dev/zero"), 4).is_err());
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file");
        for text in ["one", "another"] {
            replace(&path, text.as_bytes()).expect("a file");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        let unwritable = [directory.path(), &path.join("below"), Path::new("..")];
        for path in unwritable {
            assert!(check_replaceable(path).is_err(), "{path:?}");
            assert!(replace(path, b"text").is_err(), "{path:?}");
        }
        check_replaceable(&path).expect("a file");
        assert_eq!(fs::read_dir(&directory).expect("a directory").count(), 1);
    }

    #[test]
    fn paths_to_one_place_are_equal() {
        let directory = tempfile::tempdir().expect("a directory");
        let sub = directory.path().join("sub");
        fs::create_dir(&sub).expect("a directory");
        let path = directory.path().join("file");
        for other in [sub.join("../file"), directory.path().join("./file")] {
            assert_eq!(place(&other), place(&path));
        }
        assert_ne!(place(&sub.join("file")), place(&path));
    }
}
