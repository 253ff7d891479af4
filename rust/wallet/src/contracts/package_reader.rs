//! Reads packages of anybody, on threads for foreign work.

use std::time::Duration;

use miden_client::Serializable;
use miden_client::account::component::AccountComponentMetadata;
use miden_client::vm::Package;

use super::foreign_work::{ForeignWork, Missed};
use crate::errors::{Cause, ContractError, Result, WalletError};
use crate::foreign_code;

/// How many bytes a package may have. The largest that Miden ships, but for its core library, is the kernel with 2.7
/// million; a component of accounts has some ten thousand. The time that a hostile one takes grows with the square.
pub const MAX_PACKAGE_BYTES: usize = 3 << 20;

/// How long a package may be read. All that Miden ships takes a small part of it.
const DEADLINE: Duration = Duration::from_secs(10);

/// Types in packages are nested, and the reader goes down with them.
const STACK_BYTES: usize = 16 << 20;

static READERS: ForeignWork = ForeignWork::new("miden-package", STACK_BYTES);

/// The first bytes of a package and the version of its form.
const HEADER: &[u8] = b"MASP\0\x07\0\0";

/// Reads a package.
///
/// # Errors
/// [`ContractError::InvalidPackage`], [`crate::WalletError::CodeTooLarge`], [`WalletError::Unsupported`] if there is no thread for
/// it.
pub(super) fn read_package(bytes: &[u8]) -> Result<Package> {
    require_readable(bytes)?;
    let bytes = bytes.to_vec();
    on_reader(move || read_with_metadata(&bytes, read_metadata))
}

/// Reads something in a package, within the limits for reading packages.
///
/// # Errors
/// As [`read_package`], and those of the work.
pub(super) fn on_reader<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    with_deadline(&READERS, DEADLINE, work)?
}

/// Refuses a package that could not be read again. For work that has a deadline already.
///
/// # Errors
/// [`ContractError::InvalidPackage`], [`crate::WalletError::CodeTooLarge`].
pub(super) fn require_readable_again(package: &Package) -> Result<()> {
    let bytes = package.to_bytes();
    require_readable(&bytes)?;
    read_with_metadata(&bytes, read_metadata).map(drop)
}

/// Reads a package and the metadata in it, which is read again when it is asked for: it must not panic or take too long
/// there. If it is invalid, that is an error of what needs it.
fn read_with_metadata(bytes: &[u8], read_metadata: impl FnOnce(&Package)) -> Result<Package> {
    let package = foreign_code::read_package(bytes).map_err(|error| error.into_error(invalid))?;
    read_metadata(&package);
    Ok(package)
}

fn read_metadata(package: &Package) {
    let _ = AccountComponentMetadata::try_from(package);
}

/// Refuses what needs no reading to be refused.
fn require_readable(bytes: &[u8]) -> Result<()> {
    if bytes.len() > MAX_PACKAGE_BYTES {
        let count = bytes.len();
        return Err(invalid(format!(
            "it has {count} bytes, and at most {MAX_PACKAGE_BYTES} are read"
        )));
    }
    let Some(header) = bytes.get(..HEADER.len()) else { return Err(invalid("it is too short")) };
    let (magic, version) = header.split_at(5);
    if magic != &HEADER[..5] {
        return Err(invalid("it does not begin as packages do"));
    }
    if version != &HEADER[5..] {
        let shown =
            |version: &[u8]| version.iter().map(ToString::to_string).collect::<Vec<_>>().join(".");
        let (version, known) = (shown(version), shown(&HEADER[5..]));
        return Err(invalid(format!("its form has version {version}, and {known} is read")));
    }
    Ok(())
}

fn invalid(reason: impl Into<Cause>) -> WalletError {
    ContractError::InvalidPackage { source: reason.into() }.into()
}

