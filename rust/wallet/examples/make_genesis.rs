//! `make_genesis FOLDER` writes the accounts that a new local network starts with.
//!
//! `miden-validator genesis` wants the native faucet and the account that pays handed over as
//! files, and no published program makes them. Into FOLDER, which must exist, go:
//!
//! | file | account |
//! |---|---|
//! | `native-faucet.mac` | the public faucet of MIDEN, the asset that fees are paid in |
//! | `tok-faucet.mac` | the public faucet of TOK, which holds MIDEN for the fees of its mints |
//! | `funding.mac` | a public wallet with most of the MIDEN |
//! | `alice.mac` | a public wallet with some |
//! | `bob.mac` | a private wallet with some |
//! | `accounts.toml` | names the last two and `tok-faucet` to `miden-validator genesis` |
//! | `accounts.json` | ids, symbols, decimals, balances, signature schemes: what tests read |
//!
//! Every `.mac` file holds its secret key. All sign with ECDSA, whose proofs are several times
//! cheaper than Falcon's, unless `FUNDING_AUTH`, `ALICE_AUTH`, `BOB_AUTH` or `FAUCET_AUTH` is
//! `falcon`. `FUNDING_AMOUNT` and `WALLET_AMOUNT` change the balances (in base units).

use std::error::Error;
use std::path::Path;

use miden_client::ONE;
use miden_client::account::component::{
    BasicWallet, BurnPolicy, FungibleFaucet, MintPolicy, TokenName, TokenPolicyManager,
};
use miden_client::account::{Account, AccountBuilder, AccountFile, AccountId, AccountType};
use miden_client::asset::{Asset, AssetAmount, AssetVault, FungibleAsset, TokenSymbol};
use miden_client::auth::{Approver, AuthSecretKey, AuthSingleSig};
use rand::Rng;

type Outcome<T> = Result<T, Box<dyn Error>>;

const MAX_SUPPLY: u64 = 1_000_000_000_000_000;
/// What each faucet holds of the native asset, to pay for its own transactions.
const FAUCET_AMOUNT: u64 = 1_000_000_000_000;

/// An account that is in the genesis block, with what the files say of it.
struct Member {
    name: &'static str,
    account: Account,
    key: AuthSecretKey,
    scheme: String,
    balance: u64,
    /// Symbol and decimals of what a faucet mints.
    token: Option<(&'static str, u8)>,
}

impl Member {
    fn file(&self) -> String {
        format!("{}.mac", self.name)
    }

