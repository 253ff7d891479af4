//! What a transaction does to an account, in a form that two executions of one request can be compared by.

use std::collections::{BTreeMap, BTreeSet};

use miden_client::Word;
use miden_client::account::{Account, AccountId, StorageSlotName};
use miden_client::asset::{Asset, AssetId};
use miden_client::note::{NoteId, NoteType};
use miden_client::transaction::{InputNote, InputNotes, RawOutputNote};
use miden_client::utils::Serializable;
use miden_protocol::account::{AccountCodePatch, AccountStoragePatch, StorageSlotPatch};
use miden_protocol::transaction::{ExecutedTransaction, RawOutputNotes, TransactionSummary};
use miden_protocol::utils::serde::{ByteReader, ByteWriter, Deserializable, DeserializationError};

use crate::notes::terms::NoteTerms;
use crate::transactions::fee_note;

/// Amounts of assets. Of a unique token the amount is 1.
type Amounts = BTreeMap<AssetId, u128>;

/// The values that are written into a storage, by slot and, in a map, by key. `None` removes the slot.
type Writes = BTreeMap<(String, Option<Word>), Option<Word>>;

/// What a transaction does to its account.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Effects {
    /// The notes it consumes.
    consumed: BTreeSet<NoteId>,
    /// What they carry.
    assets_in: Amounts,
    /// What the notes it creates carry, without the fee.
    assets_out: BTreeMap<Destination, Amounts>,
    /// The fee.
    fee: Amounts,
    /// The tokens that the account issues itself and adds to its vault, or takes from it and burns. All else in a vault
    /// comes from notes and goes into notes.
    own_tokens: BTreeSet<AssetId>,
    storage: Writes,
    /// The commitment to the code that it gives the account.
    code: Option<Word>,
}

/// Where the assets of a created note go.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Destination {
    /// Tells how the rest is to be read: see the constructors.
    kind: u8,
    /// The account, the script or the recipient.
    to: Vec<u8>,
    is_public: bool,
}

impl Destination {
    /// A payment goes to its account, whatever the serial number of its note is. A note that the request itself makes is
    /// known by its script: the rest of it is in the request, and its serial number is drawn anew by each execution. Of any
    /// other note the recipient is compared.
    fn of(note: &RawOutputNote, own: &BTreeSet<NoteId>) -> Self {
        let is_public = note.metadata().note_type() == NoteType::Public;
        let full = match note {
            RawOutputNote::Full(note) => Some(note),
            RawOutputNote::Partial(_) => None,
        };
        let (kind, to) = if let Some(terms) = full.and_then(NoteTerms::of) {
            let NoteTerms { recipient, reclaim, timelock_height } = terms;
            (0, (recipient, reclaim, timelock_height).to_bytes())
        } else if let Some(note) = full.filter(|note| own.contains(&note.id())) {
            (1, Word::from(note.script().root()).to_bytes())
        } else {
            (2, note.recipient_digest().to_bytes())
        };
        Self { kind, to, is_public }
    }
}

impl Effects {
    /// What a transaction does, by what its account signs. `own` are the notes that the request itself makes.
    pub(crate) fn of_summary(summary: &TransactionSummary, own: &BTreeSet<NoteId>) -> Self {
        let change = summary.account_delta();
        let (consumed, created) = (summary.input_notes(), summary.output_notes());
        let vault = change.vault();
        let moved = vault.added_assets().chain(vault.removed_assets());
        let own_tokens = own_tokens(change.id(), moved.map(|asset| asset.id()));
        Self { own_tokens, ..Self::of(consumed, created, change.storage(), change.code(), own) }
    }

    /// What a transaction does that was executed to its end.
    pub(crate) fn of_executed(executed: &ExecutedTransaction, own: &BTreeSet<NoteId>) -> Self {
        let change = executed.account_patch();
        let (consumed, created) = (executed.input_notes(), executed.output_notes());
        let own_tokens = own_tokens(executed.account_id(), change.vault().as_map().keys().copied());
        Self { own_tokens, ..Self::of(consumed, created, change.storage(), change.code(), own) }
    }

