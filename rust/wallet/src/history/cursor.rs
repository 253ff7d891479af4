//! Where a page ended: a text that is of use with this store alone, and whose inside is nobody's business.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miden_client::note::NoteId;
use miden_client::transaction::TransactionId;
use miden_client::utils::{Deserializable, Serializable};

use super::identity::{Identity, refused};
use super::logs::Logs;
use crate::errors::{Result, WalletError};

const TRANSACTIONS: u8 = b'T';
const EVENTS: u8 = b'E';
const NOTES: u8 = b'N';

/// The place after a transaction.
pub(super) fn after_transaction(store: Identity, transaction: TransactionId) -> String {
    written(TRANSACTIONS, store, &transaction.to_bytes())
}

/// The transaction a cursor stands after.
pub(super) fn transaction(store: Identity, text: &str) -> Result<TransactionId> {
    let rest = read(TRANSACTIONS, text)?;
    let id = of(store, &rest, "it is of another wallet's history")?;
    TransactionId::read_from_bytes(id).map_err(|_| malformed())
}

/// The place after a note that went in a direction.
pub(super) fn after_note(store: Identity, direction: u8, note: NoteId) -> String {
    let mut rest = vec![direction];
    rest.extend(note.to_bytes());
    written(NOTES, store, &rest)
}

/// The direction and the note a cursor stands after.
pub(super) fn note(store: Identity, text: &str) -> Result<(u8, NoteId)> {
    let rest = read(NOTES, text)?;
    let (direction, id) = of(store, &rest, "it is of another wallet's history")?
        .split_first()
        .ok_or_else(malformed)?;
    let note = NoteId::read_from_bytes(id).map_err(|_| malformed())?;
    Ok((*direction, note))
}

/// The place after an event.
pub(super) fn after_event(logs: &Logs, number: u64) -> String {
    written(EVENTS, logs.of(number), &number.to_be_bytes())
}

/// The number of the event a cursor stands after.
pub(super) fn event(logs: &Logs, text: &str) -> Result<u64> {
    let rest = read(EVENTS, text)?;
    let (log, number) = rest.split_first_chunk().ok_or_else(malformed)?;
    let number = number.try_into().map(u64::from_be_bytes).map_err(|_| malformed())?;
    logs.require(*log, number)?;
    Ok(number)
}

fn written(kind: u8, identity: Identity, rest: &[u8]) -> String {
    let mut bytes = vec![kind];
    bytes.extend(identity);
    bytes.extend(rest);
    URL_SAFE_NO_PAD.encode(bytes)
}

fn read(kind: u8, text: &str) -> Result<Vec<u8>> {
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| malformed())?;
    match bytes.split_first() {
        Some((found, rest)) if *found == kind => Ok(rest.to_vec()),
        _ => Err(malformed()),
    }
}

fn of<'a>(identity: Identity, rest: &'a [u8], otherwise: &str) -> Result<&'a [u8]> {
    match rest.split_at_checked(identity.len()) {
        Some((found, rest)) if found == identity => Ok(rest),
        Some(_) => Err(refused(otherwise)),
        None => Err(malformed()),
    }
}

fn malformed() -> WalletError {
    refused("it is not one that a page has given")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::identity::new_identity;

    #[test]
    fn a_cursor_is_read_by_the_store_that_wrote_it_and_by_no_other() {
        let (here, elsewhere) = (new_identity(), new_identity());
        let [logs, other_logs] =
            [here, elsewhere].map(|current| Logs { current, origins: Vec::new() });
        let id = crate::parse_transaction_id(&format!("0x{:064x}", 7)).expect("an id");
        let text = after_transaction(here, id);
        assert_eq!(transaction(here, &text).expect("it is read"), id);
        let error = transaction(elsewhere, &text).expect_err("it is of another");
        assert_eq!(error.kind(), "invalid_cursor");
        assert!(error.to_string().contains("another wallet"), "{error}");
        assert!(event(&logs, &text).is_err());

        let text = after_event(&logs, u64::MAX);
        assert_eq!(event(&logs, &text).expect("it is read"), u64::MAX);
        assert!(event(&other_logs, &text).is_err());
        assert!(transaction(here, &text).is_err());
    }

    #[test]
    fn garbage_is_refused() {
        let here = new_identity();
        let logs = Logs { current: here, origins: Vec::new() };
        let whole = after_event(&logs, 1);
        for text in ["", " ", "garbage", "ä", &whole[1..], &whole[..20], &(whole.clone() + "AAAA")]
        {
            let error = event(&logs, text).expect_err("it is garbage");
            assert_eq!(error.kind(), "invalid_cursor", "{text}");
            assert!(transaction(here, text).is_err(), "{text}");
        }
    }
}
