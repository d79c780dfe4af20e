//! Declarations: the registers of names.

use std::collections::{BTreeMap, HashMap, HashSet};

use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::{Bank, Register, RegisterForm};

use super::ast::{Alias, Letters, Meaning, Name};
use super::value;
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::directives::{Declaration, Purpose, directives};
use crate::names::Names;
use crate::outputs::Outputs;

/// The output properties of nihstro, with their names in picasm syntax.
const PROPERTIES: [(&str, &str); 7] = [
    ("position", "position"),
    ("quaternion", "normalquat"),
    ("color", "color"),
    ("texcoord0", "texcoord0"),
    ("texcoord1", "texcoord1"),
    ("texcoord2", "texcoord2"),
    ("view", "view"),
];

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// The first register.
    pub(super) register: Register,
    /// The number of registers; 0 if the declaration has an error.
    pub(super) len: u8,
    /// The components that it refers to, in order.
    pub(super) components: Vec<u8>,
    /// Its name in the output; `None` for a register without a name.
    pub(super) printed: Option<String>,
}

/// The declarations so far.
#[derive(Debug)]
pub(super) struct Declarations<'n> {
    names: &'n Names,
    /// The lines of all declarations of the source, by name.
    all: HashMap<String, u32>,
    labels: HashMap<String, u32>,
    targets: HashMap<String, Target>,
    declarations: Vec<Declaration>,
    /// The components of outputs that have a property.
    outputs: Outputs,
}

/// Parses a register name of nihstro.
pub(super) fn register(word: &str) -> Option<Register> {
    match RegisterForm::classify(word) {
        RegisterForm::Register(register) if word == register.to_string() => Some(register),
        _ => None,
    }
}

impl<'n> Declarations<'n> {
    /// Creates an empty set of declarations. `all` and `labels` are the whole source's, with their lines.
    pub(super) fn new(names: &'n Names, all: HashMap<String, u32>, labels: HashMap<String, u32>) -> Self {
        Self {
            names,
            all,
            labels,
            targets: HashMap::new(),
            declarations: Vec::new(),
            outputs: Outputs::default(),
        }
    }

    /// Resolves a name at this location.
    ///
    /// # Errors
    ///
    /// Returns a diagnostic about a name that is not a register.
    pub(super) fn find(&self, name: &Name<'_>, line: u32) -> Result<Target, Diagnostic> {
        if let Some(register) = register(name.text) {
            return Ok(Target {
                register,
                len: 1,
                components: vec![0, 1, 2, 3],
                printed: None,
            });
        }
        if let Some(target) = self.targets.get(name.text) {
            return Ok(target.clone());
        }
        let place = Place::part(line, &name.columns);
        let text = name.text;
        let new = |message| diagnose(Code::AliasBelowUse, place, message);
        Err(match self.all.get(text) {
            Some(below) => new(format!("`{text}` is used before its .alias"))
                .with_secondary(Place::line(*below), "its .alias")
                .with_help("move the .alias up: nihstro reads from top to bottom"),
            None => new(format!("`{text}` is neither a register nor the name of an .alias"))
                .with_help("declare the name with .alias, or correct it"),
        })
    }

    /// Adds a declaration.
    pub(super) fn add(&mut self, alias: &Alias<'_>, line: u32, diagnostics: &mut Vec<Diagnostic>) {
        if let Err(diagnostic) = self.try_add(alias, line, diagnostics) {
            diagnostics.push(diagnostic);
            let name = alias.name.text.to_owned();
            self.targets.entry(name).or_insert(Target {
                register: Register {
                    bank: Bank::Temporary,
                    number: 0,
                },
                len: 0,
                components: vec![0, 1, 2, 3],
                printed: None,
            });
        }
    }

    fn try_add(&mut self, alias: &Alias<'_>, line: u32, diagnostics: &mut Vec<Diagnostic>) -> Result<(), Diagnostic> {
        let name = &alias.name;
        if let Some(label) = self.labels.get(name.text) {
            let message = format!("`{}` is also a label", name.text);
            return Err(taken(line, name, message).with_secondary(Place::line(*label), "the label"));
        }
        let first = self.limit(&alias.register, line)?;
        let len = self.len(alias, first, line)?;
        let purpose = match (&alias.meaning, first.bank) {
            (Some(Meaning::Property(property)), Bank::Output) => self.output(alias, property, first, line)?,
            (None | Some(Meaning::Numbers(..)), Bank::Output) => {
                let message = format!("`{first}` has no property");
                let place = Place::part(line, &alias.register.columns);
                let diagnostic = diagnose(Code::OutputWithoutProperty, place, message);
                let help = format!(
                    "write `.alias {} {first} as` and a property, such as `color`",
                    name.text
                );
                return Err(diagnostic.with_help(help));
            }
            (Some(Meaning::Property(property)), _) => {
                let message = format!("`{}` is not a value for `{first}`", property.text);
                let place = Place::part(line, &property.columns);
                let diagnostic = diagnose(Code::ConstantForm, place, message);
                return Err(diagnostic.with_help("properties are for o0 to o15; write numbers in parentheses"));
            }
            (Some(Meaning::Numbers(numbers, columns)), _) => {
                let place = Place::part(line, columns);
                if alias.last.is_some() || alias.swizzle.is_some() {
                    let message = "a constant has one register, and no mask";
                    return Err(diagnose(Code::ConstantForm, place, message));
                }
                Purpose::Value(value::value(first, numbers, line, place, diagnostics)?)
            }
            (None, _) => Purpose::Table { len },
        };
        self.keep(alias, first, purpose, line, diagnostics)
    }