    fn of(
        consumed: &InputNotes<InputNote>,
        created: &RawOutputNotes,
        storage: &AccountStoragePatch,
        code: &AccountCodePatch,
        own: &BTreeSet<NoteId>,
    ) -> Self {
        let mut effects = Self::default();
        for note in consumed.iter().map(InputNote::note) {
            effects.consumed.insert(note.id());
            note.assets().iter().for_each(|asset| add(&mut effects.assets_in, asset));
        }
        let (fee, others) = fee_note::told_apart(created);
        if let Some(fee) = fee {
            add(&mut effects.fee, &fee.into());
        }
        for note in others {
            let amounts = effects.assets_out.entry(Destination::of(note, own)).or_default();
            note.assets().iter().for_each(|asset| add(amounts, asset));
        }
        for (slot, patch) in storage.slots() {
            add_writes(&mut effects.storage, slot, patch);
        }
        effects.code = code.as_code().map(miden_protocol::account::AccountCode::commitment);
        effects
    }

    /// The slots of the storage that it writes, each once.
    pub(crate) fn slots(&self) -> Vec<String> {
        let slots: BTreeSet<&String> = self.storage.keys().map(|(slot, _)| slot).collect();
        slots.into_iter().cloned().collect()
    }

    /// Whether it gives the account code.
    pub(crate) fn changes_code(&self) -> bool {
        self.code.is_some()
    }

    /// Whether it does nothing but pay its fee and, if the account is new, make the account as it is.
    pub(super) fn are_none(&self, new: Option<&Account>) -> bool {
        let Self { consumed, assets_in: _, assets_out, fee: _, own_tokens, storage, code } = self;
        let (mut made, mut made_code) = (Writes::new(), None);
        if let Some(account) = new {
            for slot in account.storage().slots() {
                add_writes(&mut made, slot.name(), &slot.content().clone().into());
            }
            made_code = Some(account.code().commitment());
        }
        let is_unwritten = *storage == made && *code == made_code;
        consumed.is_empty() && assets_out.is_empty() && own_tokens.is_empty() && is_unwritten
    }

    /// In what it goes beyond the effects that were approved, in words, or `None` if it does not. It may move less out of
    /// the account and cost less; what comes in must not be less.
    pub(crate) fn excess_over(&self, approved: &Self) -> Option<String> {
        self.assets_beyond(approved).or_else(|| self.writes_beyond(approved))
    }

    /// The same for notes, assets and the fee alone.
    pub(crate) fn assets_beyond(&self, approved: &Self) -> Option<String> {
        if !self.consumed.is_subset(&approved.consumed) {
            return Some("it would consume another note".to_owned());
        }
        for (to, amounts) in &self.assets_out {
            let Some(most) = approved.assets_out.get(to) else {
                return Some(
                    "it would create a note for somebody else, or of another type".to_owned(),
                );
            };
            if let Some(asset) = first_above(amounts, most) {
                let faucet = asset.faucet_id();
                return Some(format!("more of the token of faucet {faucet} would go out"));
            }
        }
        if let Some(asset) = first_above(&approved.assets_in, &self.assets_in) {
            let faucet = asset.faucet_id();
            return Some(format!("less of the token of faucet {faucet} would come in"));
        }
        if first_above(&self.fee, &approved.fee).is_some() {
            return Some("its fee would be higher".to_owned());
        }
        if !self.own_tokens.is_subset(&approved.own_tokens) {
            return Some("it would issue or burn tokens in the vault of the account".to_owned());
        }
        None
    }

    /// The same for the storage and the code of the account.
    fn writes_beyond(&self, approved: &Self) -> Option<String> {
        let written = self.storage.iter().find(|(place, value)| {
            approved.storage.get(place).is_none_or(|approved| approved != *value)
        });
        if let Some(((slot, _), _)) = written {
            return Some(format!("it would write something else into the storage slot {slot}"));
        }
        if self.code.is_some() && self.code != approved.code {
            return Some("it would change the code of the account".to_owned());
        }
        None
    }
}

/// The first asset of which there is more than that.
fn first_above(amounts: &Amounts, most: &Amounts) -> Option<AssetId> {
    let above =
        |(asset, amount): &(&AssetId, &u128)| most.get(asset).is_none_or(|most| most < amount);
    amounts.iter().find(above).map(|(asset, _)| *asset)
}

