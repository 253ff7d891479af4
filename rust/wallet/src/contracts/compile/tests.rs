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

#[test]
fn a_source_that_takes_too_long_does_not_keep_the_caller() {
    static OWN: ForeignWork = ForeignWork::new("own", STACK_BYTES);
    // The parser looks at some millions of types.
    let refused = compile_within(&OWN, Duration::from_millis(50), &doubled(20));
    let refusal = only(refused.expect("an answer"));
    assert!(refusal.message.contains("compiling takes longer"), "{refusal:?}");
}

#[test]
fn a_panic_of_the_compiler_is_an_error_of_the_source() {
    let refusal = refusal(&taking("struct { a: [u8; 4294967295], b: u32 }"));
    assert!(refusal.message.contains("compiler of this version cannot"), "{refusal:?}");
    assert!(refusal.message.contains("alignment overflow"), "{refusal:?}");
}
