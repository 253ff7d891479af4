//! How a token's amounts are shown: its symbol and decimals.

/// How a token's amounts are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenMetadata {
    /// The token's symbol.
    pub symbol: String,
    /// How many digits of an amount in base units stand behind the decimal point.
    pub decimals: u8,
}

/// An amount in base units as people write it: “1.5 MIDEN”, or in base units where the token is not known.
pub(crate) fn amount_text(amount: impl Into<u128>, token: Option<&TokenMetadata>) -> String {
    let amount = amount.into();
    let Some(token) = token else {
        return format!("{amount} base units");
    };
    let decimals = usize::from(token.decimals);
    let digits = format!("{amount:0>width$}", width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    match fraction.trim_end_matches('0') {
        "" => format!("{whole} {}", token.symbol),
        fraction => format!("{whole}.{fraction} {}", token.symbol),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_people_write_them() {
        let text = |amount: u64, decimals| {
            let token = TokenMetadata { symbol: "TOK".to_owned(), decimals };
            amount_text(amount, Some(&token))
        };
        assert_eq!(text(1_500_000, 6), "1.5 TOK");
        assert_eq!(text(15_000, 6), "0.015 TOK");
        assert_eq!(text(0, 6), "0 TOK");
        assert_eq!(text(2_000_000, 6), "2 TOK");
        assert_eq!(text(20, 0), "20 TOK");
        assert_eq!(text(u64::MAX, 20), "0.18446744073709551615 TOK");
        assert_eq!(amount_text(20_u64, None), "20 base units");
    }
}
