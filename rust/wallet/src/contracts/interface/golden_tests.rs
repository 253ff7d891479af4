//! The descriptions of all forms of Miden assembly, of the components that Miden ships and of the fixtures are as their
//! golden files say. `UPDATE_INTERFACES=1` writes the files.

use std::path::PathBuf;
use std::sync::Arc;

use miden_assembly_syntax::ast::types::{
    CallConv, EnumType, FunctionType, StructType, Type, Variant,
};
use miden_client::Serializable;
use miden_client::account::component::{
    AccountComponentMetadata, AuthGuardedMultisig, AuthMultisig, AuthNetworkAccount, AuthSingleSig,
    BasicWallet, FungibleFaucet, NoAuth, NonFungibleFaucet,
};
use miden_client::vm::{PackageExport, Section, SectionId, TargetType};
use miden_protocol::account::component::AccountComponentCode;
use miden_protocol::assembly::Path;

use super::Interface;
use super::schema_tests::violation;
use crate::contracts::packages::Package;
use crate::contracts::standard_components::standard_components;
use crate::contracts::{CodeKind, Compilation, Module, Source, compile};

/// The folder of the tests that are no code of one language.
fn tests_folder() -> PathBuf {
    // Not `env!`: what was built in one checkout runs in another.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    PathBuf::from(package).join("../../Tests")
}

