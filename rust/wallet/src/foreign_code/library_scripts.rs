//! The scripts of standard notes, which the library has itself.
//!
//! A script's root does not cover all that is stored with it: the same script may come with more code, or with other data.
//! The store keeps one script for each root, the one that came last, and reads each note of that root with it. So what
//! others bring for such a root is not kept.

use miden_client::note::standards::StandardNote;
use miden_client::note::{Note, NoteDetails, NoteFile, NoteRecipient, NoteScript, NoteScriptRoot};

/// All standard notes.
const STANDARD: [StandardNote; 19] = [
    StandardNote::P2ID,
    StandardNote::P2IDE,
    StandardNote::SWAP,
    StandardNote::PSWAP,
    StandardNote::MINT,
    StandardNote::BURN,
    StandardNote::CONSTANT_FEE_POLICY_CONFIG,
    StandardNote::FAUCET_POLICY_CONFIG,
    StandardNote::FAUCET_METADATA_CONFIG,
    StandardNote::MIN_BURN_AMOUNT_CONFIG,
    StandardNote::ALLOWLIST_CONFIG,
    StandardNote::BLOCKLIST_CONFIG,
    StandardNote::PAUSE_CONFIG,
    StandardNote::OWNER_CONFIG,
    StandardNote::RBAC_CONFIG,
    StandardNote::NETWORK_ACCOUNT_CONFIG,
    StandardNote::UPGRADE,
    StandardNote::FEE_SPONSORSHIP,
    StandardNote::TX_FEE,
];

/// The roots of the library's scripts.
pub(crate) fn library_roots() -> impl Iterator<Item = NoteScriptRoot> {
    STANDARD.iter().map(StandardNote::script_root)
}

/// The library's script of a root.
pub(crate) fn library_script(root: NoteScriptRoot) -> Option<NoteScript> {
    StandardNote::from_script_root(root).map(|note| note.script())
}

/// The same details with the library's own script, if it has the script.
pub(crate) fn with_library_script(details: NoteDetails) -> NoteDetails {
    match library_recipient(details.recipient()) {
        Some(recipient) => NoteDetails::new(details.assets().clone(), recipient),
        None => details,
    }
}

/// The same note with the library's own script, if it has the script.
pub(crate) fn note_with_library_script(note: Note) -> Note {
    let Some(recipient) = library_recipient(note.recipient()) else { return note };
    let (assets, metadata, _, attachments) = note.into_parts();
    Note::with_attachments(assets, metadata.into_partial_metadata(), recipient, attachments)
}

/// The same file with the library's own script, if it has the script.
pub(crate) fn file_with_library_script(file: NoteFile) -> NoteFile {
    match file {
        NoteFile::NoteId(note) => NoteFile::NoteId(note),
        NoteFile::ExpectedNote { details, sync_hint } => {
            NoteFile::ExpectedNote { details: with_library_script(details), sync_hint }
        }
        NoteFile::Committed { note, proof } => {
            NoteFile::Committed { note: note_with_library_script(note), proof }
        }
    }
}

fn library_recipient(recipient: &NoteRecipient) -> Option<NoteRecipient> {
    let script = library_script(recipient.script().root())?;
    Some(NoteRecipient::new(recipient.serial_num(), script, recipient.storage().clone()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use miden_client::note::{NoteAssets, NoteStorage, NoteSyncHint, NoteTag, P2idNote};
    use miden_client::note::{NoteType, PartialNoteMetadata};
    use miden_client::vm::AdviceMap;
    use miden_client::{Serializable, Word};

    use super::*;
    use crate::ids::parse_account_id;

    /// The script of payments, with data that it does not need.
    fn changed() -> NoteScript {
        let standard = P2idNote::script();
        let data = AdviceMap::from_iter([(Word::from([1u32, 2, 3, 4]), vec![])]);
        let forest = (*standard.mast()).clone().with_advice_map(data);
        NoteScript::from_parts(Arc::new(forest), standard.entrypoint()).expect("a script")
    }

    #[test]
    fn a_standard_script_that_came_with_other_data_is_the_librarys_own_and_the_note_is_the_same() {
        let sender = parse_account_id("0x5401ef36815e47d14b651e8e968153").expect("an account");
        let storage = NoteStorage::new(Vec::new()).expect("no items");
        let recipient = NoteRecipient::new(Word::from([9u32, 0, 0, 0]), changed(), storage);
        let metadata = PartialNoteMetadata::new(sender, NoteType::Public);
        let note = Note::new(NoteAssets::new(Vec::new()).expect("no assets"), metadata, recipient);
        let own = P2idNote::script().to_bytes();
        assert_ne!(note.script().to_bytes(), own);

        let replaced = note_with_library_script(note.clone());
        assert_eq!((replaced.id(), replaced.nullifier()), (note.id(), note.nullifier()));
        assert_eq!(replaced.script().to_bytes(), own);
        let details = with_library_script(note.details().clone());
        assert_eq!(details.commitment(), note.details_commitment());
        assert_eq!(details.script().to_bytes(), own);
        let sync_hint = NoteSyncHint::new(0.into(), NoteTag::default());
        let file = NoteFile::ExpectedNote { details: note.details().clone(), sync_hint };
        let NoteFile::ExpectedNote { details, .. } = file_with_library_script(file) else {
            panic!("it is another file");
        };
        assert_eq!(details.script().to_bytes(), own);
    }

    #[test]
    fn all_standard_notes_of_the_library_are_in_the_list() {
        let count = STANDARD.len();
        let of_list =
            library_roots().filter_map(StandardNote::from_script_root).collect::<Vec<_>>();
        assert_eq!(of_list, STANDARD);
        // The last one, as the library orders them.
        assert_eq!(STANDARD[count - 1] as usize, count - 1);
    }
}
