//! From the types of a package to those of a description.

use std::borrow::Cow;
use std::collections::HashSet;

use miden_assembly_syntax::ast::types::{EnumType, StructType, Type};

use super::types::{Field, MAX_TYPE_DEPTH, UnsupportedType, ValueType, Variant};

/// How many types, fields and variants a description has together. A type with a name is in it once more, by itself,
/// with all that is in it. What is beyond is left out: the same structure can be referred to more often than it could be
/// written out.
const MAX_PARTS: usize = 100_000;

/// How many bytes a name has at most.
const MAX_NAME_BYTES: usize = 255;

/// The types without a structure, as they are written. A structure that is named so would be taken for one.
const PRIMITIVE_TYPES: [&str; 17] = [
    "felt", "word", "bool", "i1", "i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64",
    "u128", "u256", "f64", "ptr",
];

/// Reads the types of one description.
pub(super) struct TypeReader {
    /// How many parts the description has room for.
    left: usize,
    /// How many parts were read.
    read: usize,
}

impl TypeReader {
    pub(super) fn new() -> Self {
        Self::with_room_for(MAX_PARTS)
    }

    fn with_room_for(parts: usize) -> Self {
        Self { left: parts, read: 0 }
    }

    /// A type by its structure. Modules are still to be found.
    pub(super) fn read(&mut self, ty: &Type) -> ValueType {
        self.nested(ty, MAX_TYPE_DEPTH)
    }

    fn nested(&mut self, ty: &Type, depth: usize) -> ValueType {
        let before = self.read;
        let (Some(depth), true) = (depth.checked_sub(1), self.read_part()) else {
            return unsupported("type", UnsupportedType::TooComplex);
        };
        let value_type = self.by_structure(ty, depth);
        match value_type.name() {
            // The copy of it that stands for itself.
            Some(name) if !self.take(self.read - before) => {
                unsupported(name, UnsupportedType::TooComplex)
            }
            _ => value_type,
        }
    }

    fn by_structure(&mut self, ty: &Type, depth: usize) -> ValueType {
        match ty {
            Type::Felt => ValueType::Felt,
            Type::I1 => ValueType::Bool,
            Type::I8 => ValueType::I8,
            Type::I16 => ValueType::I16,
            Type::I32 => ValueType::I32,
            Type::I64 => ValueType::I64,
            Type::I128 => ValueType::I128,
            Type::U8 => ValueType::U8,
            Type::U16 => ValueType::U16,
            Type::U32 => ValueType::U32,
            Type::U64 => ValueType::U64,
            Type::U128 => ValueType::U128,
            Type::U256 => ValueType::U256,
            Type::Array(array) if array.len == 4 && array.ty == Type::Felt => ValueType::Word,
            Type::Array(array) => ValueType::Array {
                element: Box::new(self.nested(&array.ty, depth)),
                length: array.len as u64,
            },
            Type::Struct(reference) => {
                let name = reference.name();
                if reference.is_recursive() {
                    let name = name.as_deref().filter(|name| is_type_name(name));
                    return unsupported(name.unwrap_or("struct"), UnsupportedType::Recursive);
                }
                self.structure(&reference.get(), depth)
            }
            Type::Enum(reference) => {
                if reference.is_recursive() {
                    return unsupported(
                        name_of_enum(&reference.name()),
                        UnsupportedType::Recursive,
                    );
                }
                self.enumeration(&reference.get(), depth)
            }
            Type::F64 => unsupported("f64", UnsupportedType::F64),
            Type::Ptr(_) => unsupported("ptr", UnsupportedType::Pointer),
            Type::List(_) => unsupported("list", UnsupportedType::List),
            Type::Function(_) => unsupported("fn", UnsupportedType::Function),
            Type::Variadic => unsupported("...", UnsupportedType::Variadic),
            Type::Unknown => unsupported("?", UnsupportedType::Unknown),
            Type::Never => unsupported("!", UnsupportedType::Never),
        }
    }

