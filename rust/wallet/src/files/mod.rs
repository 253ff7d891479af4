//! Accounts and notes as files of the ecosystem: `.mac` and `.mno`, as the published client reads and
//! writes them. `transactions` may import it, for notes that come as files.

mod accounts;
mod note_description;
mod notes;

pub use note_description::NoteFileDescription;
pub use notes::{ImportedNote, NoteFileContent};
