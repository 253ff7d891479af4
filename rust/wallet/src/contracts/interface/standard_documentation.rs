//! What the sources of Miden's components say of their procedures. Their packages have lost it.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use miden_client::Word;
use miden_client::vm::ProcedureExport;
use serde::{Deserialize, Serialize};

use super::documentation::Documentation;
use crate::contracts::packages::Package;
use crate::contracts::source_names::absolute;
use crate::contracts::standard_components::standard_components;

/// The file that `standard_documentation_tests.rs` writes from the sources.
const FILE: &str = include_str!("standard_documentation.json");

/// Where the procedures of all components are.
pub(super) const NAMESPACE: &str = "::miden::standards::components::";

/// The content of the file.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StandardDocumentation {
    #[serde(flatten)]
    pub(super) documentation: Documentation,
    /// The paths of the procedures that change nothing.
    pub(super) views: BTreeSet<String>,
}

impl Documentation {
    /// Takes from the sources of Miden's components what they say of those procedures of a package that are theirs. The
    /// package may be anybody's: a procedure with their path and another root is not theirs.
    pub(super) fn take_standard(&mut self, package: &Package) {
        for export in package.procedures() {
            let Some(path) = standard_path(export) else { continue };
            let standard = standard();
            let exported = export.path.to_string();
            if standard.views.contains(&path) {
                self.views.insert(exported.clone());
            }
            self.procedures.remove(&exported);
            self.take(exported, &standard.documentation, &path);
        }
    }
}

fn standard() -> &'static StandardDocumentation {
    static STANDARD: OnceLock<StandardDocumentation> = OnceLock::new();
    STANDARD.get_or_init(|| {
        // A test reads the file: it is valid.
        let mut this: StandardDocumentation = serde_json::from_str(FILE).unwrap_or_default();
        this.documentation.retain_valid();
        this
    })
}

/// The path of a procedure if it is one of Miden's components.
fn standard_path(export: &ProcedureExport) -> Option<String> {
    static ROOTS: OnceLock<HashMap<String, Word>> = OnceLock::new();
    let path = absolute(export.path.as_ref()).filter(|path| path.starts_with(NAMESPACE))?;
    let roots = ROOTS.get_or_init(|| {
        let exports = standard_components().iter().flat_map(Package::procedures);
        exports.filter_map(|it| Some((absolute(it.path.as_ref())?, it.digest))).collect()
    });
    (roots.get(&path) == Some(&export.digest)).then_some(path)
}
