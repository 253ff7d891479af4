//! The JSON Schema of descriptions: what the core writes fits it, and it lists all that the core writes.

use serde_json::{Map, Value, json};

use super::golden_tests::text;

/// The schema beside the golden files.
fn schema() -> Value {
    serde_json::from_str(&text("schema.json")).expect("JSON")
}

/// What of a description does not fit the schema, if something does not. Unlike other readers this one refuses
/// properties that the schema does not list.
pub(super) fn violation(description: &Value) -> Option<String> {
    let schema = schema();
    Check { root: &schema }.of(&schema, description, "description")
}

/// The part of JSON Schema that the schema uses.
struct Check<'a> {
    root: &'a Value,
}

impl Check<'_> {
    fn of(&self, schema: &Value, value: &Value, place: &str) -> Option<String> {
        let rules = schema.as_object().expect("a schema is an object");
        rules.iter().find_map(|(keyword, rule)| self.rule(rules, (keyword, rule), value, place))
    }

    fn rule(
        &self,
        rules: &Map<String, Value>,
        (keyword, rule): (&str, &Value),
        value: &Value,
        place: &str,
    ) -> Option<String> {
        let refused = |fits: bool| (!fits).then(|| format!("{place}: not {keyword} {rule}"));
        let length = || value.as_array().map_or(0, Vec::len) as u64;
        match keyword {
            "$schema" | "$defs" | "title" | "description" => None,
            "$ref" => {
                let pointer = rule.as_str().and_then(|it| it.strip_prefix('#'));
                let schema = self.root.pointer(pointer.expect("a place in the schema"));
                self.of(schema.expect("it is there"), value, place)
            }
            "type" => refused(match rule.as_str().expect("one type") {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "integer" => value.is_u64() || value.is_i64(),
                "boolean" => value.is_boolean(),
                other => panic!("the type {other} is not checked"),
            }),
            "const" => refused(value == rule),
            "enum" => refused(rule.as_array().expect("several values").contains(value)),
            "minimum" => refused(value.as_u64() >= rule.as_u64()),
            "minItems" => refused(length() >= rule.as_u64().expect("a number")),
            "maxItems" => refused(length() <= rule.as_u64().expect("a number")),
            "pattern" => refused(matches(rule.as_str().expect("a pattern"), value.as_str()?)),
            "oneOf" => {
                let options = rule.as_array().expect("several schemas");
                let fits = options.iter().filter(|it| self.of(it, value, place).is_none()).count();
                (fits != 1).then(|| format!("{place}: {fits} options fit {value}"))
            }
            "items" => {
                value.as_array()?.iter().enumerate().find_map(|(index, element)| {
                    self.of(rule, element, &format!("{place}[{index}]"))
                })
            }
            "required" => {
                let mut names = rule.as_array().expect("names").iter().filter_map(Value::as_str);
                let missing = names.find(|name| value.get(name).is_none());
                missing.map(|name| format!("{place}: {name} is missing"))
            }
            "properties" => value.as_object()?.iter().find_map(|(name, property)| {
                let place = format!("{place}.{name}");
                match rule.get(name) {
                    Some(schema) => self.of(schema, property, &place),
                    None => Some(format!("{place}: it is not in {:?}", rules.get("description"))),
                }
            }),
            other => panic!("the keyword {other} is not checked"),
        }
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    match pattern {
        "^[0-9]+$" => !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit()),
        "^0x[0-9a-f]{64}$" => text.strip_prefix("0x").is_some_and(|digits| {
            digits.len() == 64 && digits.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
        }),
        other => panic!("the pattern {other} is not checked"),
    }
}

fn golden(name: &str) -> Value {
    serde_json::from_str(&text(&format!("{name}.json"))).expect("JSON")
}

#[test]
fn a_description_that_lacks_or_adds_something_does_not_fit() {
    let types = golden("types");
    assert_eq!(violation(&types), None);
    let changed = |place: &str, value: Value| {
        let mut changed = types.clone();
        *changed.pointer_mut(place).expect("it is there") = value;
        violation(&changed)
    };
    assert!(changed("/format_version", json!(2)).is_some());
    assert!(changed("/procedures/0/root", json!("0x12")).is_some());
    assert!(changed("/procedures/0/role", json!("owner")).is_some());
    assert!(changed("/types/0/type", json!({ "kind": "f64" })).is_some());
    let extended = json!({ "kind": "felt", "more": 1 });
    assert!(changed("/types/0/type", extended).is_some());
    assert!(changed("/procedures", json!({})).is_some());
    let mut lacking = types.clone();
    lacking.as_object_mut().expect("an object").remove("errors");
    assert!(violation(&lacking).is_some());
}

/// What only a description beyond the limits has.
const BEYOND_LIMITS: [&str; 1] = ["same_code_left_out"];

#[test]
fn every_property_and_kind_of_the_schema_is_in_a_golden_file() {
    let names = [
        "types",
        "procedures",
        "constants",
        "note",
        "transaction",
        "storage",
        "counter",
        "account",
        "compiler",
    ];
    let text = names.map(|name| golden(name).to_string()).concat();
    let schema = schema();
    let mut left = vec![&schema];
    while let Some(part) = left.pop() {
        if let Some(Value::Object(properties)) = part.get("properties") {
            for name in properties.keys().filter(|it| !BEYOND_LIMITS.contains(&it.as_str())) {
                assert!(text.contains(&format!("\"{name}\":")), "{name}");
            }
            let kind = properties.get("kind").and_then(|it| it.get("const"));
            if let Some(kind) = kind.and_then(Value::as_str) {
                assert!(text.contains(&format!("\"kind\":\"{kind}\"")), "{kind}");
            }
        }
        match part {
            Value::Object(members) => left.extend(members.values()),
            Value::Array(elements) => left.extend(elements),
            _ => {}
        }
    }
}
