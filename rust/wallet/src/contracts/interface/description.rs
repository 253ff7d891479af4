//! The description of an interface: what code offers, for all that show it, call it or generate code for it.

use serde::{Deserialize, Serialize};

use super::types::{Unsupported, UnsupportedType, ValueType, sum};
use crate::contracts::packages::ProcedureRole;

/// The version of the description's form. It grows if a program that knows the old form would misread the new one.
pub const INTERFACE_VERSION: u32 = 1;

/// How many stack elements a call passes at most, in each direction.
pub const MAX_CALL_FELTS: u64 = 16;

/// What a package offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interface {
    /// [`INTERFACE_VERSION`] of the library that made the description.
    pub format_version: u32,
    /// The name of the package.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What the package, or its module, says of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub documentation: Option<String>,
    /// Its procedures, by their paths.
    pub procedures: Vec<InterfaceProcedure>,
    /// The root of the procedure that decides on an account's transactions, in hexadecimal digits. A package has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authentication_root: Option<String>,
    /// The roots of an account that no package has a name for, in hexadecimal digits. A package has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown_roots: Vec<String>,
    /// The types with names: the exported ones by their paths, then the others that procedures use.
    pub types: Vec<InterfaceType>,
    /// Its constants, by their paths.
    pub constants: Vec<InterfaceConstant>,
    /// What it says of itself as a component of accounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<InterfaceComponent>,
    /// The messages of its errors, by their codes.
    pub errors: Vec<InterfaceError>,
}

/// A procedure that a package exports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterfaceProcedure {
    /// Its whole path.
    pub path: String,
    /// Its name: the last part of its path.
    pub name: String,
    /// Its root, in hexadecimal digits.
    pub root: String,
    /// What it is marked as; in an account, what it is there. Only those for [`ProcedureRole::Account`] are methods of an
    /// account.
    pub role: ProcedureRole,
    /// The names of its other attributes, in their order: those that mean nothing to Miden, such as `view`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
    /// The other paths of the package with the same root: the same code under another name. Those of an account have the
    /// name of their package behind them, in parentheses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same_code: Vec<String>,
    /// How many more paths have the same root, if there was no room for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_code_left_out: Option<u64>,
    /// What it takes and returns, if the package says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
    /// Why it cannot be called with values. `None` if it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<CallObstacle>,
    /// What its sources say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub documentation: Option<String>,
}

/// What a procedure takes and returns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// The calling convention. Only `component-model` crosses a call.
    pub convention: String,
    /// What it takes, the first one on top of the stack.
    pub parameters: Vec<Parameter>,
    /// What it returns, the first one on top of the stack.
    pub results: Vec<ValueType>,
    /// How many stack elements it takes, if all of its parameters can be passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_felts: Option<u64>,
    /// How many stack elements it returns, if all of its results can be passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_felts: Option<u64>,
}

/// A parameter of a procedure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name, if the sources or the documentation in the package have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its type.
    #[serde(rename = "type")]
    pub value_type: ValueType,
}

/// Why a procedure cannot be called with values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CallObstacle {
    /// It is not marked as a procedure that others may call on the account.
    NotAMethod,
    /// The package does not say what it takes and returns.
    NoSignature,
    /// It is called in the memory of its caller, in which values may have another form.
    Convention {
        /// The calling convention.
        convention: String,
    },
    /// It takes or returns a value that no call can pass.
    UnsupportedType {
        /// The type.
        name: String,
        /// Why no call can pass it.
        reason: UnsupportedType,
    },
    /// It takes or returns more than [`MAX_CALL_FELTS`] stack elements.
    TooManyFelts {
        /// How many it takes.
        inputs: u64,
        /// How many it returns.
        outputs: u64,
    },
}

/// A type with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterfaceType {
    /// Its name, without the module.
    pub name: String,
    /// Its module, if it is exported or is needed to tell it from another type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// Whether the package exports it under this name.
    pub is_exported: bool,
    /// Its structure.
    #[serde(rename = "type")]
    pub value_type: ValueType,
    /// What its sources say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub documentation: Option<String>,
}

