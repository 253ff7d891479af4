//! How much memory decoding the code takes that Miden ships: the bound for code of others is a multiple of the largest.
//! Prints the table of `docs/decisions/foreign-code.md` with `--nocapture`.

use std::sync::Arc;

use miden_client::Serializable;
use miden_client::note::P2idNote;
use miden_protocol::transaction::TransactionKernel;
use miden_protocol::{CoreLibrary, ProtocolLib};
use miden_standards::StandardsLib;

use super::standard_components::standard_components;
use crate::foreign_code::{Bounds, measured};

/// A package of the compiler for Rust, frozen.
const COUNTER: &[u8] = include_bytes!("../../../../Tests/Fixtures/0.1.0/inputs/counter.masp");

#[test]
fn all_code_that_miden_ships_takes_at_most_a_half_of_the_bound() {
    let libraries = [
        ("core library", CoreLibrary::default().package()),
        ("protocol library", ProtocolLib::default().package()),
        ("standards library", StandardsLib::default().package()),
        ("kernel", TransactionKernel::package()),
    ];
    // A package and its code alone: the debug information of some is most of the package.
    let mut codes: Vec<(String, usize, Vec<u8>)> = Vec::new();
    for (name, package) in libraries {
        codes.push((name.to_owned(), package.to_bytes().len(), package.mast_forest().to_bytes()));
    }
    for package in standard_components() {
        let package = Arc::new(package.0.clone());
        let name = package.name.to_string();
        codes.push((name, package.to_bytes().len(), package.mast_forest().to_bytes()));
    }
    let script = P2idNote::script();
    codes.push(("P2ID".to_owned(), script.to_bytes().len(), script.mast().to_bytes()));
    println!(
        "| code | bytes | bytes of the forest | memory in KiB | memory per byte of the forest |"
    );
    println!("|---|---|---|---|---|");
    for (name, bytes, forest) in codes {
        let measure = measured(&forest, Bounds::LARGEST).expect("it is within the bound");
        let ratio = measure.memory / u64::try_from(forest.len()).expect("a length");
        let memory = measure.memory >> 10;
        println!("| {name} | {bytes} | {} | {memory} | {ratio} |", forest.len());
        assert!(measure.memory <= Bounds::LARGEST.memory / 2, "{name}: {measure:?}");
        assert_eq!(measure.forests, 1, "{name}");
    }
    let counter = measured(COUNTER, Bounds::LARGEST).expect("it is within the bound");
    println!("| counter.masp | {} | | {} | |", COUNTER.len(), counter.memory >> 10);
}

#[test]
fn whole_packages_that_miden_ships_are_accepted() {
    let kernel = TransactionKernel::package();
    let core = CoreLibrary::default().package();
    for package in standard_components().iter().map(|it| &it.0).chain([&*kernel, &*core]) {
        measured(&package.to_bytes(), Bounds::LARGEST).expect("it is within the bound");
    }
}