    fn structure(&mut self, ty: &StructType, depth: usize) -> ValueType {
        let name = ty.name();
        let name = name.as_deref().filter(|name| is_type_name(name));
        let refused = |reason| unsupported(name.unwrap_or("struct"), reason);
        let fields = ty.fields();
        let names = fields
            .iter()
            .enumerate()
            .filter_map(|(index, field)| Some(member_name(field.name.as_deref()?, "field", index)));
        let names: Vec<Cow<'_, str>> = names.collect();
        if !names.is_empty() && names.len() != fields.len() {
            return refused(UnsupportedType::PartlyNamed);
        }
        if !are_unique(&names) {
            return refused(UnsupportedType::Ambiguous);
        }
        let types: Vec<ValueType> =
            fields.iter().map(|field| self.nested(&field.ty, depth)).collect();
        let name = name.map(str::to_owned);
        let is_tuple = names.iter().enumerate().all(|(index, it)| *it == index.to_string());
        if is_tuple {
            return ValueType::Tuple { name, module: None, elements: types };
        }
        let fields = names.into_iter().zip(types);
        let fields = fields
            .map(|(name, value_type)| Field { name: name.into_owned(), value_type })
            .collect();
        ValueType::Struct { name, module: None, fields }
    }

    fn enumeration(&mut self, ty: &EnumType, depth: usize) -> ValueType {
        let name = name_of_enum(ty.name());
        let variants = ty.variants();
        if variants.is_empty() {
            return unsupported(name, UnsupportedType::Never);
        }
        if variants.iter().any(|variant| variant.value.is_some()) {
            return unsupported(name, UnsupportedType::PayloadEnum);
        }
        let mut read = Vec::new();
        let mut values = HashSet::new();
        let mut next = Some(0u128);
        for (index, variant) in variants.iter().enumerate() {
            if !self.read_part() {
                return unsupported(name, UnsupportedType::TooComplex);
            }
            let value = variant.discriminant_value.or(next);
            let Some(value) = value.filter(|value| values.insert(*value)) else {
                return unsupported(name, UnsupportedType::Ambiguous);
            };
            next = value.checked_add(1);
            let name = member_name(&variant.name, "VARIANT", index).into_owned();
            read.push(Variant { name, value });
        }
        let names: Vec<Cow<'_, str>> =
            read.iter().map(|variant| Cow::Borrowed(variant.name.as_str())).collect();
        if !are_unique(&names) {
            return unsupported(name, UnsupportedType::Ambiguous);
        }
        ValueType::Enum {
            name: name.to_owned(),
            module: None,
            discriminant: Box::new(self.nested(ty.discriminant(), depth)),
            variants: read,
        }
    }

    /// Whether there is room for the part that is read next.
    fn read_part(&mut self) -> bool {
        let has_room = self.take(1);
        self.read += usize::from(has_room);
        has_room
    }

    /// Whether there is room for more parts.
    fn take(&mut self, parts: usize) -> bool {
        match self.left.checked_sub(parts) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }
}

fn unsupported(name: &str, reason: UnsupportedType) -> ValueType {
    ValueType::Unsupported { name: name.to_owned(), reason }
}

fn are_unique(names: &[Cow<'_, str>]) -> bool {
    names.iter().collect::<HashSet<_>>().len() == names.len()
}

/// Whether a name can be shown. The names in packages are any text: one may have characters that are not visible, look
/// like others or are written from right to left, or punctuation that looks like a part of a signature.
pub(super) fn is_plain(name: &str) -> bool {
    has_only(name, b"_-./:@")
}

/// Whether the name of a field, a variant or a parameter can be shown. What separates the parts of a signature or of a
/// place in a value is in none.
pub(super) fn is_plain_member(name: &str) -> bool {
    has_only(name, b"_-")
}

fn has_only(name: &str, punctuation: &[u8]) -> bool {
    (1..=MAX_NAME_BYTES).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || punctuation.contains(&byte))
}

/// Whether the name of a struct or enum can be shown, and is not that of another type.
fn is_type_name(name: &str) -> bool {
    is_plain(name) && !PRIMITIVE_TYPES.contains(&name)
}

/// The name of an enum. An enum has one always, so there is a neutral one.
fn name_of_enum(name: &str) -> &str {
    if is_type_name(name) { name } else { "enum" }
}

