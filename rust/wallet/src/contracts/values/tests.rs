//! Agreement with the layout that Miden defines, refusals, and values of the protocol's types.

use std::sync::Arc;

use miden_assembly_syntax::ast::types::{
    ArrayType, CallConv, FunctionType, StructType, Type, TypedProcInfo,
};
use miden_client::account::{AccountId, RoleSymbol};
use miden_client::asset::{Asset, FungibleAsset, TokenSymbol};
use miden_client::auth::AuthSchemeId;
use miden_client::note::NoteType;
use miden_client::{Felt, Word};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

use super::*;
use crate::contracts::interface::ConstantContent;
use crate::contracts::standard_components::standard_components;
use crate::contracts::{CodeKind, Compilation, Field, Source, UnsupportedType, Variant, compile};

/// The largest field element.
const LARGEST_FELT: u64 = 18_446_744_069_414_584_320;

const ACCOUNT: &str = "0x5401ef36815e47d14b651e8e968153";

fn value(json: Value) -> ValueJson {
    serde_json::from_value(json).expect("a value")
}

fn struct_of<const N: usize>(name: &str, fields: [(&str, ValueType); N]) -> ValueType {
    ValueType::Struct {
        name: (!name.is_empty()).then(|| name.to_owned()),
        module: None,
        fields: fields
            .into_iter()
            .map(|(name, value_type)| Field { name: name.to_owned(), value_type })
            .collect(),
    }
}

fn enum_of(name: &str, discriminant: ValueType, variants: &[(&str, u128)]) -> ValueType {
    ValueType::Enum {
        name: name.to_owned(),
        module: None,
        discriminant: Box::new(discriminant),
        variants: variants
            .iter()
            .map(|(name, value)| Variant { name: (*name).to_owned(), value: *value })
            .collect(),
    }
}

fn array_of(element: ValueType, length: u64) -> ValueType {
    ValueType::Array { element: Box::new(element), length }
}

fn felts(numbers: &[u64]) -> Vec<Felt> {
    numbers.iter().map(|number| Felt::new(*number).expect("an element")).collect()
}

fn numbers(felts: &[Felt]) -> Vec<u64> {
    felts.iter().map(Felt::as_canonical_u64).collect()
}

/// The value has the elements, and they have the value.
fn is(value_type: &ValueType, json: &Value, expected: &[u64]) {
    let encoded = encode_value(value_type, &value(json.clone())).expect("it is encoded");
    assert_eq!(numbers(&encoded), expected, "{json}");
    let decoded = decode_value(value_type, &encoded).expect("it is decoded");
    // As JSON, in which the order of fields means nothing.
    assert_eq!(&serde_json::to_value(decoded).expect("it is JSON"), json);
}

fn refusal(value_type: &ValueType, json: Value) -> String {
    encode_value(value_type, &value(json)).expect_err("it is refused").to_string()
}

fn is_refused(value_type: &ValueType, json: Value) {
    let _ = refusal(value_type, json);
}

fn not_decoded(value_type: &ValueType, numbers: &[u64]) {
    decode_value(value_type, &felts(numbers)).expect_err("it is refused");
}

// Agreement with `TypedProcInfo`.

/// The same type, as Miden describes it.
fn upstream(value_type: &ValueType) -> Type {
    match value_type {
        ValueType::Felt => Type::Felt,
        ValueType::Word => Type::from(ArrayType::new(Type::Felt, 4)),
        ValueType::Bool => Type::I1,
        ValueType::I8 => Type::I8,
        ValueType::I16 => Type::I16,
        ValueType::I32 => Type::I32,
        ValueType::I64 => Type::I64,
        ValueType::I128 => Type::I128,
        ValueType::U8 => Type::U8,
        ValueType::U16 => Type::U16,
        ValueType::U32 => Type::U32,
        ValueType::U64 => Type::U64,
        ValueType::U128 => Type::U128,
        ValueType::Array { element, length } => {
            let length = usize::try_from(*length).expect("a short one");
            Type::from(ArrayType::new(upstream(element), length))
        }
        ValueType::Struct { fields, .. } => Type::from(StructType::new(
            fields
                .iter()
                .map(|field| (Arc::<str>::from(field.name.as_str()), upstream(&field.value_type))),
        )),
        ValueType::Tuple { elements, .. } => {
            Type::from(StructType::new(elements.iter().map(upstream)))
        }
        other => panic!("Miden's codec refuses {other:?}"),
    }
}

fn info(value_type: &ValueType) -> TypedProcInfo {
    let value_type = upstream(value_type);
    let signature = FunctionType::new(CallConv::ComponentModel, [value_type.clone()], [value_type]);
    TypedProcInfo::new("f", signature).expect("the convention is known")
}

