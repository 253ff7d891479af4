//! Descriptions of accounts, of which only the roots of procedures are known.

use std::sync::Arc;

use miden_client::Word;
use miden_client::account::component::{
    AuthSingleSig, BasicWallet, FungibleFaucet, NonFungibleFaucet,
};
use miden_client::vm::PackageExport;
use miden_protocol::account::component::AccountComponentCode;

use super::golden_tests::{compiled, is_golden};
use super::types::ValueType;
use super::{Interface, InterfaceProcedure, account_interface};
use crate::contracts::packages::{Package, ProcedureRole};
use crate::contracts::{CodeKind, Source};

fn package(path: &str, code: &str) -> Package {
    compiled(&Source {
        path: Some(path.to_owned()),
        ..Source::new(CodeKind::AccountComponent, code)
    })
}

fn roots_of(package: &Package) -> Vec<Word> {
    package.procedures().map(|export| export.digest).collect()
}

fn shipped_roots(code: &AccountComponentCode) -> Vec<Word> {
    roots_of(&Package(code.as_package().clone()))
}

/// A root that no package has.
fn unknown_root() -> Word {
    Word::from([1_u32, 2, 3, 4])
}

/// The package with its procedures only, as the components that ship are.
fn without_types(package: &Package) -> Package {
    let made = miden_client::vm::Package::create_with_modules(
        package.0.name.clone(),
        package.0.version.clone(),
        package.0.kind,
        Arc::clone(package.0.mast_forest()),
        package.procedures().cloned().map(PackageExport::Procedure),
        [],
        [],
    );
    Package(made.expect("a package"))
}

fn described(roots: &[Word], packages: &[Package]) -> Interface {
    account_interface("0x5401ef36", roots.iter().copied(), packages.to_vec())
        .expect("it is described")
}

fn with_root(interface: &Interface, root: Word) -> Vec<&InterfaceProcedure> {
    let root = root.to_hex();
    interface.procedures.iter().filter(|procedure| procedure.root == root).collect()
}

#[test]
fn an_account_is_described_by_what_ships_and_by_packages() {
    let counter = package(
        "tests::counter",
        "#! Counts.\n@account_procedure\npub proc count(by: u32) -> u32\n    push.71 drop\nend\n",
    );
    let roots = [
        shipped_roots(AuthSingleSig::code()),
        shipped_roots(BasicWallet::code()),
        shipped_roots(FungibleFaucet::code()),
        roots_of(&counter),
        vec![unknown_root()],
    ]
    .concat();
    is_golden("account", &described(&roots, &[counter]));
}

#[test]
fn a_root_without_a_name_is_in_the_description() {
    let interface = described(&[unknown_root(), unknown_root()], &[]);
    assert_eq!(interface.unknown_roots, [unknown_root().to_hex()]);
    assert_eq!(interface.authentication_root, Some(unknown_root().to_hex()));
    assert_eq!(described(&[], &[]).authentication_root, None);
}

#[test]
fn a_package_does_not_say_what_authenticates() {
    let stranger = package(
        "tests::stranger",
        "@account_procedure\npub proc harmless(a: felt)\n    push.72 drop\nend\n\
         @auth_script\npub proc authenticate(arguments: word)\n    push.73 drop\nend\n",
    );
    let root = |name: &str| {
        let mut exports = stranger.procedures();
        exports.find(|export| export.path.last() == Some(name)).expect("it is there").digest
    };
    let (harmless, authenticate) = (root("harmless"), root("authenticate"));
    let interface = described(&[harmless, authenticate], std::slice::from_ref(&stranger));
    let role = |root| with_root(&interface, root)[0].role;
    assert_eq!(role(harmless), ProcedureRole::Authentication);
    assert_eq!(role(authenticate), ProcedureRole::Account);
}

#[test]
fn a_package_does_not_rename_what_ships() {
    let wallet = shipped_roots(BasicWallet::code());
    let stranger = package(
        "tests::stranger",
        "pub use {receive_asset as claim_reward} from miden::standards::wallets::basic\n\
         @account_procedure\npub proc own\n    push.74 drop\nend\n",
    );
    let renamed = stranger
        .procedures()
        .find(|export| export.path.last() == Some("claim_reward"))
        .expect("it is there")
        .digest;
    assert!(wallet.contains(&renamed));
    let roots = [vec![unknown_root()], wallet].concat();
    let interface = described(&roots, std::slice::from_ref(&stranger));
    let [procedure] = with_root(&interface, renamed)[..] else { panic!("one procedure") };
    assert_eq!(procedure.name, "receive_asset");
    let name: &str = &stranger.0.name;
    let expected = format!("::tests::stranger::claim_reward ({name})");
    assert!(procedure.same_code.contains(&expected), "{:?}", procedure.same_code);
}

#[test]
fn a_procedure_of_several_components_has_its_name_in_the_one_that_the_account_has() {
    let roots = [vec![unknown_root()], shipped_roots(NonFungibleFaucet::code())].concat();
    let interface = described(&roots, &[]);
    let names: Vec<&str> = interface.procedures.iter().map(|it| it.name.as_str()).collect();
    // The fungible faucet, which has the same code, calls it otherwise.
    assert!(names.contains(&"set_contract_uri"), "{names:?}");
    assert!(!names.contains(&"set_external_link"), "{names:?}");
}

#[test]
fn types_of_two_packages_with_one_name_are_told_apart() {
    let of = |path: &str, fields: &str, number: u32| {
        let code = format!(
            "pub type Point = struct {{ {fields} }}\n\
             @account_procedure\npub proc take(point: Point)\n    push.{number} drop\nend\n"
        );
        without_types(&package(path, &code))
    };
    let (flat, solid) =
        (of("tests::flat", "x: felt, y: felt", 75), of("tests::solid", "x: felt, z: felt", 76));
    let roots = [vec![unknown_root()], roots_of(&flat), roots_of(&solid)].concat();
    let interface = described(&roots, &[flat, solid]);
    let modules = interface.procedures.iter().map(|procedure| {
        let signature = procedure.signature.as_ref().expect("it has one");
        match &signature.parameters[0].value_type {
            ValueType::Struct { module, .. } => module.clone(),
            other => panic!("{other:?}"),
        }
    });
    let modules: Vec<_> = modules.collect();
    assert!(modules[0].is_some() && modules[1].is_some(), "{modules:?}");
    assert_ne!(modules[0], modules[1]);
}

#[test]
fn a_component_that_the_account_has_in_part_says_nothing_of_its_storage() {
    let faucet = shipped_roots(FungibleFaucet::code());
    let whole = [vec![unknown_root()], faucet.clone()].concat();
    assert!(described(&whole, &[]).component.is_some());
    let part = [unknown_root(), faucet[0]];
    let slots = described(&part, &[]).component.map_or(0, |component| component.slots.len());
    assert_eq!(slots, 0);
}
