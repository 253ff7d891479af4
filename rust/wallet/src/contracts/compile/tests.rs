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

/// A source that takes a type, beside a module with its own types.
fn taking_beside(ty: &str, types: &str) -> Source {
    let module = Module { path: "my::types".to_owned(), code: types.to_owned() };
    Source { modules: vec![module], ..taking(ty) }
}

#[test]
fn a_type_that_is_too_large_for_memory_is_refused_with_its_place() {
    // The assembler panics on the first two, and counts on from zero with the third.
    for too_large in [
        "struct { a: [u8; 4294967295], b: u32 }",
        "struct { a: [u64; 4294967295] }",
        "struct { a: [u8; 4294967295], b: u8 }",
        "[u16; 4294967295]",
    ] {
        let alone = refusal(&taking(too_large));
        let expected = "a type has at most 4294967295 bytes in memory";
        assert_eq!((alone.message.as_str(), place(&alone).0), (expected, 2), "{too_large}");

        let types = format!("pub type Small = u8\npub type Large = {too_large}\n");
        let beside = refusal(&taking_beside("u8", &types));
        assert_eq!(beside.message, expected, "{too_large}");
        let (line, _, module) = place(&beside);
        assert_eq!((line, module), (2, "my::types"), "{too_large}");
    }
    compiled(&taking("struct { a: [u8; 4294967295] }"));
}

#[test]
fn types_that_are_too_large_for_memory_together_are_refused_where_they_meet() {
    let half = "pub type Half = [u32; 536870912]\n";
    let source = format!("{half}pub type Whole = struct {{ a: Half, b: Half, c: u8 }}\n");
    let refusal = refusal(&taking_beside("u8", &source));
    assert_eq!(refusal.message, "a type has at most 4294967295 bytes in memory");
    assert_eq!(place(&refusal), (2, 18, "my::types"));
    compiled(&taking_beside("u8", half));
}

#[test]
fn a_public_constant_with_a_text_that_no_reader_takes_is_refused_with_its_place() {
    let code = "const ERR = \"the step is too large\"\npub const ERR_F = \"too large\"\n\n\
                @account_procedure\npub proc f\n    push.1 assert.err=ERR\nend\n";
    let refusal = refusal(&Source::new(CodeKind::AccountComponent, code));
    assert!(refusal.message.contains("public constant"), "{refusal:?}");
    assert_eq!(place(&refusal).0, 2);
    assert_eq!(refusal.help.as_deref(), Some("write const in place of pub const"));
    compiled(&Source::new(CodeKind::AccountComponent, code.replace("pub const", "const")));
}

#[test]
fn types_that_are_together_too_large_to_be_described_are_a_warning() {
    let variants: Vec<String> = (0..180).map(|number| format!("C{number}")).collect();
    let mut code = format!("pub enum Cur : u8 {{ {} }}\n", variants.join(", "));
    for number in 0..120 {
        use std::fmt::Write;
        let _ = write!(
            code,
            "@account_procedure\npub proc p{number}(a: Cur, b: Cur) -> Cur\n    drop\nend\n"
        );
    }
    let mut source = Source::new(CodeKind::AccountComponent, code);
    let Compilation::Compiled(_, warnings) = compile(&source).expect("an answer") else {
        panic!("it is refused")
    };
    assert!(warnings.iter().any(|it| it.message.contains("too large to be described")));
    source.warnings_as_errors = true;
    assert!(refusal(&source).message.contains("too large to be described"));
}

#[test]
fn a_component_with_more_procedures_than_an_account_may_have_is_refused_as_a_source() {
    use std::fmt::Write;
    let mut code = String::new();
    for number in 0..=crate::MAX_METHODS {
        let _ =
            write!(code, "@account_procedure\npub proc p{number}\n    push.{number} drop\nend\n");
    }
    let refusal = refusal(&Source::new(CodeKind::AccountComponent, code));
    assert!(refusal.message.contains("257 account procedures"), "{refusal:?}");
}

