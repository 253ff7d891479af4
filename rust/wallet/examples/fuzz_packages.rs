//! `fuzz_packages SECONDS INPUT MEMORY [SEED]` changes packages at random and does with them what a wallet does with packages of
//! anybody: reads and describes them, and converts values of the types that they describe.
//!
//! It ends with an error if something panics outside of the reader, which may panic, if a description or a value is not
//! what it was after writing and reading it, if memory grows, or if resident memory has ever been more than `MEMORY` MiB.
//! `INPUT` is the file that has the bytes of the last package, so that what stops the program can be tried again.

use std::error::Error;
use std::fmt::Debug;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use miden_swift_wallet::{
    CodeKind, Compilation, Felt, Interface, InterfaceProcedure, Module, Package, Source, ValueType,
    compile, decode_value, encode_value, parse_value,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How much resident memory may grow after the warm-up, in KiB.
const MAX_GROWTH: u64 = 64 << 10;

/// How long memory may grow at first, if the run is not shorter than four times that.
const LONGEST_WARM_UP: Duration = Duration::from_mins(1);

const BETWEEN_REPORTS: Duration = Duration::from_secs(10);

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, input, memory, rest @ ..] = arguments.as_slice() else {
        return Err("usage: fuzz_packages SECONDS INPUT MEMORY [SEED]".into());
    };
    let seed = match rest.first() {
        Some(seed) => seed.parse()?,
        None => SystemTime::now().duration_since(UNIX_EPOCH)?.subsec_nanos().into(),
    };
    println!("seed {seed}");
    let duration = Duration::from_secs(seconds.parse()?);
    keep_panics_of_the_reader_quiet();
    let max_peak = memory.parse::<u64>()? << 10;
    Run { random: ChaCha20Rng::seed_from_u64(seed), max_peak, read: 0, tried: 0 }
        .for_duration(duration, Path::new(input))
}

/// A panic of the reader is an error of the package. There are many here.
fn keep_panics_of_the_reader_quiet() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().name() != Some("miden-package") {
            usual(info);
        }
    }));
}

/// The packages to change: every form of a type, a procedure and a constant, and what grows in a description.
fn seeds() -> Outcome<Vec<Vec<u8>>> {
    let (nested, alike) = (types_around_types(), procedures_with_the_same_code());
    let sources = [
        (CodeKind::AccountComponent, "nested", nested.as_str()),
        (CodeKind::AccountComponent, "alike", alike.as_str()),
        (CodeKind::AccountComponent, "types", include_str!("../../../Tests/Interfaces/types.masm")),
        (
            CodeKind::AccountComponent,
            "procedures",
            include_str!("../../../Tests/Interfaces/procedures.masm"),
        ),
        (CodeKind::Library, "constants", include_str!("../../../Tests/Interfaces/constants.masm")),
        (
            CodeKind::AccountComponent,
            "storage",
            include_str!("../../../Tests/Interfaces/storage.masm"),
        ),
    ];
    let modules = [
        ("shared", include_str!("../../../Tests/Interfaces/shared.masm")),
        ("solid", include_str!("../../../Tests/Interfaces/solid.masm")),
    ];
    let module = |(name, code): (&str, &str)| Module {
        path: format!("interfaces::{name}"),
        code: code.to_owned(),
    };
    let mut packages = Vec::new();
    for (kind, name, code) in sources {
        let metadata = (name == "storage")
            .then(|| include_str!("../../../Tests/Interfaces/storage.toml").to_owned());
        let source = Source {
            path: Some(format!("interfaces::{name}")),
            modules: modules.map(module).to_vec(),
            metadata,
            ..Source::new(kind, code)
        };
        match compile(&source)? {
            Compilation::Compiled(package, _) => packages.push(package.to_bytes()),
            Compilation::Refused(diagnostics) => return Err(format!("{diagnostics:?}").into()),
        }
    }
    Ok(packages)
}

/// Types with names around a large one: a description has each of them with all that is in it.
fn types_around_types() -> String {
    let fields = |ty: &str| {
        let fields: Vec<String> = (0..30).map(|field| format!("f{field}: {ty}")).collect();
        fields.join(", ")
    };
    let large = format!(
        "pub type Row = struct {{ {} }}\npub type Level0 = struct {{ {} }}\n",
        fields("felt"),
        fields("Row")
    );
    let levels = (0..12)
        .map(|level| format!("pub type Level{} = struct {{ a: Level{level} }}\n", level + 1))
        .collect::<Vec<String>>();
    let procedure = "@account_procedure\npub proc take(value: Level12)\n    push.1 drop\nend\n";
    large + &levels.concat() + procedure
}

/// Procedures that are one: each is named beside all the others.
fn procedures_with_the_same_code() -> String {
    let name = "p".repeat(100);
    let procedure = |number: usize| {
        format!("@account_procedure\npub proc {name}{number}\n    push.1 drop\nend\n")
    };
    (0..60).map(procedure).collect::<Vec<String>>().concat()
}

struct Run {
    random: ChaCha20Rng,
    /// How much resident memory there may be at the peak, in KiB.
    max_peak: u64,
    /// How many packages were tried.
    tried: u64,
    /// How many of them could be read.
    read: u64,
}