/// The name of a field or variant, or a neutral one by its position.
fn member_name<'a>(name: &'a str, kind: &str, index: usize) -> Cow<'a, str> {
    if is_plain_member(name) { Cow::Borrowed(name) } else { Cow::Owned(format!("{kind}_{index}")) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use miden_assembly_syntax::ast::types::{ArrayType, Variant as PackageVariant};

    use super::*;

    fn read(ty: &Type) -> ValueType {
        TypeReader::new().read(ty)
    }

    fn array(ty: Type, len: usize) -> Type {
        ArrayType::new(ty, len).into()
    }

    fn named(name: &str, fields: &[(&str, Type)]) -> Type {
        let fields = fields.iter().map(|(name, ty)| (Arc::from(*name), ty.clone()));
        StructType::named(Arc::from(name), fields.collect::<Vec<(Arc<str>, Type)>>()).into()
    }

    fn enumeration(variants: &[(&str, Option<u128>)]) -> Type {
        let variants =
            variants.iter().map(|(name, value)| PackageVariant::c_like(Arc::from(*name), *value));
        EnumType::new(Arc::from("Side"), Type::U8, variants).expect("an enum").into()
    }

    fn reason(ty: &Type) -> Option<UnsupportedType> {
        match read(ty) {
            ValueType::Unsupported { reason, .. } => Some(reason),
            _ => None,
        }
    }

    #[test]
    fn an_array_of_four_felts_is_a_word() {
        assert_eq!(read(&array(Type::Felt, 4)), ValueType::Word);
        let of_three = ValueType::Array { element: Box::new(ValueType::Felt), length: 3 };
        assert_eq!(read(&array(Type::Felt, 3)), of_three);
    }

    #[test]
    fn a_struct_without_names_is_a_tuple() {
        let unnamed: Type = StructType::new([Type::U8, Type::Felt]).into();
        let elements = vec![ValueType::U8, ValueType::Felt];
        let tuple = |name: Option<&str>| ValueType::Tuple {
            name: name.map(str::to_owned),
            module: None,
            elements: elements.clone(),
        };
        assert_eq!(read(&unnamed), tuple(None));
        assert_eq!(
            read(&named("Pair", &[("0", Type::U8), ("1", Type::Felt)])),
            tuple(Some("Pair"))
        );
    }

    #[test]
    fn missing_discriminants_count_up() {
        let ValueType::Enum { variants, .. } =
            read(&enumeration(&[("BUY", None), ("SELL", Some(5)), ("HOLD", None)]))
        else {
            panic!("an enum")
        };
        let values: Vec<u128> = variants.iter().map(|variant| variant.value).collect();
        assert_eq!(values, [0, 5, 6]);
    }

    #[test]
    fn a_type_that_no_call_can_pass_has_its_reason() {
        assert_eq!(reason(&Type::F64), Some(UnsupportedType::F64));
        assert_eq!(reason(&Type::List(Arc::new(Type::U8))), Some(UnsupportedType::List));
        assert_eq!(reason(&Type::Variadic), Some(UnsupportedType::Variadic));
        assert_eq!(reason(&Type::Unknown), Some(UnsupportedType::Unknown));
        assert_eq!(reason(&Type::Never), Some(UnsupportedType::Never));
        let payload = PackageVariant::new(Arc::from("SOME"), Type::Felt, None);
        let payload: Type =
            EnumType::new(Arc::from("Maybe"), Type::U8, [payload]).expect("an enum").into();
        assert_eq!(reason(&payload), Some(UnsupportedType::PayloadEnum));
    }

    #[test]
    fn a_name_that_cannot_be_shown_is_replaced_by_a_neutral_one() {
        let point = |name: Option<&str>, field: &str| ValueType::Struct {
            name: name.map(str::to_owned),
            module: None,
            fields: vec![
                Field { name: "x".to_owned(), value_type: ValueType::U8 },
                Field { name: field.to_owned(), value_type: ValueType::Felt },
            ],
        };
        let too_long = "a".repeat(256);
        let misleading = [
            "",
            "a b",
            "a\u{202e}b",
            "a\nb",
            "a\u{3164}",
            // Cyrillic, and Hebrew.
            "\u{430}mount",
            "\u{5d0}",
            "to:felt)->(x",
            "a=b",
            &too_long,
        ];
        for name in misleading {
            let fields = [("x", Type::U8), (name, Type::Felt)];
            assert_eq!(read(&named("Point", &fields)), point(Some("Point"), "field_1"), "{name:?}");
            let fields = [("x", Type::U8), ("y", Type::Felt)];
            assert_eq!(read(&named(name, &fields)), point(None, "y"), "{name:?}");
            let ValueType::Enum { variants, .. } = read(&enumeration(&[(name, None)])) else {
                panic!("an enum")
            };
            assert_eq!(variants[0].name, "VARIANT_0", "{name:?}");
        }
        let fields = [("x", Type::U8), ("to:felt", Type::Felt)];
        assert_eq!(read(&named("Point", &fields)), point(Some("Point"), "field_1"));
        let fields = [("x", Type::U8), ("to-all", Type::Felt)];
        let name = "miden:base/core-types@1.0.0/point";
        assert_eq!(read(&named(name, &fields)), point(Some(name), "to-all"));
    }

    #[test]
    fn a_structure_with_the_name_of_another_type_has_no_name() {
        for name in PRIMITIVE_TYPES {
            let ty = named(name, &[("x", Type::Felt)]);
            assert_eq!(read(&ty).name(), None, "{name}");
        }
        let u64 =
            EnumType::new(Arc::from("u64"), Type::U8, [PackageVariant::c_like("A".into(), None)]);
        assert_eq!(read(&u64.expect("an enum").into()).name(), Some("enum"));
    }

    #[test]
    fn a_field_that_is_named_as_the_neutral_name_of_another_is_refused() {
        let ty = named("Point", &[("a b", Type::Felt), ("field_0", Type::Felt)]);
        assert_eq!(reason(&ty), Some(UnsupportedType::Ambiguous));
    }

    #[test]
    fn two_fields_with_one_name_are_refused() {
        let ty = named("Point", &[("x", Type::Felt), ("x", Type::Felt)]);
        assert_eq!(reason(&ty), Some(UnsupportedType::Ambiguous));
    }

    #[test]
    fn an_array_of_elements_without_size_costs_nothing() {
        let nothing = array(Type::U8, 0);
        let ty = array(array(nothing, usize::MAX), usize::MAX);
        assert_eq!(read(&ty).felt_count(), Ok(0));
    }

    #[test]
    fn the_size_of_a_huge_array_saturates() {
        let ty = array(array(Type::U64, usize::MAX), usize::MAX);
        assert_eq!(read(&ty).felt_count(), Ok(u64::MAX));
    }

    #[test]
    fn a_type_that_is_nested_too_deep_is_cut() {
        let mut ty = Type::U8;
        for _ in 0..MAX_TYPE_DEPTH {
            ty = array(ty, 1);
        }
        let error = read(&ty).felt_count().expect_err("it is too deep");
        assert_eq!(error.reason, UnsupportedType::TooComplex);
    }

    #[test]
    fn an_enum_with_more_variants_than_there_is_room_for_is_cut() {
        // Room for the enum, its discriminant and two variants; twice, as the enum has a name.
        let mut reader = TypeReader::with_room_for(3);
        let cut = reader.read(&enumeration(&[("A", None), ("B", None), ("C", None)]));
        assert_eq!(cut, unsupported("Side", UnsupportedType::TooComplex));
        let two = enumeration(&[("A", None), ("B", None)]);
        let cut = TypeReader::with_room_for(7).read(&two);
        assert_eq!(cut, unsupported("Side", UnsupportedType::TooComplex));
        let read = TypeReader::with_room_for(8).read(&two);
        assert!(matches!(read, ValueType::Enum { variants, .. } if variants.len() == 2));
    }

    #[test]
    fn names_around_a_large_structure_count_it_each_time() {
        let large: Type = StructType::new(vec![Type::Felt; 255]).into();
        let mut ty: Type = StructType::new(vec![large; 255]).into();
        assert_eq!(read(&ty).felt_count(), Ok(255 * 255));
        for level in 0..20 {
            ty = named(&format!("Level{level}"), &[("a", ty)]);
        }
        let error = read(&ty).felt_count().expect_err("it is too large");
        assert_eq!(error.reason, UnsupportedType::TooComplex);
    }

    #[test]
    fn a_structure_that_doubles_at_each_level_is_cut() {
        let mut ty = Type::U8;
        for level in 0..17 {
            ty = named(&format!("Level{level}"), &[("a", ty.clone()), ("b", ty)]);
        }
        let error = read(&ty).felt_count().expect_err("it is too large");
        assert_eq!(error.reason, UnsupportedType::TooComplex);
    }
}