#[test]
fn a_transparent_struct_of_two_fields_is_refused_with_its_place() {
    let types = "pub type One = struct @transparent { a: felt, b: [u8; 0] }\n\
                 pub type Two = struct @transparent { a: felt, b: u8 }\n";
    let refusal = refusal(&taking_beside("u8", types));
    assert_eq!(refusal.message, "a transparent struct has one field with a size");
    assert_eq!(place(&refusal), (2, 16, "my::types"));
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
fn a_name_that_a_struct_a_procedure_or_an_enum_has_twice_is_refused_with_its_place() {
    let fields = refusal(&taking("struct { x: felt, y: [struct { z: u8, z: u16 }; 2] }"));
    assert_eq!(fields.message, "the struct has two fields with the name z");
    assert_eq!(place(&fields), (2, 54, "account::component"));

    let code = "@account_procedure\npub proc go(a: felt, b: u8, a: u8)\n    push.1 drop\nend\n";
    let mut source = Source::new(CodeKind::AccountComponent, code);
    let parameters = refusal(&source);
    assert_eq!(parameters.message, "the procedure has two parameters with the name a");
    assert_eq!(place(&parameters), (2, 29, "account::component"));

    // The assembler names both places, and says more of the second variant.
    source.code = format!("pub enum D : u8 {{ P, Q, P }}\n{}", taking("D").code);
    let Compilation::Refused(diagnostics) = compile(&source).expect("an answer") else {
        panic!("it is compiled")
    };
    let variants = &diagnostics[0];
    assert!(variants.message.contains("duplicate definitions"), "{variants:?}");
    assert!(variants.places.iter().all(|place| place.line == 1), "{variants:?}");
    assert_eq!(variants.places.len(), 2, "{variants:?}");
}

#[test]
fn an_array_with_more_elements_than_it_can_have_is_refused_with_its_place() {
    let refusal = refusal(&taking("[u8; 4294967296]"));
    assert_eq!(refusal.message, "an array has at most 4294967295 elements");
    assert_eq!(place(&refusal), (2, 16, "account::component"));
}

#[test]
fn a_type_in_itself_is_refused_with_its_name_and_place() {
    let types = "pub type A = struct { inner: A }\n";
    let mut source = taking("A");
    source.code = format!("{types}{}", source.code);
    let alone = refusal(&source);
    assert_eq!(alone.message, "the type A contains itself");
    assert_eq!(place(&alone), (1, 10, "account::component"));

    let types = "pub type B = struct { inner: [C; 2] }\npub type C = struct { b: B }\n";
    let beside = refusal(&taking_beside("u8", types));
    assert_eq!(beside.message, "the type B contains itself");
    assert_eq!(place(&beside), (1, 10, "my::types"));

    // Behind a pointer a type has its own size.
    let types = "pub type Node = struct { next: ptr<Node>, value: felt }\n";
    compiled(&taking_beside("u8", types));
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
fn a_type_that_is_nested_too_deep_to_be_read_is_refused_with_its_place() {
    let nested =
        |depth: usize, of: &str| format!("{}{of}{}", "[".repeat(depth), "; 1]".repeat(depth));
    let message = "types can be nested 128 deep";
    compiled(&taking(&nested(128, "felt")));
    let alone = refusal(&taking(&nested(129, "felt")));
    assert_eq!((alone.message.as_str(), place(&alone).0), (message, 2));

    let types = |depth: usize| {
        let inner = nested(64, "felt");
        format!("pub type Inner = {inner}\npub type Outer = {}\n", nested(depth, "Inner"))
    };
    compiled(&taking_beside("u8", &types(64)));
    let beside = refusal(&taking_beside("u8", &types(65)));
    assert_eq!(beside.message, message);
    assert_eq!(place(&beside), (2, 10, "my::types"));
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
