//! What a document has of a package, and what it has not.

use super::*;
use crate::contracts::component_names::{standard_component, standard_component_names};
use crate::contracts::{CodeKind, Compilation, MAX_PACKAGE_BYTES, Source, compile};

const COUNTER: &str = "\
const ERR_ODD = \"the number is odd\"

#! Says how often.
@account_procedure
@view
pub proc get_count() -> u32
    push.1 swap drop
end

@account_procedure
@view
@once(why = \"because\")
pub proc check(number: felt)
    is_odd assertz.err=ERR_ODD
end

@auth_script
pub proc authenticate(arguments: word)
    push.5 drop
end
";

fn counter(debug_information: bool) -> Package {
    let source = Source {
        path: Some("tests_of_documents::counter".to_owned()),
        debug_information,
        ..Source::new(CodeKind::AccountComponent, COUNTER)
    };
    match compile(&source).expect("an answer") {
        Compilation::Compiled(package, _) => *package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

fn document(package: &Package) -> ContractDocument {
    ContractDocument::of(package, None).expect("a document")
}

/// Parts of the names of files.
const FILES: [&str; 5] = [".masm", "/src/", ".cargo", "/home/", "/root/"];

fn names_no_file(package: &Package) {
    let bytes = package.to_bytes();
    for text in FILES {
        let found = bytes.windows(text.len()).any(|part| part == text.as_bytes());
        assert!(!found, "{text} in {}", package.0.name);
    }
}

#[test]
fn attributes_of_the_source_are_described_without_those_of_the_protocol() {
    let interface = document(&counter(false)).interface;
    let attributes: Vec<_> = interface
        .procedures
        .iter()
        .map(|procedure| (procedure.name.as_str(), procedure.attributes.clone()))
        .collect();
    let names = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        attributes,
        [
            ("authenticate", names(&[])),
            ("check", names(&["once", "view"])),
            ("get_count", names(&["view"])),
        ]
    );
}

#[test]
fn the_package_of_a_document_has_the_same_roots_and_messages_and_no_places() {
    let given = counter(true);
    let document = document(&given);
    assert!(document.package.to_bytes().len() < given.to_bytes().len());
    assert_eq!(document.interface, given.interface().expect("it is described"));
    let read = Package::parse(&document.package.to_bytes()).expect("it is read");
    let interface = read.interface().expect("it is described");
    assert_eq!(interface, document.interface);
    assert_eq!(interface.errors.len(), 1);
    assert_eq!(interface.errors[0].message, "the number is odd");
    names_no_file(&document.package);
}

#[test]
fn a_document_is_the_same_each_time_and_with_debug_information_and_without() {
    let document_of = |with| document(&counter(with));
    let with = document_of(true);
    assert_eq!(with, document_of(true));
    assert_eq!(with.package.to_bytes(), document_of(true).package.to_bytes());
    let without = document_of(false);
    assert_eq!(with.digest, without.digest);
    assert_eq!(with.package.to_bytes(), without.package.to_bytes());
    // What is embedded has the same document again.
    assert_eq!(document(&with.package), with);
}

#[test]
fn another_package_has_another_digest() {
    let other = standard_component("basic-wallet").expect("it is there");
    assert_ne!(document(&other).digest, document(&counter(false)).digest);
}

#[test]
fn every_component_that_miden_ships_has_a_document_that_names_no_file() {
    for name in standard_component_names() {
        let package = standard_component(name).expect("it is there");
        let document = document(&package);
        assert_eq!(document.interface, package.interface().expect("it is described"), "{name}");
        assert_eq!(document.configuration, ContractConfiguration::default(), "{name}");
        assert!(document.package.to_bytes().len() < MAX_PACKAGE_BYTES / 4, "{name}");
        names_no_file(&document.package);
    }
}

#[test]
fn a_configuration_is_read_before_the_package() {
    let file = ConfigurationFile { name: "C.miden.toml".to_owned(), text: "=".to_owned() };
    let error = ContractDocument::of(&counter(false), Some(&file)).expect_err("it is none");
    assert!(error.to_string().starts_with("C.miden.toml:1:1: error: "), "{error}");
}
