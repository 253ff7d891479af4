//! Accounts: creating, listing, importing and exporting them.

use miden_swift_runtime::Lane;
use miden_swift_wallet::parse_account_id;

use super::job::Call;
use super::json::NoRequest;
use super::{Access, Commit, Operation, Properties, ReplyContent};
use crate::codes::{
    WC_OPERATION_CHECK_INVITATION, WC_OPERATION_CREATE_WALLET, WC_OPERATION_EXPORT_ACCOUNT,
    WC_OPERATION_GET_ACCOUNT_DETAILS, WC_OPERATION_GET_ACCOUNTS, WC_OPERATION_GET_BALANCE,
    WC_OPERATION_GET_PUBLIC_ACCOUNT, WC_OPERATION_IMPORT_ACCOUNT, WC_OPERATION_REGISTER_ACCOUNT,
    WC_OPERATION_RENAME_ACCOUNT, WC_OPERATION_RESTORE, WC_OPERATION_SET_DEFAULT_ACCOUNT,
};
use crate::messages::{
    AccountDetailsReply, AccountFileReply, AccountReply, AccountRequest, AccountsReply,
    BalanceReply, CheckInvitationReply, CheckInvitationRequest, CreateWalletRequest,
    DefaultAccountMessage, ErrorMessage, ImportAccountRequest, PublicAccountReply,
    PublicAccountRequest, RegisterRequest, RenameAccountRequest, RestoreReply, RestoreRequest,
};

/// Lists the accounts.
pub(super) struct GetAccounts;

impl Operation for GetAccounts {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_ACCOUNTS,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = NoRequest;
    type Reply = AccountsReply;

    async fn run(call: &Call, _: NoRequest) -> Result<AccountsReply, ErrorMessage> {
        Ok(call.wallet.accounts().await?.into())
    }
}

/// Reads what an account holds.
pub(super) struct GetBalance;

impl Operation for GetBalance {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_BALANCE,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = AccountRequest;
    type Reply = BalanceReply;

    async fn run(call: &Call, request: AccountRequest) -> Result<BalanceReply, ErrorMessage> {
        let account = parse_account_id(&request.account_id)?;
        Ok(call.wallet.balance(account).await?.into())
    }
}

/// Reads everything the wallet knows of one of its accounts.
pub(super) struct GetAccountDetails;

impl Operation for GetAccountDetails {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_ACCOUNT_DETAILS,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = AccountRequest;
    type Reply = AccountDetailsReply;

    async fn run(
        call: &Call,
        request: AccountRequest,
    ) -> Result<AccountDetailsReply, ErrorMessage> {
        let account = parse_account_id(&request.account_id)?;
        Ok(call.wallet.account_details(account).await?.into())
    }
}

/// Reads any public account at a block, each value checked.
pub(super) struct GetPublicAccount;

impl Operation for GetPublicAccount {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_GET_PUBLIC_ACCOUNT,
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadOnly,
        reply: ReplyContent::Public,
    };
    type Request = PublicAccountRequest;
    type Reply = PublicAccountReply;

    async fn run(
        call: &Call,
        request: PublicAccountRequest,
    ) -> Result<PublicAccountReply, ErrorMessage> {
        let account = parse_account_id(&request.account_id)?;
        Ok(call.wallet.public_account(account, request.block_number).await?.into())
    }
}

/// Creates an account and its key.
pub(super) struct CreateWallet;

impl Operation for CreateWallet {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_CREATE_WALLET,
        lane: Lane::Remote,
        commit: Commit::Write,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = CreateWalletRequest;
    type Reply = AccountReply;

    async fn run(call: &Call, request: CreateWalletRequest) -> Result<AccountReply, ErrorMessage> {
        Ok(call.wallet.create_wallet(request.try_into()?).await?.into())
    }
}

/// Chooses the account that is meant if none is named.
pub(super) struct SetDefaultAccount;

impl Operation for SetDefaultAccount {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_SET_DEFAULT_ACCOUNT,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = DefaultAccountMessage;
    type Reply = DefaultAccountMessage;

    async fn run(
        call: &Call,
        request: DefaultAccountMessage,
    ) -> Result<DefaultAccountMessage, ErrorMessage> {
        let account = request.account_id.as_deref().map(parse_account_id).transpose()?;
        match account {
            Some(account) => call.wallet.set_default_account(account).await?,
            None => call.wallet.remove_default_account().await?,
        }
        Ok(account.into())
    }
}

/// Gives an account a name, or removes it.
pub(super) struct RenameAccount;

impl Operation for RenameAccount {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_RENAME_ACCOUNT,
        lane: Lane::Quick,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = RenameAccountRequest;
    type Reply = AccountReply;

    async fn run(call: &Call, request: RenameAccountRequest) -> Result<AccountReply, ErrorMessage> {
        let account = parse_account_id(&request.account_id)?;
        call.wallet.rename_account(account, request.name.as_deref()).await?;
        Ok(account.into())
    }
}

/// Imports an account file.
pub(super) struct ImportAccount;

impl Operation for ImportAccount {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_IMPORT_ACCOUNT,
        lane: Lane::Remote,
        commit: Commit::Write,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = ImportAccountRequest;
    type Reply = AccountReply;

    async fn run(call: &Call, request: ImportAccountRequest) -> Result<AccountReply, ErrorMessage> {
        Ok(call.wallet.import_account(&request.file.0).await?.into())
    }
}

/// Exports an account with its key as an account file.
pub(super) struct ExportAccount;

impl Operation for ExportAccount {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_EXPORT_ACCOUNT,
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Secret,
    };
    type Request = AccountRequest;
    type Reply = AccountFileReply;

    async fn run(call: &Call, request: AccountRequest) -> Result<AccountFileReply, ErrorMessage> {
        let account = parse_account_id(&request.account_id)?;
        Ok(call.wallet.export_account(account).await?.into())
    }
}

/// Finds the accounts of a mnemonic on the network, and imports them.
pub(super) struct Restore;

impl Operation for Restore {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_RESTORE,
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = RestoreRequest;
    type Reply = RestoreReply;

    async fn run(call: &Call, request: RestoreRequest) -> Result<RestoreReply, ErrorMessage> {
        Ok(call.wallet.restore(request.try_into()?).await?.into())
    }
}

/// Uses an invitation code for a new account.
pub(super) struct RegisterAccount;

impl Operation for RegisterAccount {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_REGISTER_ACCOUNT,
        lane: Lane::Remote,
        commit: Commit::Write,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = RegisterRequest;
    type Reply = AccountReply;

    async fn run(call: &Call, request: RegisterRequest) -> Result<AccountReply, ErrorMessage> {
        let account = parse_account_id(&request.account_id)?;
        call.wallet.register(account, &request.invitation_code.0).await?;
        Ok(account.into())
    }
}

/// Asks whether an invitation code can still be used.
pub(super) struct CheckInvitation;

impl Operation for CheckInvitation {
    const PROPERTIES: Properties = Properties {
        number: WC_OPERATION_CHECK_INVITATION,
        lane: Lane::Remote,
        commit: Commit::Never,
        access: Access::ReadWrite,
        reply: ReplyContent::Public,
    };
    type Request = CheckInvitationRequest;
    type Reply = CheckInvitationReply;

    async fn run(
        call: &Call,
        request: CheckInvitationRequest,
    ) -> Result<CheckInvitationReply, ErrorMessage> {
        Ok(call.wallet.check_invitation(&request.invitation_code.0).await?.into())
    }
}
