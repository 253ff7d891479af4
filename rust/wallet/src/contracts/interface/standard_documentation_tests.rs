//! The documentation of Miden's components is that of their sources. `UPDATE_INTERFACES=1` writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use miden_client::assembly::{DefaultSourceManager, Module, SourceManagerSync};
use miden_protocol::assembly::{ModuleKind, ModuleParser, Path as ModulePath};
use serde::Deserialize;

use super::documentation::{Documentation, DocumentedProcedure};
use super::standard_documentation::{NAMESPACE, StandardDocumentation};
use super::{Interface, account_interface};
use crate::contracts::packages::{Package, ProcedureRole};
use crate::contracts::source_names::absolute;
use crate::contracts::standard_components::standard_components;
use crate::contracts::{CodeKind, Source};

const CRATE: &str = "miden-standards";

/// What is written by hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corrections {
    names: BTreeMap<String, String>,
    views: BTreeMap<String, BTreeSet<String>>,
    may_change: BTreeMap<String, BTreeSet<String>>,
}

impl Corrections {
    fn read() -> Self {
        toml::from_str(include_str!("standard_documentation.toml")).expect("TOML")
    }

    fn correct(&self, procedure: &mut DocumentedProcedure) {
        for parameter in procedure.parameters.iter_mut().flatten() {
            let Some(better) = self.names.get(parameter) else { continue };
            if let Some(text) = &mut procedure.documentation {
                // Assembly writes the name of a word in capitals.
                *text = renamed(text, parameter, better);
                *text = renamed(text, &parameter.to_uppercase(), &better.to_uppercase());
            }
            parameter.clone_from(better);
        }
    }
}

/// A text with another name in the place of each whole one.
fn renamed(text: &str, name: &str, better: &str) -> String {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let mut renamed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(name) {
        let (before, after) = (&rest[..start], &rest[start + name.len()..]);
        let is_whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        renamed.push_str(before);
        renamed.push_str(if is_whole { better } else { name });
        rest = after;
    }
    renamed + rest
}

fn paths(of: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let paths = of.iter().flat_map(|(module, names)| {
        names.iter().map(move |name| format!("{NAMESPACE}{module}::{name}"))
    });
    paths.collect()
}

fn package_folder() -> PathBuf {
    // Not `env!`: what was built in one checkout runs in another.
    std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests").into()
}

fn toml_of(path: &Path) -> toml::Table {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().expect("TOML")
}

/// The folder with the sources of the crate in the version that is built, where cargo has unpacked it.
fn sources() -> PathBuf {
    let lock = toml_of(&package_folder().join("../Cargo.lock"));
    let packages = lock["package"].as_array().expect("packages");
    let package = packages.iter().find(|it| it["name"].as_str() == Some(CRATE)).expect("locked");
    let folder = format!("{CRATE}-{}", package["version"].as_str().expect("a version"));
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let registries = home.expect("a home folder").join("registry/src");
    let found = std::fs::read_dir(&registries).ok().and_then(|registries| {
        let mut folders = registries.flatten().map(|it| it.path().join(&folder).join("asm"));
        folders.find(|folder| folder.is_dir())
    });
    found.unwrap_or_else(|| panic!("{folder} is not in {}", registries.display()))
}

fn files(folder: &Path, suffix: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, suffix));
        } else if path.to_str().is_some_and(|path| path.ends_with(suffix)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn parsed(module: &str, file: &Path) -> Box<Module> {
    let code = std::fs::read_to_string(file).expect("a source");
    let sources: Arc<dyn SourceManagerSync> = Arc::new(DefaultSourceManager::default());
    let mut parser = ModuleParser::new(Some(ModuleKind::Library));
    let parsed = parser.parse_str(Some(ModulePath::new(module)), code, sources);
    parsed.unwrap_or_else(|report| panic!("{}: {report}", file.display()))
}

/// The modules of the library that the components are made of.
#[expect(
    clippy::vec_box,
    reason = "the documentation of sources takes modules as the parser gives them"
)]
fn library(folder: &Path) -> Vec<Box<Module>> {
    let modules = files(folder, ".masm").into_iter().map(|file| {
        let below = file.strip_prefix(folder).expect("below").with_extension("");
        let parts = below.iter().map(|part| part.to_str().expect("UTF-8"));
        let parts = parts.filter(|part| *part != "mod");
        let path: Vec<_> = ["miden", "standards"].into_iter().chain(parts).collect();
        parsed(&path.join("::"), &file)
    });
    modules.collect()
}

/// What the sources say, with what is written by hand.
fn of_sources() -> StandardDocumentation {
    let corrections = Corrections::read();
    let folder = sources();
    let mut modules = library(&folder.join("standards"));
    let mut documentation = Documentation::of_sources(&[], &[]);
    for file in files(&folder.join("components"), "miden-project.toml") {
        let project = toml_of(&file);
        // The workspace of all has no code.
        let Some(library) = project.get("lib") else { continue };
        let namespace = library["namespace"].as_str().expect("a namespace");
        let code = file.with_file_name(library["path"].as_str().expect("a path"));
        modules.push(parsed(namespace, &code));
        documentation.procedures.extend(Documentation::of_sources(&modules, &[]).procedures);
        modules.pop();
    }
    for procedure in documentation.procedures.values_mut() {
        corrections.correct(procedure);
    }
    StandardDocumentation { documentation, views: paths(&corrections.views) }
}

fn standard(name: &str) -> Package {
    let mut components = standard_components().iter();
    let found = components.find(|package| {
        let own: &str = &package.0.name;
        own == name
    });
    found.expect("a component").clone()
}

