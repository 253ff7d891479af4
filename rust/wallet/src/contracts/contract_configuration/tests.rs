//! What configurations say, and where they are refused.

use super::*;
use crate::contracts::contract_document::ContractDocument;
use crate::contracts::{CodeKind, Compilation, Package, Source, compile};

const LEDGER: &str = "\
@account_procedure
pub proc get_entry(number: u32) -> u32
    push.1 drop
end

@account_procedure
pub proc get_balance(account: felt) -> felt
    push.2 drop
end

@account_procedure
pub proc post(amount: felt)
    push.3 drop
end

pub proc get_nothing
    push.4 drop
end
";

fn ledger() -> Package {
    let source = Source {
        path: Some("tutorials::ledger".to_owned()),
        ..Source::new(CodeKind::AccountComponent, LEDGER)
    };
    match compile(&source).expect("an answer") {
        Compilation::Compiled(package, _) => *package,
        Compilation::Refused(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

fn configured(text: &str) -> Result<ContractConfiguration> {
    let file = ConfigurationFile { name: "Ledger.miden.toml".to_owned(), text: text.to_owned() };
    ContractDocument::of(&ledger(), Some(&file)).map(|document| document.configuration)
}

fn reads(text: &str) -> Vec<String> {
    let configuration = configured(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let names = configuration
        .reads
        .iter()
        .map(|path| path.strip_prefix("::tutorials::ledger::").expect("a whole path").to_owned());
    names.collect()
}

/// Checks where a text is refused, and that each of some words is in the message.
fn is_refused(text: &str, place: &str, words: &[&str]) {
    let error = configured(text).expect_err(text);
    assert_eq!(error.kind(), "invalid_contract_configuration", "{text}");
    let message = error.to_string();
    let begin = format!("Ledger.miden.toml:{place}: error: ");
    assert!(message.starts_with(&begin), "{text:?}: {message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    for word in words {
        assert!(message.contains(word), "{text:?}: {message}");
    }
}

#[test]
fn each_key_is_read() {
    let text = "# Ours.\nname = \"Ledger\"\naccess = 'public'\nreads = [\n  \"get_entry\",\n]\n";
    let configuration = configured(text).expect("it is read");
    assert_eq!(configuration.name.as_deref(), Some("Ledger"));
    assert_eq!(configuration.access, Some(ContractAccess::Public));
    assert_eq!(configuration.reads, ["::tutorials::ledger::get_entry"]);
    for (level, access) in [
        ("internal", ContractAccess::Internal),
        ("package", ContractAccess::Package),
        ("public", ContractAccess::Public),
    ] {
        let configuration = configured(&format!("access = \"{level}\"")).expect("it is read");
        assert_eq!(configuration.access, Some(access));
    }
}

#[test]
fn what_is_not_said_is_left_out() {
    for text in ["", "\n# Nothing.\n", "reads = []"] {
        let configuration = configured(text).expect("it is read");
        assert_eq!(configuration, ContractConfiguration::default());
        assert_eq!(serde_json::to_string(&configuration).expect("JSON"), r#"{"reads":[]}"#);
    }
}

#[test]
fn patterns_match_names_and_whole_paths() {
    let entry_and_balance = ["get_balance", "get_entry"];
    for (pattern, expected) in [
        ("get_entry", &["get_entry"][..]),
        ("get-entry", &["get_entry"]),
        ("::tutorials::ledger::get_entry", &["get_entry"]),
        ("tutorials::ledger::get_entry", &["get_entry"]),
        ("get_*", &entry_and_balance),
        ("get-*", &entry_and_balance),
        ("*_entry", &["get_entry"]),
        ("*t_*", &entry_and_balance),
        ("*ledger::get_*", &entry_and_balance),
        ("::tutorials::ledger::g*", &entry_and_balance),
        ("*::post", &["post"]),
        ("*", &["get_balance", "get_entry", "post"]),
    ] {
        assert_eq!(reads(&format!("reads = [\"{pattern}\"]")), expected, "{pattern}");
    }
}

#[test]
fn reads_are_in_the_order_of_the_description_and_there_once() {
    let found = reads("reads = [\"post\", \"get_entry\", \"get_*\", \"post\"]");
    assert_eq!(found, ["get_balance", "get_entry", "post"]);
}

#[test]
fn a_pattern_that_matches_nothing_is_refused_with_the_nearest_name() {
    is_refused("reads = [\"get_entri\"]", "1:10", &["“get_entri”", "“get_entry”"]);
    is_refused("reads = [\n  \"get_*\",\n  \"set_*\",\n]", "3:3", &["“set_*”", "nearest"]);
    let path = "reads = ['tutorials::ledgre::post']";
    is_refused(path, "1:10", &["“tutorials::ledgre::post”", "“::tutorials::ledger::post”"]);
    // It is there, and no account procedure.
    is_refused("reads = [\"get_nothing\"]", "1:10", &["“get_nothing”", "account procedure"]);
    // A name is no part of a path, and a star is no part of a name.
    is_refused("reads = [\"tutorials*\"]", "1:10", &["“tutorials*”"]);
}

#[test]
fn what_is_no_pattern_is_refused() {
    is_refused("reads = [\"\"]", "1:10", &["empty"]);
    is_refused("reads = [\"post\", \"get_*_entry\"]", "1:18", &["“get_*_entry”", "*"]);
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest_one() {
    is_refused("naem = \"Ledger\"", "1:1", &["“naem”", "the nearest is “name”"]);
    is_refused("\n\n  acces = \"public\"", "3:3", &["“acces”", "the nearest is “access”"]);
    is_refused("access = \"public\"\n[reeds]\n", "2:2", &["“reeds”", "the nearest is “reads”"]);
}

#[test]
fn keys_of_later_versions_are_refused_by_name() {
    for key in ["source", "path", "metadata", "link", "component", "protocol"] {
        let words = [format!("“{key}”"), "name, access, reads".to_owned()];
        is_refused(&format!("{key} = \"x\""), "1:1", &[&words[0], &words[1]]);
    }
    for table in ["procedures.post", "types.Entry", "storage.\"a::b\"", "accounts.testnet"] {
        let name = table.split('.').next().expect("a name");
        is_refused(&format!("[{table}]\nx = 1"), "1:2", &[&format!("“{name}”")]);
    }
}

#[test]
fn the_first_place_at_which_something_is_wrong_is_told() {
    is_refused("zebra = 1\nname = 5\napple = 2", "1:1", &["“zebra”"]);
    is_refused("name = 5\napple = 2", "1:8", &["quotes"]);
}

#[test]
fn a_value_of_another_kind_is_refused() {
    is_refused("name = 5", "1:8", &["the name of a type", "integer"]);
    is_refused("access = true", "1:10", &["an access level", "boolean"]);
    is_refused("reads = \"get_*\"", "1:9", &["an array", "string"]);
    is_refused("reads = [\"post\", 7]", "1:18", &["a pattern", "integer"]);
    is_refused("name = { a = 1 }", "1:8", &["the name of a type", "table"]);
}

#[test]
fn a_name_that_is_no_name_of_a_type_is_refused() {
    let long = "L".repeat(101);
    for name in ["", "2nd", "_x", "Led ger", "a::b", "Größe", "A{}", "../A", "A\\nB", &long] {
        is_refused(&format!("name = \"{name}\""), "1:8", &["not the name of a type"]);
    }
    assert!(configured(&format!("name = \"{}\"", "L".repeat(100))).is_ok());
}

#[test]
fn an_access_level_that_there_is_not_is_refused_with_the_nearest_one() {
    is_refused("access = \"pubic\"", "1:10", &["“pubic”", "the nearest is “public”"]);
    is_refused("access = \"Public\"", "1:10", &["“Public”", "internal, package, public"]);
}

#[test]
fn a_key_that_is_there_twice_is_refused() {
    is_refused("name = \"A\"\nname = \"B\"", "2:1", &["“name”", "twice"]);
}

#[test]
fn what_is_no_toml_is_refused_where_it_begins_to_be_none() {
    is_refused("name = \"A\"\naccess = public\n", "2:10", &["TOML"]);
    is_refused("name = \"A\"\n= 5\n", "2:1", &["TOML"]);
    is_refused("access = \"package\" name = \"A\"", "1:20", &["TOML"]);
}

#[test]
fn columns_are_counted_in_characters() {
    is_refused("reads = [\"*é*\", 7]", "1:17", &["kind integer"]);
    is_refused("name = \"L\" # é\r\nreads = [ \"pöst\" ]", "2:11", &["“pöst”"]);
}

#[test]
fn a_file_that_is_too_long_is_refused() {
    let text = "#".repeat(MAX_CONFIGURATION_BYTES + 1);
    is_refused(&text, "1:1", &["65537 bytes", "65536"]);
    assert!(configured(&text[1..]).is_ok());
}

#[test]
fn a_text_of_a_configuration_adds_no_line_to_a_message() {
    is_refused("reads = [\"a\\nX.swift:1:1: error: b\"]", "1:10", &["a\\nX.swift"]);
    is_refused("\"a\\nb\" = 1", "1:1", &["a\\nb"]);
    is_refused("access = \"a\\r\\nb\"", "1:10", &["a\\r\\nb"]);
}
