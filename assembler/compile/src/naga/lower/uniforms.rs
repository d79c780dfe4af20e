//! Uniforms: each member of a block has its own registers, whatever its offset in memory.

use ::naga::{AddressSpace, GlobalVariable, Handle, ScalarKind, TypeInner};
use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::{Bank, UniformKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::diagnose;
use crate::ir::{Array, Op, Operand, Uniform, UniformId};
use crate::options::Options;

use super::super::language::type_name;
use super::super::shape::{Shape, component_type};
use super::Lowering;
use super::access::{COMPONENTS, Path, Step, is_bool};

/// Maximum number of members of all blocks. Blocks with more have far too many registers.
const MAX_MEMBERS: usize = 4096;

/// The number of float registers.
const REGISTERS: usize = Bank::Float.size() as usize;

/// A member of a block that is neither a struct nor an array, or all such members in an array of structs.
#[derive(Clone, Debug)]
struct Leaf {
    id: UniformId,
    shape: Shape,
    /// The lengths of the arrays around it, the outermost first.
    lengths: Vec<usize>,
    /// True if the registers of a matrix hold columns.
    has_columns: bool,
}

/// The choice that an option makes for a uniform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    /// The registers of a matrix hold columns.
    Columns,
    /// An integer stays a number.
    Float,
    /// An integer that is the trip count of loops.
    Count,
}

impl Choice {
    /// Returns the option, and the description of its uniforms.
    const fn texts(self) -> [&'static str; 2] {
        match self {
            Self::Columns => ["--matrix-columns", "matrix or an array of matrices"],
            Self::Float => ["--float-uniform", "`u32` or `bool` outside arrays"],
            Self::Count => ["--loop-uniform", "`u32` or `i32` outside arrays"],
        }
    }

    fn names(self, options: &Options) -> &[String] {
        match self {
            Self::Columns => &options.matrix_columns,
            Self::Float => &options.float_uniform,
            Self::Count => &options.loop_uniform,
        }
    }
}

/// The uniforms of a program.
#[derive(Debug, Default)]
pub(super) struct Uniforms {
    /// By the variable and the numbers of the members on the path.
    leaves: FxHashMap<(Handle<GlobalVariable>, Vec<usize>), Leaf>,
    /// Unsigned integers outside arrays, which may be flags.
    pub(super) candidates: FxHashSet<UniformId>,
    /// Those that options name and that have the right type, by the option and the name.
    chosen: FxHashSet<(&'static str, String)>,
}

/// A member that was found in a block.
struct BlockMember {
    global: Handle<GlobalVariable>,
    members: Vec<usize>,
    names: Vec<String>,
    shape: Shape,
    lengths: Vec<usize>,
}

impl Leaf {
    /// Returns the registers of one element.
    const fn rows(&self) -> usize {
        match self.shape {
            Shape::Matrix { columns, .. } if self.has_columns => columns,
            Shape::Matrix { rows, .. } => rows,
            _ => 1,
        }
    }