fn types() -> impl Strategy<Value = ValueType> {
    let leaf = prop::sample::select(vec![
        ValueType::Felt,
        ValueType::Word,
        ValueType::Bool,
        ValueType::I8,
        ValueType::I16,
        ValueType::I32,
        ValueType::I64,
        ValueType::I128,
        ValueType::U8,
        ValueType::U16,
        ValueType::U32,
        ValueType::U64,
        ValueType::U128,
    ]);
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), 1_u64..4).prop_map(|(element, length)| array_of(element, length)),
            vec(inner.clone(), 1..4).prop_map(|elements| ValueType::Tuple {
                name: None,
                module: None,
                elements
            }),
            vec(inner, 1..4).prop_map(|types| {
                let names = ["a", "b", "c"].into_iter();
                let fields = names
                    .zip(types)
                    .map(|(name, value_type)| Field { name: name.to_owned(), value_type });
                ValueType::Struct { name: None, module: None, fields: fields.collect() }
            }),
        ]
    })
}

/// A value, and its tokens as Miden's codec takes them.
type Sample = (ValueJson, Vec<String>);

fn integers<T: ToString + std::fmt::Debug>(
    numbers: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Sample> {
    let sample = |number: T| (ValueJson::integer(number.to_string()), vec![number.to_string()]);
    numbers.prop_map(sample).boxed()
}

fn several(samples: Vec<Sample>) -> (Vec<ValueJson>, Vec<String>) {
    let (values, tokens): (Vec<_>, Vec<_>) = samples.into_iter().unzip();
    (values, tokens.concat())
}

fn samples(value_type: &ValueType) -> BoxedStrategy<Sample> {
    match value_type {
        ValueType::Felt => integers(0..=LARGEST_FELT),
        ValueType::Word => prop::array::uniform4(0..=LARGEST_FELT)
            .prop_map(|numbers| {
                let word = Word::new(numbers.map(|number| Felt::new(number).expect("an element")));
                let tokens = numbers.iter().map(u64::to_string).collect();
                (ValueJson::Text(word.to_hex()), tokens)
            })
            .boxed(),
        ValueType::Bool => any::<bool>()
            .prop_map(|value| (ValueJson::Bool(value), vec![value.to_string()]))
            .boxed(),
        ValueType::I8 => integers(any::<i8>()),
        ValueType::I16 => integers(any::<i16>()),
        ValueType::I32 => integers(any::<i32>()),
        ValueType::I64 => integers(any::<i64>()),
        ValueType::I128 => integers(any::<i128>()),
        ValueType::U8 => integers(any::<u8>()),
        ValueType::U16 => integers(any::<u16>()),
        ValueType::U32 => integers(any::<u32>()),
        ValueType::U64 => integers(any::<u64>()),
        ValueType::U128 => integers(any::<u128>()),
        ValueType::Array { element, length } => {
            let length = usize::try_from(*length).expect("a short one");
            let elements: Vec<_> = (0..length).map(|_| samples(element)).collect();
            elements
                .prop_map(|samples| {
                    let (values, tokens) = several(samples);
                    (ValueJson::Array(values), tokens)
                })
                .boxed()
        }
        ValueType::Tuple { elements, .. } => {
            let elements: Vec<_> = elements.iter().map(samples).collect();
            elements
                .prop_map(|samples| {
                    let (values, tokens) = several(samples);
                    (ValueJson::Array(values), tokens)
                })
                .boxed()
        }
        ValueType::Struct { name: Some(name), .. } if name == "AccountId" => accounts()
            .prop_map(|account| {
                let tokens = [account.suffix(), account.prefix().as_felt()];
                (ValueJson::Text(account.to_hex()), tokens.map(|felt| felt.to_string()).to_vec())
            })
            .boxed(),
        ValueType::Struct { name: Some(name), .. } if name == "Asset" => {
            (accounts(), 0..=FungibleAsset::MAX_AMOUNT.as_u64())
                .prop_map(|(faucet, amount)| {
                    let asset = Asset::from(FungibleAsset::new(faucet, amount).expect("an asset"));
                    let tokens = asset.as_elements().map(|felt| felt.to_string());
                    let amount = ValueJson::integer(amount.to_string());
                    let faucet = ValueJson::Text(faucet.to_hex());
                    let fields = [("faucet_id", faucet), ("amount", amount)];
                    let fields = fields.map(|(name, value)| (name.to_owned(), value));
                    (ValueJson::Object(fields.to_vec()), tokens.to_vec())
                })
                .boxed()
        }
        ValueType::Enum { variants, .. } => prop::sample::select(variants.clone())
            .prop_map(|variant| (ValueJson::Text(variant.name), vec![variant.value.to_string()]))
            .boxed(),
        ValueType::Struct { fields, .. } => {
            let names: Vec<_> = fields.iter().map(|field| field.name.clone()).collect();
            let values: Vec<_> = fields.iter().map(|field| samples(&field.value_type)).collect();
            values
                .prop_map(move |samples| {
                    let (values, tokens) = several(samples);
                    (ValueJson::Object(names.iter().cloned().zip(values).collect()), tokens)
                })
                .boxed()
        }
        other => panic!("no samples of {other:?}"),
    }
}

/// Ids that differ from [`ACCOUNT`] in all bytes but the ones with flags.
fn accounts() -> impl Strategy<Value = AccountId> {
    any::<[u8; 15]>().prop_map(|mut bytes| {
        (bytes[0], bytes[7], bytes[8]) = (0x54, 0xd1, 0x4b);
        let digits = bytes.map(|byte| format!("{byte:02x}")).concat();
        AccountId::from_hex(&format!("0x{digits}")).expect("an id")
    })
}

/// A signature with the discriminants of enums: Miden's codec refuses enums.
fn without_enums(signature: &FunctionType) -> FunctionType {
    let plain = |ty: &Type| match ty {
        Type::Enum(reference) => reference.get().discriminant().clone(),
        other => other.clone(),
    };
    let parameters: Vec<Type> = signature.params.iter().map(plain).collect();
    let results: Vec<Type> = signature.results.iter().map(plain).collect();
    FunctionType::new(signature.abi.clone(), parameters, results)
}

#[test]
fn arguments_of_the_shipped_components_have_the_elements_that_miden_gives_them() {
    let mut runner = TestRunner::new(Config::with_cases(8));
    let mut procedures = 0;
    for package in standard_components() {
        let interface = package.interface().expect("it is described");
        for procedure in interface.procedures.iter().filter(|it| it.obstacle.is_none()) {
            let export = package.procedures().find(|it| it.path.to_string() == procedure.path);
            let signature = export.and_then(|it| it.signature.as_ref()).expect("it has one");
            let info = TypedProcInfo::new(&procedure.name, without_enums(signature));
            let info = info.expect("the convention is known");
            let described = procedure.signature.as_ref().expect("it has one");
            let parameters = described.parameters.iter();
            let parameters: Vec<(Option<&str>, &ValueType)> =
                parameters.map(|it| (it.name.as_deref(), &it.value_type)).collect();
            let arguments: Vec<_> = parameters.iter().map(|(_, it)| samples(it)).collect();
            let run = runner.run(&arguments, |arguments| {
                let (values, tokens) = several(arguments);
                let encoded = encode_arguments(&parameters, &ValueJson::Array(values));
                let expected = info.encode_args(&tokens).expect("Miden encodes them");
                prop_assert_eq!(encoded.expect("they are encoded"), expected);
                Ok(())
            });
            run.unwrap_or_else(|error| panic!("{}: {error}", procedure.path));
            procedures += 1;
        }
    }
    assert!(procedures > 80, "{procedures}");
}

/// The numbers in a text, in its order. A number may have its type behind it, as in `-5i8`.
fn numbers_in(text: &str) -> Vec<&str> {
    let is_part = |character: char| character == '-' || character.is_ascii_alphanumeric();
    let words = text.split(|character| !is_part(character));
    let numbers = words.map(|word| word.split(char::is_alphabetic).next().unwrap_or_default());
    numbers.filter(|number| !number.is_empty()).collect()
}

proptest! {
    #[test]
    fn values_have_the_elements_that_miden_gives_them(
        (value_type, (given, tokens)) in types().prop_flat_map(|value_type| {
            let samples = samples(&value_type);
            (Just(value_type), samples)
        })
    ) {
        let info = info(&value_type);
        let encoded = encode_value(&value_type, &given).expect("it is encoded");
        prop_assert_eq!(&encoded, &info.encode_args(&tokens).expect("Miden encodes it"));
        prop_assert_eq!(decode_value(&value_type, &encoded).expect("it is decoded"), given);
        let text = info.decode_result(&encoded).expect("Miden decodes it").expect("a result");
        let expected: Vec<_> =
            tokens.iter().filter(|token| !matches!(token.as_str(), "true" | "false")).collect();
        prop_assert_eq!(numbers_in(&text), expected);
    }

    #[test]
    fn elements_are_refused_if_miden_refuses_them(
        (value_type, stack) in types().prop_flat_map(|value_type| {
            let count = usize::try_from(value_type.felt_count().expect("it is passed"));
            let number = prop_oneof![0..3_u64, 120..300_u64, 0..=LARGEST_FELT];
            (Just(value_type), vec(number, count.expect("few")))
        })
    ) {
        let stack = felts(&stack);
        let theirs = info(&value_type).decode_result(&stack);
        prop_assert_eq!(decode_value(&value_type, &stack).is_ok(), theirs.is_ok());
    }

    #[test]
    fn numbers_of_256_bits_have_eight_limbs(limbs in prop::array::uniform8(any::<u32>())) {
        let stack: Vec<Felt> = limbs.iter().map(|limb| Felt::from(*limb)).collect();
        let read = decode_value(&ValueType::U256, &stack).expect("it is decoded");
        prop_assert_eq!(encode_value(&ValueType::U256, &read).expect("it is encoded"), stack);
        // Those that fit are the same in 128 bits.
        let low: Vec<Felt> = limbs[..4].iter().map(|limb| Felt::from(*limb)).collect();
        let narrow = decode_value(&ValueType::U128, &low).expect("it is decoded");
        let wide = encode_value(&ValueType::U256, &narrow).expect("it is encoded");
        prop_assert_eq!(&wide[..4], low.as_slice());
        prop_assert!(wide[4..].iter().all(|limb| *limb == Felt::ZERO));
    }
}

// Bounds.

#[test]
fn an_integer_at_its_bounds_is_taken_and_beyond_them_refused() {
    is(&ValueType::I8, &json!(-128), &[0xffff_ff80]);
    is(&ValueType::I8, &json!(127), &[127]);
    is_refused(&ValueType::I8, json!(128));
    is_refused(&ValueType::I8, json!(-129));
    not_decoded(&ValueType::I8, &[128]);
    not_decoded(&ValueType::I8, &[0xff]);
    not_decoded(&ValueType::I8, &[1 << 32]);
    is(&ValueType::U8, &json!(255), &[255]);
    is_refused(&ValueType::U8, json!(256));
    is_refused(&ValueType::U8, json!(-1));
    not_decoded(&ValueType::U8, &[256]);
    is(&ValueType::U32, &json!(u32::MAX), &[0xffff_ffff]);
    not_decoded(&ValueType::U32, &[1 << 32]);
    is(&ValueType::U64, &json!(u64::MAX.to_string()), &[0xffff_ffff, 0xffff_ffff]);
    is(&ValueType::U64, &json!(9_007_199_254_740_991_u64), &[0xffff_ffff, 0x001f_ffff]);
    is(&ValueType::U64, &json!("9007199254740992"), &[0, 0x0020_0000]);
    is_refused(&ValueType::U64, json!("18446744073709551616"));
    is(&ValueType::I64, &json!(i64::MIN.to_string()), &[0, 0x8000_0000]);
    is_refused(&ValueType::I64, json!("9223372036854775808"));
    is(&ValueType::I128, &json!(i128::MIN.to_string()), &[0, 0, 0, 0x8000_0000]);
    is_refused(&ValueType::I128, json!("170141183460469231731687303715884105728"));
    is(&ValueType::U128, &json!(u128::MAX.to_string()), &[0xffff_ffff; 4]);
    is_refused(&ValueType::U128, json!("340282366920938463463374607431768211456"));
    let largest = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    is(&ValueType::U256, &json!(largest), &[0xffff_ffff; 8]);
    is(&ValueType::U256, &json!(0), &[0; 8]);
    is_refused(&ValueType::U256, json!(largest.replace("9935", "9936")));
    is_refused(&ValueType::U256, json!("9".repeat(10_000)));
    is_refused(&ValueType::U256, json!(-1));
    is(&ValueType::Felt, &json!(LARGEST_FELT.to_string()), &[LARGEST_FELT]);
    is_refused(&ValueType::Felt, json!((LARGEST_FELT + 1).to_string()));
    for (text, number) in [("0x06".to_owned(), 6), (format!("0x{LARGEST_FELT:X}"), LARGEST_FELT)] {
        let encoded = encode_value(&ValueType::Felt, &value(json!(text))).expect("it is encoded");
        assert_eq!(encoded[0].as_canonical_u64(), number);
    }
    for wrong in ["0x", "0x+6", "-0x6", "0xg", "0xffffffff00000001", "0x10000000000000000"] {
        is_refused(&ValueType::Felt, json!(wrong));
    }
}

#[test]
fn a_number_beyond_2_to_the_53_is_taken_as_a_number_and_written_as_text() {
    let encoded = encode_value(&ValueType::U64, &value(json!(u64::MAX))).expect("it is encoded");
    let decoded = decode_value(&ValueType::U64, &encoded).expect("it is decoded");
    assert_eq!(decoded, value(json!(u64::MAX.to_string())));
}

#[test]
fn what_is_no_integer_is_refused_with_the_reason() {
    for given in [json!(1.5), json!(1e30), json!("1.0"), json!("0x10"), json!("+1"), json!("")] {
        let text = refusal(&ValueType::U64, given.clone());
        assert!(text.contains("not an integer"), "{given}: {text}");
    }
    for given in [json!(null), json!(true), json!([1]), json!({})] {
        let text = refusal(&ValueType::U64, given.clone());
        assert!(text.contains("u64 is expected"), "{given}: {text}");
    }
    is_refused(&ValueType::Bool, json!(1));
    is_refused(&ValueType::Word, json!("0x12"));
    is_refused(&ValueType::Word, json!(12));
    not_decoded(&ValueType::Bool, &[2]);
}

// Structures.

#[test]
fn a_part_that_does_not_fit_is_named_by_its_place() {
    let by = struct_of("By", [("amount", ValueType::U8), ("side", ValueType::Bool)]);
    let outer = struct_of("Outer", [("by", by), ("items", array_of(ValueType::U8, 2))]);
    let whole = json!({ "by": { "amount": 1, "side": true }, "items": [1, 2] });
    is(&outer, &whole, &[1, 1, 1, 2]);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut changed = whole.clone();
        change(&mut changed);
        refusal(&outer, changed)
    };
    let text = changed(&|value| value["by"] = json!({ "side": true }));
    assert_eq!(text, "by.amount: the field is missing.");
    let text = changed(&|value| value["by"]["amount"] = json!(256));
    assert_eq!(text, "by.amount: 256 is out of range for u8.");
    let text = changed(&|value| value["by"]["other"] = json!(1));
    assert_eq!(text, "by.other: there is no such field.");
    let text = changed(&|value| value["items"][1] = json!("x"));
    assert_eq!(text, "items[1]: “x” is not an integer.");
    let text = changed(&|value| value["items"] = json!([1]));
    assert_eq!(text, "items: an array of 2 elements is expected, not of 1.");
    let twice: ValueJson = serde_json::from_str(
        r#"{ "by": { "amount": 1, "amount": 1, "side": true }, "items": [1, 2] }"#,
    )
    .expect("JSON");
    let error = encode_value(&outer, &twice).expect_err("it is refused");
    assert_eq!(error.to_string(), "by.amount: the field is given twice.");
    assert_eq!(refusal(&outer, json!([])), "the value: an object is expected, not an array.");
}

