//! The syntax of earlier versions of Miden assembly, with what to write now.

use super::diagnostics::{CodePlace, Diagnostic, Severity};
use crate::quoting::shortened_line;

/// A form of a line that the parser does not read any more.
struct Form {
    is_form_of: fn(&str) -> bool,
    now: &'static str,
}

/// None of them is the beginning of a line now.
const FORMS: [Form; 6] = [
    Form { is_form_of: |line| line.starts_with("use."), now: "use PATH in place of use.PATH" },
    Form {
        is_form_of: |line| line.starts_with("export."),
        now: "pub proc NAME in place of export.NAME, and @locals(COUNT) before it in place of export.NAME.COUNT",
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
        is_form_of: |line| is_import(line) && line.contains("->"),
        now: "use PATH as NAME in place of use PATH->NAME",
    },
    Form {
        is_form_of: |line| is_import(line) && line.contains("std::"),
        now: "miden::core:: in place of std::",
    },
];

fn is_import(line: &str) -> bool {
    ["use.", "use ", "pub use "].iter().any(|start| line.starts_with(start))
}

/// The one error of a source in the syntax of an earlier version, at its first such line: the parser would stumble over
/// each of them. Of a source that can be parsed it means nothing.
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
