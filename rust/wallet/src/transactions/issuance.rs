//! Issuing tokens of a faucet of one's own, and giving tokens back to their faucet.

use miden_client::account::AccountId;
use miden_client::note::standards::BurnNote;
use miden_client::note::{Note, NoteTag, NoteType, PartialNoteMetadata};
use miden_client::transaction::TransactionRequest;

use super::payment::fungible;
use super::request::{built, request_builder};
use crate::chain::client::WalletClient;
use crate::errors::{Result, WalletError};
use crate::reader::Reader;

/// What a faucet of this wallet is to issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// Who is to get it.
    pub recipient: AccountId,
    /// How much, in base units.
    pub amount: u64,
    /// Whether all of the note is on the chain or only a commitment.
    pub note_type: NoteType,
}

impl Reader {
    /// Refuses what a faucet can never issue.
    pub(super) async fn check_issue(&self, faucet: AccountId, issue: &Issue) -> Result<()> {
        self.require_account(faucet).await?;
        self.require_supply(&fungible(faucet, issue.amount)?).await
    }

    /// The request to issue tokens, if there may be as many.
    pub(super) async fn issue_request(
        &self,
        faucet: AccountId,
        issue: &Issue,
        client: &mut WalletClient,
    ) -> Result<TransactionRequest> {
        let asset = fungible(faucet, issue.amount)?;
        // Again: the transaction before may have issued some.
        self.require_supply(&asset).await?;
        built(request_builder().build_mint_fungible_asset(
            asset,
            issue.recipient,
            issue.note_type,
            client.rng(),
        ))
    }

    /// The request to give tokens back to the faucet that issued them, in a note that the faucet consumes.
    pub(super) async fn burn_request(
        &self,
        account: AccountId,
        faucet: AccountId,
        amount: u64,
        client: &mut WalletClient,
    ) -> Result<TransactionRequest> {
        let asset = fungible(faucet, amount)?;
        self.require_held(account, &asset.into()).await?;
        let note = BurnNote::builder()
            .sender(account)
            .asset(asset)
            .generate_serial_number(client.rng())
            .build()
            .map(Note::from)
            .map_err(|error| WalletError::Execution { source: error.into() })?;
        // With the faucet's tag, so that the wallet that has the faucet finds the note with its next sync, and
        // without what would send it to a network account: the network consumes notes for those alone.
        let metadata = PartialNoteMetadata::new(account, NoteType::Public)
            .with_tag(NoteTag::with_account_target(faucet));
        let note = Note::new(note.assets().clone(), metadata, note.recipient().clone());
        built(request_builder().own_output_notes([note]).build())
    }
}
