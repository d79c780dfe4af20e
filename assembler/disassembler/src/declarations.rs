//! The head of a shader's source: its tables as declarations.

use bstr::ByteSlice;
use pica200_objfmt::formats::shbin::GeometryBytes;
use pica200_objfmt::formats::shbin::{ConstantEntry, OutputEntry, Shader, UniformEntry};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::Mask;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::property::{self, DUMMY};
use pica200_objfmt::isa::register::{Bank, Register, RegisterSet, UniformKind};
use rustc_hash::FxHashMap;

use super::names::{RegisterNames, UsedNames, source_name};
use pica200_objfmt::isa::literal::vector;

/// A shader's declarations.
#[derive(Clone, Default, Debug)]
pub(super) struct Declarations {
    /// The lines of the source.
    pub(super) lines: Vec<String>,
    /// The names of registers in the code of the source.
    pub(super) names: RegisterNames,
    /// Names of registers in code that other shaders also reach: only names that mean the same to all of them.
    pub(super) shared_names: RegisterNames,
    /// Facts that no source can express, one sentence each.
    pub(super) unstated: Vec<String>,
}

/// Builds the declarations of a shader.
pub(super) fn declare(shader: &Shader) -> Declarations {
    let mut writer = DeclarationWriter {
        shader,
        declarations: Declarations::default(),
        taken: UsedNames::default(),
        declared: RegisterSet::default(),
    };
    writer.geometry();
    writer.uniforms();
    writer.outputs();
    writer.constants();
    writer.declarations
}

fn has_dummy(shader: &Shader) -> bool {
    let dummy = u16::from(DUMMY);
    shader.outputs.iter().any(|output| output.property == dummy)
}

/// Returns true if a shader has private uniforms, like geometry shaders with parameters.
pub(super) fn has_own_uniforms(shader: &Shader) -> bool {
    shader.is_geometry() && geometry_parameters(shader).is_some()
}

/// Returns the parameters of a geometry shader's `.gsh`; `None` if it has none or invalid ones.
fn geometry_parameters(shader: &Shader) -> Option<String> {
    let GeometryBytes {
        mode,
        fixed_start,
        variable_vertices,
        fixed_vertices,
    } = shader.geometry;
    let last = Bank::Float.size() - 1;
    match mode {
        // With parameters, a dummy output would request merged outputs.
        0 if has_dummy(shader) && shader.merge == 0 => None,
        0 => Some(" point c0".to_owned()),
        1 if variable_vertices > 0 => Some(format!(" variable c0 {variable_vertices}")),
        2 if fixed_vertices > 0 && fixed_start < last => {
            let first = fixed_start.saturating_add(fixed_vertices).min(last);
            Some(format!(" fixed c{first} c{fixed_start} {fixed_vertices}"))
        }
        _ => None,
    }
}

/// A uniform or input table entry, in the form of a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Declarable {
    pub(super) name: String,
    pub(super) first: Register,
    pub(super) len: u8,
}

impl Declarable {
    pub(super) fn registers(&self) -> impl Iterator<Item = Register> {
        let first = self.first;
        (first.number..)
            .take(self.len.into())
            .map(move |number| Register { number, ..first })
    }
}

/// Converts an entry of a uniform table to a declaration, or returns the reason why there is none.
pub(super) fn declarable(entry: &UniformEntry) -> Result<Declarable, &'static str> {
    let outside = "there are no such registers";
    let first = entry.register().ok_or(outside)?;
    let last = Register::from_table_number(entry.last).ok_or(outside)?;
    let len = entry.last.checked_sub(entry.first).map(|n| n + 1);
    let len = len.and_then(|len| u8::try_from(len).ok()).ok_or(outside)?;
    if first.bank != last.bank {
        return Err("the registers are of different kinds");
    }
    let name = source_name(entry.name.as_ref(), first)?;
    if first.bank == Bank::Input {
        if len > 1 {
            return Err("an input has one register");
        }
    } else if name.starts_with('_') {
        return Err("a uniform whose name starts with `_` is not listed in the table");
    }
    Ok(Declarable { name, first, len })
}

struct DeclarationWriter<'s> {
    shader: &'s Shader,
    declarations: Declarations,
    taken: UsedNames,
    /// Registers of declared uniforms.
    declared: RegisterSet,
}

