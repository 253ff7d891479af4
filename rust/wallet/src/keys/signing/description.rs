//! What a signature over bytes that a page chose would authorise.

use std::collections::BTreeSet;

use miden_client::auth::SigningInputs;
use miden_protocol::transaction::TransactionSummary as SignedSummary;

use super::conservation::require_conserved;
use super::payload::{PayloadKind, SigningPayload, signing_inputs};
use super::summary::TransactionSummary;
use crate::errors::Result;
use crate::transactions::Effects;

/// What the bytes to be signed are, if they tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayloadDescription {
    /// A text. The word that is signed for it begins with a tag, so that it is no transaction's.
    Text,
    /// A word. It may be the commitment of a transaction, and does not tell which one.
    Word,
    /// A transaction, which the signature authorises.
    Transaction(Box<SignedTransaction>),
    /// Elements that are hashed.
    Arbitrary {
        /// How many there are.
        elements: usize,
        /// Whether they have the form of what is hashed for a transaction: then the signature authorises the transaction,
        /// whose content they do not tell.
        is_transaction: bool,
    },
    /// A word that is said to be a commitment. It may be that of a transaction, and does not tell which one.
    Blind,
}

/// A transaction that a signature authorises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedTransaction {
    /// What it does. How amounts are shown is not told, nor what remains in the account.
    pub summary: TransactionSummary,
    /// By how much it increases the nonce of the account.
    pub nonce_increment: u64,
    /// The block that it refers to.
    pub block_number: u32,
    /// After how many blocks it expires, or 0 if it does not.
    pub expiration_delta: u16,
    /// Whether what comes in, what goes out and what the account has add up. The network takes no transaction that does not.
    pub adds_up: bool,
}

impl PayloadDescription {
    /// Reads bytes of a kind. Runs nothing, and asks neither a store nor a node.
    ///
    /// # Errors
    /// [`crate::KeyError::InvalidSigningPayload`] for bytes that are not of the kind, or too many.
    pub fn of(kind: PayloadKind, bytes: &[u8]) -> Result<Self> {
        Ok(match kind {
            PayloadKind::Message | PayloadKind::WebMessage | PayloadKind::Receipt => Self::Text,
            PayloadKind::Word => {
                SigningPayload::read(kind, bytes)?;
                Self::Word
            }
            PayloadKind::SigningInputs => match signing_inputs(bytes)? {
                SigningInputs::TransactionSummary(summary) => {
                    Self::Transaction(Box::new(SignedTransaction::of(&summary)))
                }
                SigningInputs::Arbitrary(elements) => Self::Arbitrary {
                    elements: elements.len(),
                    is_transaction: SignedSummary::try_params_from_elements(&elements).is_ok(),
                },
                SigningInputs::Blind(_) => Self::Blind,
            },
        })
    }

    /// Whether the signature may authorise a transaction. An account may have code of its own that takes any signature of its
    /// key, so that only a text is known not to.
    #[must_use]
    pub fn may_authorise_transaction(&self) -> bool {
        !matches!(self, Self::Text)
    }
}

impl SignedTransaction {
    fn of(signed: &SignedSummary) -> Self {
        let change = signed.account_delta();
        let account = change.id();
        let (consumed, created) = (signed.input_notes(), signed.output_notes());
        let mut summary = TransactionSummary::without_tokens(account, consumed, created);
        summary.add_writes(&Effects::of_summary(signed, &BTreeSet::new()));
        Self {
            summary,
            nonce_increment: change.nonce_delta().as_canonical_u64(),
            block_number: signed.block_number().as_u32(),
            expiration_delta: signed.expiration_delta(),
            adds_up: require_conserved(account, signed).is_ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use miden_client::utils::Serializable;
    use miden_client::{Felt, Word};

    use super::*;
    use crate::errors::WalletError;

    fn described(inputs: &SigningInputs) -> PayloadDescription {
        PayloadDescription::of(PayloadKind::SigningInputs, &inputs.to_bytes()).expect("inputs")
    }

    fn refusal(kind: PayloadKind, bytes: &[u8]) -> WalletError {
        PayloadDescription::of(kind, bytes).expect_err("it is refused")
    }

    #[test]
    fn a_word_and_blind_inputs_may_authorise_a_transaction_and_a_text_does_not() {
        let word = PayloadDescription::of(PayloadKind::Word, &[0; 32]).expect("a word");
        assert_eq!(word, PayloadDescription::Word);
        let blind = described(&SigningInputs::Blind(Word::default()));
        assert_eq!(blind, PayloadDescription::Blind);
        assert!(word.may_authorise_transaction() && blind.may_authorise_transaction());
        for kind in [PayloadKind::Message, PayloadKind::WebMessage, PayloadKind::Receipt] {
            let text = PayloadDescription::of(kind, b"hello").expect("a text");
            assert_eq!(text, PayloadDescription::Text);
            assert!(!text.may_authorise_transaction());
        }
    }

    #[test]
    fn arbitrary_elements_in_the_form_of_a_transaction_are_told() {
        let elements = |first: u8, count| {
            let mut elements = vec![Felt::ZERO; count];
            elements[0] = Felt::from(first);
            described(&SigningInputs::Arbitrary(elements))
        };
        let arbitrary =
            |elements, is_transaction| PayloadDescription::Arbitrary { elements, is_transaction };
        assert_eq!(elements(1, SignedSummary::NUM_ELEMENTS), arbitrary(24, true));
        assert_eq!(elements(2, SignedSummary::NUM_ELEMENTS), arbitrary(24, false));
        assert_eq!(elements(1, 5), arbitrary(5, false));
    }

    #[test]
    fn bytes_that_are_cut_off_too_many_or_of_no_kind_are_refused() {
        let whole = SigningInputs::Arbitrary(vec![Felt::ONE; 5]).to_bytes();
        let inputs = PayloadKind::SigningInputs;
        for length in 0..whole.len() {
            assert_eq!(refusal(inputs, &whole[..length]).kind(), "invalid_signing_payload");
        }
        let longer = [whole.as_slice(), &[0]].concat();
        assert_eq!(refusal(inputs, &longer).kind(), "invalid_signing_payload");
        assert_eq!(refusal(inputs, &[3; 40]).kind(), "invalid_signing_payload");
        assert_eq!(refusal(PayloadKind::Word, &[0; 31]).kind(), "invalid_signing_payload");
        let many = vec![Felt::ONE; 200_000];
        let error = refusal(inputs, &SigningInputs::Arbitrary(many).to_bytes());
        assert!(error.to_string().contains("at most 1048576 bytes"), "{error}");
    }
}