/// Those of the assets that an account issues itself.
fn own_tokens(account: AccountId, moved: impl Iterator<Item = AssetId>) -> BTreeSet<AssetId> {
    moved.filter(|asset| asset.faucet_id() == account).collect()
}

fn add_writes(writes: &mut Writes, slot: &StorageSlotName, patch: &StorageSlotPatch) {
    let slot = slot.as_str().to_owned();
    match patch {
        StorageSlotPatch::Value(value) => {
            writes.insert((slot, None), value.value());
        }
        StorageSlotPatch::Map(map) => match map.entries() {
            None => {
                writes.insert((slot, None), None);
            }
            Some(entries) => {
                for (key, value) in entries.as_map() {
                    writes.insert((slot.clone(), Some(Word::from(*key))), Some(*value));
                }
            }
        },
    }
}

fn add(amounts: &mut Amounts, asset: &Asset) {
    let amount = asset.as_fungible().map_or(1, |fungible| fungible.amount().as_u64().into());
    let sum: &mut u128 = amounts.entry(asset.id()).or_default();
    *sum = sum.saturating_add(amount);
}

impl Serializable for Destination {
    fn write_into<W: ByteWriter>(&self, target: &mut W) {
        self.kind.write_into(target);
        self.to.write_into(target);
        target.write_bool(self.is_public);
    }
}

impl Deserializable for Destination {
    fn read_from<R: ByteReader>(source: &mut R) -> Result<Self, DeserializationError> {
        Ok(Self { kind: source.read()?, to: source.read()?, is_public: source.read_bool()? })
    }
}

impl Serializable for Effects {
    fn write_into<W: ByteWriter>(&self, target: &mut W) {
        let Self { consumed, assets_in, assets_out, fee, own_tokens, storage, code } = self;
        consumed.write_into(target);
        assets_in.write_into(target);
        assets_out.write_into(target);
        fee.write_into(target);
        own_tokens.write_into(target);
        storage.write_into(target);
        code.write_into(target);
    }
}

