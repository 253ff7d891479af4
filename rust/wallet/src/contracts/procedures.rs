//! What an account lets others call.

use std::collections::{HashMap, HashSet};

use miden_client::Word;
use miden_client::account::{AccountCode, AccountId};
use miden_client::rpc::AccountStateAt;
use miden_client::rpc::domain::account::{AccountFetch, GetAccountRequest};
use miden_client::vm::ProcedureExport;

use super::disassembly::procedure_texts;
use super::interface::{Name, SameCode, naming_packages};
use super::packages::Package;
use crate::blocking_tasks::run_blocking;
use crate::errors::{ErrorMapper, Result};
use crate::pending::Pending;
use crate::transactions::coordinator::Coordinator;

/// The procedures of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountProcedures {
    /// The account.
    pub account: AccountId,
    /// Whether the account is one of this wallet. Else its code was fetched, and checked against the
    /// chain.
    pub is_own: bool,
    /// The block as of which it is.
    pub block_number: u32,
    /// The procedures, in the order of the account's code.
    pub procedures: Vec<AccountProcedure>,
}

/// A procedure of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountProcedure {
    /// What it is called by.
    pub root: Word,
    /// Whether it is the one that decides on the account's transactions.
    pub is_authentication: bool,
    /// Its whole path, where a package has it.
    pub path: Option<String>,
    /// The name of that package.
    pub package: Option<String>,
    /// The other paths with the same root, each with its package in parentheses: the same code under another name.
    pub same_code: Vec<String>,
    /// How many more paths have the same root, if there was no room for them.
    pub same_code_left_out: usize,
    /// What it takes and leaves, where that package says it.
    pub signature: Option<String>,
    /// Its code as text, where it was asked for. `None` also where that would be too long.
    pub code: Option<String>,
}

impl Coordinator {
    /// What an account lets others call. The chain has only the roots of procedures: they have the names that
    /// [`account_interface`](crate::account_interface) gives them.
    /// Of an account of this wallet the code comes from the store, of another one, which has to be
    /// public, from the network.
    ///
    /// # Errors
    /// For another's account [`ContractError::AccountNotPublic`](crate::ContractError::AccountNotPublic),
    /// [`LookupError::AccountNotOnChain`](crate::LookupError::AccountNotOnChain),
    /// [`crate::WalletError::NotSynced`] and what a failed call of the node means; else
    /// [`crate::WalletError::Store`].
    pub fn account_procedures(
        &self,
        account: AccountId,
        packages: Vec<Package>,
        with_code: bool,
    ) -> Pending<'_, Result<AccountProcedures>> {
        Box::pin(async move {
            let own = self.store.get_account_code(account).await.map_err(ErrorMapper::store)?;
            let is_own = own.is_some();
            let (code, block_number) = match own {
                Some(code) => {
                    (code, self.store.get_sync_height().await.map_err(ErrorMapper::store)?.as_u32())
                }
                None => self.at_a_kept_block(async || self.fetch_code(account).await).await?,
            };
            let procedures = run_blocking(move || described(&code, &packages, with_code)).await?;
            Ok(AccountProcedures { account, is_own, block_number, procedures })
        })
    }

    /// The code of an account that is not in the wallet, and the block as of which it is. What the node
    /// says is checked against the header of that block.
    async fn fetch_code(&self, account: AccountId) -> Result<(AccountCode, u32)> {
        let header = self.block_to_look_at(account).await?;
        let block = header.block_num();
        let request = GetAccountRequest::new(account)
            .with_fetch(AccountFetch::new())
            .at(AccountStateAt::Block(block));
        let proof = self.account_proof(account, request).await?;
        self.require_in_tree(&proof, &header)?;
        // That it is the code of the account in the tree was checked when the proof was read.
        let code = proof.account_code().cloned();
        let code =
            code.ok_or_else(|| self.does_not_hold("a public account came without its code"))?;
        Ok((code, block.as_u32()))
    }
}

/// A signature has one line, however long it is: Miden breaks it at the width it is shown in.
const WIDTH: usize = 10_000;

/// What a package says of a procedure.
type Naming<'a> = (&'a Package, &'a ProcedureExport);

fn described(
    code: &AccountCode,
    packages: &[Package],
    with_code: bool,
) -> Result<Vec<AccountProcedure>> {
    let roots: HashSet<Word> = code.procedure_roots().collect();
    let packages = naming_packages(&roots, packages)?;
    let mut same_code = SameCode::in_packages(&packages, &roots);
    let mut names: HashMap<Word, Naming<'_>> = HashMap::new();
    for package in packages {
        for export in package.procedures() {
            names.entry(export.digest).or_insert((package, export));
        }
    }
    let texts = if with_code { procedure_texts(code)? } else { Vec::new() };
    let mut texts = texts.into_iter();
    let procedures = code.procedure_roots().enumerate().map(|(index, root)| {
        let naming = names.get(&root);
        let (same_code, same_code_left_out) = naming
            .map(|(package, export)| same_code.others(&root, &Name::in_package(export, package)))
            .unwrap_or_default();
        AccountProcedure {
            root,
            // Miden has it in the first place always.
            is_authentication: index == 0,
            path: naming.map(|(_, export)| export.path.to_string()),
            package: naming.map(|(package, _)| package.0.name.to_string()),
            same_code,
            same_code_left_out,
            signature: naming
                .and_then(|(_, export)| export.signature.as_ref())
                .map(|signature| format!("{signature:WIDTH$}")),
            code: texts.next().flatten(),
        }
    });
    Ok(procedures.collect())
}
