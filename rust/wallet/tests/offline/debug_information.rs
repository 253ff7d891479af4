//! Packages have no debug information unless it is asked for, and the same code with it and without.

use std::path::PathBuf;

use miden_swift_wallet::{CodeKind, Compilation, Package, Source, compile};

const COUNTER: &str = include_str!("../../../../Tests/Contracts/counter.masm");

fn compiled(source: &Source) -> Package {
    match compile(source).expect("an answer") {
        Compilation::Compiled(package, _) => *package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

fn counter() -> Source {
    Source {
        path: Some("external_contract::counter_contract".to_owned()),
        ..Source::new(CodeKind::AccountComponent, COUNTER)
    }
}

fn roots(package: &Package) -> Vec<String> {
    let procedures = package.interface().expect("it is described").procedures;
    procedures.into_iter().map(|procedure| procedure.root).collect()
}

fn has(package: &Package, text: &str) -> bool {
    package.to_bytes().windows(text.len()).any(|bytes| bytes == text.as_bytes())
}

/// Parts of the names of files.
const FILES: [&str; 6] = [".masm", "/src/", ".cargo", "/home/", "/root/", "/Users/"];

#[test]
fn a_package_without_debug_information_has_the_same_roots_and_is_small() {
    let with = compiled(&Source { debug_information: true, ..counter() });
    let without = compiled(&counter());
    assert_eq!(roots(&with), roots(&without));
    assert!(with.to_bytes().len() > without.to_bytes().len());
    assert!(without.to_bytes().len() < 2_048, "{}", without.to_bytes().len());
    let read = Package::parse(&without.to_bytes()).expect("it is read");
    assert_eq!(roots(&read), roots(&without));
}

#[test]
fn a_package_names_no_file_of_the_machine_that_made_it() {
    let wallet = "use miden::standards::wallets::basic\n\n@account_procedure\npub proc go\n    \
                  exec.basic::receive_asset\nend\n";
    let library = compiled(&Source {
        path: Some("test::library".to_owned()),
        debug_information: true,
        ..Source::new(CodeKind::Library, "pub proc seven\n    push.7 drop\nend\n")
    });
    let linking =
        "use test::library\n\n@account_procedure\npub proc go\n    exec.library::seven\nend\n";
    let sources = [
        counter(),
        Source::new(CodeKind::AccountComponent, wallet),
        Source { packages: vec![library], ..Source::new(CodeKind::AccountComponent, linking) },
    ];
    for source in sources {
        for debug_information in [false, true] {
            let package = compiled(&Source { debug_information, ..source.clone() });
            for text in FILES {
                assert!(!has(&package, text), "{text} in {source:?}");
            }
        }
    }
}

#[test]
fn a_package_without_debug_information_keeps_the_messages_of_its_errors() {
    let code = concat!(
        "const ERR_ODD = \"the number is odd\"\n",
        "@account_procedure\npub proc check(number: felt)\n    is_odd assertz.err=ERR_ODD\nend\n",
    );
    let package = compiled(&Source::new(CodeKind::AccountComponent, code));
    let read = Package::parse(&package.to_bytes()).expect("it is read");
    let errors = read.interface().expect("it is described").errors;
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(messages, ["the number is odd"]);
}

#[test]
fn a_package_without_debug_information_can_be_linked() {
    let increment = include_str!("../../../../Tests/Contracts/increment.masm");
    let script = Source::new(CodeKind::TransactionScript, increment);
    let linking = |package| compiled(&Source { packages: vec![package], ..script.clone() });
    let with = linking(compiled(&Source { debug_information: true, ..counter() }));
    let without = linking(compiled(&counter()));
    assert_eq!(roots(&with), roots(&without));
}

#[test]
fn the_fixture_is_what_its_source_becomes() {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    let inputs = PathBuf::from(package).join("../../Tests/Fixtures/0.1.0/inputs");
    let code = std::fs::read_to_string(inputs.join("counter.masm")).expect("the source");
    let made = compiled(&Source { code, ..counter() });
    let file = inputs.join("counter.masp");
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(&file, made.to_bytes()).expect("it can be written");
    }
    let bytes = std::fs::read(&file).expect("the fixture");
    assert!(bytes.len() < 2_048, "{} bytes; UPDATE_FIXTURES=1 writes it anew", bytes.len());
    let fixture = Package::parse(&bytes).expect("a package");
    assert_eq!(roots(&fixture), roots(&made));
}
