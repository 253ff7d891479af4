//! Sources that would become too large when they are assembled, and what an error quotes of them.

use miden_swift_wallet::{
    CodeKind, Compilation, MAX_INSTRUCTIONS, MAX_SOURCE_BYTES, Module, Package, Source, compile,
    parse_advice,
};

fn script(code: &str) -> Source {
    Source::new(CodeKind::TransactionScript, code)
}

fn main_of(body: &str) -> String {
    format!("@transaction_script\npub proc main\n{body}\nend\n")
}

fn nested(count: &str, depth: usize) -> String {
    format!("{}push.1 drop{}", format!("repeat.{count} ").repeat(depth), " end".repeat(depth))
}

fn kind(source: &Source) -> String {
    match compile(source) {
        Err(error) => error.kind().to_owned(),
        Ok(compiled) => format!("{compiled:?}"),
    }
}

fn compiled(source: &Source) -> Package {
    match compile(source) {
        Ok(Compilation::Compiled(package, _)) => *package,
        other => panic!("{other:?}"),
    }
}

#[test]
fn nested_repeats_above_the_limit_are_refused_with_the_limit() {
    let error = compile(&script(&main_of(&nested("1000", 5)))).expect_err("it is refused");
    assert_eq!(error.kind(), "too_many_instructions");
    assert!(error.to_string().contains(&MAX_INSTRUCTIONS.to_string()), "{error}");
}

#[test]
fn repeats_below_the_limit_are_assembled() {
    compiled(&script(&main_of(&nested("100", 2))));
}

#[test]
fn repeats_inside_other_blocks_count() {
    for (before, after) in [
        ("push.1 if.true", "end"),
        ("push.1 if.true nop else", "end"),
        ("push.1 while.true", "push.0 end"),
        ("do", "while push.0 end"),
        ("do nop while", "push.0 end"),
    ] {
        let body = format!("{before} {} {after}", nested("1000", 3));
        assert_eq!(kind(&script(&main_of(&body))), "too_many_instructions", "{before}");
    }
}

#[test]
fn repeat_counts_that_are_constants_count() {
    let local = format!("const A = 10\nconst N = A * A * A\n{}", main_of(&nested("N", 3)));
    assert_eq!(kind(&script(&local)), "too_many_instructions");

    let module = Module {
        path: "my::counts".to_owned(),
        code: "pub const N = 1000\npub proc nothing nop end\n".to_owned(),
    };
    let code = format!("use {{N as M}} from my::counts\n{}", main_of(&nested("M", 3)));
    assert_eq!(
        kind(&Source { modules: vec![module.clone()], ..script(&code) }),
        "too_many_instructions"
    );
    let code = format!("use {{N as M}} from my::counts\n{}", main_of(&nested("M", 1)));
    compiled(&Source { modules: vec![module.clone()], ..script(&code) });

    let library = Source { path: Some(module.path), ..Source::new(CodeKind::Library, module.code) };
    let packages = vec![compiled(&library)];
    compiled(&Source { packages: packages.clone(), ..script(&code) });
    let code = format!("use {{N as M}} from my::counts\n{}", main_of(&nested("M", 3)));
    assert_eq!(kind(&Source { packages, ..script(&code) }), "too_many_instructions");
}

#[test]
fn called_procedures_count_wherever_they_are() {
    let chain = "proc a repeat.1000 push.1 drop end end\nproc b repeat.1000 exec.a end end\n";
    let code = format!("{chain}{}", main_of("repeat.1000 exec.b end"));
    assert_eq!(kind(&script(&code)), "too_many_instructions");

    let one = Module {
        path: "my::one".to_owned(),
        code: "pub proc a repeat.1000 push.1 drop end end\n".to_owned(),
    };
    let two = Module {
        path: "my::two".to_owned(),
        code: "use my::one\npub use {a as again} from my::one\npub proc b repeat.1000 exec.one::a end end\n"
            .to_owned(),
    };
    for called in ["two::b", "two::again exec.::my::two::again"] {
        let body = format!("repeat.1000 exec.{called} end");
        let code = format!("use my::two\n{}", main_of(&body));
        let modules = vec![one.clone(), two.clone()];
        assert_eq!(kind(&Source { modules, ..script(&code) }), "too_many_instructions", "{called}");
    }

    let path = Some("my::library".to_owned());
    let library = Source {
        path,
        ..Source::new(CodeKind::Library, "pub proc a repeat.1000 push.1 drop end end\n")
    };
    let code = format!("use my::library\n{}", main_of("repeat.1000 exec.library::a end"));
    let packages = vec![compiled(&library)];
    assert_eq!(kind(&Source { packages, ..script(&code) }), "too_many_instructions");
}

#[test]
fn a_long_chain_of_calls_is_counted_without_a_deep_stack() {
    let first = "proc p0 nop end\n".to_owned();
    let others = (1..10_000).map(|index| format!("proc p{index} exec.p{} end\n", index - 1));
    let mut code: String = std::iter::once(first).chain(others).collect();
    code.push_str(&main_of("repeat.1000 repeat.1000 repeat.1000 exec.p9999 end end end"));
    assert_eq!(kind(&script(&code)), "too_many_instructions");
}

#[test]
fn a_source_that_is_too_long_is_refused_before_it_is_parsed() {
    let long = "#".repeat(MAX_SOURCE_BYTES);
    assert_eq!(kind(&script(&format!("{long}\n"))), "source_too_long");
    let module = Module { path: "my::module".to_owned(), code: long };
    let source = Source { modules: vec![module], ..script(&main_of("nop")) };
    assert_eq!(kind(&source), "source_too_long");
}

#[test]
fn diagnostics_of_long_sources_quote_little_of_them() {
    let bytes = 500_000;
    for code in [
        // One long line, a long name, and very many errors.
        main_of(&format!("push.1 {} ädd", "drop push.1 ".repeat(bytes / 12))),
        main_of(&format!("exec.{}", "x".repeat(bytes))),
        main_of(&"ädd\n".repeat(bytes / 5)),
    ] {
        let Ok(Compilation::Refused(diagnostics)) = compile(&script(&code)) else {
            panic!("it is refused")
        };
        assert!(!diagnostics.is_empty());
        let said = format!("{diagnostics:?}").len();
        assert!(said < 100_000, "{said} bytes");
    }
}

#[test]
fn errors_of_long_toml_quote_little_of_it() {
    let toml = format!("name = {}", "x".repeat(500_000));
    let advice = parse_advice(&toml).expect_err("it is refused");
    let metadata = Source { metadata: Some(toml), ..script(&main_of("nop")) };
    let metadata = compile(&metadata).expect_err("it is refused");
    for error in [advice, metadata] {
        let said = error.causes().concat().len() + error.to_string().len();
        assert!(said < 4_000, "{said} bytes");
        assert!(said > 60, "{error}");
    }
}
