//! What is compiled, and what is said where it cannot be; words, elements and advice as they are passed on.

use miden_swift_wallet::{
    CodeKind, Compilation, Diagnostic, Felt, Module, Package, ProcedureRole, Severity, Source,
    compile, parse_advice, parse_felt, parse_slot_name, parse_word,
};

const COUNTER: &str = include_str!("../../../../Tests/Contracts/counter.masm");
const INCREMENT: &str = include_str!("../../../../Tests/Contracts/increment.masm");

fn compiled(source: &Source) -> Package {
    match compile(source).expect("it can be compiled") {
        Compilation::Compiled(package, _) => *package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

fn refused(source: &Source) -> Vec<Diagnostic> {
    match compile(source).expect("it is refused, which is no error") {
        Compilation::Refused(diagnostics) => diagnostics,
        Compilation::Compiled(package, _) => panic!("{:?}", package.interface()),
    }
}

fn counter() -> Source {
    Source {
        path: Some("external_contract::counter_contract".to_owned()),
        ..Source::new(CodeKind::AccountComponent, COUNTER)
    }
}

#[test]
fn a_package_says_what_is_in_it() {
    let package = compiled(&counter());
    let described = package.interface().expect("it is described");
    assert!(described.procedures.iter().all(|it| it.role == ProcedureRole::Account));
    assert_eq!(described.component, None);
    let mut paths: Vec<&str> =
        described.procedures.iter().map(|procedure| procedure.path.as_str()).collect();
    paths.sort_unstable();
    assert_eq!(
        paths,
        [
            "::external_contract::counter_contract::get_count",
            "::external_contract::counter_contract::increment_count",
        ]
    );
    let again = Package::parse(&package.to_bytes()).expect("it is read");
    assert_eq!(again.interface().expect("it is described"), described);
}

#[test]
fn a_script_links_a_module_by_its_source_or_by_its_package() {
    let script = Source::new(CodeKind::TransactionScript, INCREMENT);
    let by_source = compiled(&Source {
        modules: vec![Module {
            path: "external_contract::counter_contract".to_owned(),
            code: COUNTER.to_owned(),
        }],
        ..script.clone()
    });
    let by_package = compiled(&Source { packages: vec![compiled(&counter())], ..script.clone() });
    let root = |package: &Package| {
        package.interface().expect("it is described").procedures[0].root.clone()
    };
    assert_eq!(root(&by_source), root(&by_package));
    // Without either the name means nothing, and that is said where it is.
    let diagnostics = refused(&script);
    let place = &diagnostics[0].places[0];
    assert_eq!(place.text.trim(), "use external_contract::counter_contract", "{diagnostics:#?}");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let code = "# é\n@transaction_script\npub proc main\n    push.1 ädd\nend\n";
    let diagnostics = refused(&Source::new(CodeKind::TransactionScript, code));
    let place = &diagnostics[0].places[0];
    assert_eq!(diagnostics[0].severity, Severity::Error);
    assert!(!diagnostics[0].message.is_empty());
    assert_eq!((place.line, place.text.as_str()), (4, "    push.1 ädd"), "{diagnostics:#?}");
    // Columns are characters, offsets are bytes.
    assert_eq!(place.column, 12, "{diagnostics:#?}");
    assert_eq!(place.offset, code.find('ä').expect("it is there"));
    assert_eq!(place.module, "::tx_script");
}

#[test]
fn an_error_in_a_linked_module_is_said_of_that_module() {
    let diagnostics = refused(&Source {
        modules: vec![Module {
            path: "my::helpers".to_owned(),
            code: "pub proc one\r\n    exec.two\r\nend\r\n".to_owned(),
        }],
        ..Source::new(
            CodeKind::TransactionScript,
            "use my::helpers\n@transaction_script\npub proc main\n    exec.helpers::one\nend\n",
        )
    });
    let place = &diagnostics[0].places[0];
    assert_eq!(
        (place.module.as_str(), place.line, place.text.as_str()),
        ("my::helpers", 2, "    exec.two"),
        "{diagnostics:#?}"
    );
}

#[test]
fn warnings_of_what_is_compiled_are_said_with_their_places() {
    let script = "use miden::core::math::u64\n@transaction_script\npub proc main\n    nop\nend\n";
    let source = Source {
        modules: vec![Module {
            path: "my::helpers".to_owned(),
            code: "\nuse miden::core::sys\npub proc one\n    push.1\nend\n".to_owned(),
        }],
        ..Source::new(CodeKind::TransactionScript, script)
    };
    let Compilation::Compiled(package, warnings) = compile(&source).expect("an answer") else {
        panic!("it can be compiled")
    };
    let said: Vec<_> = warnings
        .iter()
        .map(|it| {
            (it.severity, it.message.as_str(), it.places[0].module.as_str(), it.places[0].line)
        })
        .collect();
    assert_eq!(
        said,
        [
            (Severity::Warning, "unused import", "::tx_script", 1),
            (Severity::Warning, "unused import", "my::helpers", 2),
        ]
    );
    let procedures = package.interface().expect("it is described").procedures;
    assert_eq!(procedures[0].role, ProcedureRole::TransactionScript);
    let diagnostics = refused(&Source { warnings_as_errors: true, ..source });
    assert_eq!(diagnostics[0].message, "unused import");
    let clean = Source::new(CodeKind::Library, "pub proc one\n    push.1\nend\n");
    let compiled = compile(&clean).expect("an answer");
    assert!(matches!(compiled, Compilation::Compiled(_, warnings) if warnings.is_empty()));
}

#[test]
fn a_whole_program_is_refused_with_what_to_write() {
    for (kind, mark) in [
        (CodeKind::AccountComponent, "@account_procedure pub proc"),
        (CodeKind::NoteScript, "@note_script pub proc main"),
        (CodeKind::TransactionScript, "@transaction_script pub proc main"),
        (CodeKind::Library, "pub proc"),
    ] {
        let diagnostics = refused(&Source::new(kind, "begin\n    push.1 drop\nend\n"));
        let help = diagnostics[0].help.as_deref().expect("there is help");
        assert!(help.contains(mark) && diagnostics[0].message.contains("begin"), "{diagnostics:?}");
    }
}

#[test]
fn a_source_without_its_mark_is_refused_with_what_to_do() {
    let code = "pub proc main\n    push.1 drop\nend\n";
    for (kind, mark) in [
        (CodeKind::AccountComponent, "@account_procedure"),
        (CodeKind::NoteScript, "@note_script"),
        (CodeKind::TransactionScript, "@transaction_script"),
    ] {
        let diagnostics = refused(&Source::new(kind, code));
        let help = diagnostics[0].help.as_deref().expect("there is help");
        assert!(help.contains(mark), "{diagnostics:?}");
    }
    compiled(&Source::new(CodeKind::Library, code));
}

#[test]
fn what_cannot_be_a_source_is_refused() {
    let nothing = refused(&Source::new(CodeKind::TransactionScript, ""));
    assert!(!nothing[0].message.is_empty());
    let invalid = |source: &Source| compile(source).expect_err("it is refused").kind();
    let source = Source::new(CodeKind::Library, "pub proc one push.1 end");
    assert_eq!(
        invalid(&Source { path: Some("a b::c".to_owned()), ..source.clone() }),
        "invalid_module_path"
    );
    let module = Module { path: String::new(), code: String::new() };
    assert_eq!(invalid(&Source { modules: vec![module], ..source.clone() }), "invalid_module_path");
    assert_eq!(
        invalid(&Source { metadata: Some("name = 5".to_owned()), ..source.clone() }),
        "invalid_metadata"
    );
    for bytes in [&b""[..], b"masp", &compiled(&source).to_bytes()[..100]] {
        assert_eq!(Package::parse(bytes).expect_err("it is none").kind(), "invalid_package");
    }
}

#[test]
fn deep_nesting_does_not_end_the_process() {
    let depth = 2_000;
    let code = format!(
        "@transaction_script\npub proc main\n{}{}\nend\n",
        "push.1 if.true ".repeat(depth),
        "end ".repeat(depth)
    );
    // Compiled or refused: either is an answer.
    compile(&Source::new(CodeKind::TransactionScript, code)).expect("there is an answer");
}

#[test]
fn a_component_says_what_it_is_in_its_package() {
    let metadata = r#"
        name = "counter"
        description = "Counts."
        version = "1.2.3"

        [[storage.slots]]
        name = "miden::tutorials::counter"
        type = { key = "word", value = "word" }
    "#;
    let package = compiled(&Source { metadata: Some(metadata.to_owned()), ..counter() });
    let read = Package::parse(&package.to_bytes()).expect("it is read");
    let component = read.interface().expect("it is described").component.expect("there is one");
    assert_eq!((component.name.as_str(), component.version.as_str()), ("counter", "1.2.3"));
    let slots: Vec<&str> = component.slots.iter().map(|slot| slot.name.as_str()).collect();
    assert_eq!(slots, ["miden::tutorials::counter"]);
}

/// The order of the field.
const MODULUS: u64 = 0xffff_ffff_0000_0001;

#[test]
fn what_is_no_element_of_the_field_is_refused() {
    assert_eq!(parse_felt(MODULUS - 1).expect("the last one").as_canonical_u64(), MODULUS - 1);
    for number in [MODULUS, u64::MAX] {
        assert_eq!(parse_felt(number).expect_err("not one").kind(), "invalid_felt");
    }
    // The first element is the modulus, in bytes of the least significant first.
    let beyond = format!("0x01000000ffffffff{}", "0".repeat(48));
    for text in [beyond.as_str(), "", "0x", "0x12", "12", &"0".repeat(64)] {
        assert_eq!(parse_word(text).expect_err("no word").kind(), "invalid_word", "{text}");
    }
    let last = format!("0x00000000ffffffff{}", "0".repeat(48));
    assert_eq!(parse_word(&last).expect("a word")[0].as_canonical_u64(), MODULUS - 1);
}

#[test]
fn a_slot_has_a_name_of_two_parts_at_least() {
    parse_slot_name("miden::counter::count").expect("a name");
    for text in ["", "counter", "::", "a::", "a::b c", "a::_b"] {
        assert_eq!(parse_slot_name(text).expect_err("none").kind(), "invalid_slot_name");
    }
}

#[test]
fn the_file_of_the_published_client_is_read() {
    let text = r#"
        inputs = [
            { key = "0x0000000000000000000000000000000000000000000000000000001000000000", values = ["13", "9"] },
            { key = "0x0000000000000000000000000000000000000000000000000000000000000000", values = [] },
        ]
    "#;
    let read = parse_advice(text).expect("it is read");
    let numbers: Vec<Vec<u64>> = read
        .iter()
        .map(|(_, values)| values.iter().map(Felt::as_canonical_u64).collect())
        .collect();
    assert_eq!(numbers, [vec![13, 9], vec![]]);
    assert_eq!(read[0].0[3].as_canonical_u64(), 0x1000_0000);
}

#[test]
fn a_file_that_is_none_is_refused() {
    let key = format!("0x{}", "0".repeat(64));
    for (text, kind) in [
        (String::new(), "invalid_advice"),
        ("inputs = 5".to_owned(), "invalid_advice"),
        (format!("inputs = [{{ key = \"{key}\", values = [5] }}]"), "invalid_advice"),
        (format!("inputs = [{{ key = \"{key}\", values = [\"x\"] }}]"), "invalid_advice"),
        ("inputs = [{ key = \"0x1\", values = [] }]".to_owned(), "invalid_word"),
        (format!("inputs = [{{ key = \"{key}\", values = [\"{}\"] }}]", u64::MAX), "invalid_felt"),
    ] {
        assert_eq!(parse_advice(&text).expect_err("it is none").kind(), kind, "{text}");
    }
}
