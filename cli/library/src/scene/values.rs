//! Values of uniforms, which may change over time.

use std::collections::HashMap;
use std::ops::Range;

use pica200_diagnostics::Code;
use pica200_machine::{Program, Value};
use pica200_objfmt::isa::register::{Bank, Register};
use toml::de::DeTable;

use super::steps::{Steps, are_steps, steps};
use crate::document::{DocumentReport, Item, TomlError, entries, needed, table};
use crate::shader::document::registers::{bank_rows, uniform};
use crate::shader::registers::RegisterName;
use crate::shader::row::Row;
use crate::shader::value_error::ValueError;

/// The values of registers.
pub(super) type Values = Vec<(Register, Value)>;

/// A value for some registers of a program.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    target: RegisterName,
    from: SettingValue,
    /// Value at the end, if it changes.
    to: Option<SettingValue>,
}

/// A value as written.
#[derive(Clone, Debug)]
enum SettingValue {
    Rows(Bank, Vec<Row>),
    Steps(Steps),
}

/// Registers assigned by the settings under a key, each with the name in the file and true if the value is a list of
/// transformations.
#[derive(Default)]
struct AssignedRegisters<'n>(HashMap<Register, (&'n str, bool)>);

impl<'n> AssignedRegisters<'n> {
    /// Adds the registers of a setting. Reports an error if a list of transformations overlaps another setting: its
    /// number of rows is implicit. Other values have an explicit size, so one can be a part of another.
    fn add(
        &mut self,
        name: &'n str,
        setting: &Setting,
        program: &Program,
        span: Range<usize>,
        report: &mut DocumentReport<'_>,
    ) {
        let is_matrix = matches!(setting.from, SettingValue::Steps(_));
        let values = setting.at(0.0, program).unwrap_or_default();
        let mut twice = None;
        for (register, _) in values {
            let other = self.0.insert(register, (name, is_matrix));
            let other = other.filter(|(_, other)| is_matrix || *other);
            twice = twice.or(other.map(|(other, _)| (register, other)));
        }
        if let Some((register, other)) = twice {
            let message = format!("`{other}` and `{name}` both set {register}");
            let help = "a matrix has four rows; the step `{ rows = 3 }` keeps the first three";
            report.wrong(span, message).help = Some(help.to_owned());
        }
    }
}

/// The target of settings.
#[derive(Clone, Copy, Debug)]
pub(super) struct SettingsTarget<'p> {
    pub(super) program: &'p Program,
    /// True if the scene has an animation.
    pub(super) moves: bool,
}

impl SettingsTarget<'_> {
    /// Reads the uniform settings under a key. Errors go to `report`.
    pub(super) fn uniforms(self, from: &DeTable<'_>, key: &str, report: &mut DocumentReport<'_>) -> Vec<Setting> {
        let setting = |name: &str, item: &Item<'_>| self.setting(name, item);
        self.settings(from, key, setting, report)
    }

    /// Reads the input settings under a key. Errors go to `report`.
    pub(super) fn inputs(self, from: &DeTable<'_>, key: &str, report: &mut DocumentReport<'_>) -> Vec<Setting> {
        let setting = |name: &str, item: &Item<'_>| {
            Ok(Setting {
                from: SettingValue::Rows(Bank::Input, bank_rows(Bank::Input, item)?),
                target: target(name, Bank::Input, item)?,
                to: None,
            })
        };
        self.settings(from, key, setting, report)
    }

    /// Reads the settings under a key that fit the program, each with `setting`. Errors go to `report`.
    fn settings(
        self,
        from: &DeTable<'_>,
        key: &str,
        setting: impl Fn(&str, &Item<'_>) -> Result<Setting, TomlError>,
        report: &mut DocumentReport<'_>,
    ) -> Vec<Setting> {
        let values = report.get(from, key, table).map(entries);
        let mut settings = Vec::new();
        let mut input_values = AssignedRegisters::default();
        for (name, item) in values.into_iter().flatten() {
            let (span, name) = (name.span(), name.get_ref().as_ref());
            match setting(name, item) {
                Ok(setting) => {
                    let setting = self.fitting(setting, name, &span, report);
                    if let Some(setting) = &setting {
                        input_values.add(name, setting, self.program, span, report);
                    }
                    settings.extend(setting);
                }
                Err(toml_error) => report.toml_error(name, toml_error),
            }
        }
        settings
    }

    /// Returns a setting, if it fits the program.
    fn fitting(
        self,
        setting: Setting,
        name: &str,
        span: &Range<usize>,
        report: &mut DocumentReport<'_>,
    ) -> Option<Setting> {
        let found = setting.target.found(self.program);
        let fits = [0.0, 1.0].map(|part| setting.at(part, self.program).map(drop));
        let value_error = fits.into_iter().find_map(Result::err);
        let Some(value_error) = value_error else {
            return Some(setting);
        };
        let value_error = match found {
            Some(Bank::Input) if setting.target.bank != Bank::Input => value_error.with_help("set it in `inputs`"),
            Some(Bank::Float | Bank::Integer | Bank::Boolean) if setting.target.bank == Bank::Input => {
                value_error.with_help("set it in `uniforms`")
            }
            _ => value_error,
        };
        report.value_error(Code::CannotSet, span.clone(), value_error.about(name));
        None
    }

    fn setting(self, name: &str, item: &Item<'_>) -> Result<Setting, TomlError> {
        let Some(ends) = item.get_ref().as_table() else {
            let from = self.form(name, item)?;
            let target = target(name, from.bank(), item)?;
            let to = None;
            return Ok(Setting { target, from, to });
        };
        let (Some(from), Some(to), 2) = (ends.get("from"), ends.get("to"), ends.len()) else {
            let form = "a value, or `{ from = VALUE, to = VALUE }`";
            return Err(needed(item, form));
        };
        if !self.moves {
            let why = "changes over time, but the scene has no `[animation]`";
            return Err(TomlError::new(item, why));
        }
        let from_form = self.form(name, from)?;
        let to = self.form(name, to)?;
        from_form.check_end(&to, item)?;
        Ok(Setting {
            target: target(name, from_form.bank(), item)?,
            from: from_form,
            to: Some(to),
        })
    }

    fn form(self, name: &str, item: &Item<'_>) -> Result<SettingValue, TomlError> {
        if are_steps(item) {
            return Ok(SettingValue::Steps(steps(item)?));
        }
        let (bank, rows) = uniform(name, item, self.program)?;
        Ok(SettingValue::Rows(bank, rows))
    }
}

