//! What an entry of the journal tells of its transaction to every version, also one that cannot read the rest.
//!
//! The header has its own length and digest. Later versions may add fields at its end and change what follows it.

use miden_client::Word;
use miden_client::account::AccountId;
use miden_client::block::BlockNumber;
use miden_client::transaction::TransactionResult;
use miden_client::utils::{ByteReader, Deserializable, Serializable};

use super::{DIGEST, digest};
use crate::CLIENT_VERSION;
use crate::errors::Cause;

/// What a file with a header begins with.
pub(super) const MAGIC: [u8; 8] = *b"MIDENTJ3";

/// How long the number is that says how long the header is.
const LENGTH: usize = 4;

/// The form of what follows the header.
pub(super) const FORMAT: u32 = 3;

/// What every version can read of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    /// The form of what follows.
    pub(super) format: u32,
    /// The version of the client that wrote the entry.
    pub(super) client_version: String,
    /// The account that carries the transaction out.
    pub(super) account: AccountId,
    /// The account's state before the transaction.
    pub(super) initial: Word,
    /// The account's state after it.
    pub(super) r#final: Word,
    /// The last block that can include it.
    pub(super) expiration: BlockNumber,
    /// The caller's reference; empty where there is none.
    pub(super) reference: String,
}

impl Header {
    pub(super) fn of(executed: &TransactionResult) -> Self {
        let transaction = executed.executed_transaction();
        Self {
            format: FORMAT,
            client_version: CLIENT_VERSION.to_owned(),
            account: transaction.account_id(),
            initial: transaction.initial_account().to_commitment(),
            r#final: transaction.final_account().to_commitment(),
            expiration: transaction.expiration_block_num(),
            reference: String::new(),
        }
    }

    /// The beginning of a file: up to what follows the header.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, Cause> {
        let mut header = self.format.to_le_bytes().to_vec();
        self.client_version.write_into(&mut header);
        self.account.write_into(&mut header);
        self.initial.write_into(&mut header);
        self.r#final.write_into(&mut header);
        self.expiration.write_into(&mut header);
        self.reference.write_into(&mut header);
        let length = u32::try_from(header.len())?.to_le_bytes();
        Ok([&MAGIC[..], &length, &header, &digest(&header)].concat())
    }

    /// The header of a file, and what follows it. The file begins as one with a header does.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, &[u8]), Cause> {
        const CUT_SHORT: &str = "it is cut short";
        let rest = bytes.get(MAGIC.len()..).ok_or(CUT_SHORT)?;
        let (length, rest) = rest.split_first_chunk::<LENGTH>().ok_or(CUT_SHORT)?;
        let length = usize::try_from(u32::from_le_bytes(*length))?;
        let (header, rest) = rest.split_at_checked(length).ok_or(CUT_SHORT)?;
        let (written, rest) = rest.split_at_checked(DIGEST).ok_or(CUT_SHORT)?;
        if *written != digest(header) {
            return Err("its header is not what was written".into());
        }
        let mut reader = miden_client::SliceReader::new(header);
        let header = Self {
            format: u32::from_le_bytes(reader.read_array()?),
            client_version: String::read_from(&mut reader)?,
            account: AccountId::read_from(&mut reader)?,
            initial: Word::read_from(&mut reader)?,
            r#final: Word::read_from(&mut reader)?,
            expiration: BlockNumber::read_from(&mut reader)?,
            reference: String::read_from(&mut reader)?,
        };
        Ok((header, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            format: FORMAT,
            client_version: "0.18.0".to_owned(),
            account: AccountId::from_hex("0x5401ef36815e47d14b651e8e968153").expect("an account"),
            initial: Word::from([1_u32, 2, 3, 4]),
            r#final: Word::from([5_u32, 6, 7, 8]),
            expiration: BlockNumber::from(130_u32),
            reference: "order 7".to_owned(),
        }
    }

    #[test]
    fn a_header_is_read_as_it_was_written_whatever_follows() {
        let written = header().to_bytes().expect("a header");
        let file = [written.as_slice(), b"of a later version"].concat();
        let (read, rest) = Header::read(&file).expect("it is whole");
        assert_eq!(read, header());
        assert_eq!(rest, b"of a later version");
    }

    #[test]
    fn a_header_that_is_damaged_or_cut_short_is_refused() {
        let whole = header().to_bytes().expect("a header");
        for place in MAGIC.len()..whole.len() {
            let mut flipped = whole.clone();
            flipped[place] ^= 1;
            assert!(Header::read(&flipped).is_err(), "byte {place}");
        }
        for length in 0..whole.len() {
            assert!(Header::read(&whole[..length]).is_err(), "{length} bytes");
        }
    }
}
