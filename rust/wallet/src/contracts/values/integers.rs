//! Integers as limbs of 32 bits, the low limb first.

use miden_client::Felt;

use super::json::ValueJson;
use super::place::{Place, shown};
use crate::contracts::ValueType;
use crate::errors::{Result, WalletError};

/// The limbs of the widest integer.
const MOST_LIMBS: usize = 8;

/// The digits of the largest number of 256 bits.
const MOST_DIGITS: usize = 78;

/// An integer type.
#[derive(Clone, Copy)]
pub(super) struct IntegerType {
    name: &'static str,
    is_signed: bool,
    bits: u32,
}

impl IntegerType {
    /// The integer type that a type is.
    pub(super) fn of(value_type: &ValueType) -> Option<Self> {
        let (name, is_signed, bits) = match value_type {
            ValueType::I8 => ("i8", true, 8),
            ValueType::I16 => ("i16", true, 16),
            ValueType::I32 => ("i32", true, 32),
            ValueType::I64 => ("i64", true, 64),
            ValueType::I128 => ("i128", true, 128),
            ValueType::U8 => ("u8", false, 8),
            ValueType::U16 => ("u16", false, 16),
            ValueType::U32 => ("u32", false, 32),
            ValueType::U64 => ("u64", false, 64),
            ValueType::U128 => ("u128", false, 128),
            ValueType::U256 => ("u256", false, 256),
            _ => return None,
        };
        Some(Self { name, is_signed, bits })
    }

    /// How many elements a value has.
    pub(super) fn felt_count(self) -> usize {
        self.bits.div_ceil(32) as usize
    }

    /// The elements of an integer.
    pub(super) fn encode(self, value: &ValueJson, place: &Place<'_>) -> Result<Vec<Felt>> {
        let digits = digits(value, self.name, place)?;
        let limbs = self.limbs_of(&digits).ok_or_else(|| self.out_of_range(&digits, place))?;
        Ok(limbs[..self.felt_count()].iter().map(|limb| Felt::from(*limb)).collect())
    }

    /// The integer of elements, as many as [`Self::felt_count`] says.
    pub(super) fn decode(self, felts: &[Felt], place: &Place<'_>) -> Result<ValueJson> {
        let mut limbs = [0; MOST_LIMBS];
        for (limb, felt) in limbs.iter_mut().zip(felts) {
            let number = felt.as_canonical_u64();
            *limb = u32::try_from(number).map_err(|_| {
                place.refused(format!("{number} is more than 32 bits of {} hold", self.name))
            })?;
        }
        if self.bits > 128 {
            return Ok(ValueJson::integer(decimal(limbs)));
        }
        let number = number_of(limbs);
        let digits = if self.is_signed {
            signed(number, self.slot_bits()).to_string()
        } else {
            number.to_string()
        };
        // The bits above those of the type have to be what encoding writes.
        if self.limbs_of(&digits) == Some(limbs) {
            Ok(ValueJson::integer(digits))
        } else {
            Err(self.out_of_range(&digits, place))
        }
    }

    /// The limbs of decimal digits, if the number is in range.
    fn limbs_of(self, digits: &str) -> Option<[u32; MOST_LIMBS]> {
        if self.bits > 128 {
            return binary(digits);
        }
        let number = if self.is_signed {
            let number: i128 = digits.parse().ok()?;
            let unused = 128 - self.bits;
            if number < i128::MIN >> unused || number > i128::MAX >> unused {
                return None;
            }
            // With its sign in the whole of its elements, but not above.
            number.cast_unsigned() & (u128::MAX >> (128 - self.slot_bits()))
        } else {
            let number: u128 = digits.parse().ok()?;
            if number > u128::MAX >> (128 - self.bits) {
                return None;
            }
            number
        };
        Some(limbs_of_number(number))
    }

    /// The elements of the discriminant of an enum, if it is in range. The assembler pushes the number as it is
    /// written, so a sign bit is in its own place and no further.
    pub(super) fn of_discriminant(self, number: u128) -> Option<Vec<Felt>> {
        // More bits than the type has are no value of it. There are none above 128.
        if number.checked_shr(self.bits).is_some_and(|above| above != 0) {
            return None;
        }
        let limbs = limbs_of_number(number);
        Some(limbs[..self.felt_count()].iter().map(|limb| Felt::from(*limb)).collect())
    }

