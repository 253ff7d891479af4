//! The syntax of earlier versions of Miden assembly, with what to write now.

use std::collections::HashSet;

use super::diagnostics::{CodePlace, Diagnostic, Severity};
use crate::quoting::shortened_line;

/// A line, without its comment and the blanks around it.
struct Line<'a> {
    code: &'a str,
    /// The constants that the source gives as the codes of errors.
    errors: &'a HashSet<&'a str>,
}

/// A form of a line that the compiler does not take any more.
struct Form {
    is_form_of: fn(&Line) -> bool,
    now: &'static str,
}

/// None of them can be in a source that is compiled now.
const FORMS: [Form; 11] = [
    Form { is_form_of: |line| line.code.starts_with("use."), now: "use PATH in place of use.PATH" },
    Form {
        is_form_of: |line| line.code.starts_with("export.") && !line.code.contains("::"),
        now: "pub proc NAME in place of export.NAME, and @locals(COUNT) before it in place of export.NAME.COUNT",
    },
    Form {
        is_form_of: |line| line.code.starts_with("export.") && line.code.contains("::"),
        now: "pub use {NAME} from PATH in place of export.PATH::NAME",
    },
    Form {
        is_form_of: |line| line.code.starts_with("pub use ") && !line.code.contains('{'),
        now: "pub use {NAME} from PATH in place of pub use PATH::NAME",
    },
    Form {
        is_form_of: |line| line.code.starts_with("proc."),
        now: "proc NAME in place of proc.NAME, and @locals(COUNT) before it in place of proc.NAME.COUNT",
    },
    Form {
        is_form_of: |line| line.code.starts_with("const."),
        now: "const NAME = VALUE in place of const.NAME=VALUE",
    },
    Form {
        is_form_of: |line| imported(line.code).is_some_and(|path| path.contains("->")),
        now: "use PATH as NAME in place of use PATH->NAME",
    },
    Form {
        is_form_of: |line| error_codes(line.code).any(is_number),
        now: "const ERR_NAME = \"MESSAGE\" and .err=ERR_NAME in place of .err=NUMBER",
    },
    Form {
        is_form_of: |line| {
            constant(line.code)
                .is_some_and(|(name, value)| is_number(value) && line.errors.contains(name))
        },
        now: "const ERR_NAME = \"MESSAGE\" in place of const ERR_NAME = NUMBER",
    },
    Form {
        is_form_of: |line| words(line.code).any(|word| word.starts_with("adv.insert_hdword.")),
        now: "push.DOMAIN movdn.8 adv.insert_hdword_d movup.8 drop in place of adv.insert_hdword.DOMAIN",
    },
    Form {
        is_form_of: |line| {
            let is_other = |word| !INSTRUCTIONS.iter().any(|(earlier, _)| begins(word, earlier));
            words(line.code).any(|word| {
                let starts = ["u32checked_", "u32unchecked_"];
                starts.iter().any(|start| word.starts_with(start)) && is_other(word)
            })
        },
        now: "u32NAME in place of u32checked_NAME and u32unchecked_NAME, with u32assert2 before it to check the operands",
    },
];

/// Modules that are elsewhere now.
const MODULES: [(&str, &str); 14] = [
    ("std", "miden::core:: in place of std::"),
    ("miden::contracts", "miden::standards:: in place of miden::contracts::"),
    (
        "miden::kernels",
        "miden::protocol::MODULE in place of miden::kernels::PATH, which only the kernel has",
    ),
    (
        "miden::account",
        "miden::protocol::active_account, or miden::protocol::native_account for what changes the account, in \
         place of miden::account",
    ),
    (
        "miden::note",
        "miden::protocol::active_note for the note that is consumed, or miden::protocol::note, in place of \
         miden::note",
    ),
    ("miden::account_id", IN_PROTOCOL),
    ("miden::active_account", IN_PROTOCOL),
    ("miden::active_note", IN_PROTOCOL),
    ("miden::asset", IN_PROTOCOL),
    ("miden::faucet", IN_PROTOCOL),
    ("miden::input_note", IN_PROTOCOL),
    ("miden::native_account", IN_PROTOCOL),
    ("miden::output_note", IN_PROTOCOL),
    ("miden::tx", IN_PROTOCOL),
];

const IN_PROTOCOL: &str = "miden::protocol::MODULE in place of miden::MODULE";

/// Instructions of which more than the name is another one now.
const INSTRUCTIONS: [(&str, &str); 5] = [
    ("u32checked_add", "u32assert2 u32overflowing_add assertz in place of u32checked_add"),
    ("u32checked_sub", "u32assert2 u32overflowing_sub assertz in place of u32checked_sub"),
    ("u32checked_mul", "u32assert2 u32widening_mul swap assertz in place of u32checked_mul"),
    ("u32checked_eq", "u32assert2 eq in place of u32checked_eq"),
    ("u32checked_neq", "u32assert2 neq in place of u32checked_neq"),
];

impl Line<'_> {
    /// What to write in place of what is outdated in it.
    fn advice(&self) -> impl Iterator<Item = &'static str> {
        let forms = FORMS.iter().filter(|form| (form.is_form_of)(self)).map(|form| form.now);
        let modules = MODULES.iter().filter(|(module, _)| {
            imported(self.code).into_iter().chain(called(self.code)).any(|it| begins(it, module))
        });
        let instructions = INSTRUCTIONS
            .iter()
            .filter(|(instruction, _)| words(self.code).any(|word| begins(word, instruction)));
        forms.chain(modules.chain(instructions).map(|(_, now)| *now))
    }
}