fn target(name: &str, bank: Bank, item: &Item<'_>) -> Result<RegisterName, TomlError> {
    RegisterName::parse(name, bank).map_err(|why| TomlError::new(item, format!("is wrong: {why}")))
}

impl SettingValue {
    fn bank(&self) -> Bank {
        match self {
            Self::Rows(bank, _) => *bank,
            Self::Steps(_) => Bank::Float,
        }
    }

    /// Checks that a value can be interpolated to another one.
    fn check_end(&self, to: &Self, item: &Item<'_>) -> Result<(), TomlError> {
        let lengths = |rows: &[Row]| rows.iter().map(|row| row.numbers().len()).collect::<Vec<_>>();
        let why = match (self, to) {
            (Self::Steps(from), Self::Steps(to)) if from.are_alike(to) => return Ok(()),
            (Self::Rows(Bank::Float, from), Self::Rows(_, to)) if lengths(from) == lengths(to) => {
                return Ok(());
            }
            (Self::Rows(Bank::Integer | Bank::Boolean, _), _) => "changes over time; only floats can",
            _ => "has incompatible ends: `from` and `to` must have the same numbers or steps",
        };
        Err(TomlError::new(item, why))
    }

    /// Interpolates between this value and another one.
    fn between(&self, to: &Self, part: f32, most: usize) -> Vec<Row> {
        match (self, to) {
            (Self::Steps(from), Self::Steps(to)) => from.between(to, part, most),
            (Self::Rows(Bank::Float, from), Self::Rows(_, to)) => {
                let rows = from.iter().zip(to);
                rows.map(|(from, to)| mixed(from, to, part)).collect()
            }
            (Self::Rows(_, rows), _) => rows.clone(),
            (Self::Steps(_), _) => Vec::new(),
        }
    }
}

fn mixed(from: &Row, to: &Row, part: f32) -> Row {
    let pairs = from.numbers().iter().zip(to.numbers());
    let number = |(from, to): (&crate::shader::numbers::Number, &crate::shader::numbers::Number)| {
        let (from, to) = (from.to_f32(), to.to_f32());
        if from.to_bits() == to.to_bits() {
            return from;
        }
        from + (to - from) * part
    };
    let numbers: Vec<_> = pairs.map(number).collect();
    Row::new(&numbers).unwrap_or(*from)
}

impl Setting {
    /// Returns the values of the registers at a fraction of the time.
    pub(super) fn at(&self, part: f32, program: &Program) -> Result<Values, ValueError> {
        // A matrix of three rows has no last one.
        let most = match self.target.remaining(program) {
            Some(3) => 3,
            _ => 4,
        };
        let to = self.to.as_ref().unwrap_or(&self.from);
        let rows = self.from.between(to, part, most);
        self.target.assign(program, &rows)
    }

    /// Returns true if the value changes.
    pub(super) fn moves(&self) -> bool {
        self.to.is_some()
    }
}
