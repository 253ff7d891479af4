//! Who may take a payment's note, and from which block on.

use miden_client::account::AccountId;
use miden_client::note::{
    BlockNumber, Note, NoteScript, NoteStorage, P2idNote, P2idNoteStorage, P2ideNote,
    P2ideNoteStorage,
};

/// The terms of a note that pays one account. Of any other note nobody knows who may consume it before
/// its script has run, and it has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoteTerms {
    /// The account the payment is for.
    pub(crate) recipient: AccountId,
    /// The account that may take it back, and the block from which on.
    pub(crate) reclaim: Option<(AccountId, u32)>,
    /// The block before which nobody may have it.
    pub(crate) timelock_height: Option<u32>,
}

impl NoteTerms {
    /// The terms of a note, where it is a payment.
    pub(crate) fn of(note: &Note) -> Option<Self> {
        Self::of_script(note.script(), note.storage())
    }

    /// The terms of a note that has this script and this storage.
    pub(crate) fn of_script(script: &NoteScript, storage: &NoteStorage) -> Option<Self> {
        let root = script.root();
        let items = storage.items();
        if root == P2idNote::script_root() {
            let storage = P2idNoteStorage::try_from(items).ok()?;
            Some(Self { recipient: storage.target(), reclaim: None, timelock_height: None })
        } else if root == P2ideNote::script_root() {
            let storage = P2ideNoteStorage::try_from(items).ok()?;
            Some(Self {
                recipient: storage.target(),
                // Without a height nobody may take it back, whoever is named.
                reclaim: storage
                    .reclaim_height()
                    .map(|height| (storage.reclaimer(), height.as_u32())),
                timelock_height: storage.timelock_height().map(|height| height.as_u32()),
            })
        } else {
            None
        }
    }

    /// The block from which on an account may consume the note, or `None` where it never may.
    pub(crate) fn opens_for(&self, account: AccountId) -> Option<u32> {
        let timelock = self.timelock_height.unwrap_or(BlockNumber::GENESIS.as_u32());
        match self.reclaim {
            // Asked first, as the note's script does: whoever pays itself need not wait to take it back.
            _ if account == self.recipient => Some(timelock),
            Some((reclaimer, height)) if account == reclaimer => Some(height.max(timelock)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::parse_account_id;

    fn account(text: &str) -> AccountId {
        parse_account_id(text).expect("an account id")
    }

    #[test]
    fn a_note_opens_for_its_recipient_and_for_who_may_take_it_back() {
        let recipient = account("0x5401ef36815e47d14b651e8e968153");
        let sender = account("0x550559ffb22381117072d0749fccd2");
        let plain = NoteTerms { recipient, reclaim: None, timelock_height: None };
        assert_eq!((plain.opens_for(recipient), plain.opens_for(sender)), (Some(0), None));

        let locked = NoteTerms { timelock_height: Some(10), ..plain };
        assert_eq!((locked.opens_for(recipient), locked.opens_for(sender)), (Some(10), None));

        let both = NoteTerms { reclaim: Some((sender, 20)), ..locked };
        assert_eq!((both.opens_for(recipient), both.opens_for(sender)), (Some(10), Some(20)));
        // The timelock holds for everybody.
        let late = NoteTerms { reclaim: Some((sender, 5)), ..locked };
        assert_eq!(late.opens_for(sender), Some(10));

        let own = NoteTerms { reclaim: Some((recipient, 20)), ..locked };
        assert_eq!(own.opens_for(recipient), Some(10));
    }
}
