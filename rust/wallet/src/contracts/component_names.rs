//! The names by which people ask for a component that Miden ships.

use std::sync::OnceLock;

use super::nearest_names::nearest_first;
use super::packages::Package;
use super::standard_components::standard_components;
use crate::errors::{ContractError, Result};
use crate::quoting::quoted;

/// The names of the components that Miden ships, as `fungible-faucet`: the last parts of a component's path, as few as
/// there must be so that no other component has the name.
#[must_use]
pub fn standard_component_names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let paths: Vec<Vec<String>> = standard_components().iter().map(path).collect();
        paths.iter().map(|path| name(path, &paths)).collect()
    })
}

/// The component of a name, one of [`standard_component_names`].
///
/// # Errors
/// [`ContractError::UnknownComponent`].
pub fn standard_component(name: &str) -> Result<Package> {
    let mut named = standard_component_names().iter().zip(standard_components());
    if let Some((_, package)) = named.find(|(known, _)| *known == name) {
        return Ok(package.clone());
    }
    let known = standard_component_names().iter().map(String::as_str);
    let known = nearest_first(name, known).into_iter().map(str::to_owned).collect();
    Err(ContractError::UnknownComponent { name: quoted(name), known }.into())
}

/// The parts of the path of a component's module, in which all of its procedures are.
fn path(package: &Package) -> Vec<String> {
    let module = package.procedures().next().and_then(|export| export.path.parent());
    let module = module.map(ToString::to_string).unwrap_or_default();
    module.split("::").map(|part| part.replace('_', "-")).collect()
}

fn name(path: &[String], all: &[Vec<String>]) -> String {
    let ends = (1..path.len()).map(|count| &path[path.len() - count..]);
    let is_of_one = |end: &&[String]| all.iter().filter(|path| path.ends_with(end)).count() == 1;
    let mut ends = ends.filter(is_of_one);
    ends.next().unwrap_or(path).join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_component_has_a_short_name_of_its_own() {
        let names = [
            "basic-wallet",
            "singlesig",
            "fungible-faucet",
            "non-fungible-faucet",
            "no-auth",
            "multisig",
            "multisig-smart",
            "guarded-multisig",
            "network-account",
            "tx-fee-collector",
            "code-inspection",
            "schema-commitment",
            "note-creator",
            "authority",
            "ownable2step",
            "rbac",
            "pausable",
            "pausable-manager",
            "policy-manager",
            "policy-manager-v2",
            "mint-allow-all",
            "mint-owner-controlled-owner-only",
            "burn-allow-all",
            "burn-owner-controlled-owner-only",
            "min-burn-amount",
            "transfer-allow-all",
            "basic-allowlist",
            "allowlist-manager",
            "basic-blocklist",
            "blocklist-manager",
            "basic-constant-fee",
            "constant-fee-manager",
            "price-oracle",
            "upgrade-manager",
        ];
        assert_eq!(standard_component_names(), names);
    }

    #[test]
    fn a_component_is_found_by_its_name() {
        for name in standard_component_names() {
            let package = standard_component(name).expect("it is there");
            assert!(package.0.name.to_string().ends_with(name.as_str()), "{name}");
        }
    }

    #[test]
    fn a_component_that_there_is_not_is_refused_with_all_names_the_nearest_first() {
        let error = standard_component("fungible-facet").expect_err("there is none");
        assert_eq!(error.kind(), "unknown_component");
        let text = error.to_string();
        assert!(text.contains("“fungible-facet”"), "{text}");
        assert!(
            text.contains("the nearest first: fungible-faucet, non-fungible-faucet, "),
            "{text}"
        );
        for name in standard_component_names() {
            assert!(text.contains(name.as_str()), "{text}");
        }
    }
}
