//! What code offers: one description, that all others read.

mod account;
#[cfg(test)]
mod account_tests;
mod description;
mod documentation;
mod errors;
#[cfg(test)]
mod golden_tests;
#[cfg(test)]
mod hostile_tests;
mod limits;
mod parts;
mod reading;
mod same_code;
#[cfg(test)]
mod schema_tests;
mod standard_documentation;
#[cfg(test)]
mod standard_documentation_tests;
mod storage;
mod type_modules;
mod type_names;
mod type_reader;
mod types;

pub use account::account_interface;
pub(super) use account::naming_packages;
pub use description::{
    CallObstacle, ConstantContent, ElementForm, INTERFACE_VERSION, Interface, InterfaceComponent,
    InterfaceConstant, InterfaceError, InterfaceProcedure, InterfaceSlot, InterfaceType,
    MAX_CALL_FELTS, Parameter, Signature, SlotForm, WordForm,
};
pub(super) use documentation::Documentation;
pub(crate) use errors::error_code;
pub(super) use errors::error_messages;
pub use limits::{MAX_EXPORTS, MAX_METHODS};
pub(super) use same_code::{Name, SameCode};
pub use types::{Field, MAX_TYPE_DEPTH, Unsupported, UnsupportedType, ValueType, Variant};
