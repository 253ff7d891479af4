//! Types of the protocol, which have forms that people know.
//!
//! One is known by its structure with the names of its fields and by its own name together: `StorageSlotId` has the
//! fields of `AccountId`, and anybody can name a type `AccountId`.
//!
//! Elements of such a type need not be such a value: the owner that an account has renounced is zero in both elements.
//! They are taken and given by the type's structure.

use miden_client::account::AccountId;
use miden_client::asset::{Asset, FungibleAsset};
use miden_client::note::NoteType;
use miden_client::{Felt, Word};

use super::decode::decode_by_structure;
use super::encode::{encode_by_structure, encode_word};
use super::integers::encode_felt;
use super::json::ValueJson;
use super::place::{Place, shown};
use crate::contracts::{Field, ValueType, Variant};
use crate::errors::Result;
use crate::ids::{described, parse_account_id};

/// A type of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WellKnown {
    /// A field element, as the Rust compiler describes it: a struct `felt { inner }`. A number.
    Felt,
    /// A word, also as the Rust compiler describes it: a struct `word { a, b, c, d }`. Hex.
    Word,
    /// The id of an account. Hex.
    AccountId {
        /// Whether the suffix comes first, as in assembly. The Rust compiler has the prefix first.
        suffix_first: bool,
    },
    /// An asset. An amount of a faucet, or its two words.
    Asset,
    /// Who can read a note: `public` or `private`.
    NoteType,
}

impl WellKnown {
    /// What a type is known as.
    pub(super) fn of(value_type: &ValueType) -> Option<Self> {
        match value_type {
            ValueType::Word => Some(Self::Word),
            ValueType::Array { element, length: 4 } if **element == ValueType::Felt => {
                Some(Self::Word)
            }
            ValueType::Struct { name: Some(name), fields, .. } => of_struct(plain(name), fields),
            ValueType::Enum { name, discriminant, variants, .. }
                if is_note_type(plain(name), discriminant, variants) =>
            {
                Some(Self::NoteType)
            }
            _ => None,
        }
    }

    /// Appends the elements of a value. What is not in the known form is read by the type's structure, and may be
    /// anything that fits it.
    pub(super) fn encode(
        self,
        value_type: &ValueType,
        value: &ValueJson,
        place: &Place<'_>,
        felts: &mut Vec<Felt>,
    ) -> Result<()> {
        match (self, value) {
            (Self::Word, ValueJson::Text(_) | ValueJson::Array(_)) => {
                felts.extend(encode_word(value, place)?);
            }
            (Self::Felt, ValueJson::Integer(_) | ValueJson::Inexact(_) | ValueJson::Text(_)) => {
                felts.push(encode_felt(value, place)?);
            }
            (Self::AccountId { suffix_first }, ValueJson::Text(text)) => {
                let account = parse_account_id(text).map_err(|error| place.refused_by(&error))?;
                let (suffix, prefix) = (account.suffix(), account.prefix().as_felt());
                felts.extend(if suffix_first { [suffix, prefix] } else { [prefix, suffix] });
            }
            (Self::Asset, ValueJson::Object(fields)) if names_amount(fields) => {
                felts.extend(encode_amount(value, place)?);
            }
            (Self::Asset, ValueJson::Object(fields)) if is_keyed(value_type) => {
                let fields = fields.iter().map(|(name, value)| {
                    (if name == ID { KEY.to_owned() } else { name.clone() }, value.clone())
                });
                let value = ValueJson::Object(fields.collect());
                encode_by_structure(value_type, &value, place, felts)?;
            }
            (Self::NoteType, ValueJson::Text(text)) => {
                let note_type: NoteType = text.to_ascii_lowercase().parse().map_err(|_| {
                    place.refused(format!("“{}” is neither public nor private", shown(text)))
                })?;
                felts.push(note_type.into());
            }
            (Self::Word, other) if *value_type == ValueType::Word => {
                let reason = format!("a word in hex is expected, not {}", other.what());
                return Err(place.refused(reason));
            }
            _ => encode_by_structure(value_type, value, place, felts)?,
        }
        Ok(())
    }

    /// The value of just its elements. If they are none in the known form, it is that of the type's structure.
    pub(super) fn decode(
        self,
        value_type: &ValueType,
        mut felts: &[Felt],
        place: &Place<'_>,
    ) -> Result<ValueJson> {
        match self.known_form(felts) {
            Some(value) => Ok(value),
            None => decode_by_structure(value_type, &mut felts, place),
        }
    }

