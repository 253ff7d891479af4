//! Notes with a script of one's own.

use miden_client::Felt;
use miden_client::account::AccountId;
use miden_client::asset::Asset;
use miden_client::crypto::FeltRng;
use miden_client::note::{
    Note, NoteAssets, NoteRecipient, NoteScript, NoteStorage, NoteTag, NoteType,
    PartialNoteMetadata,
};

use super::packages::Package;
use crate::errors::{ContractError, Result};
use crate::transactions::payment::fungible;

/// A note to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomNote {
    /// Its compiled script.
    pub script: Box<Package>,
    /// What its script finds in the note's storage.
    pub storage: Vec<Felt>,
    /// The account that is told of it by its next sync, if it could consume it without an argument. Who can
    /// consume it is for the script to say.
    pub recipient: Option<AccountId>,
    /// What it carries: amounts in base units.
    pub fungible: Vec<(AccountId, u64)>,
    /// Whether all of it is on the chain or only a commitment.
    pub note_type: NoteType,
}

impl CustomNote {
    /// Refuses what can be no note, without an account.
    pub(super) fn check(&self) -> Result<()> {
        self.script()?;
        self.assets()?;
        NoteStorage::new(self.storage.clone()).map_err(invalid)?;
        Ok(())
    }

    pub(crate) fn note(&self, sender: AccountId, generator: &mut impl FeltRng) -> Result<Note> {
        let storage = NoteStorage::new(self.storage.clone()).map_err(invalid)?;
        let recipient = NoteRecipient::new(generator.draw_word(), self.script()?, storage);
        let tag = self.recipient.map_or(NoteTag::default(), NoteTag::with_account_target);
        let metadata = PartialNoteMetadata::new(sender, self.note_type).with_tag(tag);
        Ok(Note::new(self.assets()?, metadata, recipient))
    }

    fn script(&self) -> Result<NoteScript> {
        NoteScript::from_package(&self.script.0)
            .map_err(|error| ContractError::NotAScript { source: error.into() }.into())
    }

    fn assets(&self) -> Result<NoteAssets> {
        let assets = self.fungible.iter();
        let assets = assets.map(|&(faucet, amount)| fungible(faucet, amount).map(Asset::from));
        NoteAssets::new(assets.collect::<Result<_>>()?).map_err(invalid)
    }
}

fn invalid(error: miden_client::note::NoteError) -> crate::errors::WalletError {
    ContractError::InvalidNote { source: error.into() }.into()
}