impl Deserializable for Effects {
    fn read_from<R: ByteReader>(source: &mut R) -> Result<Self, DeserializationError> {
        Ok(Self {
            consumed: source.read()?,
            assets_in: source.read()?,
            assets_out: source.read()?,
            fee: source.read()?,
            own_tokens: source.read()?,
            storage: source.read()?,
            code: source.read()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use miden_client::Felt;
    use miden_protocol::account::delta::AssetDeltaOperation;
    use miden_protocol::account::{AccountDelta, AccountVaultDelta, AssetDelta};
    use miden_protocol::transaction::TransactionSummaryUserParams;

    use super::*;
    use crate::ids::{parse_account_id, parse_note_id};

    fn asset() -> AssetId {
        let faucet = parse_account_id("0x550559ffb22381117072d0749fccd2").expect("a faucet");
        let asset = miden_client::asset::FungibleAsset::new(faucet, 1).expect("an asset");
        Asset::from(asset).id()
    }

    fn amounts(amount: u128) -> Amounts {
        Amounts::from([(asset(), amount)])
    }

    fn destination(to: u8, is_public: bool) -> Destination {
        Destination { kind: 2, to: vec![to], is_public }
    }

    fn shown() -> Effects {
        let note = parse_note_id(&format!("0x{:064x}", 7)).expect("a note");
        Effects {
            consumed: BTreeSet::from([note]),
            assets_in: amounts(3),
            assets_out: BTreeMap::from([(destination(1, true), amounts(5))]),
            fee: amounts(2),
            own_tokens: BTreeSet::new(),
            storage: BTreeMap::from([(("slot".to_owned(), None), Some(Word::from([1_u32; 4])))]),
            code: None,
        }
    }

    fn changed(change: impl FnOnce(&mut Effects)) -> Effects {
        let mut effects = shown();
        change(&mut effects);
        effects
    }

    #[test]
    fn effects_that_are_the_same_or_less_do_not_exceed_those_approved() {
        let within = [
            shown(),
            changed(|effects| effects.fee = amounts(1)),
            changed(|effects| effects.fee.clear()),
            changed(|effects| effects.assets_in = amounts(4)),
            changed(|effects| effects.assets_out.clear()),
            changed(|effects| {
                effects.assets_out.insert(destination(1, true), amounts(4));
            }),
            changed(|effects| effects.storage.clear()),
        ];
        for effects in within {
            assert_eq!(effects.excess_over(&shown()), None, "{effects:?}");
        }
    }

    #[test]
    fn effects_that_are_more_or_others_exceed_those_approved() {
        let faucet = asset().faucet_id();
        let more = format!("more of the token of faucet {faucet} would go out");
        let less = format!("less of the token of faucet {faucet} would come in");
        let elsewhere = "it would create a note for somebody else, or of another type";
        let slot = "it would write something else into the storage slot slot";
        let word = Word::from([2_u32; 4]);
        let cases = [
            (changed(|effects| effects.fee = amounts(3)), "its fee would be higher"),
            (
                changed(|effects| effects.own_tokens = BTreeSet::from([asset()])),
                "it would issue or burn tokens in the vault of the account",
            ),
            (changed(|effects| effects.assets_in = amounts(2)), less.as_str()),
            (
                changed(|effects| {
                    effects.assets_out.insert(destination(1, true), amounts(6));
                }),
                more.as_str(),
            ),
            (
                changed(|effects| {
                    effects.assets_out.insert(destination(2, true), Amounts::new());
                }),
                elsewhere,
            ),
            (
                changed(|effects| {
                    effects.assets_out.insert(destination(1, false), amounts(1));
                }),
                elsewhere,
            ),
            (
                changed(|effects| {
                    effects.storage.insert(("slot".to_owned(), None), Some(word));
                }),
                slot,
            ),
            (
                changed(|effects| {
                    effects.storage.insert(("slot".to_owned(), Some(word)), Some(word));
                }),
                slot,
            ),
            (
                changed(|effects| effects.code = Some(word)),
                "it would change the code of the account",
            ),
        ];
        for (effects, words) in cases {
            assert_eq!(effects.excess_over(&shown()).as_deref(), Some(words), "{effects:?}");
        }
        let other = parse_note_id(&format!("0x{:064x}", 8)).expect("a note");
        let other = changed(|effects| effects.consumed = BTreeSet::from([other]));
        assert_eq!(other.excess_over(&shown()).as_deref(), Some("it would consume another note"));
    }

    #[test]
    fn effects_are_none_if_nothing_but_the_fee_is_left() {
        assert!(Effects { fee: amounts(2), ..Effects::default() }.are_none(None));
        let alone = [
            Effects { consumed: shown().consumed, ..Effects::default() },
            Effects { assets_out: shown().assets_out, ..Effects::default() },
            Effects { storage: shown().storage, ..Effects::default() },
            Effects { own_tokens: BTreeSet::from([asset()]), ..Effects::default() },
            Effects { code: Some(Word::from([2_u32; 4])), ..Effects::default() },
        ];
        assert!(alone.iter().all(|effects| !effects.are_none(None)));
    }

    #[test]
    fn only_a_token_of_the_account_itself_in_the_vault_is_an_effect_without_notes() {
        let other = parse_account_id("0x5401ef36815e47d14b651e8e968153").expect("an account");
        for (account, is_none) in [(asset().faucet_id(), false), (other, true)] {
            let token = miden_client::asset::FungibleAsset::new(asset().faucet_id(), 7);
            let token = Asset::from(token.expect("an asset"));
            for operation in [AssetDeltaOperation::Add, AssetDeltaOperation::Remove] {
                let vault = AccountVaultDelta::new([AssetDelta::new(operation, token)]);
                let change = AccountDelta::new(
                    account,
                    AccountStoragePatch::default(),
                    vault.expect("a vault"),
                    AccountCodePatch::default(),
                    Felt::ONE,
                );
                let summary = TransactionSummary::new(
                    change.expect("a change"),
                    InputNotes::new_unchecked(Vec::new()),
                    RawOutputNotes::new(Vec::new()).expect("no notes"),
                    1_u32.into(),
                    Word::default(),
                    0,
                    TransactionSummaryUserParams::default(),
                );
                let effects = Effects::of_summary(&summary, &BTreeSet::new());
                assert_eq!(effects.are_none(None), is_none);
            }
        }
    }

    #[test]
    fn effects_are_the_same_after_they_were_written_and_read() {
        assert_eq!(Effects::read_from_bytes(&shown().to_bytes()).expect("effects"), shown());
    }
}