    /// Returns the register at a limit of a declaration.
    fn limit(&self, name: &Name<'_>, line: u32) -> Result<Register, Diagnostic> {
        let place = Place::part(line, &name.columns);
        let special = matches!(name.text, "a0" | "a1" | "lcnt" | "cc");
        let found = if special {
            None
        } else {
            Some(self.find(name, line)?.register)
        };
        match found {
            Some(register) if register.bank != Bank::Temporary => Ok(register),
            _ => {
                let message = format!("nihstro does not allow a name for `{}`", name.text);
                let diagnostic = diagnose(Code::AliasOfTemporary, place, message);
                Err(diagnostic.with_help("write the register itself where the name is used"))
            }
        }
    }

    /// Returns the number of registers of a declaration.
    fn len(&self, alias: &Alias<'_>, first: Register, line: u32) -> Result<u8, Diagnostic> {
        let Some(last) = &alias.last else {
            return Ok(1);
        };
        let end = self.limit(last, line)?;
        let columns = alias.register.columns.start..last.columns.end;
        let place = Place::part(line, &columns);
        let message = if end.bank != first.bank {
            format!("`{first}` and `{end}` are registers of different kinds")
        } else if first.bank == Bank::Output {
            "a range of outputs cannot have one name".to_owned()
        } else if end.number < first.number {
            format!("the range falls from `{first}` to `{end}`")
        } else if alias.swizzle.is_some() {
            "a range has no mask".to_owned()
        } else {
            return Ok(end.number - first.number + 1);
        };
        let diagnostic = diagnose(Code::AliasRange, place, message);
        Err(diagnostic.with_help("write the first and the last register of one kind, as in `c4-c7`"))
    }

    fn output(
        &mut self,
        alias: &Alias<'_>,
        property: &Name<'_>,
        register: Register,
        line: u32,
    ) -> Result<Purpose, Diagnostic> {
        let known = PROPERTIES.iter().find(|(name, _)| *name == property.text);
        let Some((_, property)) = known else {
            let names: Vec<_> = PROPERTIES.iter().map(|(name, _)| *name).collect();
            let message = format!("`{}` is not a property", property.text);
            let place = Place::part(line, &property.columns);
            let diagnostic = diagnose(Code::OutputWithoutProperty, place, message);
            return Err(diagnostic.with_help(format!("the properties are {}", names.join(", "))));
        };
        let components = components(alias.swizzle.as_ref());
        if !components.is_sorted_by(|a, b| a < b) {
            let columns = alias.swizzle.as_ref().map(|s| s.columns.clone());
            let place = Place::part(line, &columns.unwrap_or_default());
            let message = "the letters of an output's mask are not in order";
            return Err(diagnose(Code::AliasRange, place, message));
        }
        let place = Place::part(line, &alias.register.columns);
        self.outputs.claim(register, property, &components, place)?;
        Ok(Purpose::Output { property, components })
    }

    /// Records the name of a declaration.
    fn keep(
        &mut self,
        alias: &Alias<'_>,
        first: Register,
        purpose: Purpose,
        line: u32,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let name = &alias.name;
        let of_register = register(name.text);
        let place = Place::part(line, &name.columns);
        let printed = match of_register {
            Some(own) if own == first => Some(name.text.to_owned()),
            Some(_) => None,
            None => Some(self.names.printed(name.text)),
        };
        let is_again = self.targets.contains_key(name.text);
        let is_table = matches!(purpose, Purpose::Table { .. });
        if is_again && is_table {
            let message = format!("`{}` is declared twice", name.text);
            return Err(taken(line, name, message));
        }
        if is_again {
            let message = format!(
                "`{}` keeps its first meaning; this declaration only adds to the tables",
                name.text
            );
            diagnostics.push(diagnose(Code::DialectQuirk, place, message));
        } else if of_register.is_some_and(|own| own != first) {
            let message = format!(
                "`{0}` stays the register `{0}`; this declaration only fills the tables",
                name.text
            );
            diagnostics.push(diagnose(Code::DialectQuirk, place, message));
        } else {
            let components = components(alias.swizzle.as_ref());
            let len = match purpose {
                Purpose::Table { len } => len,
                _ => 1,
            };
            self.targets.insert(
                name.text.to_owned(),
                Target {
                    register: first,
                    len,
                    components,
                    printed: printed.clone(),
                },
            );
        }
        self.declarations.push(Declaration {
            line,
            columns: name.columns.clone(),
            name: name.text.to_owned(),
            printed: printed.filter(|_| !is_again),
            register: first,
            purpose,
        });
        Ok(())
    }

    /// Returns the directives of the declarations, by line. `read` has the float registers that the code reads by
    /// number, or may read by a relative index: their constants keep their registers.
    pub(super) fn directives(
        &self,
        read: &HashSet<u8>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> BTreeMap<u32, Vec<String>> {
        directives(&self.declarations, self.names, read, diagnostics)
    }
}

/// Returns the components of a mask; all components without one.
fn components(mask: Option<&Letters>) -> Vec<u8> {
    mask.map_or_else(|| vec![0, 1, 2, 3], |mask| mask.components.clone())
}

fn taken(line: u32, name: &Name<'_>, message: String) -> Diagnostic {
    diagnose(Code::NameTaken, Place::part(line, &name.columns), message)
}
