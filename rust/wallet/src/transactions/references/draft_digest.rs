//! What was asked, in bytes: two requests are the same if these are.
//!
//! They are of what the caller said, and of nothing that was chosen when the transaction was made. They must be the same
//! in every later version.

use miden_client::Felt;
use miden_client::account::AccountId;
use miden_client::note::NoteType;
use miden_client::utils::Serializable;

use super::request::Request;
use crate::contracts::{CustomNote, CustomTransaction, Package, ProcedureCall, Script};
use crate::transactions::swaps::{SwapAsset, SwapOffer};
use crate::transactions::{Draft, Issue, Payment};

impl Request {
    /// The transaction of a draft.
    pub(crate) fn of_draft(account: AccountId, draft: &Draft) -> Self {
        let mut bytes = Vec::new();
        write_draft(draft, &mut bytes);
        Self::new(account, kind_of(draft), &bytes)
    }
}

fn kind_of(draft: &Draft) -> u8 {
    match draft {
        Draft::Send(_) => 0,
        Draft::Consume(_) => 1,
        Draft::Custom(_) => 2,
        Draft::Issue(_) => 3,
        Draft::Burn { .. } => 4,
        Draft::Swap(_) => 5,
        Draft::FillSwap { .. } => 6,
        Draft::CancelSwap { .. } => 7,
        // 8 is `ALL_NOTES`.
        Draft::Serialized(_) => 9,
    }
}

fn write_draft(draft: &Draft, bytes: &mut Vec<u8>) {
    match draft {
        Draft::Send(payments) => {
            write_count(payments.len(), bytes);
            for payment in payments {
                write_payment(payment, bytes);
            }
        }
        Draft::Consume(notes) => {
            write_count(notes.len(), bytes);
            for note in notes {
                note.write_into(bytes);
            }
        }
        Draft::Custom(custom) => write_custom(custom, bytes),
        Draft::Issue(Issue { recipient, amount, note_type }) => {
            recipient.write_into(bytes);
            amount.write_into(bytes);
            write_type(*note_type, bytes);
        }
        Draft::Burn { faucet, amount } => {
            faucet.write_into(bytes);
            amount.write_into(bytes);
        }
        Draft::Swap(offer) => write_offer(offer, bytes),
        Draft::FillSwap { note, amount } => {
            note.write_into(bytes);
            amount.write_into(bytes);
        }
        Draft::CancelSwap { note } => note.write_into(bytes),
        Draft::Serialized(request) => bytes.extend_from_slice(request.bytes()),
    }
}

fn write_payment(payment: &Payment, bytes: &mut Vec<u8>) {
    let Payment { recipient, fungible, non_fungible, note_type, reclaim_height, timelock_height } =
        payment;
    recipient.write_into(bytes);
    write_amounts(fungible, bytes);
    write_count(non_fungible.len(), bytes);
    for item in non_fungible {
        item.faucet.write_into(bytes);
        item.commitment.write_into(bytes);
    }
    write_type(*note_type, bytes);
    reclaim_height.write_into(bytes);
    timelock_height.write_into(bytes);
}

fn write_custom(custom: &CustomTransaction, bytes: &mut Vec<u8>) {
    let CustomTransaction { script, script_argument, advice, foreign_accounts, notes, created } =
        custom;
    match script {
        None => bytes.push(0),
        Some(Script::Package(package)) => {
            bytes.push(1);
            write_package(package, bytes);
        }
        Some(Script::Calls(calls)) => {
            // As when there could be one call only: its references stay valid.
            if let [call] = calls.as_slice() {
                bytes.push(2);
                write_call(call, bytes);
            } else {
                bytes.push(3);
                write_count(calls.len(), bytes);
                for call in calls {
                    write_call(call, bytes);
                }
            }
        }
    }
    script_argument.write_into(bytes);
    write_count(advice.len(), bytes);
    for (key, values) in advice {
        key.write_into(bytes);
        write_felts(values, bytes);
    }
    write_count(foreign_accounts.len(), bytes);
    for account in foreign_accounts {
        account.write_into(bytes);
    }
    write_count(notes.len(), bytes);
    for (note, argument) in notes {
        note.write_into(bytes);
        argument.write_into(bytes);
    }
    write_count(created.len(), bytes);
    for CustomNote { script, storage, recipient, fungible, note_type } in created {
        write_package(script, bytes);
        write_felts(storage, bytes);
        recipient.write_into(bytes);
        write_amounts(fungible, bytes);
        write_type(*note_type, bytes);
    }
}

fn write_call(call: &ProcedureCall, bytes: &mut Vec<u8>) {
    let ProcedureCall { foreign, procedure, arguments } = call;
    foreign.write_into(bytes);
    procedure.write_into(bytes);
    write_felts(arguments, bytes);
}

fn write_offer(offer: &SwapOffer, bytes: &mut Vec<u8>) {
    let SwapOffer { offered, requested, is_partial, minimum_fill, note_type, payback_type } = offer;
    for asset in [offered, requested] {
        match asset {
            SwapAsset::Fungible { faucet, amount } => {
                bytes.push(0);
                faucet.write_into(bytes);
                amount.write_into(bytes);
            }
            SwapAsset::NonFungible(item) => {
                bytes.push(1);
                item.faucet.write_into(bytes);
                item.commitment.write_into(bytes);
            }
        }
    }
    bytes.push(u8::from(*is_partial));
    minimum_fill.write_into(bytes);
    write_type(*note_type, bytes);
    write_type(*payback_type, bytes);
}

