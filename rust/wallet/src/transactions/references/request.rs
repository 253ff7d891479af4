//! A request of an account: two are the same if their digests are.

use miden_client::account::AccountId;
use miden_client::utils::Serializable;
use miden_protocol::crypto::hash::keccak::Keccak256;

/// The number of a request to consume whatever there is.
const ALL_NOTES: u8 = 8;

/// A request of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Request {
    pub(super) account: AccountId,
    /// What kind it is of.
    pub(super) kind: u8,
    pub(super) digest: [u8; 32],
}

impl Request {
    /// The account.
    pub(crate) fn account(&self) -> AccountId {
        self.account
    }

    /// The digest of the request.
    pub(crate) fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// Consuming whatever there is, however many notes a transaction may take.
    pub(crate) fn of_all_notes(account: AccountId) -> Self {
        Self::new(account, ALL_NOTES, &[])
    }

    /// Whether it is to consume whatever there is.
    pub(super) fn consumes_all(&self) -> bool {
        self.kind == ALL_NOTES
    }

    /// What it asks for, in words.
    pub(super) fn words(&self) -> &'static str {
        match self.kind {
            0 => "payments",
            1 => "consuming notes",
            2 => "a custom transaction",
            3 => "issuing tokens",
            4 => "burning tokens",
            5 => "offering a swap",
            6 => "filling a swap",
            7 => "cancelling a swap",
            ALL_NOTES => "consuming all notes",
            9 => "a transaction request",
            _ => "a request of a later version",
        }
    }

    pub(super) fn new(account: AccountId, kind: u8, rest: &[u8]) -> Self {
        let mut bytes = vec![kind];
        account.write_into(&mut bytes);
        bytes.extend_from_slice(rest);
        Self { account, kind, digest: Keccak256::hash(&bytes).into() }
    }
}
