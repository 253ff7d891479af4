//! Outdated syntax and the advice about it.

use super::*;
use crate::contracts::compile::{CodeKind, Compilation, Module, Source, compile};

fn refused(source: &Source) -> Vec<Diagnostic> {
    match compile(source).expect("it is read") {
        Compilation::Refused(diagnostics) => diagnostics,
        Compilation::Compiled(..) => panic!("it is compiled"),
    }
}

#[test]
fn outdated_syntax_is_one_error_with_what_to_write_now() {
    let code = "# A counter.\n  use.std::sys\n\nconst.STEP=1\n\nproc.helper.2\n    nop\nend\n\n\
                export.count\n    exec.helper exec.sys::truncate_stack\nend\n";
    let [only] = refused(&Source::new(CodeKind::AccountComponent, code)).try_into().expect("one");
    let help = only.help.expect("what to write");
    for now in
        ["use PATH", "const NAME = VALUE", "@locals(COUNT)", "pub proc NAME", "miden::core::"]
    {
        assert!(help.contains(now), "{help}");
    }
    assert!(!help.contains("->"), "{help}");
    let place = &only.places[0];
    assert_eq!((place.line, place.column, place.offset, place.length), (2, 3, 15, 12));
    assert_eq!(place.module, "account::component");
}

/// A source in outdated syntax, a part of the advice about it, and the source in the syntax of now.
type Case = (String, &'static str, String);

fn body(imports: &str, body: &str) -> String {
    format!("{imports}\n@account_procedure\npub proc count\n    {body}\nend\n")
}

fn cases_of_declarations() -> Vec<Case> {
    let received = "pub use {receive_asset} from ::miden::standards::wallets::basic";
    let mut cases = vec![
        (
            body("use.miden::core::sys", "exec.sys::truncate_stack"),
            "use PATH in",
            body("use miden::core::sys", "exec.sys::truncate_stack"),
        ),
        (
            "export.count.4\n    push.1 drop\nend\n".to_owned(),
            "pub proc NAME in place of export.NAME",
            "@locals(4)\n@account_procedure\npub proc count\n    push.1 drop\nend\n".to_owned(),
        ),
        (
            body("export.miden::standards::wallets::basic::receive_asset", "nop"),
            "in place of export.PATH::NAME",
            body(received, "nop"),
        ),
        (
            body("pub use ::miden::standards::wallets::basic::receive_asset", "nop"),
            "in place of pub use PATH::NAME",
            body(received, "nop"),
        ),
        (
            body("proc.own.2\n    nop\nend\n", "exec.own"),
            "proc NAME in place of proc.NAME",
            body("@locals(2)\nproc own\n    nop\nend\n", "exec.own"),
        ),
        (
            body("const.STEP=1", "push.STEP drop"),
            "const NAME = VALUE",
            body("const STEP = 1", "push.STEP drop"),
        ),
        (
            body("use miden::core::sys->core", "exec.core::truncate_stack"),
            "use PATH as NAME",
            body("use miden::core::sys as core", "exec.core::truncate_stack"),
        ),
        (
            body("", "push.1 assert.err=131072"),
            ".err=ERR_NAME in place of .err=NUMBER",
            body("const ERR_NAME = \"MESSAGE\"", "push.1 assert.err=ERR_NAME"),
        ),
        (
            body("", "padw padw adv.insert_hdword.3 dropw dropw"),
            "push.DOMAIN movdn.8 adv.insert_hdword_d movup.8 drop",
            body("", "padw padw push.3 movdn.8 adv.insert_hdword_d movup.8 drop dropw dropw"),
        ),
    ];
    for (before, definition) in [("const.", "="), ("const ", " = "), ("pub const ", "=")] {
        let error = format!("{before}ERR_LARGE{definition}32");
        cases.push((
            body(&error, "push.1 assert.err=ERR_LARGE"),
            "const ERR_NAME = \"MESSAGE\" in place of const ERR_NAME = NUMBER",
            body("const ERR_LARGE = \"too large\"", "push.1 assert.err=ERR_LARGE"),
        ));
    }
    cases
}

fn cases_of_paths() -> Vec<Case> {
    let get = "get_id drop drop";
    let mut cases = vec![
        (
            body("use std::sys", "exec.sys::truncate_stack"),
            "miden::core::",
            body("use miden::core::sys", "exec.sys::truncate_stack"),
        ),
        (
            body("", "exec.::std::sys::truncate_stack"),
            "miden::core::",
            body("", "exec.::miden::core::sys::truncate_stack"),
        ),
        (
            body("use miden::contracts::wallets::basic", "exec.basic::receive_asset"),
            "miden::standards::",
            body("use miden::standards::wallets::basic", "exec.basic::receive_asset"),
        ),
        (
            body("", "call.::miden::contracts::wallets::basic::receive_asset"),
            "miden::standards::",
            body("", "call.::miden::standards::wallets::basic::receive_asset"),
        ),
        (
            body("", "procref.::miden::contracts::wallets::basic::receive_asset dropw"),
            "miden::standards::",
            body("", "procref.::miden::standards::wallets::basic::receive_asset dropw"),
        ),
        (
            body("use miden::kernels::tx::account", &format!("exec.account::{get}")),
            "miden::protocol::MODULE in place of miden::kernels::PATH",
            body("use miden::protocol::active_account", &format!("exec.active_account::{get}")),
        ),
        (
            body("use miden::account", &format!("exec.account::{get}")),
            "miden::protocol::active_account, or",
            body("use miden::protocol::active_account", &format!("exec.active_account::{get}")),
        ),
        (
            body("", "exec.::miden::account::incr_nonce drop"),
            "miden::protocol::native_account for what changes the account",
            body("", "exec.::miden::protocol::native_account::incr_nonce drop"),
        ),
        (
            body("use miden::note", "exec.note::get_sender drop drop"),
            "miden::protocol::active_note for the note that is consumed",
            body("use miden::protocol::active_note", "exec.active_note::get_sender drop drop"),
        ),
        (
            body("use miden::note", "exec.note::metadata_into_tag drop"),
            "or miden::protocol::note, in place of",
            body("use miden::protocol::note", "exec.note::metadata_into_tag drop"),
        ),
    ];
    for (module, use_of) in [
        ("account_id", "push.0.0 exec.account_id::eqz drop"),
        ("active_account", "exec.active_account::get_nonce drop"),
        ("active_note", "exec.active_note::is_public drop"),
        ("asset", "exec.asset::id_into_faucet_id drop drop"),
        ("faucet", "exec.faucet::mint"),
        ("input_note", "push.0 exec.input_note::get_sender drop drop"),
        ("native_account", "exec.native_account::incr_nonce drop"),
        ("output_note", "push.0 exec.output_note::seal"),
        ("tx", "exec.tx::get_block_timestamp drop"),
    ] {
        cases.push((
            body(&format!("use miden::{module}"), use_of),
            IN_PROTOCOL,
            body(&format!("use miden::protocol::{module}"), use_of),
        ));
    }
    cases
}

fn cases_of_instructions() -> Vec<Case> {
    let two = |imports: &str, rest: &str| body(imports, &format!("push.8 push.2 {rest} drop"));
    let mut cases = vec![
        (
            two("", "u32checked_add"),
            "u32overflowing_add assertz",
            two("", "u32assert2 u32overflowing_add assertz"),
        ),
        (
            two("", "u32checked_sub"),
            "u32overflowing_sub assertz",
            two("", "u32assert2 u32overflowing_sub assertz"),
        ),
        (
            two("", "u32checked_mul"),
            "u32widening_mul swap assertz",
            two("", "u32assert2 u32widening_mul swap assertz"),
        ),
        (two("", "u32checked_eq"), "u32assert2 eq", two("", "u32assert2 eq")),
        (two("", "u32checked_neq"), "u32assert2 neq", two("", "u32assert2 neq")),
    ];
    for name in ["and", "or", "xor", "lt", "gte", "min", "div", "mod", "shl", "rotr"] {
        for kind in ["checked", "unchecked"] {
            cases.push((
                two("", &format!("u32{kind}_{name}")),
                "u32NAME in place of u32checked_NAME and u32unchecked_NAME",
                two("", &format!("u32assert2 u32{name}")),
            ));
        }
    }
    cases
}

#[test]
fn what_is_told_to_be_written_in_place_of_each_outdated_form_is_compiled() {
    let mut told = String::new();
    let cases = [cases_of_declarations(), cases_of_paths(), cases_of_instructions()].concat();
    for (code, now, replaced) in cases {
        let refusals = refused(&Source::new(CodeKind::AccountComponent, &code));
        let [only] = refusals.try_into().expect(&code);
        assert!(only.message.contains("an earlier version"), "{code}: {only:?}");
        let help = only.help.expect("what to write");
        assert!(help.contains(now), "{code}: {help}");
        told.push_str(&help);
        let source = Source::new(CodeKind::AccountComponent, &replaced);
        match compile(&source).expect("it is read") {
            Compilation::Compiled(..) => {}
            Compilation::Refused(why) => panic!("{replaced}: {why:#?}"),
        }
    }
    let others = MODULES.iter().chain(&INSTRUCTIONS).map(|(_, now)| *now);
    for now in FORMS.iter().map(|form| form.now).chain(others) {
        assert!(told.contains(now), "no case has: {now}");
    }
}

#[test]
fn what_only_looks_like_an_outdated_form_is_none() {
    // A constant that is no error, paths that are not at the root, and names that begin as those of others.
    for line in [
        "const LIMIT = 32",
        "use mine::std",
        "use miden::protocol::tx",
        "use miden::account_upgrade",
        "exec.std::sys::truncate_stack",
        "exec.account::get_id",
        "exec.::miden::core::sys::truncate_stack",
        "adv.insert_hdword",
        "u32assert2 u32overflowing_add assertz",
        "push.1 # u32checked_add exec.::std::sys::truncate_stack",
    ] {
        assert_eq!(outdated("module", line), None);
    }
}

#[test]
fn a_number_of_an_error_in_a_comment_is_not_outdated_syntax() {
    let code = "@account_procedure\npub proc count\n    exec.nothing # assert.err=1\nend\n";
    let diagnostics = refused(&Source::new(CodeKind::AccountComponent, code));
    assert!(diagnostics.iter().all(|it| !it.message.contains("earlier version")));
}

#[test]
fn outdated_syntax_of_a_module_is_told_of_the_module() {
    let code = "use library::old\n@account_procedure\npub proc count\n    exec.old::count\nend\n";
    let module = Module {
        path: "library::old".to_owned(),
        code: "export.count\n    push.1 drop\nend\n".to_owned(),
    };
    let source = Source { modules: vec![module], ..Source::new(CodeKind::AccountComponent, code) };
    let [only] = refused(&source).try_into().expect("one");
    assert_eq!((only.places[0].module.as_str(), only.places[0].line), ("library::old", 1));
}

#[test]
fn another_error_is_told_as_the_parser_tells_it() {
    let code =
        "# use.std::sys was written before.\n@account_procedure\npub proc count\n    push\nend\n";
    let diagnostics = refused(&Source::new(CodeKind::AccountComponent, code));
    assert!(diagnostics.iter().all(|it| !it.message.contains("earlier version")));
}
