//! Directives for declarations, in picasm syntax.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::{Bank, Register};

use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::names::Names;
use crate::swizzle::mask;

/// The purpose of a declaration.
#[derive(Clone, Debug)]
pub(crate) enum Purpose {
    /// An entry of the uniform table.
    Table { len: u8 },
    /// An output.
    Output {
        property: &'static str,
        components: Vec<u8>,
    },
    /// A value for a register, in parentheses, or `true` or `false`.
    Value(String),
}

/// A declaration.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    /// The line of the listing, from 1.
    pub(crate) line: u32,
    /// The byte range of its name in the line.
    pub(crate) columns: Range<usize>,
    /// The name in the source.
    pub(crate) name: String,
    /// The name in the output; `None` if operands cannot use it.
    pub(crate) printed: Option<String>,
    /// The first register.
    pub(crate) register: Register,
    /// Its purpose.
    pub(crate) purpose: Purpose,
}

/// Returns the directives of declarations, by line. `read` has the float registers that the code reads by number, or
/// may read by a relative index: their constants keep their registers.
pub(crate) fn directives(
    declarations: &[Declaration],
    names: &Names,
    read: &HashSet<u8>,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<u32, Vec<String>> {
    let mut writer = Directives {
        uses: uses(declarations),
        names,
        read,
        table: table(declarations),
        diagnostics,
    };
    let mut lines: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for one in declarations {
        let texts = writer.directive(one);
        lines.entry(one.line).or_default().extend(texts);
    }
    lines
}

/// Returns the number of declarations of each register.
fn uses(declarations: &[Declaration]) -> HashMap<(char, u8), usize> {
    let mut uses = HashMap::new();
    for one in declarations {
        let len = match one.purpose {
            Purpose::Table { len } => len,
            Purpose::Value(_) => 1,
            Purpose::Output { .. } => 0,
        };
        let start = one.register.number;
        for number in start..start + len {
            *uses.entry((one.register.bank.letter(), number)).or_default() += 1;
        }
    }
    uses
}

/// Returns the declarations that have an entry in the uniform table, with their lengths: of those that share registers
/// the longest, of equally long ones the first.
fn table(declarations: &[Declaration]) -> Vec<(&Declaration, u8)> {
    let mut wanted: Vec<(&Declaration, u8)> = Vec::new();
    for one in declarations {
        if let Purpose::Table { len } = one.purpose
            && one.register.bank != Bank::Input
        {
            wanted.push((one, len));
        }
    }
    wanted.sort_by_key(|(_, len)| std::cmp::Reverse(*len));
    let mut table: Vec<(&Declaration, u8)> = Vec::new();
    for one in wanted {
        if !table.iter().any(|other| shares(*other, one)) {
            table.push(one);
        }
    }
    table
}

/// Returns true if declarations of these lengths have a register in common.
fn shares((one, len): (&Declaration, u8), (other, other_len): (&Declaration, u8)) -> bool {
    let (start, end) = (one.register.number, one.register.number + len);
    let (other_start, other_end) = (other.register.number, other.register.number + other_len);
    one.register.bank == other.register.bank && start < other_end && other_start < end
}

/// Writes directives.
struct Directives<'d> {
    /// The number of declarations of a register, by the letter of its bank and its number.
    uses: HashMap<(char, u8), usize>,
    names: &'d Names,
    read: &'d HashSet<u8>,
    /// The entries of the uniform table: declarations with their lengths, of which no two share a register.
    table: Vec<(&'d Declaration, u8)>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl Directives<'_> {
    fn directive(&mut self, one: &Declaration) -> Vec<String> {
        match &one.purpose {
            Purpose::Output { property, components } => {
                let own = one.register.to_string();
                let named = one.printed.as_deref();
                let name = named.filter(|name| *name != own).unwrap_or("-");
                let mask = mask(components);
                vec![format!(".out {name} {property} {}{mask}", one.register)]
            }
            Purpose::Value(value) => self.value(one, value),
            Purpose::Table { len } => vec![self.entry(one, *len)],
        }
    }

    /// Returns an entry of the uniform table, or an alias if the table cannot contain it.
    fn entry(&mut self, one: &Declaration, len: u8) -> String {
        let register = one.register;
        let name = self.table_name(one);
        if register.bank == Bank::Input && len > 1 {
            let message = format!("the table of inputs does not list `{name}`, which names {len} registers");
            let help = format!("declare a name for each of them, as in `.alias NAME {register}`");
            self.report(Code::WithoutTableEntry, one, message, help);
            return format!(".alias {name} {register}");
        }
        let holder = self.table.iter().copied();
        let mut others = holder.filter(|(other, _)| other.line != one.line);
        if let Some((other, other_len)) = others.find(|of| shares(*of, (one, len))) {
            return self.second(one, len, other, other_len);
        }
        if name != one.name {
            let message = format!(
                "`{}` is not a valid name in picasm syntax: the uniform table lists `{name}`",
                one.name
            );
            let help = format!("look `{name}` up");
            self.report(Code::RenamedEntry, one, message, help);
        } else if name.starts_with('_') {
            let message = format!("the uniform table does not list `{name}`, because it begins with `_`");
            let help = "choose a name that begins with a letter".to_owned();
            self.report(Code::WithoutTableEntry, one, message, help);
        }
        let directive = match register.bank {
            Bank::Input => ".in",
            Bank::Integer => ".ivec",
            Bank::Boolean => ".bool",
            _ => ".fvec",
        };
        let length = match len {
            1 => String::new(),
            len => format!("[{len}]"),
        };
        format!("{directive} {name}{length} {register}")
    }

    /// Returns a second name for registers that the table lists under another one.
    fn second(&mut self, one: &Declaration, len: u8, other: &Declaration, other_len: u8) -> String {
        let (name, first) = (self.table_name(one), self.table_name(other));
        let register = one.register;
        let number = register.number.max(other.register.number);
        let common = Register { number, ..register };
        let message = format!("the uniform table does not list `{name}`: `{first}` has `{common}` already");
        let offset = register.number.checked_sub(other.register.number);
        let inside = offset.filter(|offset| offset + len <= other_len);
        let element = match inside {
            Some(0) => Some(first.clone()),
            Some(offset) => Some(format!("{first}[{offset}]")),
            None => None,
        };
        let help = match &element {
            Some(element) => format!("look `{first}` up: `{name}` is `{element}`"),
            None => format!("look `{first}` up, or give `{name}` separate registers"),
        };
        self.report(Code::WithoutTableEntry, one, message, help);
        // In picasm syntax, names are visible from their declaration on.
        let target = element.filter(|_| other.line < one.line);
        let target = target.unwrap_or_else(|| register.to_string());
        format!(".alias {name} {target}")
    }

    /// Returns the name of a declaration in the output.
    fn table_name(&self, one: &Declaration) -> String {
        let own = one.printed.clone();
        own.unwrap_or_else(|| self.names.printed(&one.name))
    }

    fn value(&self, one: &Declaration, value: &str) -> Vec<String> {
        let register = one.register;
        let named = one.printed.as_ref().filter(|name| **name != register.to_string());
        let set = match register.bank {
            Bank::Boolean => format!(".setb {register} {value}"),
            Bank::Integer => format!(".seti {register}{value}"),
            _ => format!(".setf {register}{value}"),
        };
        let Some(name) = named else {
            return vec![set];
        };
        if register.bank == Bank::Boolean || self.is_shared(register) {
            return vec![set, format!(".alias {name} {register}")];
        }
        let directive = match register.bank {
            Bank::Integer => ".consti",
            _ => ".constf",
        };
        vec![format!("{directive} {name}{value} {register}")]
    }

    /// Returns true if the register of a constant has another use: another declaration has it, or the code reads it by
    /// number.
    fn is_shared(&self, register: Register) -> bool {
        let by_code = register.bank == Bank::Float && self.read.contains(&register.number);
        let uses = self.uses.get(&(register.bank.letter(), register.number));
        by_code || uses.is_some_and(|uses| *uses > 1)
    }

    fn report(&mut self, code: Code, one: &Declaration, message: String, help: String) {
        let place = Place::part(one.line, &one.columns);
        let diagnostic = diagnose(code, place, message);
        self.diagnostics.push(diagnostic.with_help(help));
    }
}
