//! The components of accounts that Miden ships.

use std::sync::OnceLock;

use miden_client::Serializable;
use miden_client::account::component::{
    AccountComponent, AccountComponentMetadata, AllowlistManager, AuthGuardedMultisig,
    AuthMultisig, AuthMultisigSmart, AuthNetworkAccount, AuthSingleSig, AuthTxFeeCollector,
    Authority, BasicAllowlist, BasicBlocklist, BasicConstantFeePolicy, BasicWallet,
    BlocklistManager, BurnAllowAll, BurnOwnerOnly, FungibleFaucet, MinBurnAmount, MintAllowAll,
    MintOwnerOnly, NoAuth, NonFungibleFaucet, Ownable2Step, Pausable, PausableManager,
    RoleBasedAccessControl, StorageSchema, TokenPolicyManager, TransferAllowAll, UpgradeManager,
};
use miden_client::account::standards::fees::ConstantFeeManager;
use miden_client::account::standards::inspection::{AccountSchemaCommitment, CodeInspection};
use miden_client::account::standards::note_creator::NoteCreator;
use miden_client::account::standards::oracle::PriceOracle;
use miden_client::account::standards::policies::TokenPolicyManagerV2;
use miden_client::vm::{Section, SectionId};
use miden_protocol::account::component::AccountComponentCode;

use super::packages::Package;

/// The package of a component: its code, which comes without metadata, with its metadata.
macro_rules! shipped {
    ($component:ty) => {
        package(<$component>::code(), &<$component>::component_metadata())
    };
    // Only a component that is made has its metadata.
    ($component:ty, $made:expr) => {
        package(<$component>::code(), AccountComponent::from($made).metadata())
    };
}

/// The package of each, with metadata. Where two have the same procedure the first one names it: the usual ones come
/// first.
pub(super) fn standard_components() -> &'static [Package] {
    static COMPONENTS: OnceLock<[Package; 34]> = OnceLock::new();
    COMPONENTS.get_or_init(|| {
        [
            shipped!(BasicWallet),
            shipped!(AuthSingleSig),
            shipped!(FungibleFaucet),
            shipped!(NonFungibleFaucet),
            shipped!(NoAuth),
            shipped!(AuthMultisig),
            package(AuthMultisigSmart::code(), &multisig_smart_metadata()),
            shipped!(AuthGuardedMultisig),
            shipped!(AuthNetworkAccount),
            shipped!(AuthTxFeeCollector),
            shipped!(CodeInspection),
            shipped!(AccountSchemaCommitment),
            shipped!(NoteCreator),
            package(Authority::code(), &authority().component_metadata()),
            shipped!(Ownable2Step),
            shipped!(RoleBasedAccessControl),
            shipped!(Pausable, Pausable::default()),
            shipped!(PausableManager, PausableManager),
            shipped!(TokenPolicyManager),
            shipped!(TokenPolicyManagerV2),
            shipped!(MintAllowAll, MintAllowAll),
            shipped!(MintOwnerOnly, MintOwnerOnly),
            shipped!(BurnAllowAll, BurnAllowAll),
            shipped!(BurnOwnerOnly, BurnOwnerOnly),
            shipped!(MinBurnAmount),
            shipped!(TransferAllowAll, TransferAllowAll),
            shipped!(BasicAllowlist, BasicAllowlist::default()),
            shipped!(AllowlistManager),
            shipped!(BasicBlocklist, BasicBlocklist::default()),
            shipped!(BlocklistManager),
            shipped!(BasicConstantFeePolicy),
            shipped!(ConstantFeeManager),
            shipped!(PriceOracle),
            shipped!(UpgradeManager, UpgradeManager),
        ]
    })
}

fn package(code: &AccountComponentCode, metadata: &AccountComponentMetadata) -> Package {
    let mut package = code.as_package().clone();
    let data = metadata.to_bytes();
    package.sections.push(Section::new(SectionId::ACCOUNT_COMPONENT_METADATA, data));
    Package(package)
}

/// With all slots that the component can have.
fn authority() -> Authority {
    Authority::RbacControlled { procedure_roles: std::collections::BTreeMap::new() }
}

/// As the component has it. One cannot be made without keys of approvers.
fn multisig_smart_metadata() -> AccountComponentMetadata {
    let slots = StorageSchema::new([
        AuthMultisigSmart::threshold_config_slot_schema(),
        AuthMultisigSmart::approver_public_keys_slot_schema(),
        AuthMultisigSmart::approver_auth_scheme_slot_schema(),
        AuthMultisigSmart::executed_transactions_slot_schema(),
        AuthMultisigSmart::procedure_policies_slot_schema(),
    ]);
    AccountComponentMetadata::new(AuthMultisigSmart::NAME)
        .with_description("Multisig smart authentication component")
        // The slots have different names: there is nothing to refuse.
        .with_storage_schema(slots.unwrap_or_default())
}
