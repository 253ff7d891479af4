//! How large Miden assembly becomes when it is assembled.
//!
//! The assembler writes out the body of a `repeat` as often as it is repeated, and short procedures wherever they are
//! called. A hundred bytes of source can ask for more memory than any machine has, and the assembler cannot be
//! interrupted. So the size is computed from the parsed sources first.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use miden_assembly_syntax::ast::{
    Block, ConstantExpr, ConstantOp, ConstantValue, Immediate, Instruction, InvocationTarget, Item,
    Module, Op,
};
use miden_assembly_syntax::{MAX_REPEAT_COUNT, Path};
use miden_client::Word;
use miden_client::vm::PackageExport;
use miden_protocol::assembly::mast::{MastForest, MastNodeExt};

use super::packages::Package;
use super::source_names::{Named, SourceNames, absolute};
use crate::errors::{ContractError, Result};

/// How many bytes the sources of one compilation may have together.
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// How many instructions the sources of one compilation may have together after expansion: each `repeat` counts its
/// body as often as it is repeated, and each call of a procedure counts that procedure. With as many of the longest
/// instructions the assembler needs about a gigabyte.
pub const MAX_INSTRUCTIONS: u64 = 250_000;

/// What an instruction counts that becomes many operations of the virtual machine. Others become a few.
const LONG_INSTRUCTION: u64 = 16;

/// The size of a procedure that is known by its root only. The assembler copies no longer one into its caller.
const UNKNOWN_PROCEDURE: u64 = 2_304;

/// How deep the definition of a constant is followed.
const MAX_CONSTANT_DEPTH: usize = 256;

/// Refuses sources that are too long to parse.
pub(super) fn require_short<'a>(sources: impl Iterator<Item = &'a str>) -> Result<()> {
    let bytes = sources.map(str::len).fold(0, usize::saturating_add);
    if bytes > MAX_SOURCE_BYTES {
        return Err(ContractError::SourceTooLong { bytes, limit: MAX_SOURCE_BYTES }.into());
    }
    Ok(())
}

/// Refuses modules that are too large to assemble together.
pub(super) fn require_assemblable(modules: &[Box<Module>], packages: &[Package]) -> Result<()> {
    let instructions = Expansion::of(modules, packages).total();
    if instructions > MAX_INSTRUCTIONS {
        return Err(
            ContractError::TooManyInstructions { instructions, limit: MAX_INSTRUCTIONS }.into()
        );
    }
    Ok(())
}

/// A procedure: the index of its module, and its name.
type Procedure<'a> = (usize, &'a str);

struct Expansion<'a> {
    modules: &'a [Box<Module>],
    names: SourceNames<'a>,
    constants: HashMap<(usize, String), Option<u64>>,
    package_constants: HashMap<String, u64>,
    package_procedures: HashMap<String, u64>,
    package_roots: HashMap<Word, u64>,
    sizes: HashMap<Procedure<'a>, u64>,
}

impl<'a> Expansion<'a> {
    fn of(modules: &'a [Box<Module>], packages: &[Package]) -> Self {
        let mut this = Self {
            modules,
            names: SourceNames::of(modules),
            constants: HashMap::new(),
            package_constants: HashMap::new(),
            package_procedures: HashMap::new(),
            package_roots: HashMap::new(),
            sizes: HashMap::new(),
        };
        for package in packages {
            this.add_package(package);
        }
        this
    }

    fn add_package(&mut self, package: &Package) {
        for export in package.0.manifest.exports() {
            let Some(path) = absolute(export.path().as_ref()) else { continue };
            match export {
                PackageExport::Procedure(procedure) => {
                    let size = self.package_roots.entry(procedure.digest).or_insert_with(|| {
                        assembled_size(package.0.mast_forest(), procedure.digest)
                    });
                    self.package_procedures.insert(path, *size);
                }
                PackageExport::Constant(constant) => {
                    if let ConstantValue::Int(value) = &constant.value {
                        self.package_constants.insert(path, value.inner().as_int());
                    }
                }
                PackageExport::Type(_) => {}
            }
        }
    }

    /// The instructions of all procedures.
    fn total(mut self) -> u64 {
        let modules = self.modules;
        let mut total: u64 = 0;
        for (index, module) in modules.iter().enumerate() {
            for procedure in module.procedures() {
                total = total.saturating_add(self.procedure((index, procedure.name().as_str())));
            }
        }
        total
    }

