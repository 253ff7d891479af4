//! Which of the notes that a transaction makes pays its fee.

use miden_client::asset::FungibleAsset;
use miden_client::note::TxFeeNote;
use miden_client::transaction::RawOutputNote;
use miden_protocol::transaction::RawOutputNotes;

/// The fee that notes of one transaction pay, and the notes that do not.
///
/// Any script can make a note that looks as if it paid the fee, and put into it what the account holds: it is a note like
/// others, and what it carries goes out. The fee is paid when the account signs, after all scripts, so that its note is the
/// last; and it carries one fungible asset alone.
pub(crate) fn told_apart(created: &RawOutputNotes) -> (Option<FungibleAsset>, Vec<&RawOutputNote>) {
    let mut others: Vec<_> = created.iter().collect();
    let fee = others.last().and_then(|last| paid_by(last));
    if fee.is_some() {
        others.pop();
    }
    (fee, others)
}

fn paid_by(note: &RawOutputNote) -> Option<FungibleAsset> {
    let RawOutputNote::Full(note) = note else { return None };
    let mut assets = note.assets().iter();
    let (asset, second) = (assets.next()?, assets.next());
    let is_fee = note.script().root() == TxFeeNote::script_root() && second.is_none();
    asset.as_fungible().filter(|_| is_fee)
}
