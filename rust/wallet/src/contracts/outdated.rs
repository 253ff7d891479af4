//! The syntax of earlier versions of Miden assembly, with what to write now.

use super::diagnostics::{CodePlace, Diagnostic, Severity};
use crate::quoting::shortened_line;

/// A form of a line that the compiler does not take any more.
struct Form {
    is_form_of: fn(&str) -> bool,
    now: &'static str,
}

/// None of them can be in a source that is compiled now.
const FORMS: [Form; 11] = [
    Form { is_form_of: |line| line.starts_with("use."), now: "use PATH in place of use.PATH" },
    Form {
        is_form_of: |line| line.starts_with("export.") && !line.contains("::"),
        now: "pub proc NAME in place of export.NAME, and @locals(COUNT) before it in place of export.NAME.COUNT",
    },
    Form {
        is_form_of: |line| line.starts_with("export.") && line.contains("::"),
        now: "pub use {NAME} from PATH in place of export.PATH::NAME",
    },
    Form {
        is_form_of: |line| line.starts_with("pub use ") && !line.contains('{'),
        now: "pub use {NAME} from PATH in place of pub use PATH::NAME",
    },
    Form {
        is_form_of: |line| line.starts_with("proc."),
        now: "proc NAME in place of proc.NAME, and @locals(COUNT) before it in place of proc.NAME.COUNT",
    },
    Form {
        is_form_of: |line| line.starts_with("const."),
        now: "const NAME = VALUE in place of const.NAME=VALUE",
    },
    Form {
        is_form_of: |line| imported(line).is_some_and(|path| path.contains("->")),
        now: "use PATH as NAME in place of use PATH->NAME",
    },
    Form {
        is_form_of: has_error_number,
        now: "const ERR_NAME = \"MESSAGE\" and .err=ERR_NAME in place of .err=NUMBER",
    },
    Form {
        is_form_of: |line| imported(line).is_some_and(|path| path.starts_with("std::")),
        now: "miden::core:: in place of std::",
    },
    Form {
        is_form_of: |line| {
            let module = imported(line).and_then(|path| path.strip_prefix("miden::"));
            module.is_some_and(|path| {
                let name = path.split(|it: char| it != '_' && !it.is_alphanumeric()).next();
                name.is_some_and(|name| PROTOCOL.contains(&name))
            })
        },
        now: "miden::protocol::MODULE in place of miden::MODULE",
    },
    Form {
        is_form_of: |line| {
            imported(line).is_some_and(|path| path.starts_with("miden::contracts::"))
        },
        now: "miden::standards:: in place of miden::contracts::",
    },
];

/// The modules of Miden that were in `miden` and are in `miden::protocol` now.
const PROTOCOL: [&str; 11] = [
    "account",
    "account_id",
    "active_account",
    "active_note",
    "asset",
    "faucet",
    "input_note",
    "native_account",
    "note",
    "output_note",
    "tx",
];

/// The path that a line imports, and what follows it.
fn imported(line: &str) -> Option<&str> {
    let starts = ["use.", "use ", "pub use ", "export."];
    let rest = starts.iter().find_map(|start| line.strip_prefix(start))?;
    let path = rest.split_once(" from ").map_or(rest, |(_, path)| path).trim_start();
    Some(path.strip_prefix("::").unwrap_or(path))
}

/// Whether an instruction names the code of its error by a number.
fn has_error_number(line: &str) -> bool {
    let code = line.split('#').next().unwrap_or_default();
    code.split(".err=").skip(1).any(|code| code.starts_with(|first: char| first.is_ascii_digit()))
}

/// The one error of a source in the syntax of an earlier version, at its first such line: the compiler would stumble over
/// each of them. Of a source that can be compiled it means nothing.
pub(super) fn outdated(module: &str, code: &str) -> Option<Diagnostic> {
    let mut place = None;
    let mut found = [false; FORMS.len()];
    let mut offset = 0;
    for (line, number) in code.split_inclusive('\n').zip(1..) {
        let text = line.trim_end();
        let form = text.trim_start();
        let mut is_outdated = false;
        for (known, found) in FORMS.iter().zip(&mut found) {
            if (known.is_form_of)(form) {
                *found = true;
                is_outdated = true;
            }
        }
        if is_outdated && place.is_none() {
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
    let now: Vec<&str> =
        FORMS.iter().zip(found).filter_map(|(form, found)| found.then_some(form.now)).collect();
    Some(Diagnostic {
        severity: Severity::Error,
        message: "this is the syntax of an earlier version of Miden assembly".to_owned(),
        help: Some(format!("write {}", now.join("; "))),
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

    #[test]
    fn an_outdated_export_with_a_count_has_what_to_write_for_the_count() {
        let code = "export.count.4\n    push.1 drop\nend\n";
        let [only] =
            refused(&Source::new(CodeKind::AccountComponent, code)).try_into().expect("one");
        let help = only.help.expect("what to write");
        assert!(help.contains("@locals(COUNT) before it in place of export.NAME.COUNT"), "{help}");
    }

    #[test]
    fn an_outdated_import_or_error_number_is_one_error_with_what_to_write_now() {
        let component = |import: &str, body: &str| {
            format!("{import}\n@account_procedure\npub proc count\n    {body}\nend\n")
        };
        for (code, now) in [
            (
                component("pub use ::miden::standards::wallets::basic::receive_asset", "nop"),
                "pub use {NAME} from PATH",
            ),
            (
                component("export.miden::standards::wallets::basic::receive_asset", "nop"),
                "pub use {NAME} from PATH",
            ),
            (component("", "push.1 assert.err=131072"), ".err=ERR_NAME"),
            (component("use std::sys", "exec.sys::truncate_stack"), "miden::core::"),
            (
                component("use miden::account", "exec.account::get_id drop drop"),
                "miden::protocol::MODULE",
            ),
            (
                component("use miden::contracts::wallets::basic", "exec.basic::receive_asset"),
                "miden::standards::",
            ),
        ] {
            let [only] =
                refused(&Source::new(CodeKind::AccountComponent, &code)).try_into().expect("one");
            assert!(only.message.contains("an earlier version"), "{code}: {}", only.message);
            let help = only.help.expect("what to write");
            assert!(help.contains(now) && !help.contains("pub proc"), "{code}: {help}");
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
