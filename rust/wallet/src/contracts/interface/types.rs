//! The types of values that procedures take and return, by structure.

use serde::{Deserialize, Serialize};

/// How deep types may be nested. JSON with a deeper type could not be read everywhere.
pub const MAX_TYPE_DEPTH: usize = 32;

/// The type of a value.
///
/// Types are structural: two types are the same if they have the same structure, and a name is for people.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ValueType {
    /// A field element.
    Felt,
    /// Four field elements. An array of four field elements is a word, too: a package does not tell them apart.
    Word,
    /// `i1`: 0 or 1.
    Bool,
    /// An integer of 8 bits with a sign.
    I8,
    /// An integer of 16 bits with a sign.
    I16,
    /// An integer of 32 bits with a sign.
    I32,
    /// An integer of 64 bits with a sign.
    I64,
    /// An integer of 128 bits with a sign.
    I128,
    /// An integer of 8 bits.
    U8,
    /// An integer of 16 bits.
    U16,
    /// An integer of 32 bits.
    U32,
    /// An integer of 64 bits.
    U64,
    /// An integer of 128 bits.
    U128,
    /// An integer of 256 bits.
    U256,
    /// Values of one type, as many as its length says.
    Array {
        /// The type of the elements.
        element: Box<ValueType>,
        /// How many there are. Do not loop over it before [`ValueType::felt_count`] is known to be small: the
        /// length of an array of elements without size can be any number.
        length: u64,
    },
    /// Values of several types, each with a name.
    Struct {
        /// Its name, without the module.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The module of its definition, if that is exported or is needed to tell it from another type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        module: Option<String>,
        /// Its fields, in the order in which they are on the stack.
        fields: Vec<Field>,
    },
    /// Values of several types, without names.
    Tuple {
        /// Its name, without the module.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The module of its definition, if that is exported or is needed to tell it from another type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        module: Option<String>,
        /// The types of its elements, in the order in which they are on the stack.
        elements: Vec<ValueType>,
    },
    /// One of several named values. On the stack it is its discriminant.
    Enum {
        /// Its name, without the module.
        name: String,
        /// The module of its definition, if that is exported or is needed to tell it from another type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        module: Option<String>,
        /// The type of the discriminant: an integer of at most 128 bits, a bool or a felt.
        discriminant: Box<ValueType>,
        /// What a value may be.
        variants: Vec<Variant>,
    },
    /// What no call can pass.
    Unsupported {
        /// Its name, without the module, or how it is written.
        name: String,
        /// Why no call can pass it.
        reason: UnsupportedType,
    },
}

/// A field of a struct.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Field {
    /// Its name. No other field of the struct has it.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub value_type: ValueType,
}

/// A variant of an enum.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Variant {
    /// Its name. No other variant of the enum has it.
    pub name: String,
    /// The discriminant, as text in JSON: it may have 128 bits. No other variant of the enum has it. The bits of a
    /// discriminant with a sign are read as those of an integer without one.
    #[serde(with = "number_as_text")]
    pub value: u128,
}

/// Why no call can pass a value of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnsupportedType {
    /// A floating-point number. The virtual machine has none.
    F64,
    /// An address. It means nothing in the memory of another context.
    Pointer,
    /// A list of any length, which is passed by its address.
    List,
    /// A function.
    Function,
    /// Any number of values.
    Variadic,
    /// The type is not known.
    Unknown,
    /// The type has no values.
    Never,
    /// An enum with a variant that has a value of its own.
    PayloadEnum,
    /// A type that contains itself. It does so by an address, and addresses are not passed.
    Recursive,
    /// A struct with names for some of its fields only.
    PartlyNamed,
    /// Two fields or variants with the same name, or two variants with the same value.
    Ambiguous,
    /// Nested deeper than [`MAX_TYPE_DEPTH`], or too large to describe.
    TooComplex,
}

impl UnsupportedType {
    /// The reason in words, to follow the name of the type.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        match self {
            Self::F64 => "is a floating-point number",
            Self::Pointer => "is an address, which means nothing across a call",
            Self::List => "is a list, which is passed by its address",
            Self::Function => "is a function",
            Self::Variadic => "stands for any number of values",
            Self::Unknown => "is not known",
            Self::Never => "has no values",
            Self::PayloadEnum => "is an enum with values in its variants",
            Self::Recursive => "contains itself",
            Self::PartlyNamed => "has names for some of its fields only",
            Self::Ambiguous => "has two fields or variants that are named or numbered alike",
            Self::TooComplex => "is too large to describe",
        }
    }
}

/// A type that no call can pass, within another type or as the whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// The name of the type, or how it is written.
    pub name: String,
    /// Why no call can pass it.
    pub reason: UnsupportedType,
}

impl ValueType {
    /// How many stack elements a value has, saturating.
    ///
    /// # Errors
    /// The first type in it that no call can pass.
    pub fn felt_count(&self) -> Result<u64, Unsupported> {
        match self {
            Self::Felt
            | Self::Bool
            | Self::I8
            | Self::I16
            | Self::I32
            | Self::U8
            | Self::U16
            | Self::U32 => Ok(1),
            Self::I64 | Self::U64 => Ok(2),
            Self::Word | Self::I128 | Self::U128 => Ok(4),
            Self::U256 => Ok(8),
            // A product, never a loop: the length may be anything.
            Self::Array { element, length } => Ok(element.felt_count()?.saturating_mul(*length)),
            Self::Struct { fields, .. } => sum(fields.iter().map(|field| &field.value_type)),
            Self::Tuple { elements, .. } => sum(elements),
            Self::Enum { discriminant, .. } => discriminant.felt_count(),
            Self::Unsupported { name, reason } => {
                Err(Unsupported { name: name.clone(), reason: *reason })
            }
        }
    }

    /// The types in it, without those in them.
    pub(super) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Array { element, .. } => vec![element],
            Self::Struct { fields, .. } => fields.iter().map(|field| &field.value_type).collect(),
            Self::Tuple { elements, .. } => elements.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Its name, if it has one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Struct { name, .. } | Self::Tuple { name, .. } => name.as_deref(),
            Self::Enum { name, .. } => Some(name),
            _ => None,
        }
    }
}

/// How many stack elements values of several types have, saturating.
///
/// # Errors
/// The first type that no call can pass.
pub(super) fn sum<'a>(types: impl IntoIterator<Item = &'a ValueType>) -> Result<u64, Unsupported> {
    let mut sum: u64 = 0;
    for value_type in types {
        sum = sum.saturating_add(value_type.felt_count()?);
    }
    Ok(sum)
}

/// Numbers as text: JSON has none of 128 bits.
mod number_as_text {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    pub fn serialize<S: Serializer>(value: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom("a number from 0 to 2^128 - 1 is expected"))
    }
}