impl Run {
    fn for_duration(&mut self, duration: Duration, input: &Path) -> Outcome<()> {
        let seeds = seeds()?;
        if let Some(memory) = Memory::current() {
            self.require_peak(&memory, "the packages that are changed")?;
        }
        let start = Instant::now();
        let warm_up = LONGEST_WARM_UP.min(duration / 4);
        let mut next_report = BETWEEN_REPORTS;
        let mut memory_after_warm_up = None;
        while start.elapsed() < duration {
            let mut bytes = seeds[self.below(seeds.len())].clone();
            for _ in 0..=self.below(6) {
                let other = &seeds[self.below(seeds.len())];
                self.change(&mut bytes, other);
            }
            std::fs::write(input, &bytes)?;
            self.try_package(&bytes)?;
            self.try_json()?;

            let elapsed = start.elapsed();
            if elapsed >= next_report {
                self.report(elapsed);
                next_report += BETWEEN_REPORTS;
            }
            let Some(memory) = Memory::current() else { continue };
            self.require_peak(&memory, &input.display().to_string())?;
            if elapsed < warm_up {
                continue;
            }
            let resident = memory.resident;
            let before = *memory_after_warm_up.get_or_insert(resident);
            if resident > before + MAX_GROWTH {
                return Err(format!("memory grew from {before} KiB to {resident} KiB").into());
            }
        }
        self.report(start.elapsed());
        Ok(())
    }

    fn report(&self, elapsed: Duration) {
        let (tried, read, seconds) = (self.tried, self.read, elapsed.as_secs().max(1));
        let Memory { resident, peak } = Memory::current().unwrap_or_default();
        println!(
            "{seconds} s: {} packages/s, {read} of {tried} read, {resident} KiB, peak {peak} KiB",
            tried / seconds
        );
    }

    /// The peak is below the limit after an input.
    fn require_peak(&self, memory: &Memory, input: &str) -> Outcome<()> {
        let (peak, limit) = (memory.peak, self.max_peak);
        if peak <= limit {
            return Ok(());
        }
        Err(format!("{input} took memory to a peak of {peak} KiB, more than {limit} KiB").into())
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.random_range(0..bound.max(1))
    }

    /// A number that is at a bound more often than by chance.
    fn number(&mut self) -> u64 {
        const BOUNDS: [u64; 8] =
            [0, 1, 127, 255, 65_535, 0xffff_ffff, 1 << 32, 0xffff_ffff_0000_0000];
        match self.below(3) {
            0 => BOUNDS[self.below(BOUNDS.len())],
            1 => self.random.random::<u64>() >> self.below(64),
            _ => self.random.random::<u64>() % 256,
        }
    }

    fn change(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        // The header stays, mostly: without it nothing else is read.
        let first = if self.below(50) == 0 { 0 } else { 8.min(bytes.len()) };
        let at = first + self.below(bytes.len() - first);
        let length = self.below(32).min(bytes.len() - at);
        match self.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
            1 if at < bytes.len() => bytes[at] = self.random.random::<u8>(),
            2 => {
                bytes.drain(at..at + length);
            }
            3 => {
                let part = bytes[at..at + length].to_vec();
                bytes.splice(at..at, part);
            }
            4 => {
                let from = self.below(other.len());
                let to = (from + self.below(64)).min(other.len());
                bytes.splice(at..at + length, other[from..to].iter().copied());
            }
            _ => {
                let number = self.number().to_le_bytes();
                let length = length.min(number.len());
                bytes[at..at + length].copy_from_slice(&number[..length]);
            }
        }
    }

    fn try_package(&mut self, bytes: &[u8]) -> Outcome<()> {
        self.tried += 1;
        let Ok(package) = Package::parse(bytes) else { return Ok(()) };
        self.read += 1;
        let Ok(interface) = package.interface() else { return Ok(()) };
        let json = serde_json::to_string(&interface)?;
        require_equal(&serde_json::from_str::<Interface>(&json)?, &interface)?;
        for procedure in &interface.procedures {
            self.try_procedure(procedure)?;
        }
        Ok(())
    }

    fn try_procedure(&mut self, procedure: &InterfaceProcedure) -> Outcome<()> {
        let Some(signature) = &procedure.signature else { return Ok(()) };
        let parameters = signature.parameters.iter().map(|parameter| &parameter.value_type);
        for value_type in parameters.chain(&signature.results) {
            self.try_value(value_type)?;
        }
        Ok(())
    }

    /// Elements that are a value are those of that value.
    fn try_value(&mut self, value_type: &ValueType) -> Outcome<()> {
        let count = value_type.felt_count().unwrap_or_default().min(64);
        let felts: Vec<Felt> =
            (0..count).map(|_| Felt::new(self.number()).unwrap_or(Felt::ZERO)).collect();
        let Ok(value) = decode_value(value_type, &felts) else { return Ok(()) };
        require_equal(&encode_value(value_type, &value)?, &felts)?;
        let text = serde_json::to_string(&value)?;
        require_equal(&encode_value(value_type, &parse_value(&text)?)?, &felts)
    }

    /// A text that looks like JSON is a value or an error.
    fn try_json(&mut self) -> Outcome<()> {
        const PARTS: [&str; 14] = [
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"a\"",
            "\"0x1\"",
            "1",
            "-1",
            "1e400",
            "true",
            "null",
            "340282366920938463463374607431768211456",
        ];
        let parts: Vec<&str> =
            (0..self.below(24)).map(|_| PARTS[self.below(PARTS.len())]).collect();
        if let Ok(value) = parse_value(&parts.concat()) {
            let again = parse_value(&serde_json::to_string(&value)?)?;
            require_equal(&again, &value)?;
        }
        Ok(())
    }
}

fn require_equal<T: PartialEq + Debug>(one: &T, other: &T) -> Outcome<()> {
    if one == other {
        return Ok(());
    }
    Err(format!("{one:?} is not {other:?}").into())
}

/// The resident memory of the process in KiB.
#[derive(Default)]
struct Memory {
    resident: u64,
    /// The most there has been.
    peak: u64,
}

impl Memory {
    /// Memory now, if the system has it in a file.
    fn current() -> Option<Self> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let field = |name: &str| -> Option<u64> {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        Some(Self { resident: field("VmRSS:")?, peak: field("VmHWM:")? })
    }
}
