//! The components of accounts that Miden ships.

use miden_client::account::component::{
    AllowlistManager, AuthGuardedMultisig, AuthMultisig, AuthMultisigSmart, AuthNetworkAccount,
    AuthSingleSig, AuthTxFeeCollector, Authority, BasicAllowlist, BasicBlocklist,
    BasicConstantFeePolicy, BasicWallet, BlocklistManager, BurnAllowAll, BurnOwnerOnly,
    FungibleFaucet, MinBurnAmount, MintAllowAll, MintOwnerOnly, NoAuth, NonFungibleFaucet,
    Ownable2Step, Pausable, PausableManager, RoleBasedAccessControl, TokenPolicyManager,
    TransferAllowAll, UpgradeManager,
};
use miden_client::account::standards::fees::ConstantFeeManager;
use miden_client::account::standards::inspection::{AccountSchemaCommitment, CodeInspection};
use miden_client::account::standards::note_creator::NoteCreator;
use miden_client::account::standards::oracle::PriceOracle;
use miden_client::account::standards::policies::TokenPolicyManagerV2;
use miden_protocol::account::component::AccountComponentCode;

/// The code of each. Where two have the same procedure the first one names it: the usual ones come first.
pub(super) fn standard_components() -> [&'static AccountComponentCode; 34] {
    [
        BasicWallet::code(),
        AuthSingleSig::code(),
        FungibleFaucet::code(),
        NonFungibleFaucet::code(),
        NoAuth::code(),
        AuthMultisig::code(),
        AuthMultisigSmart::code(),
        AuthGuardedMultisig::code(),
        AuthNetworkAccount::code(),
        AuthTxFeeCollector::code(),
        CodeInspection::code(),
        AccountSchemaCommitment::code(),
        NoteCreator::code(),
        Authority::code(),
        Ownable2Step::code(),
        RoleBasedAccessControl::code(),
        Pausable::code(),
        PausableManager::code(),
        TokenPolicyManager::code(),
        TokenPolicyManagerV2::code(),
        MintAllowAll::code(),
        MintOwnerOnly::code(),
        BurnAllowAll::code(),
        BurnOwnerOnly::code(),
        MinBurnAmount::code(),
        TransferAllowAll::code(),
        BasicAllowlist::code(),
        AllowlistManager::code(),
        BasicBlocklist::code(),
        BlocklistManager::code(),
        BasicConstantFeePolicy::code(),
        ConstantFeeManager::code(),
        PriceOracle::code(),
        UpgradeManager::code(),
    ]
}
