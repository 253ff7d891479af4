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
mod tests;