#[test]
fn json_that_loses_something_is_refused_when_it_is_read() {
    let refused = |text: &str| parse_value(text).expect_err("it is refused").to_string();
    assert_eq!(refused(r#"{ "a": [{ "b": 1, "b": 1 }] }"#), "a[0].b: the field is given twice.");
    for number in ["1.5", "1.0", "0.0", "-0"] {
        let refusal = format!("[0]: the number {number} is not an integer");
        assert!(refused(&format!("[{number}]")).starts_with(&refusal));
    }
    assert!(refused("[1").starts_with("the value: it is not JSON"));
    assert!(refused(&"[".repeat(10_000)).starts_with("the value: it is not JSON"));
    assert_eq!(parse_value(" [1] ").expect("it is read"), value(json!([1])));
}

#[test]
fn an_enum_is_the_name_of_a_variant() {
    let side = enum_of("Side", ValueType::U8, &[("BUY", 0), ("SELL", 5)]);
    is(&side, &json!("BUY"), &[0]);
    is(&side, &json!("SELL"), &[5]);
    assert_eq!(refusal(&side, json!("HOLD")), "the value: “HOLD” is not a variant of Side.");
    is_refused(&side, json!(5));
    let error = decode_value(&side, &felts(&[1])).expect_err("it is refused").to_string();
    assert_eq!(error, "the value: 1 is not the value of a variant of Side.");
    let wide = enum_of("Wide", ValueType::U128, &[("MOST", u128::MAX)]);
    is(&wide, &json!("MOST"), &[0xffff_ffff; 4]);
    let hostile = enum_of("Hostile", ValueType::U8, &[("MOST", 256)]);
    is_refused(&hostile, json!("MOST"));
    for (discriminant, bits) in
        [(ValueType::I8, 8_usize), (ValueType::I16, 16), (ValueType::I64, 64)]
    {
        // The low bits alone would be another value.
        let hostile = enum_of("Hostile", discriminant, &[("ONE", (1 << bits) | 1)]);
        is_refused(&hostile, json!("ONE"));
        decode_value(&hostile, &felts(&[1, 0][..bits.div_ceil(32)])).expect_err("it is refused");
    }
}

#[test]
fn a_variant_of_an_enum_of_each_representation_has_the_number_that_the_assembler_pushes_for_it() {
    let representations =
        [("i1", 1), ("i8", 8), ("u8", 8), ("i16", 16), ("u16", 16), ("i32", 32), ("u32", 32)];
    let mut compared = 0;
    for (name, bits) in representations {
        let (most, sign) = (u32::MAX >> (32 - bits), 1_u32 << (bits - 1));
        let middle = if bits > 1 { format!("MIDDLE = {sign}, ") } else { String::new() };
        let code = format!(
            "pub enum Level : {name} {{ LOW = 0, {middle}HIGH = {most} }}\n\
             @account_procedure\npub proc set(level: Level)\n    push.HIGH drop\nend\n"
        );
        compared += is_pushed_as_encoded(&code);
    }
    let code = format!(
        "pub enum Level : felt {{ LOW, HIGH = {} }}\n\
         @account_procedure\npub proc set(level: Level)\n    push.HIGH drop\nend\n",
        u32::MAX
    );
    compared += is_pushed_as_encoded(&code);
    assert_eq!(compared, 22);
}

/// Checks the variants of the one parameter of a source against the constants that the assembler makes of them. How
/// many there are.
fn is_pushed_as_encoded(code: &str) -> usize {
    let compiled = compile(&Source::new(CodeKind::AccountComponent, code)).expect("an answer");
    let Compilation::Compiled(package, _) = compiled else { panic!("{code}: {compiled:#?}") };
    let interface = package.interface().expect("it is described");
    let signature = interface.procedures[0].signature.as_ref().expect("it has one");
    let value_type = &signature.parameters[0].value_type;
    for constant in &interface.constants {
        let ConstantContent::Number { value: number } = &constant.value else {
            panic!("{constant:?}")
        };
        let variant = constant.path.rsplit("::").next().expect("a name");
        is(value_type, &json!(variant), &[number.parse().expect("a number")]);
    }
    interface.constants.len()
}

#[test]
fn a_type_that_no_call_can_pass_is_refused_by_its_name_with_the_reason() {
    for reason in [
        UnsupportedType::F64,
        UnsupportedType::Pointer,
        UnsupportedType::List,
        UnsupportedType::Function,
        UnsupportedType::Variadic,
        UnsupportedType::Unknown,
        UnsupportedType::Never,
        UnsupportedType::PayloadEnum,
        UnsupportedType::Recursive,
    ] {
        let refused = ValueType::Unsupported { name: "Odd".to_owned(), reason };
        let outer = struct_of("Outer", [("inner", array_of(refused, 0))]);
        let expected = format!("Odd {}: no call can pass a value of it.", reason.explanation());
        assert_eq!(refusal(&outer, json!({ "inner": [] })), expected);
        assert_eq!(decode_value(&outer, &[]).expect_err("refused").to_string(), expected);
    }
}

#[test]
fn an_array_of_elements_without_content_costs_nothing() {
    let hostile = array_of(array_of(ValueType::U8, 0), u64::MAX);
    not_decoded(&hostile, &[]);
    is_refused(&hostile, json!([]));
    let long = array_of(array_of(ValueType::U256, u64::MAX), u64::MAX);
    not_decoded(&long, &[1]);
    is_refused(&long, json!([]));
    is(&array_of(ValueType::U8, 0), &json!([]), &[]);
}

#[test]
fn a_procedure_with_more_than_16_elements_cannot_be_called() {
    let (wide, more) = (array_of(ValueType::U256, 2), ValueType::U8);
    check_call(&[&wide], &[&wide]).expect("it can be called");
    let error = check_call(&[&wide, &more], &[&more]).expect_err("it cannot").to_string();
    assert!(error.contains("takes 17 elements and returns 1."), "{error}");
    let error = check_call(&[], &[&wide, &more]).expect_err("it cannot").to_string();
    assert!(error.contains("takes 0 elements and returns 17."), "{error}");
    let error = check_call(&[&more], &[&wide, &more]).expect_err("it cannot").to_string();
    assert!(error.contains("takes 1 element and returns 17."), "{error}");
}

#[test]
fn another_number_of_arguments_or_elements_is_refused_with_both_numbers() {
    let arguments = |given: Value| {
        let parameters = [(None, &ValueType::U8)];
        encode_arguments(&parameters, &value(given)).expect_err("it is refused").to_string()
    };
    let error = arguments(json!([]));
    assert!(error.contains("takes 1 argument, and 0 were given"), "{error}");
    let error = arguments(json!([1, 2]));
    assert!(error.contains("takes 1 argument, and 2 were given"), "{error}");
    let error = decode_value(&ValueType::U64, &[Felt::from(1_u32)]).expect_err("it is refused");
    assert!(error.to_string().contains("has 2 elements, and 1 was given"), "{error}");
    let error = decode_results(&[&ValueType::U8], &[]).expect_err("it is refused");
    assert!(error.to_string().contains("has 1 element, and the stack has 0"), "{error}");
    let error = refusal(&array_of(ValueType::U8, 1), json!([1, 2]));
    assert!(error.contains("an array of 1 element is expected, not of 2"), "{error}");
}

#[test]
fn arguments_are_an_array_or_named_and_results_are_those_on_top() {
    let (amount, side) = (ValueType::U64, ValueType::Bool);
    let named = [(Some("amount"), &amount), (Some("side"), &side)];
    let expected = felts(&[7, 0, 1]);
    for given in [json!([7, true]), json!({ "side": true, "amount": 7 })] {
        assert_eq!(encode_arguments(&named, &value(given)).expect("it is encoded"), expected);
    }
    let error = encode_arguments(&named, &value(json!([7, 1]))).expect_err("it is refused");
    assert_eq!(error.to_string(), "side: true or false is expected, not a number.");
    encode_arguments(&named, &value(json!([7]))).expect_err("one is missing");
    let unnamed = [(None, &amount), (Some("side"), &side)];
    encode_arguments(&unnamed, &value(json!({}))).expect_err("the names are not known");
    let stack = felts(&[7, 0, 1, 0, 0, 0]);
    let results = |types: &[&ValueType]| decode_results(types, &stack).expect("they are decoded");
    assert_eq!(results(&[&amount, &side]), value(json!([7, true])));
    assert_eq!(results(&[&amount]), value(json!(7)));
    assert_eq!(results(&[]), ValueJson::Null);
    decode_results(&[&ValueType::U256], &stack).expect_err("the stack is too short");
}

// Types of the protocol.

fn core_felt() -> ValueType {
    struct_of("felt", [("inner", ValueType::Felt)])
}

fn core_word() -> ValueType {
    struct_of("word", ["a", "b", "c", "d"].map(|name| (name, core_felt())))
}

fn account() -> AccountId {
    AccountId::from_hex(ACCOUNT).expect("an id")
}

#[test]
fn an_account_id_has_its_elements_in_the_order_of_the_fields() {
    let (suffix, prefix) = (account().suffix().as_canonical_u64(), account().prefix().as_u64());
    let (in_assembly, in_rust) = (
        struct_of("AccountId", [("suffix", ValueType::Felt), ("prefix", ValueType::Felt)]),
        struct_of("account-id", [("prefix", core_felt()), ("suffix", core_felt())]),
    );
    is(&in_assembly, &json!(ACCOUNT), &[suffix, prefix]);
    is(&in_rust, &json!(ACCOUNT), &[prefix, suffix]);
    is_refused(&in_rust, json!("0x00"));
    let fields = json!({ "suffix": suffix.to_string(), "prefix": prefix.to_string() });
    let encoded = encode_value(&in_assembly, &value(fields)).expect("it is encoded");
    assert_eq!(numbers(&encoded), [suffix, prefix]);
    // Neither the name nor the fields alone make an id of it.
    let slot =
        struct_of("StorageSlotId", [("suffix", ValueType::Felt), ("prefix", ValueType::Felt)]);
    is(&slot, &json!({ "suffix": 1, "prefix": 2 }), &[1, 2]);
    let named = struct_of("AccountId", [("number", ValueType::Felt)]);
    is(&named, &json!({ "number": 1 }), &[1]);
}

#[test]
fn elements_that_are_no_account_id_are_taken_and_given_by_their_fields() {
    let (suffix, prefix) = (account().suffix().as_canonical_u64(), account().prefix().as_u64());
    let in_assembly =
        struct_of("AccountId", [("suffix", ValueType::Felt), ("prefix", ValueType::Felt)]);
    let in_rust = struct_of("account-id", [("prefix", core_felt()), ("suffix", core_felt())]);
    // The owner of an account whose owner has renounced it.
    is(&in_assembly, &json!({ "suffix": 0, "prefix": 0 }), &[0, 0]);
    is(&in_rust, &json!({ "suffix": 0, "prefix": 0 }), &[0, 0]);
    is(&in_assembly, &json!({ "suffix": 1, "prefix": 2 }), &[1, 2]);
    let number = |number: u64| {
        serde_json::to_value(ValueJson::integer(number.to_string())).expect("it is JSON")
    };
    let swapped = json!({ "suffix": number(prefix), "prefix": number(suffix) });
    is(&in_assembly, &swapped, &[prefix, suffix]);
}

#[test]
fn the_core_types_of_the_rust_compiler_are_numbers_and_words() {
    is(&core_felt(), &json!(5), &[5]);
    let word = Word::new([1, 2, 3, 4].map(|number: u32| Felt::from(number)));
    is(&core_word(), &json!(word.to_hex()), &[1, 2, 3, 4]);
    is(&ValueType::Word, &json!(word.to_hex()), &[1, 2, 3, 4]);
    let encoded = encode_value(&ValueType::Word, &value(json!([1, 2, 3, 4])));
    assert_eq!(numbers(&encoded.expect("it is encoded")), [1, 2, 3, 4]);
    let other = struct_of("quaternion", ["a", "b", "c", "d"].map(|name| (name, ValueType::Felt)));
    is(&other, &json!({ "a": 1, "b": 2, "c": 3, "d": 4 }), &[1, 2, 3, 4]);
}

#[test]
fn an_asset_is_an_amount_of_a_faucet_or_its_two_words() {
    let types = [
        struct_of("Asset", [("id", ValueType::Word), ("value", ValueType::Word)]),
        struct_of("asset", [("key", core_word()), ("value", core_word())]),
    ];
    let most = FungibleAsset::MAX_AMOUNT.as_u64();
    for asset_type in &types {
        for amount in [0, 1, most] {
            let asset = Asset::from(FungibleAsset::new(account(), amount).expect("an asset"));
            let amount = serde_json::to_value(ValueJson::integer(amount.to_string()));
            let json = json!({ "faucet_id": ACCOUNT, "amount": amount.expect("JSON") });
            is(asset_type, &json, &numbers(&asset.as_elements()));
        }
        let amount = |amount: u64| json!({ "faucet_id": ACCOUNT, "amount": amount.to_string() });
        is_refused(asset_type, amount(most + 1));
        is_refused(asset_type, json!({ "amount": 1 }));
        is_refused(asset_type, json!({ "faucet_id": "0x", "amount": 1 }));
        let asset = Asset::from(FungibleAsset::new(account(), most).expect("an asset"));
        let mut elements = numbers(&asset.as_elements());
        elements[4] = most + 1;
        // They are no asset, so they are their words.
        let decoded = decode_value(asset_type, &felts(&elements)).expect("it is decoded");
        let ValueJson::Object(words) = &decoded else { panic!("{decoded:?}") };
        assert_eq!(words[1].0, "value");
        assert_eq!(encode_value(asset_type, &decoded).expect("it is encoded"), felts(&elements));
        let nothing = decode_value(asset_type, &felts(&[0; 8])).expect("it is decoded");
        assert_eq!(encode_value(asset_type, &nothing).expect("it is encoded"), felts(&[0; 8]));
    }
    let asset = Asset::from(FungibleAsset::new(account(), 7).expect("an asset"));
    let words =
        json!({ "id": asset.to_id_word().to_hex(), "value": asset.to_value_word().to_hex() });
    // The Rust compiler calls the first word `key`, and takes it as `id`, too.
    for asset_type in &types {
        let encoded = encode_value(asset_type, &value(words.clone())).expect("it is encoded");
        assert_eq!(encoded, asset.as_elements());
        is_refused(asset_type, json!({ "id": words["id"] }));
        let twice = json!({ "id": words["id"], "key": words["id"], "value": words["value"] });
        is_refused(asset_type, twice);
    }
}

#[test]
fn the_type_of_a_note_is_public_or_private() {
    let in_assembly = enum_of("NoteType", ValueType::U8, &[("PRIVATE", 0), ("PUBLIC", 1)]);
    let in_rust = struct_of("note-type", [("inner", core_felt())]);
    for note_type in [&in_assembly, &in_rust] {
        for (name, expected) in [("public", NoteType::Public), ("private", NoteType::Private)] {
            is(note_type, &json!(name), &[expected.as_u8().into()]);
        }
        is_refused(note_type, json!("encrypted"));
    }
    not_decoded(&in_assembly, &[2]);
    is(&in_rust, &json!({ "inner": 2 }), &[2]);
    let encoded = encode_value(&in_assembly, &value(json!("PUBLIC"))).expect("it is encoded");
    assert_eq!(numbers(&encoded), [1]);
    // Another enum of that name has its own variants.
    let other = enum_of("NoteType", ValueType::U8, &[("PUBLIC", 0), ("PRIVATE", 1)]);
    is(&other, &json!("PUBLIC"), &[0]);
}

#[test]
fn values_of_storage_are_those_of_the_schema_types() {
    let is = |name: &str, json: Value, expected: &[u64]| {
        let given = value(json);
        let encoded = encode_schema_value(name, &given).expect("it is encoded");
        assert_eq!(numbers(&encoded), expected, "{name}");
        assert_eq!(decode_schema_value(name, &encoded).expect("it is decoded"), given);
        if let [felt] = encoded[..] {
            let zero = Felt::ZERO;
            let in_word = decode_schema_value(name, &[felt, zero, zero, zero]);
            assert_eq!(in_word.expect("it is decoded"), given);
            decode_schema_value(name, &[felt, zero, zero, Felt::ONE]).expect_err("it is more");
        }
    };
    let refused = |name: &str, json: Value| {
        encode_schema_value(name, &value(json)).expect_err("it is refused");
    };
    let not_decoded = |name: &str, number: u64| {
        decode_schema_value(name, &felts(&[number])).expect_err("it is refused");
    };
    let is_element = |name: &str, number: u64| {
        let encoded = encode_schema_value(name, &value(json!(number.to_string())));
        assert_eq!(numbers(&encoded.expect("it is encoded")), [number], "{name}");
    };
    is("void", json!(0), &[0]);
    refused("void", json!(1));
    not_decoded("void", 1);
    is("u8", json!(255), &[255]);
    refused("u8", json!(256));
    not_decoded("u8", 256);
    is("u16", json!(65_535), &[65_535]);
    not_decoded("u16", 65_536);
    is("u32", json!(u32::MAX), &[u32::MAX.into()]);
    not_decoded("u32", 1 << 32);
    is("bool", json!(true), &[1]);
    not_decoded("bool", 2);
    is("felt", json!(LARGEST_FELT.to_string()), &[LARGEST_FELT]);

    let symbol = "miden::standards::faucets::fungible::token_symbol";
    for text in ["A", "MIDEN", "ZZZZZZZZZZZZ"] {
        let element = TokenSymbol::new(text).expect("a symbol").as_element();
        is(symbol, json!(text), &[element.as_canonical_u64()]);
        is_element(symbol, element.as_canonical_u64());
    }
    for text in ["", "a", "ABCDEFGHIJKLM", "A1", "0", "1A", LARGEST_FELT.to_string().as_str()] {
        refused(symbol, json!(text));
    }
    refused(symbol, json!(1));
    not_decoded(symbol, 0);
    not_decoded(symbol, TokenSymbol::MAX_ENCODED_VALUE + 1);

    let role = "miden::standards::access::role_symbol";
    for text in ["A", "MINTER_ADMIN"] {
        let element = Felt::from(RoleSymbol::new(text).expect("a symbol"));
        is(role, json!(text), &[element.as_canonical_u64()]);
        is_element(role, element.as_canonical_u64());
    }
    refused(role, json!("0"));
    refused(role, json!((RoleSymbol::MAX_ENCODED_VALUE + 1).to_string()));
    refused(role, json!("minter"));
    not_decoded(role, 0);
    not_decoded(role, RoleSymbol::MAX_ENCODED_VALUE + 1);

    let scheme = "miden::standards::auth::scheme";
    for known in [AuthSchemeId::Falcon512Poseidon2, AuthSchemeId::EcdsaK256Keccak] {
        is(scheme, json!(known.to_string()), &[known.as_u8().into()]);
    }
    refused(scheme, json!("none"));
    not_decoded(scheme, 9);

    let word = Word::new([1, 2, 3, 4].map(|number: u32| Felt::from(number))).to_hex();
    is("word", json!(word), &[1, 2, 3, 4]);
    is("miden::standards::auth::pub_key", json!(word), &[1, 2, 3, 4]);
    refused("miden::standards::auth::pub_key", json!("0x12"));
    refused("u64", json!(1));
}