    /// The instructions of a procedure. Without recursion: a chain of calls may be longer than the stack is deep.
    fn procedure(&mut self, procedure: Procedure<'a>) -> u64 {
        let mut pending = vec![procedure];
        let mut begun = HashSet::new();
        while let Some(&next) = pending.last() {
            if !self.sizes.contains_key(&next)
                && let Some(body) = self.body(next)
            {
                if begun.insert(next) {
                    let mut called = Vec::new();
                    self.called(next.0, body, &mut called);
                    // A procedure that calls itself, however indirectly, is refused by the assembler.
                    called.retain(|it| !self.sizes.contains_key(it) && !begun.contains(it));
                    if !called.is_empty() {
                        pending.append(&mut called);
                        continue;
                    }
                }
                let size = self.block(next.0, body);
                self.sizes.insert(next, size);
            }
            pending.pop();
        }
        self.sizes.get(&procedure).copied().unwrap_or(1)
    }

    fn body(&self, (module, name): Procedure<'a>) -> Option<&'a Block> {
        match self.names.item(module, name)? {
            Item::Procedure(procedure) => Some(procedure.body()),
            _ => None,
        }
    }

    /// The procedures of the sources that code calls.
    fn called(&self, module: usize, block: &'a Block, found: &mut Vec<Procedure<'a>>) {
        for op in block.iter() {
            match op {
                Op::Inst(instruction) => {
                    if let Some(target) = invoked(instruction)
                        && let Some(path) = target_path(target)
                        && let Some(Named::Item { module, item: Item::Procedure(procedure) }) =
                            self.names.find(module, &path)
                    {
                        found.push((module, procedure.name().as_str()));
                    }
                }
                Op::If { then_blk: one, else_blk: other, .. }
                | Op::DoWhile { body: one, condition: other, .. } => {
                    self.called(module, one, found);
                    self.called(module, other, found);
                }
                Op::While { body, .. } | Op::Repeat { body, .. } => {
                    self.called(module, body, found);
                }
            }
        }
    }

    fn block(&mut self, module: usize, block: &Block) -> u64 {
        let mut size: u64 = 0;
        for op in block.iter() {
            size = size.saturating_add(match op {
                Op::Inst(instruction) => self.instruction(module, instruction),
                Op::If { then_blk: one, else_blk: other, .. }
                | Op::DoWhile { body: one, condition: other, .. } => {
                    self.block(module, one).saturating_add(self.block(module, other))
                }
                Op::While { body, .. } => self.block(module, body).saturating_add(1),
                Op::Repeat { count, body, .. } => {
                    self.count(module, count).saturating_mul(self.block(module, body))
                }
            });
        }
        // An empty block becomes an instruction that does nothing.
        size.max(1)
    }

    fn instruction(&self, module: usize, instruction: &Instruction) -> u64 {
        let Some(target) = invoked(instruction) else {
            return if is_long(instruction) { LONG_INSTRUCTION } else { 1 };
        };
        let Some(path) = target_path(target) else {
            let InvocationTarget::MastRoot(root) = target else { return 1 };
            return self.package_roots.get(root.inner()).copied().unwrap_or(UNKNOWN_PROCEDURE);
        };
        match self.names.find(module, &path) {
            Some(Named::Item { module, item: Item::Procedure(procedure) }) => {
                self.sizes.get(&(module, procedure.name().as_str())).copied().unwrap_or(1)
            }
            Some(Named::Elsewhere(path)) => {
                self.package_procedures.get(&path).copied().unwrap_or(1)
            }
            _ => 1,
        }
    }

    /// How often a body is repeated. The most that the assembler takes if it cannot be told.
    fn count(&mut self, module: usize, count: &Immediate<u32>) -> u64 {
        match count {
            Immediate::Value(count) => u64::from(*count.inner()),
            Immediate::Constant(name) => self
                .constant(module, Path::new(name.as_str()), MAX_CONSTANT_DEPTH)
                .unwrap_or(u64::from(MAX_REPEAT_COUNT)),
        }
    }

    fn constant(&mut self, module: usize, path: &Path, left: usize) -> Option<u64> {
        match self.names.find(module, path)? {
            Named::Elsewhere(path) => self.package_constants.get(&path).copied(),
            Named::Item { module, item: Item::Constant(constant) } => {
                let key = (module, constant.name.as_str().to_owned());
                if let Some(value) = self.constants.get(&key) {
                    return *value;
                }
                let value = self.evaluated(module, &constant.value, left);
                self.constants.insert(key, value);
                value
            }
            Named::Item { .. } => None,
        }
    }

    fn evaluated(&mut self, module: usize, value: &ConstantExpr, left: usize) -> Option<u64> {
        let left = left.checked_sub(1)?;
        match value {
            ConstantExpr::Int(value) => Some(value.inner().as_int()),
            ConstantExpr::Var(path) => self.constant(module, path.inner(), left),
            ConstantExpr::BinaryOp { op, lhs, rhs, .. } => {
                let lhs = self.evaluated(module, lhs, left)?;
                let rhs = self.evaluated(module, rhs, left)?;
                match op {
                    ConstantOp::Add => lhs.checked_add(rhs),
                    ConstantOp::Sub => lhs.checked_sub(rhs),
                    ConstantOp::Mul => lhs.checked_mul(rhs),
                    ConstantOp::IntDiv => lhs.checked_div(rhs),
                    // In the field; the same as that of integers if nothing is left over.
                    ConstantOp::Div => {
                        if lhs.checked_rem(rhs)? == 0 {
                            lhs.checked_div(rhs)
                        } else {
                            None
                        }
                    }
                }
            }
            _ => None,
        }
    }
}

/// What an instruction calls, or refers to as a procedure.
fn invoked(instruction: &Instruction) -> Option<&InvocationTarget> {
    match instruction {
        Instruction::Exec(target)
        | Instruction::Call(target)
        | Instruction::SysCall(target)
        | Instruction::ProcRef(target) => Some(target),
        _ => None,
    }
}

/// Whether an instruction becomes many operations: those that compute bit by bit or handle several words.
fn is_long(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Exp
            | Instruction::ExpImm(_)
            | Instruction::ExpBitLength(_)
            | Instruction::ILog2
            | Instruction::Pow2
            | Instruction::Hash
            | Instruction::HMerge
            | Instruction::MTreeGet
            | Instruction::MTreeSet
            | Instruction::MTreeMerge
            | Instruction::MTreeVerify
            | Instruction::MTreeVerifyWithError(_)
            | Instruction::U32Shl
            | Instruction::U32Shr
            | Instruction::U32Rotl
            | Instruction::U32Rotr
            | Instruction::U32Popcnt
            | Instruction::U32Clz
            | Instruction::U32Ctz
            | Instruction::U32Clo
            | Instruction::U32Cto
            | Instruction::AdvPushW
            | Instruction::PushFeltList(_)
            | Instruction::Lt
            | Instruction::Lte
            | Instruction::Gt
            | Instruction::Gte
            | Instruction::LtImm(_)
            | Instruction::LteImm(_)
            | Instruction::GtImm(_)
            | Instruction::GteImm(_)
    )
}

/// The path of what is called, or `None` if it is named by its root.
fn target_path(target: &InvocationTarget) -> Option<Cow<'_, Path>> {
    match target {
        InvocationTarget::MastRoot(_) => None,
        InvocationTarget::Symbol(name) => Some(Path::from_ident(name)),
        InvocationTarget::Path(path) => Some(Cow::Borrowed(path.inner().as_ref())),
    }
}

/// The operations and nodes of an assembled procedure. A part that is referred to twice counts once, as it is there once.
fn assembled_size(mast: &MastForest, root: Word) -> u64 {
    let Some(entry) = mast.find_procedure_root(root) else { return 1 };
    let mut size: u64 = 0;
    let mut seen = HashSet::from([entry]);
    let mut pending = vec![entry];
    while let Some(next) = pending.pop() {
        let node = &mast[next];
        let operations =
            node.get_basic_block().map_or(0, |block| u64::from(block.num_operations()));
        size = size.saturating_add(1).saturating_add(operations);
        node.for_each_child(|child| {
            if seen.insert(child) {
                pending.push(child);
            }
        });
    }
    size
}