fn write_amounts(amounts: &[(AccountId, u64)], bytes: &mut Vec<u8>) {
    write_count(amounts.len(), bytes);
    for (faucet, amount) in amounts {
        faucet.write_into(bytes);
        amount.write_into(bytes);
    }
}

fn write_felts(felts: &[Felt], bytes: &mut Vec<u8>) {
    write_count(felts.len(), bytes);
    for felt in felts {
        felt.as_canonical_u64().write_into(bytes);
    }
}

fn write_package(package: &Package, bytes: &mut Vec<u8>) {
    let package = package.to_bytes();
    write_count(package.len(), bytes);
    bytes.extend_from_slice(&package);
}

fn write_type(note_type: NoteType, bytes: &mut Vec<u8>) {
    bytes.push(u8::from(note_type == NoteType::Public));
}

/// So that the end of one list cannot be taken for the beginning of the next.
fn write_count(count: usize, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(&(count as u64).to_le_bytes());
}

#[cfg(test)]
mod tests {
    use miden_protocol::crypto::hash::keccak::Keccak256;

    use super::*;
    use crate::{NoteId, Word};

    fn account(hex: &str) -> AccountId {
        AccountId::from_hex(hex).expect("an account")
    }

    fn alice() -> AccountId {
        account("0x5401ef36815e47d14b651e8e968153")
    }

    fn digest(draft: &Draft) -> [u8; 32] {
        Request::of_draft(alice(), draft).digest
    }

    fn calls(calls: &[(Option<AccountId>, u32, &[u32])]) -> [u8; 32] {
        let call = |(foreign, root, arguments): &(Option<AccountId>, u32, &[u32])| ProcedureCall {
            foreign: *foreign,
            procedure: Word::from([*root; 4]),
            arguments: arguments.iter().map(|number| Felt::from(*number)).collect(),
        };
        let script = Some(Script::Calls(calls.iter().map(call).collect()));
        digest(&Draft::Custom(Box::new(CustomTransaction { script, ..Default::default() })))
    }

    fn note(number: u32) -> NoteId {
        NoteId::from_raw(Word::from([number, 0, 0, 1]))
    }

    #[test]
    fn a_request_has_the_digest_that_the_first_version_gave_it() {
        let payment = Payment::new(alice(), alice(), 7);
        let mut bytes = vec![0];
        alice().write_into(&mut bytes);
        bytes.extend(1_u64.to_le_bytes());
        alice().write_into(&mut bytes);
        bytes.extend(1_u64.to_le_bytes());
        alice().write_into(&mut bytes);
        bytes.extend(7_u64.to_le_bytes());
        bytes.extend(0_u64.to_le_bytes());
        // A public note, and no heights.
        bytes.extend([1, 0, 0]);
        let expected: [u8; 32] = Keccak256::hash(&bytes).into();
        assert_eq!(digest(&Draft::Send(vec![payment])), expected);
    }

    #[test]
    fn the_request_of_one_call_has_the_digest_that_the_first_version_gave_it() {
        let mut bytes = vec![2];
        alice().write_into(&mut bytes);
        // A call without a foreign account.
        bytes.extend([2, 0]);
        Word::from([1_u32; 4]).write_into(&mut bytes);
        bytes.extend(1_u64.to_le_bytes());
        bytes.extend(7_u64.to_le_bytes());
        // No argument of a script, and nothing in four lists.
        bytes.push(0);
        bytes.extend([0; 4 * 8]);
        let expected: [u8; 32] = Keccak256::hash(&bytes).into();
        assert_eq!(calls(&[(None, 1, &[7])]), expected);
    }

    #[test]
    fn requests_that_differ_in_anything_have_digests_of_their_own() {
        let payment = Payment::new(alice(), alice(), 7);
        let send = |change: fn(&mut Payment)| {
            let mut changed = payment.clone();
            change(&mut changed);
            digest(&Draft::Send(vec![changed]))
        };
        let digests = [
            send(|_| {}),
            send(|payment| payment.fungible[0].1 = 8),
            send(|payment| payment.note_type = NoteType::Private),
            send(|payment| payment.reclaim_height = Some(7)),
            send(|payment| payment.timelock_height = Some(7)),
            digest(&Draft::Send(vec![payment.clone(), payment.clone()])),
            digest(&Draft::Consume(vec![note(1)])),
            digest(&Draft::Consume(vec![note(2)])),
            digest(&Draft::Consume(vec![note(1), note(2)])),
            digest(&Draft::CancelSwap { note: note(1) }),
            digest(&Draft::FillSwap { note: note(1), amount: None }),
            digest(&Draft::FillSwap { note: note(1), amount: Some(1) }),
            digest(&Draft::Burn { faucet: alice(), amount: 7 }),
            Request::of_all_notes(alice()).digest,
            calls(&[(None, 1, &[])]),
            calls(&[(Some(alice()), 1, &[])]),
            calls(&[(None, 1, &[7])]),
            calls(&[(None, 1, &[7, 8])]),
            calls(&[(None, 1, &[7]), (None, 1, &[8])]),
            calls(&[(None, 1, &[8]), (None, 1, &[7])]),
            calls(&[(None, 1, &[7, 8]), (None, 1, &[])]),
            calls(&[(None, 1, &[7]), (None, 2, &[8])]),
            calls(&[(None, 1, &[7]), (Some(alice()), 1, &[8])]),
        ];
        for (index, digest) in digests.iter().enumerate() {
            assert!(!digests[..index].contains(digest), "{index}");
        }
    }
}
