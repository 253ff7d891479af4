//! What is missing to a fee.

use std::fmt;

use crate::tokens::metadata::{TokenMetadata, amount_text};

/// What there is for a fee, and what it takes. Amounts are in base units of the fee's asset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeeShortage {
    /// The fee, where it could be found out.
    pub fee: Option<u64>,
    /// What no fee of a transaction is more than.
    pub at_most: u64,
    /// What the account holds.
    pub held: u64,
    /// What the notes bring that the transaction consumes.
    pub brought: u64,
    /// What the transaction itself takes: what it sends or pays.
    pub taken: u64,
    /// How amounts of the asset are shown, where that is known.
    pub token: Option<TokenMetadata>,
}

impl FeeShortage {
    /// What is left for the fee.
    #[must_use]
    pub fn available(&self) -> u64 {
        self.held.saturating_add(self.brought).saturating_sub(self.taken)
    }

    /// What is missing, where the fee is known.
    #[must_use]
    pub fn missing(&self) -> Option<u64> {
        self.fee.map(|fee| fee.saturating_sub(self.available()))
    }
}

/// The rest of a sentence that ends with the fee.
impl fmt::Display for FeeShortage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |amount: u64| amount_text(amount, self.token.as_ref());
        if let Some(fee) = self.fee {
            write!(out, " of {}", text(fee))?;
        }
        write!(out, ": it holds {}", text(self.held))?;
        if self.brought > 0 {
            write!(out, ", the notes it consumes bring {}", text(self.brought))?;
        }
        if self.taken > 0 {
            write!(out, ", the transaction itself takes {}", text(self.taken))?;
        }
        if let Some(missing) = self.missing() {
            return write!(out, ", and {} is missing", text(missing));
        }
        let (left, most) = (text(self.available()), text(self.at_most));
        write!(out, ". The fee is more than the {left} left for it, and at most {most}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_what_the_fee_takes_beyond_what_is_left() {
        let token = TokenMetadata { symbol: "MIDEN".to_owned(), decimals: 6 };
        let bare = FeeShortage {
            fee: Some(8_500),
            at_most: 15_000,
            held: 0,
            brought: 0,
            taken: 0,
            token: Some(token),
        };
        assert_eq!(
            bare.to_string(),
            " of 0.0085 MIDEN: it holds 0 MIDEN, and 0.0085 MIDEN is missing"
        );
        let whole =
            FeeShortage { held: 1_000_000, brought: 2_000, taken: 1_001_000, ..bare.clone() };
        assert_eq!((whole.available(), whole.missing()), (1_000, Some(7_500)));
        assert_eq!(
            whole.to_string(),
            " of 0.0085 MIDEN: it holds 1 MIDEN, the notes it consumes bring 0.002 MIDEN, the \
             transaction itself takes 1.001 MIDEN, and 0.0075 MIDEN is missing"
        );
        let unknown = FeeShortage { fee: None, held: 5, token: None, ..bare };
        assert_eq!(
            unknown.to_string(),
            ": it holds 5 base units. The fee is more than the 5 base units left for it, and at most \
             15000 base units"
        );
    }
}