/// What comes before a comment.
fn code_of(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// The path that a line imports, and what follows it.
fn imported(code: &str) -> Option<&str> {
    let starts = ["use.", "use ", "pub use ", "export."];
    let rest = starts.iter().find_map(|start| code.strip_prefix(start))?;
    let path = rest.split_once(" from ").map_or(rest, |(_, path)| path).trim_start();
    Some(path.strip_prefix("::").unwrap_or(path))
}

/// The paths that begin at the root and that instructions name.
fn called(code: &str) -> impl Iterator<Item = &str> {
    words(code).filter_map(|word| {
        let starts = ["exec.::", "call.::", "syscall.::", "procref.::"];
        starts.iter().find_map(|start| word.strip_prefix(start))
    })
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split_whitespace()
}

/// Whether a text begins with a name as a whole.
fn begins(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_of_name))
}

fn is_of_name(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

/// What the instructions of a line name as the codes of their errors.
fn error_codes(code: &str) -> impl Iterator<Item = &str> {
    code.split(".err=").skip(1).filter_map(|rest| rest.split(|it| !is_of_name(it)).next())
}

/// The constant that a line defines, and its value.
fn constant(code: &str) -> Option<(&str, &str)> {
    let code = code.strip_prefix("pub ").unwrap_or(code);
    let rest = code.strip_prefix("const.").or_else(|| code.strip_prefix("const "))?;
    let (name, value) = rest.split_once('=')?;
    Some((name.trim(), value.trim()))
}

fn is_number(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
}

/// The one error of a source in the syntax of an earlier version, at its first such line: the compiler would stumble over
/// each of them. Of a source that can be compiled it means nothing.
pub(super) fn outdated(module: &str, code: &str) -> Option<Diagnostic> {
    let errors = code.lines().flat_map(|line| error_codes(code_of(line))).collect();
    let mut place = None;
    let mut advice = Vec::new();
    let mut offset = 0;
    for (line, number) in code.split_inclusive('\n').zip(1..) {
        let known = advice.len();
        for now in (Line { code: code_of(line), errors: &errors }).advice() {
            if !advice.contains(&now) {
                advice.push(now);
            }
        }
        if advice.len() > known && place.is_none() {
            let text = line.trim_end();
            let form = text.trim_start();
            let indentation = &text[..text.len() - form.len()];
            place = Some(CodePlace {
                module: module.to_owned(),
                line: number,
                column: u32::try_from(indentation.chars().count() + 1).ok()?,
                offset: offset + indentation.len(),
                length: form.len(),
                text: shortened_line(text),
                label: None,
            });
        }
        offset += line.len();
    }
    Some(Diagnostic {
        severity: Severity::Error,
        message: "this is the syntax of an earlier version of Miden assembly".to_owned(),
        help: Some(format!("write {}", advice.join("; "))),
        places: vec![place?],
    })
}

#[cfg(test)]
mod tests {
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
        let [only] =
            refused(&Source::new(CodeKind::AccountComponent, code)).try_into().expect("one");
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

    /// Sources in outdated syntax, what is told of each, and the same as it is written now.
    fn cases() -> Vec<(String, &'static str, String)> {
        let body = |imports: &str, body: &str| {
            format!("{imports}\n@account_procedure\npub proc count\n    {body}\nend\n")
        };
        let two = |imports: &str, rest: &str| body(imports, &format!("push.8 push.2 {rest} drop"));
        let get = "get_id drop drop";
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
        for (before, definition) in [("const.", "="), ("const ", " = "), ("pub const ", "=")] {
            let error = format!("{before}ERR_LARGE{definition}32");
            cases.push((
                body(&error, "push.1 assert.err=ERR_LARGE"),
                "const ERR_NAME = \"MESSAGE\" in place of const ERR_NAME = NUMBER",
                body("const ERR_LARGE = \"too large\"", "push.1 assert.err=ERR_LARGE"),
            ));
        }
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

    #[test]
    fn what_is_told_to_be_written_in_place_of_each_outdated_form_is_compiled() {
        let mut told = String::new();
        for (code, now, replaced) in cases() {
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
        let code =
            "use library::old\n@account_procedure\npub proc count\n    exec.old::count\nend\n";
        let module = Module {
            path: "library::old".to_owned(),
            code: "export.count\n    push.1 drop\nend\n".to_owned(),
        };
        let source =
            Source { modules: vec![module], ..Source::new(CodeKind::AccountComponent, code) };
        let [only] = refused(&source).try_into().expect("one");
        assert_eq!((only.places[0].module.as_str(), only.places[0].line), ("library::old", 1));
    }

    #[test]
    fn another_error_is_told_as_the_parser_tells_it() {
        let code = "# use.std::sys was written before.\n@account_procedure\npub proc count\n    push\nend\n";
        let diagnostics = refused(&Source::new(CodeKind::AccountComponent, code));
        assert!(diagnostics.iter().all(|it| !it.message.contains("earlier version")));
    }
}
