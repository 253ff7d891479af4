//! What an error quotes of its input: a little. An input may have megabytes.

use crate::errors::Cause;
use crate::ids::described;

/// How many characters of a line are quoted.
const MAX_LINE: usize = 300;

/// How many lines of a text are quoted.
const MAX_LINES: usize = 20;

/// A line, or its beginning and `…`.
pub(crate) fn shortened_line(line: &str) -> String {
    match line.char_indices().nth(MAX_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// A text with its long lines shortened, and without the lines in the middle if there are many.
pub(crate) fn shortened(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let shown = if lines.len() > MAX_LINES {
        let half = MAX_LINES / 2;
        [&lines[..half], &["…"], &lines[lines.len() - half..]].concat()
    } else {
        lines
    };
    shown.into_iter().map(shortened_line).collect::<Vec<_>>().join("\n")
}

/// A text in quotes, on one line.
pub(crate) fn quoted(text: &str) -> String {
    format!("“{}”", shortened_line(&text.escape_debug().to_string()))
}

/// An error and what lies below it as a cause that quotes little of the input.
pub(crate) fn quoting_little(error: &dyn std::error::Error) -> Cause {
    shortened(&described(error)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_is_quoted_whole() {
        assert_eq!(shortened("one\ntwo"), "one\ntwo");
        assert_eq!(shortened_line(&"é".repeat(MAX_LINE)), "é".repeat(MAX_LINE));
    }

    #[test]
    fn a_quoted_text_has_one_line() {
        assert_eq!(quoted("get_count"), "“get_count”");
        assert_eq!(quoted("a\r\nb\u{1b}"), "“a\\r\\nb\\u{1b}”");
        assert_eq!(quoted(&"\n".repeat(MAX_LINE)).lines().count(), 1);
    }

    #[test]
    fn long_lines_end_in_an_ellipsis_and_the_last_lines_stay() {
        let text = format!("{}\n{}end", "é".repeat(MAX_LINE + 1), "x\n".repeat(1_000));
        let shortened = shortened(&text);
        assert!(shortened.starts_with(&format!("{}…\n", "é".repeat(MAX_LINE))));
        assert!(shortened.ends_with("x\nend"), "{shortened}");
        assert_eq!(shortened.lines().count(), MAX_LINES + 1);
    }
}
