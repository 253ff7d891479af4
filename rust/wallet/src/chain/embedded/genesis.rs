//! How an embedded chain begins: two faucets, and a first block.

use miden_client::ONE;
use miden_client::account::component::{
    BasicWallet, BurnPolicy, FungibleFaucet, MintPolicy, TokenName, TokenPolicyManager,
};
use miden_client::account::{Account, AccountBuilder, AccountFile, AccountType};
use miden_client::asset::{Asset, AssetAmount, AssetVault, FungibleAsset, TokenSymbol};
use miden_client::auth::{Approver, AuthSchemeId, AuthSecretKey, AuthSingleSig};
use miden_client::crypto::ecdsa_k256_keccak::SigningKey;
use miden_client::crypto::eddsa_25519_sha512::KeyExchangeKey;
use miden_client::testing::MockChain;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::options::ChainOptions;
use super::saved::SavedChain;
use crate::errors::{Result, WalletError};

/// The most a faucet can issue, in base units.
const MAX_SUPPLY: u64 = 1_000_000_000_000_000_000;
/// What each faucet holds of MIDEN to pay the fees of its mints, in base units.
const FEE_RESERVE: u64 = 1_000_000_000_000;

pub(super) fn make(options: &ChainOptions) -> Result<SavedChain> {
    let mut generator = ChaCha20Rng::from_rng(&mut rand::rng());
    let miden_key = ecdsa_key(&mut generator)?;
    let miden = faucet("MIDEN", 6, 2 * FEE_RESERVE, &miden_key, &mut generator)?;
    let reserve: Asset = FungibleAsset::new(miden.id(), FEE_RESERVE).map_err(fault)?.into();
    let miden = deployed(&miden, &[reserve])?;
    let tok_key = ecdsa_key(&mut generator)?;
    let tok = deployed(&faucet("TOK", 8, 0, &tok_key, &mut generator)?, &[reserve])?;

    let validator = SigningKey::with_rng(&mut generator);
    let mut builder = MockChain::builder()
        .validator_signing_keys(vec![validator.clone()])
        .fee_faucet_id(miden.id())
        .verification_base_fee(options.verification_base_fee);
    for account in [&miden, &tok] {
        builder.add_account(account.clone()).map_err(chain_fault)?;
    }
    for note in &options.genesis_notes {
        builder.add_output_note(miden_client::transaction::RawOutputNote::Full(note.clone()));
    }
    let mut chain = builder.build().map_err(chain_fault)?;
    // A client that first syncs at genesis is never told the protocol's configuration.
    chain.prove_next_block().map_err(chain_fault)?;

    Ok(SavedChain {
        proofs: options.proofs,
        validator,
        sealing_key: KeyExchangeKey::with_rng(&mut generator).public_key(),
        faucets: vec![
            AccountFile::new(miden, vec![miden_key]),
            AccountFile::new(tok, vec![tok_key]),
        ],
        chain,
    })
}

fn ecdsa_key(generator: &mut ChaCha20Rng) -> Result<AuthSecretKey> {
    AuthSecretKey::with_scheme_and_rng(AuthSchemeId::EcdsaK256Keccak, generator).map_err(fault)
}

fn faucet(
    symbol: &str,
    decimals: u8,
    issued: u64,
    key: &AuthSecretKey,
    generator: &mut ChaCha20Rng,
) -> Result<Account> {
    let token = FungibleFaucet::builder()
        .name(TokenName::new(symbol).map_err(fault)?)
        .symbol(TokenSymbol::new(symbol).map_err(fault)?)
        .decimals(decimals)
        .max_supply(AssetAmount::new(MAX_SUPPLY).map_err(fault)?)
        .token_supply(AssetAmount::new(issued).map_err(fault)?)
        .build()
        .map_err(fault)?;
    let mut seed = [0; 32];
    generator.fill_bytes(&mut seed);
    let approver = Approver::new(key.public_key().to_commitment(), AuthSchemeId::EcdsaK256Keccak);
    AccountBuilder::new(seed)
        .account_type(AccountType::Public)
        .with_component(AuthSingleSig::new(approver))
        .with_component(token)
        // So that a faucet can be topped up with what it pays its fees in.
        .with_component(BasicWallet)
        .with_components(
            TokenPolicyManager::builder()
                .active_mint_policy(MintPolicy::allow_all())
                .active_burn_policy(BurnPolicy::allow_all())
                .build(),
        )
        .build()
        .map_err(fault)
}

/// An account as it is once its first transaction is on the chain.
fn deployed(account: &Account, assets: &[Asset]) -> Result<Account> {
    Account::new(
        account.id(),
        AssetVault::new(assets).map_err(fault)?,
        account.storage().clone(),
        account.code().clone(),
        ONE,
        None,
    )
    .map_err(fault)
}

fn fault(error: impl std::error::Error + Send + Sync + 'static) -> WalletError {
    WalletError::internal(error)
}

fn chain_fault(error: impl std::fmt::Display) -> WalletError {
    WalletError::internal(format!("{error:#}"))
}
