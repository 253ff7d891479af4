//! Offers: what it takes to make a swap.

use miden_client::account::AccountId;
use miden_client::asset::{Asset, AssetAmount, NonFungibleAsset};
use miden_client::crypto::FeltRng;
use miden_client::note::standards::PswapNoteStorage;
use miden_client::note::{Note, NoteTag, NoteType, PswapNote, SwapNote};
use miden_client::transaction::TransactionRequest;

use crate::chain::client::WalletClient;
use crate::errors::{ErrorMapper, LookupError, Result, SwapError, TransferError, WalletError};
use crate::reader::Reader;
use crate::tokens::assets::NonFungibleItem;
use crate::transactions::payment::{find, fungible};
use crate::transactions::request::{built, request_builder};

/// One side of a swap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SwapAsset {
    /// An amount in base units of a faucet's token.
    Fungible {
        /// The faucet that issues it.
        faucet: AccountId,
        /// How much.
        amount: u64,
    },
    /// A unique asset.
    NonFungible(NonFungibleItem),
}

impl SwapAsset {
    /// The account that issues it.
    pub(crate) fn faucet(&self) -> AccountId {
        match self {
            Self::Fungible { faucet, .. } => *faucet,
            Self::NonFungible(item) => item.faucet,
        }
    }

    /// The asset, if the protocol can carry it.
    fn asset(&self) -> Result<Asset> {
        Ok(match self {
            Self::Fungible { faucet, amount } => fungible(*faucet, *amount)?.into(),
            Self::NonFungible(item) => {
                NonFungibleAsset::from_parts(item.faucet, item.commitment).into()
            }
        })
    }
}

/// What is offered, and for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwapOffer {
    /// What the swap carries.
    pub offered: SwapAsset,
    /// What is to be paid for all of it.
    pub requested: SwapAsset,
    /// Whether it can be filled in parts, each at the same price. Both sides are amounts then.
    pub is_partial: bool,
    /// What has to be paid at least at a time, in base units, where it can be filled in parts. The last
    /// part may be less.
    pub minimum_fill: Option<u64>,
    /// Whether all of the swap's note is on the chain or only a commitment: then nobody can fill it but
    /// who is handed the note.
    pub note_type: NoteType,
    /// The same of the note that brings what was paid.
    pub payback_type: NoteType,
}

impl SwapOffer {
    /// Refuses an offer that no account could make.
    pub(crate) fn require_possible(&self) -> Result<()> {
        let invalid = |reason: &str| SwapError::InvalidSwap { reason: reason.to_owned() }.into();
        let (offered, requested) = (self.offered.asset()?, self.requested.asset()?);
        // When it records the swap, the client tries it out on the account that still holds the asset, and
        // fails: what is on the chain would never be in the store.
        if !offered.is_fungible() || !requested.is_fungible() {
            return Err(invalid("unique tokens cannot be swapped yet"));
        }
        if offered.is_fungible()
            && requested.is_fungible()
            && offered.faucet_id() == requested.faucet_id()
            || offered == requested
        {
            return Err(invalid("what it offers and what it requests are of the same token"));
        }
        if !self.is_partial {
            return match self.minimum_fill {
                None => Ok(()),
                Some(_) => Err(invalid("it is filled whole, so it has no least part")),
            };
        }
        let (Some(_), Some(requested)) = (offered.as_fungible(), requested.as_fungible()) else {
            return Err(invalid("a unique token has no parts"));
        };
        match self.minimum_fill {
            Some(0) => Err(invalid("0 is no least part; without one every part is large enough")),
            Some(minimum) if minimum > requested.amount().as_u64() => {
                Err(invalid("its least part is more than all that it requests"))
            }
            _ => Ok(()),
        }
    }

    fn partial_note(&self, creator: AccountId, generator: &mut impl FeltRng) -> Result<Note> {
        let storage = PswapNoteStorage::builder()
            .min_requested_asset(self.requested.asset()?.unwrap_fungible())
            .creator_account_id(creator)
            .payback_note_type(self.payback_type)
            .min_fill_step(amount(self.minimum_fill.unwrap_or(0))?)
            .build();
        PswapNote::builder()
            .sender(creator)
            .storage(storage)
            .serial_number(generator.draw_word())
            .note_type(self.note_type)
            .offered_asset(self.offered.asset()?.unwrap_fungible())
            .build()
            .map(Note::from)
            .map_err(|error| SwapError::InvalidSwap { reason: error.to_string() }.into())
    }

    fn whole_note(&self, creator: AccountId, generator: &mut impl FeltRng) -> Result<SwapNote> {
        SwapNote::builder()
            .sender(creator)
            .offered_asset(self.offered.asset()?)
            .requested_asset(self.requested.asset()?)
            .note_type(self.note_type)
            .payback_note_type(self.payback_type)
            .generate_serial_number(generator)
            .build()
            .map_err(|error| SwapError::InvalidSwap { reason: error.to_string() }.into())
    }
}

pub(super) fn amount(amount: u64) -> Result<AssetAmount> {
    AssetAmount::new(amount)
        .map_err(|error| WalletError::InvalidAmount { amount, reason: error.to_string() })
}

impl Reader {
    /// The request to make a swap, and its note, if the account has what it offers.
    pub(crate) async fn offer_request(
        &self,
        account: AccountId,
        offer: &SwapOffer,
        client: &mut WalletClient,
    ) -> Result<TransactionRequest> {
        self.require_held(account, &offer.offered.asset()?).await?;
        if offer.is_partial {
            let note = offer.partial_note(account, client.rng())?;
            return built(request_builder().own_output_notes([note]).build());
        }
        let note = offer.whole_note(account, client.rng())?;
        // By which the next syncs find the note that pays: of a private one there is no other way.
        let payback = (note.payback_note_details(), NoteTag::with_account_target(account));
        built(
            request_builder()
                .expected_future_notes(vec![payback])
                .own_output_notes([Note::from(note)])
                .build(),
        )
    }

    /// Refuses to ask for what nobody can ever pay: the token of an account that is not there, or issues none.
    /// Of a private account of somebody else's nobody can tell.
    pub(crate) async fn require_token(&self, faucet: AccountId) -> Result<()> {
        if self.tokens.get(self.store.as_ref(), faucet).await?.is_some() {
            return Ok(());
        }
        let is_own = self.require_account(faucet).await.is_ok();
        match self.learn_token_of(faucet).await {
            Err(WalletError::Lookup(LookupError::AccountPrivate { .. })) if !is_own => Ok(()),
            Err(WalletError::Lookup(_)) if is_own => {
                Err(LookupError::NoFaucet { account: faucet }.into())
            }
            learned => learned,
        }
    }

    /// Refuses where an account does not hold an asset.
    pub(crate) async fn require_held(&self, account: AccountId, asset: &Asset) -> Result<()> {
        let held = self.store.get_account_assets(account).await.map_err(ErrorMapper::store)?;
        let Some(wanted) = asset.as_fungible() else {
            let item =
                NonFungibleItem { faucet: asset.faucet_id(), commitment: asset.to_value_word() };
            return match find(&held, &item) {
                Some(_) => Ok(()),
                None => Err(TransferError::AssetNotHeld {
                    account,
                    faucet: item.faucet,
                    asset: item.commitment.to_hex(),
                }
                .into()),
            };
        };
        let amount = (wanted.faucet_id(), wanted.amount().as_u64().into());
        self.require_amounts(account, &held, [amount]).await
    }
}