    /// One entry of `accounts.json`. Names, ids and symbols need no escapes.
    fn json(&self) -> String {
        let token = self.token.map_or_else(String::new, |(symbol, decimals)| {
            format!("\"symbol\": \"{symbol}\", \"decimals\": {decimals}, ")
        });
        format!(
            "  \"{}\": {{ \"id\": \"{}\", {token}\"native_balance\": {}, \"auth\": \"{}\", \"public\": {}, \"file\": \"{}\" }}",
            self.name.replace('-', "_"),
            self.account.id().to_hex(),
            self.balance,
            self.scheme,
            self.account.is_public(),
            self.file(),
        )
    }
}

/// The key an account signs with, and the name of its scheme.
fn new_key(variable: &str) -> Outcome<(AuthSecretKey, String)> {
    let scheme = std::env::var(variable).unwrap_or_else(|_| "ecdsa".to_owned());
    let key = match scheme.as_str() {
        "ecdsa" => AuthSecretKey::new_ecdsa_k256_keccak(),
        "falcon" => AuthSecretKey::new_falcon512_poseidon2(),
        other => return Err(format!("{variable} is {other}: it must be ecdsa or falcon").into()),
    };
    Ok((key, scheme))
}

fn amount(variable: &str, default: u64) -> Outcome<u64> {
    match std::env::var(variable) {
        Ok(value) => {
            value.parse().map_err(|error| format!("{variable} is {value}: {error}").into())
        }
        Err(_) => Ok(default),
    }
}

fn builder(key: &AuthSecretKey, kind: AccountType) -> AccountBuilder {
    let mut seed = [0; 32];
    rand::rng().fill_bytes(&mut seed);
    let approver = Approver::new(key.public_key().to_commitment(), key.auth_scheme());
    AccountBuilder::new(seed)
        .account_type(kind)
        .with_component(AuthSingleSig::new(approver))
        // A faucet gets it too, so that it can be paid the asset its fees are paid in.
        .with_component(BasicWallet)
}

/// The account as one that is on chain already: nonce 1, no seed, and what it holds.
fn deployed(new: &Account, native_faucet: AccountId, balance: u64) -> Outcome<Account> {
    let assets: Vec<Asset> = match balance {
        0 => Vec::new(),
        held => vec![FungibleAsset::new(native_faucet, held)?.into()],
    };
    let (storage, code) = (new.storage().clone(), new.code().clone());
    Ok(Account::new(new.id(), AssetVault::new(&assets)?, storage, code, ONE, None)?)
}

fn new_faucet(key: &AuthSecretKey, token: (&str, u8), supply: u64) -> Outcome<Account> {
    let (symbol, decimals) = token;
    let faucet = FungibleFaucet::builder()
        .name(TokenName::new(symbol)?)
        .symbol(TokenSymbol::new(symbol)?)
        .decimals(decimals)
        .max_supply(AssetAmount::new(MAX_SUPPLY)?)
        .token_supply(AssetAmount::new(supply)?)
        .build()?;
    let policies = TokenPolicyManager::builder()
        .active_mint_policy(MintPolicy::allow_all())
        .active_burn_policy(BurnPolicy::allow_all())
        .build();
    Ok(builder(key, AccountType::Public)
        .with_component(faucet)
        .with_components(policies)
        .build()?)
}

fn main() -> Outcome<()> {
    let folder = std::env::args_os().nth(1).ok_or("usage: make_genesis FOLDER")?;
    let folder = Path::new(&folder);
    let funding_amount = amount("FUNDING_AMOUNT", 100_000_000_000_000)?;
    let wallet_amount = amount("WALLET_AMOUNT", 1_000_000_000_000)?;

    // The faucet's own record of its supply must count all that is handed out here: `genesis`
    // takes these accounts as they are.
    let supply = wallet_amount
        .checked_mul(2)
        .and_then(|wallets| wallets.checked_add(funding_amount)?.checked_add(2 * FAUCET_AMOUNT))
        .ok_or("FUNDING_AMOUNT and WALLET_AMOUNT are too large")?;
    let miden = ("MIDEN", 6);
    let tok = ("TOK", 8);

    let (key, scheme) = new_key("FAUCET_AUTH")?;
    let new = new_faucet(&key, miden, supply)?;
    let native = new.id();
    let mut members = Vec::new();
    let mut add = |name, new: &Account, key, scheme, balance, token| -> Outcome<()> {
        let account = deployed(new, native, balance)?;
        members.push(Member { name, account, key, scheme, balance, token });
        Ok(())
    };
    add("native-faucet", &new, key, scheme, FAUCET_AMOUNT, Some(miden))?;

    let (key, scheme) = new_key("FAUCET_AUTH")?;
    let new = new_faucet(&key, tok, 0)?;
    add("tok-faucet", &new, key, scheme, FAUCET_AMOUNT, Some(tok))?;

    for (name, variable, kind, balance) in [
        ("funding", "FUNDING_AUTH", AccountType::Public, funding_amount),
        ("alice", "ALICE_AUTH", AccountType::Public, wallet_amount),
        ("bob", "BOB_AUTH", AccountType::Private, wallet_amount),
    ] {
        let (key, scheme) = new_key(variable)?;
        let new = builder(&key, kind).build()?;
        add(name, &new, key, scheme, balance, None)?;
    }

    let json: Vec<String> = members.iter().map(Member::json).collect();
    std::fs::write(folder.join("accounts.json"), format!("{{\n{}\n}}\n", json.join(",\n")))?;
    let toml: Vec<String> = members
        .iter()
        .filter(|member| !["native-faucet", "funding"].contains(&member.name))
        .map(|member| {
            format!("[[account]]\nname = \"{}\"\npath = \"{}\"\n", member.name, member.file())
        })
        .collect();
    std::fs::write(folder.join("accounts.toml"), toml.join("\n"))?;
    for member in members {
        let path = folder.join(member.file());
        AccountFile::new(member.account, vec![member.key]).write(path)?;
    }
    Ok(())
}