impl DeclarationWriter<'_> {
    fn line(&mut self, line: String) {
        self.declarations.lines.push(line);
    }

    fn note_unstated(&mut self, what: &str, why: &str) {
        self.declarations.unstated.push(format!("{what}: {why}"));
    }

    /// Writes `.gsh`. The geometry mode determines whether outputs can be merged.
    fn geometry(&mut self) {
        let shader = self.shader;
        if !shader.is_geometry() {
            if shader.merge != 0 {
                self.note_unstated("merged outputs", "the shader is a vertex shader");
            }
            return;
        }
        let parameters = geometry_parameters(shader);
        if parameters.is_none() && shader.geometry != GeometryBytes::default() {
            let what = format!("geometry mode {}", shader.geometry.mode);
            self.note_unstated(&what, "`.gsh` cannot express these parameters");
        }
        if (shader.merge != 0) != (has_dummy(shader) && parameters.is_some()) {
            let why = "outputs are merged if and only if there is a dummy output";
            self.note_unstated("whether outputs are merged", why);
        }
        self.line(format!(".gsh{}", parameters.unwrap_or_default()));
    }

    fn uniforms(&mut self) {
        for entry in &self.shader.uniforms {
            if let Err(why) = self.uniform(entry) {
                // The sentence is one line of a source, whatever bytes the name has.
                let name = entry.name.to_str_lossy();
                self.note_unstated(&format!("uniform `{}`", name.escape_debug()), why);
            }
        }
    }

    fn uniform(&mut self, entry: &UniformEntry) -> Result<(), &'static str> {
        let Declarable { name, first, len } = declarable(entry)?;
        let kind = UniformKind::from_bank(first.bank);
        if kind.is_some_and(|kind| self.declared.intersects(kind, first.number, len)) {
            return Err("its registers overlap those of another entry");
        }
        if !self.taken.reserve(&name) {
            return Err("another entry has the same name");
        }
        let directive = match first.bank {
            Bank::Integer => ".ivec",
            Bank::Boolean => ".bool",
            Bank::Input => ".in",
            _ => ".fvec",
        };
        let length = if len > 1 { format!("[{len}]") } else { String::new() };
        self.line(format!("{directive} {name}{length} {first}"));
        self.declarations.names.name(&name, first, len);
        if let Some(kind) = kind {
            self.declared.insert(kind, first.number, len);
        }
        Ok(())
    }

    fn outputs(&mut self) {
        let mut used = FxHashMap::default();
        for entry in &self.shader.outputs {
            if let Err(why) = self.output(entry, &mut used) {
                let what = format!("output {} on register {}", entry.property, entry.register);
                self.note_unstated(&what, why);
            }
        }
    }

    fn output(&mut self, entry: &OutputEntry, used: &mut FxHashMap<u8, Mask>) -> Result<(), &'static str> {
        let number = u8::try_from(entry.register).ok();
        let register = number.and_then(|number| Register::new(Bank::Output, number));
        let register = register.ok_or("there is no such register")?;
        let property = u8::try_from(entry.property).map_err(|_| "there is no such property")?;
        let carries = property != DUMMY || self.shader.is_geometry();
        if carries && register.number >= limits::PROPERTY_OUTPUTS {
            return Err("the register cannot carry the property");
        }
        let mask = u8::try_from(entry.mask).ok().filter(|&bits| bits < 0x10);
        let mask = mask.map(Mask::from_table_bits).filter(|&mask| mask != Mask::NONE);
        let mask = mask.ok_or("its mask is empty or has unknown bits")?;
        let earlier = used.entry(register.number).or_insert(Mask::NONE);
        if earlier.intersects(mask) {
            return Err("another output has the same component");
        }
        let is_first = *earlier == Mask::NONE;
        *earlier = earlier.union(mask);
        let known = property::by_number(property).map(|known| known.name);
        let name = if is_first {
            let name = self.taken.unique(&output_name(property, known));
            self.declarations.names.name(&name, register, 1);
            name
        } else {
            "-".to_owned()
        };
        let mask = pica200_objfmt::isa::text::mask(mask);
        let property = known.map_or_else(|| property.to_string(), str::to_owned);
        let reserved = last_halfword(entry.reserved);
        self.line(format!(".out {name} {property} {register}{mask}{reserved}"));
        Ok(())
    }

    fn constants(&mut self) {
        let mut times: FxHashMap<(u16, u16), usize> = FxHashMap::default();
        for entry in &self.shader.constants {
            *times.entry((entry.kind, entry.register)).or_default() += 1;
        }
        for entry in &self.shader.constants {
            let once = times.get(&(entry.kind, entry.register)) == Some(&1);
            if let Err(why) = self.constant(entry, once) {
                let what = format!("constant of kind {}, register {}", entry.kind, entry.register);
                self.note_unstated(&what, why);
            }
        }
    }

    /// Declares a constant if its register is unused; otherwise sets the value of the register.
    fn constant(&mut self, entry: &ConstantEntry, once: bool) -> Result<(), &'static str> {
        let value = entry.value().ok_or("the values are not valid")?;
        let kind = value.kind();
        let number = u8::try_from(entry.register).ok();
        let register = number.and_then(|number| Register::new(kind.bank(), number));
        let register = register.ok_or("there is no such register")?;
        let (letter, text) = (letter(value), vector(value));
        if kind != UniformKind::Boolean && once && !self.declared.intersects(kind, register.number, 1) {
            let name = self.taken.unique(&format!("const_{register}"));
            self.declarations.names.name(&name, register, 1);
            self.line(format!(".const{letter} {name}{text} {register}"));
        } else {
            self.line(format!(".set{letter} {register}{text}"));
        }
        Ok(())
    }
}

/// Returns the name of an output in the source: `oPosition`.
fn output_name(property: u8, known: Option<&str>) -> String {
    match known.and_then(|name| name.split_at_checked(1)) {
        Some((first, rest)) => format!("o{}{rest}", first.to_ascii_uppercase()),
        None => format!("oProperty{property}"),
    }
}

/// Returns the operand of `.out` for the last halfword of an entry; empty for 0, which needs none.
pub(super) fn last_halfword(reserved: u16) -> String {
    match reserved {
        0 => String::new(),
        reserved => format!(", 0x{reserved:04X}"),
    }
}

/// Returns the letter that ends the directives for a kind of value: `.setb`, `.seti`, `.setf`.
pub(super) fn letter(value: ConstantValue) -> char {
    match value {
        ConstantValue::Boolean(_) => 'b',
        ConstantValue::Integer(_) => 'i',
        ConstantValue::Float(_) => 'f',
    }
}
