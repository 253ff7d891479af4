use super::*;

/// Types within types: each has two of the one before.
fn doubled(levels: usize) -> Source {
    let types = (1..=levels).map(|level| {
        let below = level - 1;
        format!("pub type T{level} = struct {{ a: T{below}, b: T{below} }}\n")
    });
    let types: String = types.collect();
    let code = format!(
        "pub type T0 = struct {{ a: felt, b: felt }}\n{types}\
         @account_procedure\npub proc go(a: T{levels})\n    push.1 drop\nend\n"
    );
    Source::new(CodeKind::AccountComponent, code)
}

fn taking(ty: &str) -> Source {
    let code = format!("@account_procedure\npub proc go(a: {ty})\n    push.1 drop\nend\n");
    Source::new(CodeKind::AccountComponent, code)
}

fn compiled(source: &Source) -> Package {
    match compile(source).expect("an answer") {
        Compilation::Compiled(package, _) => *package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

fn refusal(source: &Source) -> Diagnostic {
    only(compile(source).expect("an answer"))
}

fn only(compilation: Compilation) -> Diagnostic {
    let Compilation::Refused(diagnostics) = compilation else { panic!("it is compiled") };
    let [only] = diagnostics.try_into().expect("one");
    only
}

fn place(diagnostic: &Diagnostic) -> (u32, u32, &str) {
    let [place] = diagnostic.places.as_slice() else { panic!("{diagnostic:#?}") };
    (place.line, place.column, place.module.as_str())
}

#[test]
fn a_source_that_takes_too_long_does_not_keep_the_caller() {
    static OWN: ForeignWork = ForeignWork::new("own", STACK_BYTES);
    // The parser looks at some millions of types.
    let refused = compile_within(&OWN, Duration::from_millis(50), &doubled(20));
    let refusal = only(refused.expect("an answer"));
    assert!(refusal.message.contains("compiling takes longer"), "{refusal:?}");
}

#[test]
fn types_that_are_too_large_written_out_are_refused_with_the_place_of_the_largest() {
    let refusal = refusal(&doubled(12));
    assert!(refusal.message.contains("the largest is that of T12"), "{refusal:?}");
    assert_eq!(place(&refusal), (13, 10, "account::component"));
}

#[test]
fn types_in_packages_count_where_they_are_named() {
    let types = Source { path: Some("my::types".to_owned()), ..doubled(9) };
    let types = compiled(&Source { kind: CodeKind::Library, ..types });
    let code = |count: usize| {
        let fields: Vec<String> = (0..count).map(|field| format!("f{field}: T9")).collect();
        let fields = fields.join(", ");
        format!(
            "use {{T9}} from my::types\n\
             @account_procedure\npub proc go(p: struct {{ {fields} }})\n    push.1 drop\nend\n"
        )
    };
    let source = |count: usize| Source {
        packages: vec![types.clone()],
        ..Source::new(CodeKind::AccountComponent, code(count))
    };
    compiled(&source(2));
    let refusal = refusal(&source(60));
    assert!(refusal.message.contains("too large"), "{refusal:?}");
}

#[test]
fn a_panic_of_the_compiler_is_an_error_of_the_source() {
    let refusal = refusal(&taking("struct { a: [u8; 4294967295], b: u32 }"));
    assert!(refusal.message.contains("compiler of this version cannot"), "{refusal:?}");
    assert!(refusal.message.contains("alignment overflow"), "{refusal:?}");
}

#[test]
fn a_struct_with_more_fields_than_it_can_have_is_refused_with_its_place() {
    let with = |count: usize| {
        let fields: Vec<String> = (0..count).map(|field| format!("f{field}: felt")).collect();
        taking(&format!("struct {{ {} }}", fields.join(", ")))
    };
    compiled(&with(255));
    let refusal = refusal(&with(256));
    assert_eq!(refusal.message, "a struct has at most 255 fields");
    assert_eq!(place(&refusal).0, 2);
}

#[test]
fn an_array_with_more_elements_than_it_can_have_is_refused_with_its_place() {
    let refusal = refusal(&taking("[u8; 4294967296]"));
    assert_eq!(refusal.message, "an array has at most 4294967295 elements");
    assert_eq!(place(&refusal), (2, 16, "account::component"));
}

#[test]
fn a_type_in_itself_is_refused_with_its_name_and_place() {
    let mut source = taking("A");
    source.code = format!("pub type A = struct {{ inner: A }}\n{}", source.code);
    let alone = refusal(&source);
    assert!(alone.message.contains("component::A' is recursive"), "{alone:?}");
    assert_eq!(place(&alone).2, "account::component");
    // Beside other sources the assembler does not say in which one it is.
    let code = "pub proc nothing\n    nop\nend\n".to_owned();
    source.modules.push(Module { path: "my::module".to_owned(), code });
    let beside = refusal(&source);
    assert_eq!((&beside.message, beside.places.len()), (&alone.message, 0));
}

#[test]
fn an_enum_with_a_discriminant_out_of_range_is_refused_with_its_place() {
    let mut source = taking("D");
    source.code = format!("pub enum D : felt {{ P = 1, Q = 4294967296 }}\n{}", source.code);
    let refusal = refusal(&source);
    assert!(refusal.message.contains("4294967296 is out of range"), "{refusal:?}");
    assert!(!refusal.message.contains("recursive"), "{refusal:?}");
    assert_eq!(place(&refusal).2, "account::component");
}

#[test]
fn a_source_whose_package_could_not_be_read_is_refused_with_the_reason() {
    let nested = |depth: usize| format!("{}felt{}", "[".repeat(depth), "; 1]".repeat(depth));
    compiled(&taking(&nested(100)));
    let refusal = refusal(&taking(&nested(200)));
    assert!(refusal.message.contains("cannot be read"), "{refusal:?}");
    assert!(refusal.message.contains("nesting exceeds limit"), "{refusal:?}");
}

/// A library with one procedure and other items.
fn library(path: &str, code: &str) -> Package {
    compiled(&Source { path: Some(path.to_owned()), ..Source::new(CodeKind::Library, code) })
}

#[test]
fn packages_with_the_same_code_are_linked_together() {
    let one = library("aa::c1", "pub const A = 5\npub proc f\n    push.1 drop\nend\n");
    let other = library("bb::c2", "pub const B = 6\npub proc g\n    push.1 drop\nend\n");
    let third = library("cc::c3", "pub const C = 7\npub proc h\n    push.1 drop\nend\n");
    let code = "use {A} from aa::c1\nuse {B} from bb::c2\nuse bb::c2\nuse {C} from cc::c3\n\
                @account_procedure\npub proc one\n    push.A push.B push.C drop drop drop exec.c2::g\nend\n";
    for packages in [
        vec![one.clone(), other.clone(), third.clone()],
        vec![third.clone(), other.clone(), one.clone()],
        vec![one.clone(), one, other, third],
    ] {
        compiled(&Source { packages, ..Source::new(CodeKind::AccountComponent, code) });
    }
}

#[test]
fn messages_of_packages_with_the_same_code_are_kept() {
    let code = |name: &str| {
        format!(
            "const ERR = \"it is too large\"\npub proc {name}\n    push.1 assert.err=ERR\nend\n"
        )
    };
    let packages = vec![library("aa::c1", &code("f")), library("bb::c2", &code("g"))];
    let code = "use bb::c2\n@account_procedure\npub proc one\n    exec.c2::g\nend\n";
    let package = compiled(&Source { packages, ..Source::new(CodeKind::AccountComponent, code) });
    let errors = package.interface().expect("it is described").errors;
    assert_eq!(errors.len(), 1);
}

#[test]
fn packages_with_the_same_module_are_refused_with_what_to_do() {
    let one = library("aa::c1", "pub const A = 5\npub proc f\n    push.1 drop\nend\n");
    let other = library("aa::c1", "pub const B = 6\npub proc f\n    push.1 drop\nend\n");
    let code = "use aa::c1\n@account_procedure\npub proc one\n    exec.c1::f\nend\n";
    let source = Source::new(CodeKind::AccountComponent, code);
    let refusal = refusal(&Source { packages: vec![one, other], ..source });
    assert!(refusal.message.contains("aa::c1 have the same procedures"), "{refusal:?}");
    assert!(refusal.help.is_some_and(|help| help.contains("sources")));
}
