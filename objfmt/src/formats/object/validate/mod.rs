//! Validation of objects. Readers and writers check the rules here, so that the linker need not.

mod labels;
mod relocations;

use labels::LabelOrder;

use super::{Constant, Entry, Linkage, Object, Position, Reference, ShaderKind, StatedField, Uniform, UniformClass};
use crate::formats::error::{RecordLocation, Structure, Table, Violation, WriteError, WriteErrorKind};
use crate::formats::shbin::GeometryMode;
use crate::isa::limits;
use crate::isa::register::{Bank, Register, UniformKind};

/// An inconsistency in an object, and its location.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{location}: {violation}")]
pub struct InvalidObject {
    /// The location of the entry in the file.
    pub location: RecordLocation,
    /// The fault.
    pub violation: Violation,
}

impl From<InvalidObject> for WriteError {
    fn from(invalid: InvalidObject) -> Self {
        Self {
            location: invalid.location,
            kind: WriteErrorKind::Violation(invalid.violation),
        }
    }
}

/// The result of checking an entry.
type Checked = Result<(), Violation>;

impl Object {
    /// Checks all invariants that other code relies on; `FORMAT.md` lists them. Takes time linear in the object's size.
    ///
    /// # Errors
    ///
    /// Returns the first inconsistency.
    pub fn validate(&self) -> Result<(), InvalidObject> {
        header(self.check_header())?;
        check_each(Table::FileNames, &self.files, |name| check_no_nul(name))?;
        self.check_code()?;
        check_each(Table::Lines, &self.lines, |line| self.check_position(*line))?;
        self.check_labels()?;
        // This check relies on the labels.
        header(self.check_entry_label())?;
        check_each(Table::Externals, &self.externals, |name| check_name(name))?;
        check_each(Table::Uniforms, &self.uniforms, |uniform| self.check_uniform(uniform))?;
        check_each(Table::Constants, &self.constants, |constant| {
            self.check_constant(constant)
        })?;
        check_each(Table::Values, &self.values, |value| {
            let location = self.check_reference(value.register)?;
            if location.bank != value.value.kind().bank() {
                return Err(Violation::ValueKind {
                    value: value.value.kind(),
                    location: location.bank,
                });
            }
            self.check_value_owner(value.register)?;
            self.check_position(value.position)
        })?;
        check_each(Table::Outputs, &self.outputs, |output| {
            output.name.as_deref().map_or(Ok(()), check_name)?;
            check_number(Bank::Output, output.register)?;
            self.check_position(output.position)
        })?;
        check_each(Table::StatedFields, &self.stated, |stated| {
            if let StatedField::Descriptor { number, .. } = stated.field
                && usize::from(number) >= limits::DESCRIPTORS
            {
                return Err(Violation::DescriptorNumber { number });
            }
            self.check_position(stated.position)
        })?;
        // The last check, because it relies on the labels.
        self.check_relocations()
    }

    fn check_header(&self) -> Checked {
        if let ShaderKind::Geometry { mode, first_uniform } = self.kind {
            check_number(Bank::Float, first_uniform)?;
            if let GeometryMode::Fixed { start, .. } = mode {
                check_number(Bank::Float, start)?;
            }
        }
        if let Some(entry) = &self.entry {
            check_name(&entry.name)?;
            self.check_position(entry.position)?;
        }
        Ok(())
    }

    /// Checks that the shader's words exist if the entry point is a label with a length.
    fn check_entry_label(&self) -> Checked {
        let Some(Entry {
            name, length: Some(_), ..
        }) = &self.entry
        else {
            return Ok(());
        };
        let Some((index, length)) = self.entry_label() else {
            return Err(Violation::EntryLabel { name: name.clone() });
        };
        let location = self.labels.get(index).map_or(0, |label| label.word);
        self.check_code_end(u64::from(location) + u64::from(length))
    }

    fn check_code(&self) -> Result<(), InvalidObject> {
        let words = self.code.len();
        if words > limits::CODE_WORDS {
            return whole(Table::Code, Violation::CodeTooLong { words });
        }
        let lines = self.lines.len();
        if lines != words {
            return whole(Table::Lines, Violation::LineCount { lines, words });
        }
        Ok(())
    }

    fn check_position(&self, position: Position) -> Checked {
        // Any line is valid: a preprocessor's line marker may say 0.
        check_index(position.file, Table::FileNames, self.files.len())
    }

    fn check_labels(&self) -> Result<(), InvalidObject> {
        let mut order = LabelOrder::default();
        check_each(Table::Labels, &self.labels, |label| {
            check_name(&label.name)?;
            self.check_position(label.position)?;
            let mut end = u64::from(label.word);
            if let Some(procedure) = label.procedure {
                self.check_position(procedure.end)?;
                end += u64::from(procedure.size);
            }
            self.check_code_end(end)?;
            order.check(label)
        })
    }

    fn check_code_end(&self, end: u64) -> Checked {
        let words = self.code.len();
        if end > words as u64 {
            return Err(Violation::BeyondCode { end, words });
        }
        Ok(())
    }

