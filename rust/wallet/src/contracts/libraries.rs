//! What all sources are linked with: Miden's core library, protocol and standards.
//!
//! Their packages have the names of source files on the machine that built them, and the assembler copies those into
//! each package that it makes. So they are linked without debug information but for the messages of their errors.

use std::sync::{Arc, OnceLock};

use miden_client::vm::Package as Library;
use miden_protocol::assembly::Linkage;
use miden_protocol::assembly::diagnostics::Report;
use miden_protocol::assembly::{Assembler, SourceManagerSync};
use miden_protocol::transaction::TransactionKernel;
use miden_protocol::{CoreLibrary, ProtocolLib};
use miden_standards::StandardsLib;

use super::debug_information::without_debug_information;
use super::packages::Package;
use crate::errors::Result;

/// The libraries, in the order in which they are linked.
///
/// # Errors
/// [`ContractError::InvalidPackage`](crate::ContractError::InvalidPackage) if the debug information of one cannot be
/// read.
pub(super) fn libraries() -> Result<&'static [Arc<Library>]> {
    static LIBRARIES: OnceLock<Vec<Arc<Library>>> = OnceLock::new();
    if let Some(libraries) = LIBRARIES.get() {
        return Ok(libraries);
    }
    let whole = [
        CoreLibrary::default().package(),
        ProtocolLib::default().package(),
        StandardsLib::default().package(),
    ];
    let libraries = whole
        .iter()
        .map(|library| Ok(Arc::new(without_debug_information(&Package((**library).clone()))?.0)))
        .collect::<Result<Vec<_>>>()?;
    Ok(LIBRARIES.get_or_init(|| libraries))
}

/// An assembler that links the kernel and libraries.
///
/// # Errors
/// A report if they cannot be linked.
pub(super) fn assembler(
    sources: Arc<dyn SourceManagerSync>,
    libraries: &[Arc<Library>],
) -> Result<Assembler, Report> {
    let mut assembler = Assembler::with_kernel(sources, TransactionKernel::package())?;
    for library in libraries {
        assembler.link_package(Arc::clone(library), Linkage::Dynamic)?;
    }
    Ok(assembler)
}