/// Does the work on a thread of its own, and waits for it until the deadline. A panic and a missed deadline are errors of
/// the package.
fn with_deadline<T: Send + 'static>(
    readers: &'static ForeignWork,
    deadline: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    readers.within(deadline, work).map_err(|missed| match missed {
        Missed::NoPlace => invalid("other packages are still read that take too long"),
        Missed::NoThread(error) => WalletError::Unsupported {
            what: format!("There is no thread to read a package with: {error}."),
        },
        Missed::Panicked(_) => invalid("its reader panicked"),
        Missed::TooLong => invalid("reading it takes too long"),
    })
}

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::sync::Arc;
    use std::sync::mpsc::sync_channel;

    use miden_assembly_syntax::ast::types::{CallConv, EnumType, FunctionType, Type, Variant};
    use miden_client::vm::PackageExport;

    use super::*;
    use crate::contracts::{CodeKind, Compilation, Source, compile};

    fn reason<T>(result: Result<T>) -> String {
        let error = result.err().expect("it is refused");
        assert!(matches!(error, WalletError::Contract(ContractError::InvalidPackage { .. })));
        error.source().map(ToString::to_string).unwrap_or_default()
    }

    #[test]
    fn a_package_that_is_too_long_is_refused_before_it_is_read() {
        let bytes = vec![0; MAX_PACKAGE_BYTES + 1];
        assert!(reason(read_package(&bytes)).contains("3145729 bytes"));
    }

    #[test]
    fn a_package_in_another_form_is_refused_with_its_version() {
        assert!(reason(read_package(b"MASP\0\x06\0\0")).contains("version 6.0.0"));
        assert!(reason(read_package(b"MASP")).contains("too short"));
        assert!(reason(read_package(b"\0asm\x01\0\0\0")).contains("does not begin"));
    }

    #[test]
    fn a_package_with_bytes_behind_its_end_is_refused() {
        let bytes = with_enum("BUY");
        read_package(&bytes).expect("it is read");
        let more = [bytes.as_slice(), &[0]].concat();
        assert!(reason(read_package(&more)).contains("bytes follow it"));
    }

    #[test]
    fn a_panic_of_the_reader_is_an_error_of_the_package() {
        let result = with_deadline(&READERS, DEADLINE, || panic!("alignment overflow"));
        assert!(reason::<()>(result).contains("panicked"));
    }

    #[test]
    fn a_reader_that_takes_too_long_is_left_behind() {
        static OWN: ForeignWork = ForeignWork::new("own", STACK_BYTES);
        let (sender, receiver) = sync_channel::<()>(0);
        let result = with_deadline(&OWN, Duration::ZERO, move || receiver.recv());
        assert!(reason(result).contains("too long"));
        drop(sender);
    }

    #[test]
    fn an_enum_that_takes_quadratic_time_does_not_keep_the_caller() {
        static OWN: ForeignWork = ForeignWork::new("own", STACK_BYTES);
        const NAME: &str = "VARIANT_TO_REPLACE";
        let bytes = with_enum(NAME);
        // Its one variant: name, no value of its own, no discriminant.
        let variant =
            |name: &str| [name.len().to_bytes(), name.as_bytes().to_vec(), vec![0, 0]].concat();
        let one = [1_usize.to_bytes(), variant(NAME)].concat();
        let at = (0..bytes.len()).find(|at| bytes[*at..].starts_with(&one)).expect("it is there");
        let count: usize = 200_000;
        let variants: Vec<u8> =
            (0..count).flat_map(|number| variant(&format!("V{number:06}"))).collect();
        let many = [&bytes[..at], count.to_bytes().as_slice(), &variants, &bytes[at + one.len()..]]
            .concat();
        assert!(many.len() <= MAX_PACKAGE_BYTES);
        let result = with_deadline(&OWN, Duration::from_millis(100), move || {
            read_with_metadata(&many, read_metadata).map(drop)
        });
        assert!(reason(result).contains("too long"));
    }

    #[test]
    fn metadata_is_read_where_a_package_is_and_as_long() {
        static OWN: ForeignWork = ForeignWork::new("own", STACK_BYTES);

        let bytes = with_enum("BUY");
        let panicking = bytes.clone();
        let result = on_reader(move || {
            read_with_metadata(&panicking, |_| panic!("hostile metadata")).map(drop)
        });
        assert!(reason(result).contains("panicked"));

        let (sender, receiver) = sync_channel::<()>(0);
        let result = with_deadline(&OWN, Duration::ZERO, move || {
            read_with_metadata(&bytes, |_| {
                let _ = receiver.recv();
            })
            .map(drop)
        });
        assert!(reason(result).contains("too long"));
        drop(sender);
    }

    /// The bytes of a package with an enum of one variant.
    fn with_enum(variant: &str) -> Vec<u8> {
        let code = "@account_procedure\npub proc go\n    push.1 drop\nend\n";
        let compiled = compile(&Source::new(CodeKind::AccountComponent, code));
        let Compilation::Compiled(package, _) = compiled.expect("an answer") else {
            panic!("it is refused")
        };
        let variants = [Variant::c_like(Arc::from(variant), None)];
        let ty = EnumType::new(Arc::from("Side"), Type::U32, variants);
        let mut procedure = package.procedures().next().expect("a procedure").clone();
        let parameters = [Type::from(ty.expect("an enum"))];
        procedure.signature = Some(FunctionType::new(CallConv::ComponentModel, parameters, []));
        let made = Package::create_with_modules(
            package.0.name.clone(),
            package.0.version.clone(),
            package.0.kind,
            Arc::clone(package.0.mast_forest()),
            [PackageExport::Procedure(procedure)],
            [],
            [],
        );
        made.expect("a package").to_bytes()
    }
}