    /// The value in the form that people know, if the elements have one.
    fn known_form(self, felts: &[Felt]) -> Option<ValueJson> {
        match (self, felts) {
            (Self::Felt, [felt]) => Some(ValueJson::integer(felt.as_canonical_u64().to_string())),
            (Self::Word, [a, b, c, d]) => {
                Some(ValueJson::Text(Word::new([*a, *b, *c, *d]).to_hex()))
            }
            (Self::AccountId { suffix_first }, [first, second]) => {
                let (suffix, prefix) =
                    if suffix_first { (*first, *second) } else { (*second, *first) };
                let account = AccountId::try_from_elements(suffix, prefix).ok()?;
                Some(ValueJson::Text(account.to_hex()))
            }
            (Self::NoteType, [felt]) => {
                let note_type = NoteType::try_from(*felt).ok()?;
                Some(ValueJson::Text(note_type.to_string()))
            }
            (Self::Asset, [i0, i1, i2, i3, v0, v1, v2, v3]) => {
                let id = Word::new([*i0, *i1, *i2, *i3]);
                let value = Word::new([*v0, *v1, *v2, *v3]);
                amount_of(Asset::from_id_and_value_words(id, value).ok()?)
            }
            _ => None,
        }
    }
}

fn of_struct(name: &str, fields: &[Field]) -> Option<WellKnown> {
    let names: Vec<_> = fields.iter().map(|field| field.name.as_str()).collect();
    let are_felts = || fields.iter().all(|field| is_felt(&field.value_type));
    let are_words = || fields.iter().all(|field| is_word(&field.value_type));
    match (name, names.as_slice()) {
        ("felt", ["inner"]) if fields[0].value_type == ValueType::Felt => Some(WellKnown::Felt),
        ("word", ["a", "b", "c", "d"]) if are_felts() => Some(WellKnown::Word),
        ("AccountId" | "account-id", ["suffix", "prefix"]) if are_felts() => {
            Some(WellKnown::AccountId { suffix_first: true })
        }
        ("AccountId" | "account-id", ["prefix", "suffix"]) if are_felts() => {
            Some(WellKnown::AccountId { suffix_first: false })
        }
        ("Asset" | "asset", [ID | KEY, "value"]) if are_words() => Some(WellKnown::Asset),
        ("note-type", ["inner"]) if are_felts() => Some(WellKnown::NoteType),
        _ => None,
    }
}

/// A type's name without the interface that the Rust compiler puts before it.
fn plain(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn is_felt(value_type: &ValueType) -> bool {
    *value_type == ValueType::Felt || WellKnown::of(value_type) == Some(WellKnown::Felt)
}

fn is_word(value_type: &ValueType) -> bool {
    WellKnown::of(value_type) == Some(WellKnown::Word)
}

fn is_note_type(name: &str, discriminant: &ValueType, variants: &[Variant]) -> bool {
    let has = |name: &str, note_type: NoteType| {
        let value = u128::from(note_type.as_u8());
        variants.iter().any(|variant| variant.name == name && variant.value == value)
    };
    name == "NoteType"
        && *discriminant == ValueType::U8
        && variants.len() == 2
        && has("PRIVATE", NoteType::Private)
        && has("PUBLIC", NoteType::Public)
}

/// The first word of an asset.
const ID: &str = "id";
/// The same as the Rust compiler describes it.
const KEY: &str = "key";

/// Whether a type has the first word of an asset as the Rust compiler describes it.
fn is_keyed(value_type: &ValueType) -> bool {
    let ValueType::Struct { fields, .. } = value_type else { return false };
    fields.iter().any(|field| field.name == KEY)
}

/// The faucet of an amount.
const FAUCET: &str = "faucet_id";
/// The amount, in base units.
const AMOUNT: &str = "amount";

fn names_amount(fields: &[(String, ValueJson)]) -> bool {
    fields.iter().any(|(name, _)| name == FAUCET || name == AMOUNT)
}

/// An amount of a faucet as an asset.
fn encode_amount(value: &ValueJson, place: &Place<'_>) -> Result<[Felt; 8]> {
    let fields = [(FAUCET, &ValueType::Felt), (AMOUNT, &ValueType::U64)];
    let mut faucet = None;
    let mut amount = 0;
    for (name, _, value) in super::encode::fields_of(&fields, value, place)? {
        let place = place.field(name);
        if name == FAUCET {
            let ValueJson::Text(text) = value else {
                let reason = format!("the id of an account is expected, not {}", value.what());
                return Err(place.refused(reason));
            };
            let account = parse_account_id(text).map_err(|error| place.refused_by(&error))?;
            faucet = Some(account);
        } else {
            amount = encode_felt(value, &place)?.as_canonical_u64();
        }
    }
    let faucet = faucet.ok_or_else(|| place.field(FAUCET).refused("the field is missing"))?;
    let asset = FungibleAsset::new(faucet, amount)
        .map_err(|error| place.refused(format!("this is not an asset: {}", described(&error))))?;
    Ok(Asset::from(asset).as_elements())
}

/// An asset as an amount of a faucet, if that says all of it.
fn amount_of(asset: Asset) -> Option<ValueJson> {
    let fungible = asset.as_fungible()?;
    let (faucet, amount) = (fungible.faucet_id(), fungible.amount().as_u64());
    let again = FungibleAsset::new(faucet, amount).ok().map(Asset::from)?;
    (again.as_elements() == asset.as_elements()).then(|| {
        ValueJson::Object(vec![
            (FAUCET.to_owned(), ValueJson::Text(faucet.to_hex())),
            (AMOUNT.to_owned(), ValueJson::integer(amount.to_string())),
        ])
    })
}