    fn check_uniform(&self, uniform: &Uniform) -> Checked {
        check_name(&uniform.name)?;
        self.check_position(uniform.position)?;
        check_linkage(uniform.linkage, uniform.pinned)?;
        match uniform.class {
            UniformClass::Input if uniform.linkage != Linkage::Own => Err(Violation::InputLinkage),
            // An input has one register, because the masks of inputs have one bit for it.
            UniformClass::Input if uniform.len != 1 => {
                let len = uniform.len;
                Err(Violation::InputLength { len })
            }
            UniformClass::Input => check_number(Bank::Input, uniform.first),
            UniformClass::Uniform(kind) => check_range(kind, uniform.first, uniform.len),
        }
    }

    fn check_constant(&self, constant: &Constant) -> Checked {
        check_constant_name(&constant.name)?;
        self.check_position(constant.position)?;
        check_linkage(constant.linkage, constant.pinned)?;
        if constant.kind == UniformKind::Boolean {
            return Err(Violation::BooleanConstant);
        }
        check_range(constant.kind, constant.first, constant.len)
    }

    /// Checks that the object has no value for a constant of another object.
    fn check_value_owner(&self, location: Reference) -> Checked {
        let Reference::Constant { index, .. } = location else {
            return Ok(());
        };
        match self.constants.get(usize::from(index)) {
            Some(Constant { linkage, .. }) if linkage.is_extern() => Err(Violation::ExternValue),
            _ => Ok(()),
        }
    }

    /// Returns the register of a reference, which must be in a uniform bank.
    fn check_reference(&self, reference: Reference) -> Result<Register, Violation> {
        match reference {
            Reference::Register(register) => {
                check_number(register.bank, register.number)?;
            }
            Reference::Uniform { index, .. } => {
                check_index(index, Table::Uniforms, self.uniforms.len())?;
            }
            Reference::Constant { index, .. } => {
                check_index(index, Table::Constants, self.constants.len())?;
            }
        }
        self.resolve(reference)
            .filter(|register| UniformKind::from_bank(register.bank).is_some())
            .ok_or(Violation::Reference)
    }
}

fn check_name(name: &str) -> Checked {
    if name.is_empty() {
        return Err(Violation::EmptyName);
    }
    check_characters(name, name, is_name_character)
}

/// Checks the name of a constant. The name of an unnamed constant is its value: `(1, 0, 0, -0.5)`.
fn check_constant_name(name: &str) -> Checked {
    let values = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    match values {
        Some(values) => check_characters(name, values, |c| {
            is_name_character(c) || matches!(c, ',' | ' ' | '-' | '+')
        }),
        None => check_name(name),
    }
}

/// Checks the characters of a part of a name.
fn check_characters(name: &str, part: &str, is_allowed: impl Fn(char) -> bool) -> Checked {
    match part.chars().find(|&c| !is_allowed(c)) {
        Some(character) => Err(Violation::NameCharacter {
            name: name.to_owned(),
            character,
        }),
        None => Ok(()),
    }
}

/// Returns true if names can contain a character. Names in sources have no others, so any text format can contain
/// names.
const fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.')
}

fn check_no_nul(name: &str) -> Checked {
    if name.as_bytes().contains(&0) {
        return Err(Violation::NulInName { name: name.to_owned() });
    }
    Ok(())
}

fn check_index(index: impl Into<u32>, table: Table, count: usize) -> Checked {
    let index = index.into();
    if usize::try_from(index).is_ok_and(|index| index < count) {
        Ok(())
    } else {
        Err(Violation::Index { index, table, count })
    }
}

fn check_number(bank: Bank, number: u8) -> Checked {
    if number < bank.size() {
        Ok(())
    } else {
        Err(Violation::RegisterNumber { bank, number })
    }
}

fn check_range(kind: UniformKind, first: u8, len: u8) -> Checked {
    let bank = kind.bank();
    if len >= 1 && u16::from(first) + u16::from(len) <= bank.size().into() {
        Ok(())
    } else {
        Err(Violation::RegisterRange { bank, first, len })
    }
}

/// Checks that only the owner of a declaration pins its register.
fn check_linkage(linkage: Linkage, pinned: bool) -> Checked {
    if linkage.is_extern() && pinned {
        Err(Violation::ExternPin)
    } else {
        Ok(())
    }
}

/// Checks each entry of a table.
fn check_each<T>(table: Table, entries: &[T], mut check: impl FnMut(&T) -> Checked) -> Result<(), InvalidObject> {
    entries
        .iter()
        .enumerate()
        .try_for_each(|(entry, value)| at_entry(table, entry, check(value)))
}

fn at_entry(table: Table, entry: usize, checked: Checked) -> Result<(), InvalidObject> {
    checked.map_err(|violation| InvalidObject {
        location: RecordLocation::entry(Structure::Dvoj, table, entry),
        violation,
    })
}

fn whole(table: Table, violation: Violation) -> Result<(), InvalidObject> {
    Err(InvalidObject {
        location: RecordLocation::table(Structure::Dvoj, table),
        violation,
    })
}

fn header(checked: Checked) -> Result<(), InvalidObject> {
    checked.map_err(|violation| InvalidObject {
        location: RecordLocation::header(Structure::Dvoj),
        violation,
    })
}
