//! How a transaction is to be made, where that is not as for every other.

use crate::configuration::ProverChoice;

/// What a caller wants of one transaction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransactionOptions {
    /// The most its fee may be, in base units. Where it would be more, the transaction is not made.
    pub maximum_fee: Option<u64>,
    /// Who makes its proof; the wallet's prover where nobody is named.
    pub prover: Option<ProverChoice>,
}

impl From<Option<u64>> for TransactionOptions {
    /// A limit of the fee alone.
    fn from(maximum_fee: Option<u64>) -> Self {
        Self { maximum_fee, prover: None }
    }
}
