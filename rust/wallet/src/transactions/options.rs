//! How a transaction is to be made, where that is not as for every other.

use super::Approval;
use crate::configuration::ProverChoice;

/// What a caller wants of one transaction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransactionOptions {
    /// The most its fee may be, in base units. Where it would be more, the transaction is not made.
    pub maximum_fee: Option<u64>,
    /// Who makes its proof; the wallet's prover where nobody is named.
    pub prover: Option<ProverChoice>,
    /// What the caller names the request by, in 1 to [`crate::LONGEST_REFERENCE`] characters. The same request with the
    /// same reference is carried out once: whoever makes it again gets the first outcome. Another request with it is
    /// refused.
    pub reference: Option<String>,
    /// What the user approved. Where the transaction would do more, it is neither signed nor made.
    pub approved: Option<Approval>,
}

impl From<Option<u64>> for TransactionOptions {
    /// A limit of the fee alone.
    fn from(maximum_fee: Option<u64>) -> Self {
        Self { maximum_fee, ..Self::default() }
    }
}
