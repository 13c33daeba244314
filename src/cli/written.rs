//! Files that we write: whole, or not at all.
//! In: a path, bytes. Out: the file under its name, once all of it is written.
//! Never: half a file in place of a whole one; a link, a pipe or a device that a file takes the place of.

use std::fs;
use std::fs::File;
use std::fs::Metadata;
use std::fs::OpenOptions;
use std::io;
use std::io::ErrorKind;
use std::io::Write as _;
use std::path::Path;
use std::path::PathBuf;
use std::path::is_separator;

use tempfile::Builder;
use tempfile::TempPath;

/// How the name of a file begins that is not whole yet. Hidden files are no recordings.
const PREFIX: &str = ".elicitlint-";

/// A file that waits for its name. One that is dropped is gone.
pub(super) struct Pending {
    /// None where the target is written directly.
    beside: Option<TempPath>,
    target: PathBuf,
}

/// A file to write what shall stand under this name. What is wrong with the place shows here, before anything is written.
pub(super) fn opened(target: &Path) -> io::Result<(File, Pending)> {
    let existing = match fs::symlink_metadata(target) {
        Ok(existing) => Some(existing),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let is_replaceable = existing.as_ref().is_none_or(|existing| existing.is_file() && !has_other_names(existing));
    if !is_replaceable || target.to_string_lossy().ends_with(is_separator) {
        return directly(target);
    }
    if existing.is_some() {
        // A file that must not be written is not replaced either.
        OpenOptions::new().write(true).open(target)?;
    }
    match beside(target, existing.as_ref()) {
        // The file may be written, its directory not, or not for this owner.
        Err(_) if existing.is_some() => directly(target),
        opened => opened,
    }
}

/// Writes a whole file.
pub(super) fn write(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let (mut file, pending) = opened(target)?;
    file.write_all(bytes)?;
    pending.settle()
}

/// Writes a whole file under a name that nothing has.
pub(super) fn create(target: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::symlink_metadata(target).is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let (mut file, pending) = opened(target)?;
    file.write_all(bytes)?;
    match pending.beside {
        Some(temporary) => temporary.persist_noclobber(target).map_err(|error| error.error),
        None => Ok(()),
    }
}

impl Pending {
    /// Gives the file its name; all of it must have been written.
    pub(super) fn settle(self) -> io::Result<()> {
        let Some(temporary) = self.beside else { return Ok(()) };
        match temporary.persist(&self.target) {
            Ok(()) => Ok(()),
            // A file that is mounted by itself cannot be replaced, only written.
            Err(error) => fs::copy(&error.path, &self.target).map(drop).map_err(|_| error.error),
        }
    }
}

fn directly(target: &Path) -> io::Result<(File, Pending)> {
    Ok((File::create(target)?, Pending { beside: None, target: target.to_owned() }))
}

/// A file in the same directory, with the owner and permissions of the one that it replaces.
fn beside(target: &Path, existing: Option<&Metadata>) -> io::Result<(File, Pending)> {
    let directory = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    as_a_new_file(&mut builder);
    let (file, temporary) = builder.tempfile_in(directory)?.into_parts();
    if let Some(existing) = existing {
        keep_owner(&file, existing)?;
        file.set_permissions(existing.permissions())?;
    }
    Ok((file, Pending { beside: Some(temporary), target: target.to_owned() }))
}

/// True for a file that other names would lose.
#[cfg(unix)]
fn has_other_names(existing: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(existing) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

/// Readable by whom the umask says, as every file that is created.
#[cfg(unix)]
fn as_a_new_file(builder: &mut Builder<'_, '_>) {
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
}

#[cfg(not(unix))]
fn as_a_new_file(_: &mut Builder<'_, '_>) {}

#[cfg(unix)]
fn keep_owner(file: &File, existing: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let own = file.metadata()?;
    if (own.uid(), own.gid()) == (existing.uid(), existing.gid()) {
        return Ok(());
    }
    std::os::unix::fs::fchown(file, Some(existing.uid()), Some(existing.gid()))
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of its own, gone at the end.
    fn directory() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_has_its_name_when_it_is_whole_and_none_where_it_never_is() {
        let directory = directory();
        let path = directory.path().join("report.json");
        write(&path, b"old").unwrap();
        let (mut file, pending) = opened(&path).unwrap();
        file.write_all(b"half").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(directory.path()).len(), 2);
        drop(pending);
        assert_eq!((fs::read(&path).unwrap(), names(directory.path()).len()), (b"old".to_vec(), 1));
        write(&path, b"whole").unwrap();
        assert_eq!((fs::read(&path).unwrap(), names(directory.path()).len()), (b"whole".to_vec(), 1));
    }

    #[test]
    fn a_file_that_is_there_is_not_created_again() {
        let directory = directory();
        let path = directory.path().join("elicitlint.toml");
        create(&path, b"one").unwrap();
        assert_eq!(create(&path, b"two").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!((fs::read(&path).unwrap(), names(directory.path()).len()), (b"one".to_vec(), 1));
        let missing = directory.path().join("none").join("elicitlint.toml");
        assert_eq!(create(&missing, b"one").unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn what_is_no_file_name_is_refused_before_anything_is_written() {
        let directory = directory();
        for name in ["none/report.json", "report/", ""] {
            assert!(opened(&directory.path().join(name)).is_err(), "{name}");
        }
        assert!(names(directory.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_of_a_file_stay_and_a_new_one_is_as_any_other() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = directory();
        let mode = |name: &str| fs::metadata(directory.path().join(name)).unwrap().permissions().mode() & 0o777;
        File::create(directory.path().join("any")).unwrap();
        write(&directory.path().join("new"), b"x").unwrap();
        assert_eq!(mode("new"), mode("any"));
        for kept in [0o600, 0o640, 0o666] {
            fs::set_permissions(directory.path().join("new"), fs::Permissions::from_mode(kept)).unwrap();
            write(&directory.path().join("new"), b"y").unwrap();
            assert_eq!(mode("new"), kept);
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_has_other_names_is_written_where_it_is() {
        let directory = directory();
        let path = |name: &str| directory.path().join(name);
        write(&path("file"), b"old").unwrap();
        fs::hard_link(path("file"), path("hard")).unwrap();
        write(&path("hard"), b"by the other name").unwrap();
        assert_eq!(fs::read(path("file")).unwrap(), b"by the other name");
        std::os::unix::fs::symlink("target", path("link")).unwrap();
        write(&path("link"), b"by the link").unwrap();
        assert_eq!(fs::read(path("target")).unwrap(), b"by the link");
        assert!(fs::symlink_metadata(path("link")).unwrap().is_symlink());
    }
}