pub(super) fn text(name: &str) -> String {
    let path = tests_folder().join("Interfaces").join(name);
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn module(name: &str) -> Module {
    Module { path: format!("interfaces::{name}"), code: text(&format!("{name}.masm")) }
}

fn source(kind: CodeKind, name: &str) -> Source {
    Source {
        path: Some(format!("interfaces::{name}")),
        modules: vec![module("shared"), module("solid")],
        ..Source::new(kind, text(&format!("{name}.masm")))
    }
}

pub(super) fn compiled(source: &Source) -> Package {
    match compile(source).expect("an answer") {
        Compilation::Compiled(package, _) => *package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

/// Checks a description against its golden file, and that it is read as it was written.
pub(super) fn is_golden(name: &str, interface: &Interface) {
    let path = tests_folder().join("Interfaces").join(format!("{name}.json"));
    let made = serde_json::to_string_pretty(interface).expect("it can be written") + "\n";
    if std::env::var_os("UPDATE_INTERFACES").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::fs::write(&path, &made).expect("the file can be written");
    }
    let golden = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{name}: {error}; UPDATE_INTERFACES=1 writes it"));
    assert_eq!(made, golden, "{name}");
    let json = serde_json::to_value(interface).expect("it can be written");
    assert_eq!(violation(&json), None, "{name}");
    let read: Interface = serde_json::from_str(&golden).expect("it is read");
    assert_eq!(&read, interface, "{name}");
}

fn is_golden_after_reading(name: &str, package: &Package) {
    let interface = package.interface().expect("it is described");
    is_golden(name, &interface);
    let read = Package::parse(&package.to_bytes()).expect("it is read");
    assert_eq!(read.interface().expect("it is described"), interface, "{name}");
}

#[test]
fn every_form_of_a_type_is_described() {
    is_golden_after_reading("types", &compiled(&source(CodeKind::AccountComponent, "types")));
}

#[test]
fn every_form_of_a_procedure_is_described() {
    let package = compiled(&source(CodeKind::AccountComponent, "procedures"));
    is_golden_after_reading("procedures", &package);
}

#[test]
fn every_form_of_a_constant_is_described() {
    is_golden_after_reading("constants", &compiled(&source(CodeKind::Library, "constants")));
}

#[test]
fn scripts_are_described() {
    is_golden_after_reading("note", &compiled(&source(CodeKind::NoteScript, "note")));
    let package = compiled(&source(CodeKind::TransactionScript, "transaction"));
    is_golden_after_reading("transaction", &package);
}

#[test]
fn every_form_of_storage_is_described() {
    let source = Source {
        metadata: Some(text("storage.toml")),
        ..source(CodeKind::AccountComponent, "storage")
    };
    is_golden_after_reading("storage", &compiled(&source));
}

/// A package with the types and conventions of the compiler of Rust, for which assembly has no form.
fn of_the_rust_compiler() -> Package {
    let code = "@account_procedure\npub proc go\n    push.1 drop\nend\n";
    let package = compiled(&Source::new(CodeKind::AccountComponent, code));
    let procedure = package.procedures().next().expect("a procedure");
    let named = |name: &str, fields: &[(&str, &Type)]| -> Type {
        let fields = fields.iter().map(|(name, ty)| (Arc::<str>::from(*name), (*ty).clone()));
        StructType::named(Arc::from(name), fields.collect::<Vec<_>>()).into()
    };
    let felt = named("miden:base/core-types@1.0.0/felt", &[("inner", &Type::Felt)]);
    let word = named(
        "miden:base/core-types@1.0.0/word",
        &[("a", &felt), ("b", &felt), ("c", &felt), ("d", &felt)],
    );
    let account =
        named("miden:base/core-types@1.0.0/account-id", &[("prefix", &felt), ("suffix", &felt)]);
    let pair = named("pair", &[("0", &Type::U8), ("1", &felt)]);
    let payload = Variant::new(Arc::from("SOME"), felt.clone(), None);
    let maybe: Type = EnumType::new(Arc::from("maybe"), Type::U8, [payload]).expect("one").into();
    let export = |name: &str, convention, parameters: &[&Type], result: &Type| {
        let mut export = procedure.clone();
        let path = format!("::\"miden:counter/counter@0.1.0\"::\"{name}\"");
        export.path = Path::new(&path).to_path_buf().into();
        let parameters: Vec<Type> = parameters.iter().map(|ty| (*ty).clone()).collect();
        export.signature = Some(FunctionType::new(convention, parameters, [result.clone()]));
        PackageExport::Procedure(export)
    };
    let exports = [
        export("increment-by", CallConv::ComponentModel, &[&account, &word], &pair),
        export("try-increment", CallConv::ComponentModel, &[&felt], &maybe),
        export("of-the-same-memory", CallConv::C, &[&Type::I32], &Type::I32),
    ];
    let made = miden_client::vm::Package::create_with_modules(
        package.0.name.clone(),
        package.0.version.clone(),
        package.0.kind,
        Arc::clone(package.0.mast_forest()),
        exports,
        [],
        [],
    );
    Package(made.expect("a package"))
}

#[test]
fn the_forms_of_the_rust_compiler_are_described() {
    is_golden_after_reading("compiler", &of_the_rust_compiler());
}

#[test]
fn what_a_linked_package_says_of_its_procedures_is_kept() {
    let shared = compiled(&Source {
        path: Some("interfaces::shared".to_owned()),
        ..Source::new(CodeKind::Library, text("shared.masm"))
    });
    let by_package = compiled(&Source {
        modules: vec![module("solid")],
        packages: vec![shared],
        ..source(CodeKind::AccountComponent, "procedures")
    });
    let by_source = compiled(&source(CodeKind::AccountComponent, "procedures"));
    let interface = by_package.interface().expect("it is described");
    assert_eq!(interface, by_source.interface().expect("it is described"));
}

#[test]
fn every_component_that_miden_ships_is_described() {
    for package in standard_components() {
        let name = package.0.name.to_string().replace(|it: char| !it.is_alphanumeric(), "-");
        is_golden(&format!("standard/{name}"), &package.interface().expect("it is described"));
    }
}

/// The package of a component as the published `miden-client init` writes it.
fn of_init(code: &AccountComponentCode, metadata: &AccountComponentMetadata) -> Package {
    let mut package = code.as_package().clone();
    package.name = metadata.name().to_owned().into();
    package.version = metadata.version().clone();
    package.kind = TargetType::AccountComponent;
    package.description = Some(metadata.description().to_owned());
    let id = SectionId::ACCOUNT_COMPONENT_METADATA;
    package.sections = vec![Section::new(id, metadata.to_bytes())];
    Package(package)
}

#[test]
fn the_packages_of_the_published_client_are_described() {
    let single_sig = of_init(AuthSingleSig::code(), &AuthSingleSig::component_metadata());
    let packages = [
        ("basic-wallet", of_init(BasicWallet::code(), &BasicWallet::component_metadata())),
        (
            "basic-fungible-faucet",
            of_init(FungibleFaucet::code(), &FungibleFaucet::component_metadata()),
        ),
        (
            "basic-non-fungible-faucet",
            of_init(NonFungibleFaucet::code(), &NonFungibleFaucet::component_metadata()),
        ),
        ("basic-auth", single_sig.clone()),
        ("ecdsa-auth", single_sig),
        ("no-auth", of_init(NoAuth::code(), &NoAuth::component_metadata())),
        ("multisig-auth", of_init(AuthMultisig::code(), &AuthMultisig::component_metadata())),
        (
            "guarded-multisig-auth",
            of_init(AuthGuardedMultisig::code(), &AuthGuardedMultisig::component_metadata()),
        ),
        (
            "network-account-auth",
            of_init(AuthNetworkAccount::code(), &AuthNetworkAccount::component_metadata()),
        ),
    ];
    for (name, package) in &packages {
        is_golden_after_reading(&format!("init/{name}"), package);
    }
}

#[test]
fn the_components_that_miden_ships_have_golden_files_of_their_own() {
    let names: Vec<_> = standard_components().iter().map(|it| it.0.name.to_string()).collect();
    let unique: std::collections::BTreeSet<_> = names.iter().collect();
    assert_eq!(unique.len(), names.len(), "{names:?}");
}

#[test]
fn the_fixture_is_described() {
    let file = tests_folder().join("Fixtures/0.1.0/inputs/counter.masp");
    let package = Package::parse(&std::fs::read(file).expect("the fixture")).expect("a package");
    is_golden("counter", &package.interface().expect("it is described"));
}
