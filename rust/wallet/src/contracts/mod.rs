//! Accounts, scripts and notes with code of one's own.
//! `keys`, `transactions` and `wallet` may import it.
//!
//! Code is compiled to packages (`.masp`), the form in which Miden's tools pass code on, and everything
//! else takes packages. So it makes no difference who has compiled them.

mod advice;
mod called;
mod calls;
mod compile;
mod component_names;
mod components;
mod contract_configuration;
mod contract_document;
mod create;
mod debug_information;
mod declared_types;
mod deep_stack;
mod diagnostics;
mod disassembly;
mod execute;
mod expansion;
mod failed_call;
mod foreign_accounts;
mod foreign_storage;
mod foreign_work;
mod impossible_types;
mod interface;
mod libraries;
mod linked_packages;
mod nearest_names;
mod network_note;
mod note_contents;
mod notes;
mod outdated;
mod package_checks;
mod package_reader;
mod packages;
mod procedures;
mod programs;
mod scripts;
mod serialized_request;
mod source_names;
mod standard_components;
mod storage;
mod type_expansion;
mod type_layout;
mod values;
mod words;

#[cfg(test)]
mod code_sizes;

pub use advice::{hash_elements, parse_advice};
pub use called::{CalledProcedure, Calls};
pub use calls::MAX_CALLS;
pub(crate) use calls::{CallScripts, results_of_calls};
pub use compile::{CodeKind, Compilation, Module, Source, compile};
pub use component_names::{standard_component, standard_component_names};
pub use components::{InitialContent, InitialSlot};
pub use contract_configuration::{
    ConfigurationFile, ContractAccess, ContractConfiguration, MAX_CONFIGURATION_BYTES,
};
pub use contract_document::{CONTRACT_DOCUMENT_VERSION, ContractDocument};
pub use create::NewAccount;
pub use diagnostics::{CodePlace, Diagnostic, Severity};
pub use execute::CustomTransaction;
pub use expansion::{MAX_INSTRUCTIONS, MAX_SOURCE_BYTES};
pub(crate) use interface::error_code;
pub use interface::{
    CallObstacle, ConstantContent, ElementForm, Field, INTERFACE_VERSION, Interface,
    InterfaceComponent, InterfaceConstant, InterfaceError, InterfaceProcedure, InterfaceSlot,
    InterfaceType, MAX_CALL_FELTS, MAX_EXPORTS, MAX_METHODS, MAX_TYPE_DEPTH, Parameter, Signature,
    SlotForm, Unsupported, UnsupportedType, ValueType, Variant, WordForm, account_interface,
};
pub use network_note::{NetworkNote, NetworkNoteStage};
pub use note_contents::NoteContents;
pub use notes::CustomNote;
pub use package_reader::MAX_PACKAGE_BYTES;
pub use packages::{Package, ProcedureRole};
pub use procedures::{AccountProcedure, AccountProcedures};
pub use programs::Program;
pub use scripts::{ProcedureCall, Script};
pub use serialized_request::{
    RequestDescription, RequestedNote, RequestedRecipient, SerializedRequest,
};
pub use storage::{AccountStorage, SlotContent, SlotQuery, StorageSlot};
pub use values::{
    ValueJson, check_call, decode_results, decode_schema_value, decode_value, encode_arguments,
    encode_schema_value, encode_value, parse_value,
};
pub use words::{parse_felt, parse_slot_name, parse_word};