/// A constant that a package exports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterfaceConstant {
    /// Its whole path.
    pub path: String,
    /// Its value.
    pub value: ConstantContent,
    /// What its sources say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub documentation: Option<String>,
}

/// The value of a constant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ConstantContent {
    /// A field element or an integer, as text in decimal digits: it may be above 2^53.
    Number {
        /// The number.
        value: String,
    },
    /// A word in hexadecimal digits.
    Word {
        /// The word.
        value: String,
    },
    /// A text.
    Text {
        /// The text.
        value: String,
    },
    /// The word that is the hash of a text, such as the name of a storage slot.
    WordOfText {
        /// The text.
        text: String,
    },
    /// The field element that is the hash of a text, the name of an event.
    EventOfText {
        /// The text.
        text: String,
    },
}

/// What a package says of itself as a component of accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterfaceComponent {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: String,
    /// Its version.
    pub version: String,
    /// Its storage slots, in the order of their ids.
    pub slots: Vec<InterfaceSlot>,
}

/// A storage slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterfaceSlot {
    /// Its name.
    pub name: String,
    /// What is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its form.
    #[serde(flatten)]
    pub content: SlotForm,
}

/// The form of a storage slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SlotForm {
    /// One word.
    Value {
        /// The word.
        word: WordForm,
    },
    /// Words by keys, which are words.
    Map {
        /// The keys.
        key: WordForm,
        /// The values.
        value: WordForm,
    },
}

/// The form of a word in storage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WordForm {
    /// A value of one type.
    Whole {
        /// The type, by its name in the registry of storage types.
        #[serde(rename = "type")]
        type_name: String,
        /// What it is if a deployment does not say so, as text of that type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default: Option<String>,
    },
    /// Four elements with a type each.
    Elements {
        /// The elements.
        elements: Vec<ElementForm>,
    },
}

/// The form of an element of a word in storage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ElementForm {
    /// Its name. An element that is always zero has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The type, by its name in the registry of storage types.
    #[serde(rename = "type")]
    pub type_name: String,
    /// What it is if a deployment does not say so, as text of that type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// The message of an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterfaceError {
    /// Its code, as text in decimal digits: it may be above 2^53.
    pub code: String,
    /// Its message.
    pub message: String,
}

impl Interface {
    /// The procedures that others may call on an account with this code.
    pub fn methods(&self) -> impl Iterator<Item = &InterfaceProcedure> {
        self.procedures.iter().filter(|procedure| procedure.role == ProcedureRole::Account)
    }
}

impl Signature {
    /// A signature with its counts of stack elements.
    pub(super) fn new(
        convention: String,
        parameters: Vec<Parameter>,
        results: Vec<ValueType>,
    ) -> Self {
        let input_felts = sum(parameters.iter().map(|it| &it.value_type)).ok();
        let output_felts = sum(&results).ok();
        Self { convention, parameters, results, input_felts, output_felts }
    }

    /// How many stack elements a call passes in and out.
    ///
    /// # Errors
    /// The first type that no call can pass.
    pub fn felt_counts(&self) -> std::result::Result<(u64, u64), Unsupported> {
        let inputs = sum(self.parameters.iter().map(|parameter| &parameter.value_type))?;
        Ok((inputs, sum(&self.results)?))
    }
}

impl CallObstacle {
    /// Why a procedure cannot be called with values, if it cannot.
    pub(super) fn of(role: ProcedureRole, signature: Option<&Signature>) -> Option<Self> {
        if role != ProcedureRole::Account {
            return Some(Self::NotAMethod);
        }
        let Some(signature) = signature else { return Some(Self::NoSignature) };
        if signature.convention != "component-model" {
            return Some(Self::Convention { convention: signature.convention.clone() });
        }
        match signature.felt_counts() {
            Err(Unsupported { name, reason }) => Some(Self::UnsupportedType { name, reason }),
            Ok((inputs, outputs)) if inputs.max(outputs) > MAX_CALL_FELTS => {
                Some(Self::TooManyFelts { inputs, outputs })
            }
            Ok(_) => None,
        }
    }
}
