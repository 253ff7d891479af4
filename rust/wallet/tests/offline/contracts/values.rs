//! Values as procedures see them: the virtual machine agrees with their layout.

use std::fmt::Write;

use miden_swift_wallet::{
    CodeKind, Felt, Script, Source, ValueJson, ValueType, Visibility, Wallet, decode_results,
    encode_arguments, encode_value,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use serde_json::{Value, json};

use super::{compiled, felt, new_counter, run};
use crate::support::World;

fn value(json: Value) -> ValueJson {
    serde_json::from_value(json).expect("a value")
}

fn value_type(json: Value) -> ValueType {
    serde_json::from_value(json).expect("a type")
}

async fn wallet_to_run_on(world: &World) -> Wallet {
    let wallet = world.wallet("alice").await;
    wallet.create_account(new_counter(Visibility::Public, false)).await.expect("an account");
    wallet.sync().await.expect("a sync");
    wallet
}

/// A script that puts arguments on the stack and does something with them.
fn script(imports: &str, arguments: &[Felt], body: &str) -> Script {
    let mut pushes = String::new();
    for argument in arguments.iter().rev() {
        let _ = writeln!(pushes, "    push.{}", argument.as_canonical_u64());
    }
    let code = format!(
        "use miden::core::sys\n{imports}\n\n@transaction_script\npub proc main\n{pushes}    {body}\n    \
         exec.sys::truncate_stack\nend\n"
    );
    Script::Package(Box::new(compiled(&Source::new(CodeKind::TransactionScript, code))))
}

/// The results of a procedure of the core library that takes two values of a type.
async fn computed(
    wallet: &Wallet,
    procedure: (&str, &str),
    integer: &ValueType,
    arguments: [&str; 2],
    results: &[&ValueType],
) -> ValueJson {
    let (module, name) = procedure;
    let given = encode_arguments(&[(None, integer), (None, integer)], &value(json!(arguments)));
    let imports = format!("use miden::core::math::{module}");
    let body = format!("exec.{module}::{name}");
    let script = script(&imports, &given.expect("they are encoded"), &body);
    let stack: Vec<_> = run(wallet, None, script).await.into_iter().map(felt).collect();
    decode_results(results, &stack).expect("they are decoded")
}

fn text(value: &ValueJson) -> String {
    match value {
        ValueJson::Integer(number) => number.to_string(),
        ValueJson::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    }
}

fn both(value: &ValueJson) -> (String, String) {
    let ValueJson::Array(values) = value else { panic!("{value:?}") };
    (text(&values[0]), text(&values[1]))
}

/// How many random values each procedure gets.
const ROUNDS: usize = 4;

#[tokio::test]
async fn integers_of_64_and_128_bits_are_those_that_the_core_library_computes_with() {
    let world = World::new();
    let wallet = wallet_to_run_on(&world).await;
    let mut random = ChaCha20Rng::seed_from_u64(38);
    let (narrow, wide) =
        (value_type(json!({ "kind": "u64" })), value_type(json!({ "kind": "u128" })));
    for _ in 0..ROUNDS {
        let (a, b) = (random.random::<u64>(), u64::from(random.random::<u32>()) + 1);
        // The second argument is the first operand.
        let arguments = [b.to_string(), a.to_string()];
        let arguments = [arguments[0].as_str(), arguments[1].as_str()];
        let difference =
            computed(&wallet, ("u64", "wrapping_sub"), &narrow, arguments, &[&narrow]).await;
        assert_eq!(text(&difference), a.wrapping_sub(b).to_string());
        let product =
            computed(&wallet, ("u64", "widening_mul"), &narrow, arguments, &[&wide]).await;
        assert_eq!(text(&product), (u128::from(a) * u128::from(b)).to_string());
        let parts =
            computed(&wallet, ("u64", "divmod"), &narrow, arguments, &[&narrow, &narrow]).await;
        assert_eq!(both(&parts), ((a % b).to_string(), (a / b).to_string()));

        let (a, b) = (random.random::<u128>(), u128::from(random.random::<u64>()) + 1);
        let arguments = [b.to_string(), a.to_string()];
        let arguments = [arguments[0].as_str(), arguments[1].as_str()];
        let difference =
            computed(&wallet, ("u128", "wrapping_sub"), &wide, arguments, &[&wide]).await;
        assert_eq!(text(&difference), a.wrapping_sub(b).to_string());
        let parts = computed(&wallet, ("u128", "divmod"), &wide, arguments, &[&wide, &wide]).await;
        assert_eq!(both(&parts), ((a % b).to_string(), (a / b).to_string()));
    }
}

#[tokio::test]
async fn integers_of_256_bits_are_those_that_the_core_library_computes_with() {
    let world = World::new();
    let wallet = wallet_to_run_on(&world).await;
    let mut random = ChaCha20Rng::seed_from_u64(256);
    let wide = value_type(json!({ "kind": "u256" }));
    for _ in 0..ROUNDS {
        // A product of two 128-bit numbers has up to 256 bits: dividing it by one gives the other.
        let (a, b) = (random.random::<u128>(), random.random::<u128>() | 1);
        let (a, b) = (a.to_string(), b.to_string());
        let product = computed(&wallet, ("u256", "wrapping_mul"), &wide, [&b, &a], &[&wide]).await;
        let product = text(&product);
        let parts =
            computed(&wallet, ("u256", "divmod"), &wide, [&b, &product], &[&wide, &wide]).await;
        assert_eq!(both(&parts), ("0".to_owned(), a.clone()));
        let difference =
            computed(&wallet, ("u256", "wrapping_sub"), &wide, [&product, &product], &[&wide])
                .await;
        assert_eq!(text(&difference), "0");
    }
    // 10^77 = 10^38 * 10^39, in digits.
    let (a, b) = (format!("1{}", "0".repeat(38)), format!("1{}", "0".repeat(39)));
    let product = computed(&wallet, ("u256", "wrapping_mul"), &wide, [&b, &a], &[&wide]).await;
    assert_eq!(text(&product), format!("1{}", "0".repeat(77)));
}

#[tokio::test]
async fn a_procedure_that_picks_a_leaf_of_a_nested_value_gets_that_leaf() {
    let world = World::new();
    let wallet = wallet_to_run_on(&world).await;
    let outer = value_type(json!({ "kind": "struct", "name": "Outer", "fields": [
        { "name": "a", "type": { "kind": "u8" } },
        { "name": "b", "type": { "kind": "struct", "fields": [
            { "name": "c", "type": { "kind": "i16" } },
            { "name": "d", "type": { "kind": "array", "length": 2, "element": { "kind": "u32" } } },
        ] } },
        { "name": "e", "type": { "kind": "tuple", "elements": [
            { "kind": "bool" },
            { "kind": "enum", "name": "Side", "discriminant": { "kind": "u8" }, "variants": [
                { "name": "BUY", "value": "0" }, { "name": "SELL", "value": "5" },
            ] },
        ] } },
    ] }));
    let types = "type Outer = struct { a: u8, b: struct { c: i16, d: [u32; 2] }, e: struct { f: i1, g: u8 } }";
    let given = value(json!({ "a": 7, "b": { "c": -3, "d": [11, 13] }, "e": [true, "SELL"] }));
    let felts = encode_value(&outer, &given).expect("it is encoded");
    let leaves = [7, u64::from((-3_i32).cast_unsigned()), 11, 13, 1, 5];
    let last = leaves.len() - 1;
    for (index, expected) in leaves.into_iter().enumerate() {
        // The leaf goes below the others, which go.
        let pick = format!(
            "{types}\n\nproc pick(v: Outer) -> u32\n    movup.{index} movdn.{last}\n    {}\nend\n",
            "drop ".repeat(last)
        );
        // `movup.0`, `movup.1` and `movdn.1` are not instructions.
        let pick = pick.replace("movup.0 ", "").replace("movup.1 ", "swap ");
        let code = script(&pick, &felts, "call.pick");
        let stack = run(&wallet, None, code).await;
        assert_eq!(stack[0], expected, "leaf {index}");
    }
}