    fn all_rows(&self) -> usize {
        let lengths = self.lengths.iter().copied();
        lengths.fold(self.rows(), usize::saturating_mul)
    }
}

impl<'m> Lowering<'m> {
    /// Adds the members of all blocks that the shader uses, in the order of declaration.
    pub(super) fn add_uniforms(&mut self, used: &[(Handle<GlobalVariable>, &'m GlobalVariable)]) {
        let mut all = Vec::new();
        for (handle, global) in used {
            if matches!(global.space, AddressSpace::Uniform | AddressSpace::Immediate) {
                let mut found = BlockMember {
                    global: *handle,
                    members: Vec::new(),
                    names: Vec::new(),
                    shape: self.shapes.get(global.ty),
                    lengths: Vec::new(),
                };
                if !matches!(self.module.types[global.ty].inner, TypeInner::Struct { .. }) {
                    found.names.extend(global.name.clone());
                }
                self.collect(found, &mut all);
            }
        }
        for found in &mut all {
            // The only member of a block may be without a name.
            if found.names.is_empty() {
                let global = &self.module.global_variables[found.global];
                let of_type = self.module.types[global.ty].name.as_ref();
                found.names.extend(global.name.as_ref().or(of_type).cloned());
            }
        }
        let mut counts: FxHashMap<String, usize> = FxHashMap::default();
        for found in &all {
            *counts.entry(found.names.join("_")).or_default() += 1;
        }
        for found in all {
            let mut name = found.names.join("_");
            if counts.get(&name).is_some_and(|count| *count > 1) {
                let global = &self.module.global_variables[found.global];
                let of_type = self.module.types[global.ty].name.as_ref();
                if let Some(front) = global.name.as_ref().or(of_type) {
                    name = format!("{front}_{name}");
                }
            }
            self.add_uniform(found, &name);
        }
        self.warn_about_unmatched_uniforms();
    }

    fn collect(&self, found: BlockMember, all: &mut Vec<BlockMember>) {
        let Shape::Aggregate(handle) = found.shape else {
            if found.shape != Shape::Opaque && all.len() < MAX_MEMBERS {
                all.push(found);
            }
            return;
        };
        match &self.module.types[handle].inner {
            TypeInner::Array { base, .. } => {
                let mut lengths = found.lengths;
                lengths.push(self.shapes.length(found.shape));
                let shape = self.shapes.get(*base);
                let element = BlockMember {
                    shape,
                    lengths,
                    ..found
                };
                self.collect(element, all);
            }
            TypeInner::Struct { members, .. } => {
                for (index, member) in members.iter().enumerate() {
                    // Some modules put a block without a name around another one.
                    let name = match &member.name {
                        None if members.len() == 1 => None,
                        None => Some(format!("member{index}")),
                        name => name.clone(),
                    };
                    self.collect(
                        BlockMember {
                            global: found.global,
                            members: found.members.iter().copied().chain([index]).collect(),
                            names: found.names.iter().cloned().chain(name).collect(),
                            shape: self.shapes.get(member.ty),
                            lengths: found.lengths.clone(),
                        },
                        all,
                    );
                }
            }
            _ => {}
        }
    }

    fn add_uniform(&mut self, found: BlockMember, name: &str) {
        let id = UniformId::from_index(self.builder.program().uniforms.len());
        let name = self.names.add(name);
        let is_array = !found.lengths.is_empty();
        let is_scalar = |kinds: &[ScalarKind]| match found.shape {
            Shape::Scalar(kind) => !is_array && kinds.contains(&kind),
            _ => false,
        };
        let may_be_flag = is_scalar(&[ScalarKind::Uint, ScalarKind::Bool]);
        let may_count = is_scalar(&[ScalarKind::Uint, ScalarKind::Sint]);
        let is_matrix = matches!(found.shape, Shape::Matrix { .. });
        let is_float = self.is_chosen(Choice::Float, &name, may_be_flag);
        let is_count = self.is_chosen(Choice::Count, &name, may_count);
        let leaf = Leaf {
            id,
            shape: found.shape,
            lengths: found.lengths,
            has_columns: self.is_chosen(Choice::Columns, &name, is_matrix),
        };
        if may_be_flag && !is_float && !is_count {
            self.uniforms.candidates.insert(id);
        }
        let (kind, note) = if is_count {
            let text = "C3D_IVUnifSet with the number of rounds less 1, and 0, 1, 0";
            (UniformKind::Integer, text.to_owned())
        } else {
            (UniformKind::Float, note(&leaf))
        };
        let uniform = Uniform {
            name,
            kind,
            rows: u16::try_from(leaf.all_rows()).unwrap_or(u16::MAX),
            note,
        };
        self.builder.program().uniforms.push(uniform);
        self.uniforms.leaves.insert((found.global, found.members), leaf);
    }

    /// Returns whether an option names a uniform that has the right type for it.
    fn is_chosen(&mut self, choice: Choice, name: &str, has_type: bool) -> bool {
        let is_named = choice.names(self.options).iter().any(|named| named == name);
        if is_named && has_type {
            let [option, _] = choice.texts();
            self.uniforms.chosen.insert((option, name.to_owned()));
        }
        is_named && has_type
    }

    /// Warns about options that name no uniform of the right type.
    fn warn_about_unmatched_uniforms(&mut self) {
        if let Some(first) = self.options.array_length.first() {
            let message = format!(
                "`--array-length` names `{}`, but takes arrays of shaders of Direct3D",
                first.name
            );
            let diagnostic = diagnose(Code::UnmatchedOption, None, message);
            self.diagnostics
                .insert(diagnostic.with_help("change the length of the array in the source"));
        }
        for choice in [Choice::Columns, Choice::Float, Choice::Count] {
            let [option, kind] = choice.texts();
            for name in choice.names(self.options) {
                if !self.uniforms.chosen.contains(&(option, name.clone())) {
                    let uniforms = &self.builder.program().uniforms;
                    let names: Vec<_> = (uniforms.iter()).map(|uniform| format!("`{}`", uniform.name)).collect();
                    let message = format!(
                        "`{option}` names `{name}`, but takes a {kind}; the uniforms of the shader are {}",
                        names.join(", ")
                    );
                    let diagnostic = diagnose(Code::UnmatchedOption, None, message);
                    self.diagnostics.insert(diagnostic);
                }
            }
        }
    }

    /// Returns the components of the value at a place in a uniform.
    pub(super) fn read_uniform(&mut self, global: Handle<GlobalVariable>, path: &Path) -> Vec<Operand> {
        let mut shape = path.whole;
        let (mut members, mut indices) = (Vec::new(), Vec::new());
        let mut steps = path.steps.iter();
        while let Shape::Aggregate(handle) = shape {
            let Some(step) = steps.next() else {
                return self.read_all(global, path, shape);
            };
            let is_array = matches!(self.module.types[handle].inner, TypeInner::Array { .. });
            let index = match step {
                Step::Constant(index) => *index,
                Step::Index(_) => 0,
            };
            if is_array {
                indices.push(*step);
            } else {
                members.push(index);
            }
            // All elements of an array have one shape.
            let part = self.shapes.part(shape, if is_array { 0 } else { index });
            let Some(part) = part else {
                return Vec::new();
            };
            shape = part.shape;
        }
        let Some(leaf) = self.uniforms.leaves.get(&(global, members)).cloned() else {
            return self.zeros(self.shape_at(path)).to_vec();
        };
        let components = self.read_leaf(&leaf, &indices);
        let rest: Vec<_> = steps.copied().collect();
        self.project(components, shape, &rest, "a uniform")
    }

    /// Returns the components of a struct or an array.
    fn read_all(&mut self, global: Handle<GlobalVariable>, path: &Path, shape: Shape) -> Vec<Operand> {
        if self.shapes.components(shape) > super::MAX_LANES {
            self.refuse_size("a uniform");
            return Vec::new();
        }
        let mut components = Vec::new();
        for index in 0..self.shapes.length(shape) {
            let mut part = path.clone();
            part.steps.push(Step::Constant(index));
            components.extend(self.read_uniform(global, &part));
        }
        components
    }

    /// How long an array of uniforms may be.
    fn shorter(&self, leaf: &Leaf, name: &str) -> String {
        let others = self.uniforms.leaves.values();
        let others = others.filter(|other| other.id != leaf.id);
        let others = others
            .map(Leaf::all_rows)
            .filter(|rows| *rows <= REGISTERS)
            .fold(0_usize, usize::saturating_add);
        let free = REGISTERS.saturating_sub(others);
        let fits = |rows: usize| free.checked_div(rows).unwrap_or_default();
        let language = self.text.language();
        let element = type_name(language, leaf.shape);
        let rows = leaf.rows();
        let short = match leaf.shape {
            Shape::Matrix { columns, rows: 4 } if !leaf.has_columns => Some(Shape::Matrix { columns, rows: 3 }),
            _ => None,
        };
        let short = short.map(|short| {
            format!(
                ", or {} of the type `{}`, which takes 3 for each",
                fits(3),
                type_name(language, short)
            )
        });
        format!(
            "beside the other uniforms, which take {others} registers, `{name}` may have {} elements of the type `{element}`, which takes {rows} for each{}; literals also take registers",
            fits(rows),
            short.unwrap_or_default()
        )
    }

    /// Returns the components of one element of a member.
    fn read_leaf(&mut self, leaf: &Leaf, indices: &[Step]) -> Vec<Operand> {
        let rows = leaf.all_rows();
        if rows > REGISTERS {
            let name = self.uniform_name(leaf.id);
            let message = format!("the uniform `{name}` takes {rows} registers; the hardware has {REGISTERS}");
            // All that read the uniform have one reason, at its declaration.
            let place = self.text.place_of_word(name.rsplit('_').next().unwrap_or(&name));
            let whole = self.text.place_of_word(&name);
            let reason = diagnose(Code::TooManyUniforms, whole.or(place), message);
            let reason = reason.with_help(self.shorter(leaf, &name));
            return self.poison_all(leaf.shape, &reason);
        }
        // The number of the first row is a constant and products of indices.
        let mut stride = leaf.rows();
        let mut first = 0_usize;
        let mut index: Option<Operand> = None;
        for (step, length) in indices.iter().zip(&leaf.lengths).rev() {
            match step {
                Step::Constant(number) => first = first.saturating_add(number.saturating_mul(stride)),
                Step::Index(operand) => {
                    let scaled = self.scaled(*operand, stride);
                    index = Some(match index {
                        Some(other) => {
                            let [a, b] = [other, scaled].map(|side| self.whole_index(side));
                            self.builder.add(a, b)
                        }
                        None => scaled,
                    });
                }
            }
            stride = stride.saturating_mul(*length);
        }
        let (columns, rows, kind) = match leaf.shape {
            Shape::Scalar(kind) => (1, 1, kind),
            Shape::Vector(size, kind) => (size, 1, kind),
            Shape::Matrix { columns, rows } => (columns, rows, ScalarKind::Float),
            Shape::Aggregate(_) | Shape::Opaque => return Vec::new(),
        };
        let mut components = Vec::with_capacity(columns * rows);
        if leaf.has_columns {
            for column in 0..columns {
                for row in 0..rows {
                    components.push(self.component(leaf, first + column, row, index, kind));
                }
            }
        } else if rows > 1 {
            // Components go by columns, registers hold rows.
            for column in 0..columns {
                for row in 0..rows {
                    components.push(self.component(leaf, first + row, column, index, kind));
                }
            }
        } else {
            for column in 0..columns {
                components.push(self.component(leaf, first, column, index, kind));
            }
        }
        components
    }

    fn component(
        &mut self,
        leaf: &Leaf,
        row: usize,
        component: usize,
        index: Option<Operand>,
        kind: ScalarKind,
    ) -> Operand {
        let component = COMPONENTS.get(component).copied();
        let component = component.unwrap_or(COMPONENTS[3]);
        let kind = component_type(kind);
        if let Some(index) = index {
            let row = i16::try_from(row).unwrap_or(i16::MAX);
            return self.element_component(Array::Uniform(leaf.id), row, component, index, kind);
        }
        let row = u16::try_from(row).unwrap_or(u16::MAX);
        let number = if kind.is_number() { kind } else { crate::ir::Type::Int };
        let op = Op::Uniform(leaf.id, row, component);
        let lane = self.builder.value(op, number);
        if kind.is_number() {
            lane
        } else {
            crate::expand::is_not_zero(&mut self.builder, lane)
        }
    }

    fn uniform_name(&mut self, id: UniformId) -> String {
        let uniform = self.builder.program().uniforms.get(id.index());
        uniform.map(|uniform| uniform.name.clone()).unwrap_or_default()
    }
}

/// Returns the comment on the contents of the registers.
fn note(leaf: &Leaf) -> String {
    let is_array = !leaf.lengths.is_empty();
    match leaf.shape {
        Shape::Matrix { .. } if leaf.has_columns => "columns, one in each register".to_owned(),
        Shape::Matrix { rows, columns } => {
            let function = match (rows, columns) {
                (4, _) => "C3D_FVUnifMtx4x4",
                (3, _) => "C3D_FVUnifMtx3x4",
                _ => "C3D_FVUnifMtx2x4",
            };
            if is_array {
                format!("rows of matrices: {function} for each")
            } else {
                format!("rows: {function}")
            }
        }
        Shape::Scalar(kind) | Shape::Vector(_, kind) if is_bool(kind) => "floats: 0 or 1".to_owned(),
        Shape::Scalar(ScalarKind::Sint | ScalarKind::Uint) | Shape::Vector(_, ScalarKind::Sint | ScalarKind::Uint) => {
            "integers as floats".to_owned()
        }
        _ => String::new(),
    }
}
