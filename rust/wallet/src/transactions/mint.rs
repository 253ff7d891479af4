//! Tokens for nothing, where the network is the embedded chain.

use miden_client::account::AccountId;
#[cfg(feature = "embedded-chain")]
use miden_client::note::{NoteFile, NoteSyncHint};
use miden_client::note::{NoteId, NoteType};
use miden_client::transaction::TransactionId;

use crate::errors::Result;
#[cfg(not(feature = "embedded-chain"))]
use crate::errors::WalletError;
use crate::transactions::SentTransaction;
use crate::wallet::Wallet;

/// A token that the embedded chain's faucets give away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Token {
    /// The native asset, in which fees are paid. 6 decimals.
    #[default]
    Miden,
    /// Another asset. 8 decimals.
    Tok,
}

/// What a faucet made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Minted {
    /// The faucet's transaction.
    pub sent: SentTransaction,
    /// The note that waits for the receiver.
    pub note: NoteId,
    /// The faucet.
    pub faucet: AccountId,
}

impl Wallet {
    /// Has the embedded chain's faucet mint an amount in base units for an account. The faucet hands
    /// a private note over to this wallet, which finds it on the chain with its next sync.
    /// `before_submit` is called at the point of no return.
    ///
    /// # Errors
    /// [`crate::WalletError::Unsupported`] on every other network and in a build without the
    /// embedded chain; [`crate::WalletError::InvalidAmount`] and the ways in which a transaction
    /// fails.
    #[cfg(feature = "embedded-chain")]
    pub async fn mint(
        &self,
        receiver: AccountId,
        token: Token,
        amount: u64,
        note_type: NoteType,
        before_submit: impl FnOnce(TransactionId),
    ) -> Result<Minted> {
        let Some(chain) = &self.chain else {
            return Err(crate::errors::WalletError::Unsupported {
                what: "Only the embedded chain has a faucet to mint from.".to_owned(),
            });
        };
        let (minted, note) =
            chain.mint(receiver, token, amount, note_type, Box::new(before_submit)).await?;
        if note_type == NoteType::Private {
            let tag = note.metadata().tag();
            let file = NoteFile::ExpectedNote {
                details: note.into(),
                sync_hint: NoteSyncHint::new(minted.sent.block_number.into(), tag),
            };
            let mut client = self.exclusive_client().await?;
            client.import_notes(&[file]).await.map_err(|error| self.errors.client(error))?;
        }
        Ok(minted)
    }

    /// Refuses: this build has no chain to mint on.
    ///
    /// # Errors
    /// Always [`WalletError::Unsupported`].
    #[cfg(not(feature = "embedded-chain"))]
    #[allow(clippy::unused_async, reason = "the same signature as with an embedded chain")]
    pub async fn mint(
        &self,
        _receiver: AccountId,
        _token: Token,
        _amount: u64,
        _note_type: NoteType,
        _before_submit: impl FnOnce(TransactionId),
    ) -> Result<Minted> {
        Err(WalletError::Unsupported {
            what: "This build has no embedded chain, and so no faucet to mint from.".to_owned(),
        })
    }
}
