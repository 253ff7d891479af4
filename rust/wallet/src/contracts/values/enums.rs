//! Enums without payloads: a name, and a discriminant on the stack.

use miden_client::Felt;

use super::integers::IntegerType;
use super::place::{Place, shown};
use crate::contracts::{ValueType, Variant};
use crate::errors::Result;

/// The variant of a name.
pub(super) fn variant_named<'a>(variants: &'a [Variant], name: &str) -> Option<&'a Variant> {
    variants.iter().find(|variant| variant.name == name)
}

/// The elements of a variant.
pub(super) fn variant_felts(
    discriminant: &ValueType,
    variant: &Variant,
    place: &Place<'_>,
) -> Result<Vec<Felt>> {
    let felts = match discriminant {
        ValueType::Bool if variant.value <= 1 => small(variant.value),
        ValueType::Felt => small(variant.value),
        other => IntegerType::of(other).and_then(|integer| integer.of_discriminant(variant.value)),
    };
    felts.ok_or_else(|| {
        let name = shown(&variant.name);
        place.refused(format!("variant {name} has a value that its type does not hold"))
    })
}

/// The one element of a discriminant.
fn small(value: u128) -> Option<Vec<Felt>> {
    let number = u64::try_from(value).ok()?;
    Felt::new(number).ok().map(|felt| vec![felt])
}
