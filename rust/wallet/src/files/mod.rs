//! Accounts and notes as files of the ecosystem: `.mac` and `.mno`, as the published client reads and
//! writes them.

mod accounts;
mod notes;

pub use notes::{ImportedNote, NoteFileContent};