/// The procedures as a call is written.
fn signatures(interface: &Interface) -> Vec<String> {
    let signatures = interface.procedures.iter().map(|procedure| {
        let signature = procedure.signature.as_ref().expect("a signature");
        let names = signature.parameters.iter().map(|it| it.name.as_deref().unwrap_or("_"));
        format!("{}({})", procedure.name, names.collect::<Vec<_>>().join(", "))
    });
    signatures.collect()
}

const BASIC_WALLET: [&str; 3] = [
    "create_note(tag, note_type, recipient)",
    "move_asset_to_note(asset, note_index)",
    "receive_asset(asset)",
];

#[test]
fn the_documentation_of_the_components_is_that_of_their_sources() {
    let made = of_sources();
    let written = serde_json::to_string_pretty(&made).expect("it can be written") + "\n";
    let file = package_folder().join("src/contracts/interface/standard_documentation.json");
    if std::env::var_os("UPDATE_INTERFACES").is_some() {
        std::fs::write(&file, &written).expect("the file can be written");
    }
    let committed = std::fs::read_to_string(&file).expect("the file");
    // Not of both texts: they are long.
    assert!(written == committed, "it is stale; UPDATE_INTERFACES=1 writes it");
    let read: StandardDocumentation = serde_json::from_str(&committed).expect("it is read");
    assert_eq!(read, made);
    let mut valid = made.documentation.clone();
    valid.retain_valid();
    assert_eq!(valid, made.documentation);
}

#[test]
fn every_procedure_of_the_components_has_documentation_and_names_of_parameters() {
    for package in standard_components() {
        for procedure in package.interface().expect("it is described").procedures {
            let path = procedure.path;
            assert!(procedure.documentation.is_some(), "{path}");
            let signature = procedure.signature.expect("a signature");
            assert!(signature.parameters.iter().all(|it| it.name.is_some()), "{path}");
        }
    }
}

#[test]
fn somebody_has_read_each_procedure_that_is_named_as_one_that_reads() {
    let corrections = Corrections::read();
    let (views, may_change) = (paths(&corrections.views), paths(&corrections.may_change));
    assert!(views.is_disjoint(&may_change));
    let mut left: BTreeSet<&String> = views.union(&may_change).collect();
    for package in standard_components() {
        for procedure in package.interface().expect("it is described").procedures {
            let is_listed = left.remove(&procedure.path);
            let prefixes = ["get_", "has_", "is_"];
            if prefixes.iter().any(|prefix| procedure.name.starts_with(prefix)) {
                assert!(is_listed, "{}", procedure.path);
            }
            let is_view = procedure.attributes.iter().any(|it| it == "view");
            assert_eq!(is_view, views.contains(&procedure.path), "{}", procedure.path);
        }
    }
    assert!(left.is_empty(), "no component has {left:?}");
}

#[test]
fn a_name_is_corrected_as_a_whole_only() {
    assert_eq!(
        renamed("idx, note_idx, idx2, [idx]", "idx", "index"),
        "index, note_idx, idx2, [index]"
    );
}

#[test]
fn a_basic_wallet_has_the_names_and_the_documentation_of_its_sources() {
    let interface = standard("miden-standards-wallets-basic-wallet").interface();
    let interface = interface.expect("it is described");
    assert_eq!(signatures(&interface), BASIC_WALLET);
    let documentation = interface.procedures[2].documentation.as_deref().expect("it has one");
    assert!(documentation.starts_with("Adds the provided asset to the active account."));
    let documentation = interface.procedures[1].documentation.as_deref().expect("it has one");
    assert!(documentation.contains("- note_index is the index of the output note."));
}

#[test]
fn an_account_with_a_component_has_its_names() {
    let wallet = standard("miden-standards-wallets-basic-wallet");
    let roots = wallet.procedures().map(|export| export.digest);
    let interface = account_interface("0x5401ef36", roots, Vec::new()).expect("it is described");
    assert_eq!(signatures(&interface), BASIC_WALLET);
}

#[test]
fn code_at_the_path_of_a_component_has_nothing_of_its_documentation() {
    let path = format!("{NAMESPACE}access::authority").trim_start_matches("::").to_owned();
    let stranger = super::golden_tests::compiled(&Source {
        path: Some(path),
        ..Source::new(
            CodeKind::AccountComponent,
            "@account_procedure\npub proc get_authority() -> u8\n    push.71 swap drop\nend\n",
        )
    });
    let interface = stranger.interface().expect("it is described");
    let [procedure] = &interface.procedures[..] else { panic!("one procedure") };
    let own = standard("miden-standards-access-authority").interface().expect("it is described");
    let same = own.procedures.iter().find(|it| it.path == procedure.path).expect("the same path");
    assert_ne!(same.root, procedure.root);
    assert!(same.documentation.is_some() && !same.attributes.is_empty());
    assert_eq!(procedure.role, ProcedureRole::Account);
    assert_eq!(procedure.documentation, None);
    assert!(procedure.attributes.is_empty());
}

#[test]
fn a_package_does_not_document_what_ships() {
    let mut wallet = standard("miden-standards-wallets-basic-wallet");
    let expected = wallet.interface().expect("it is described");
    let mut claim = Documentation::of_sources(&[], &[]);
    for export in wallet.procedures() {
        let path = absolute(export.path.as_ref()).expect("a path");
        let documentation = Some("Does nothing.".to_owned());
        claim.procedures.insert(path, DocumentedProcedure { documentation, ..Default::default() });
    }
    claim.write(&mut wallet).expect("it can be written");
    assert_eq!(wallet.interface().expect("it is described"), expected);
}