    /// How many bits the elements of a value hold.
    fn slot_bits(self) -> u32 {
        self.bits.div_ceil(32) * 32
    }

    fn out_of_range(self, digits: &str, place: &Place<'_>) -> WalletError {
        place.refused(format!("{} is out of range for {}", shown(digits), self.name))
    }
}

/// The element of a number, which may be a text of hexadecimal digits, too.
pub(super) fn encode_felt(value: &ValueJson, place: &Place<'_>) -> Result<Felt> {
    let (number, written) = if let Some(digits) = hexadecimal(value) {
        (u64::from_str_radix(digits, 16).ok(), digits.to_owned())
    } else {
        let digits = digits(value, "felt", place)?;
        (digits.parse().ok(), digits)
    };
    let felt = number.and_then(|number| Felt::new(number).ok());
    felt.ok_or_else(|| place.refused(format!("{} is out of range for felt", shown(&written))))
}

/// The digits of a hexadecimal number.
fn hexadecimal(value: &ValueJson) -> Option<&str> {
    let ValueJson::Text(text) = value else { return None };
    let digits = text.strip_prefix("0x")?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_number.then_some(digits)
}

/// The decimal digits of an integer, with a sign if it is below zero.
fn digits(value: &ValueJson, name: &str, place: &Place<'_>) -> Result<String> {
    match value {
        ValueJson::Integer(number) => Ok(number.to_string()),
        ValueJson::Text(text) => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(place.refused(format!("“{}” is not an integer", shown(text))));
            }
            Ok(text.clone())
        }
        ValueJson::Inexact(number) => Err(inexact(*number, place)),
        other => Err(place.refused(format!("{name} is expected, not {}", other.what()))),
    }
}

/// The error of a number that is no integer, or has lost digits.
pub(super) fn inexact(number: f64, place: &Place<'_>) -> WalletError {
    // The reader of JSON gives `-0` as a number with a fraction.
    let is_negative_zero = number == 0.0 && number.is_sign_negative();
    let written = if is_negative_zero { "-0".to_owned() } else { format!("{number:?}") };
    place.refused(format!(
        "the number {written} is not an integer, or is too long: write its digits as a text"
    ))
}

/// Reads the low bits as an integer with a sign.
fn signed(number: u128, bits: u32) -> i128 {
    let unused = 128 - bits;
    (number << unused).cast_signed() >> unused
}

#[allow(clippy::cast_possible_truncation, reason = "a limb is the low 32 bits")]
fn limbs_of_number(number: u128) -> [u32; MOST_LIMBS] {
    let mut limbs = [0; MOST_LIMBS];
    for (place, limb) in limbs.iter_mut().take(4).enumerate() {
        *limb = (number >> (32 * place)) as u32;
    }
    limbs
}

fn number_of(limbs: [u32; MOST_LIMBS]) -> u128 {
    limbs[..4].iter().rev().fold(0, |number, limb| number << 32 | u128::from(*limb))
}

/// The limbs of a number of 256 bits, if it has no more.
#[allow(clippy::cast_possible_truncation, reason = "a limb is the low 32 bits")]
fn binary(digits: &str) -> Option<[u32; MOST_LIMBS]> {
    let digits = digits.trim_start_matches('0');
    if digits.len() > MOST_DIGITS {
        return None;
    }
    let mut limbs = [0_u32; MOST_LIMBS];
    for digit in digits.chars() {
        let mut carry = u64::from(digit.to_digit(10)?);
        for limb in &mut limbs {
            let sum = u64::from(*limb) * 10 + carry;
            *limb = sum as u32;
            carry = sum >> 32;
        }
        if carry != 0 {
            return None;
        }
    }
    Some(limbs)
}

/// The decimal digits of a number of 256 bits.
#[allow(clippy::cast_possible_truncation, reason = "a quotient of a limb by ten fits in a limb")]
fn decimal(mut limbs: [u32; MOST_LIMBS]) -> String {
    let mut digits = Vec::new();
    while limbs.iter().any(|limb| *limb != 0) {
        let mut rest = 0_u64;
        for limb in limbs.iter_mut().rev() {
            let part = rest << 32 | u64::from(*limb);
            *limb = (part / 10) as u32;
            rest = part % 10;
        }
        digits.push(char::from(b'0' + rest as u8));
    }
    if digits.is_empty() { "0".to_owned() } else { digits.iter().rev().collect() }
}
