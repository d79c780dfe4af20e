//! Parameters of a variant file: values, names, defaults, and excluded combinations.

use std::collections::HashMap;
use std::ops::Range;

use pica200_asm::Define;
use pica200_bindings::Axis;
use pica200_diagnostics::most_similar;
use toml::de::{DeTable, DeValue};

use crate::document::{DocumentReport, Item, TomlError, array, entries, needed, table};
use crate::job::Job;
use crate::job::variants::{MAX_VARIANTS, Variants};
use crate::text::lists::listed;

/// Maximum number of parameters. With two values each, far fewer already make too many combinations.
const MAX_NUMBERS: usize = 64;

/// Maximum number of errors searched for in one key. They may be slow to find, and nobody reads more.
const MAX_MISTAKES: usize = 20;

/// Name of the parameter table in messages.
const OWNER: &str = "numbers";

/// Returns the parameter combinations of a file. Returns `None` if there are errors.
pub(super) fn variants(file: &DeTable<'_>, job: &Job, report: &mut DocumentReport<'_>) -> Option<Variants> {
    let before = report.len();
    let Some(item) = file.get("numbers") else {
        let help = "write `[numbers]` and below it, for example, `LIGHTS = [0, 1, 2]`";
        let code = pica200_diagnostics::Code::InvalidVariations;
        report.file_error(code, "it has no numbers", help);
        return None;
    };
    let numbers = report.get(file, "numbers", table)?;
    if numbers.len() > MAX_NUMBERS {
        let found = numbers.len();
        let message = format!("`numbers` has {found} numbers; expected at most {MAX_NUMBERS}");
        let help = "a number with one value belongs to `define`";
        report.wrong(item.span(), message).help = Some(help.to_owned());
        return None;
    }
    let mut axes: Vec<Axis> = Vec::new();
    for (key, value) in entries(numbers) {
        let name = key.get_ref().as_ref();
        if let Err(error) = Define::new(&format!("{name}=0")) {
            report.wrong(key.span(), error.to_string());
        }
        if job.assembling.defines.iter().any(|d| d.name() == name) {
            let message = format!("`{name}` has several values and also one in `define`");
            report.wrong(key.span(), message);
        }
        axes.push(axis(name, value, report));
    }
    if axes.is_empty() {
        report.wrong(item.span(), "`numbers` is empty");
    }
    defaults(file, &mut axes, report);
    if report.len() != before {
        return None;
    }
    let mut variants = match Variants::new(axes) {
        Ok(variants) => variants,
        Err(why) => {
            let help =
                format!("each number multiplies the variations; the limit is {MAX_VARIANTS}, including excluded ones");
            report.wrong(item.span(), why).help = Some(help);
            return None;
        }
    };
    exclude(file, &mut variants, report);
    check_what_is_left(file, &variants, item.span(), report);
    (report.len() == before).then_some(variants)
}

/// Returns a parameter with its values: an array, or a table from names to values.
fn axis(name: &str, item: &Item<'_>, report: &mut DocumentReport<'_>) -> Axis {
    let mut axis = Axis::new(name, Vec::new());
    let values: Vec<(Option<&str>, Range<usize>, &Item<'_>)> = match item.get_ref() {
        DeValue::Array(values) => {
            let values = values.iter().map(|value| (None, value.span(), value));
            values.collect()
        }
        DeValue::Table(values) => {
            let named = entries(values).into_iter();
            named
                .map(|(key, value)| (Some(key.get_ref().as_ref()), key.span(), value))
                .collect()
        }
        _ => {
            let what = "an array of values, or a table from names to values";
            report.toml_error(name, needed(item, what));
            return axis;
        }
    };
    if values.is_empty() {
        report.wrong(item.span(), format!("`{name}` has no values"));
    }
    let mut known: HashMap<i32, Range<usize>> = HashMap::new();
    for (value_name, span, item) in values {
        if let Some(value_name) = value_name.filter(|name| !is_identifier(name)) {
            let message =
                format!("`{value_name}` is not a valid name: use letters, digits and `_`, and no leading digit");
            report.wrong(span, message);
        }
        let value = match integer(item) {
            Ok(value) => value,
            Err(toml_error) => {
                report.toml_error(value_name.unwrap_or(name), toml_error);
                continue;
            }
        };
        if let Some(first) = known.get(&value) {
            let first = report.place(first.clone(), "the first of them");
            let message = format!("`{name}` has the value {value} twice");
            let diagnostic = report.wrong(item.span(), message);
            diagnostic.push_label(first);
            continue;
        }
        known.insert(value, item.span());
        axis.values.push(value);
        axis.names.push(value_name.map(str::to_owned));
    }
    axis
}

/// Returns true if a text is an identifier in Rust, C++ and C.
fn is_identifier(text: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(is_allowed)
}

fn integer(item: &Item<'_>) -> Result<i32, TomlError> {
    let DeValue::Integer(integer) = item.get_ref() else {
        return Err(match item.get_ref() {
            DeValue::Float(_) => TomlError::new(item, "is not an integer"),
            _ => needed(item, "an integer"),
        });
    };
    let number = i32::from_str_radix(integer.as_str(), integer.radix());
    number.map_err(|_| TomlError::new(item, format!("is not in the range {} to {}", i32::MIN, i32::MAX)))
}

/// Returns the index of a value given by name or number.
fn place(axis: &Axis, item: &Item<'_>) -> Result<usize, TomlError> {
    let place = match item.get_ref() {
        DeValue::String(name) => axis
            .names
            .iter()
            .position(|known| known.as_deref() == Some(name.as_ref())),
        DeValue::Integer(_) => {
            let value = integer(item)?;
            axis.values.iter().position(|known| *known == value)
        }
        _ => return Err(needed(item, "a value or its name")),
    };
    place.ok_or_else(|| {
        let shown: Vec<_> = (0..axis.values.len()).map(|at| axis.shown(at)).collect();
        let shown: Vec<_> = shown.iter().map(String::as_str).collect();
        let found = match item.get_ref() {
            DeValue::String(name) => format!("`{name}`"),
            DeValue::Integer(number) => number.as_str().to_owned(),
            _ => String::new(),
        };
        TomlError::new(
            item,
            format!("does not have the value {found}; it has {}", listed(&shown)),
        )
    })
}

/// Returns the parameter with a name. Reports unknown names; `owner` is the owner of the parameters in messages.
fn find(axes: &[Axis], owner: &str, name: &str, span: Range<usize>, report: &mut DocumentReport<'_>) -> Option<usize> {
    let found = axes.iter().position(|axis| axis.name == name);
    if found.is_none() {
        let names: Vec<_> = axes.iter().map(|axis| axis.name.as_str()).collect();
        let help = match most_similar(name, names.iter().copied()) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => format!("there are {}", listed(&names)),
        };
        let message = format!("`{owner}` has no number `{name}`");
        report.wrong(span, message).help = Some(help);
    }
    found
}

/// Returns the entries of a table from parameters to values or their names: pairs of a parameter and the index of its
/// value. Errors go to `report`; `owner` is the owner of the parameters in messages.
pub(in crate::job::variants) fn values(
    axes: &[Axis],
    owner: &str,
    table: &DeTable<'_>,
    report: &mut DocumentReport<'_>,
) -> Vec<(usize, usize)> {
    let mut values = Vec::new();
    let before = report.len();
    for (key, value) in entries(table) {
        if report.len() - before >= MAX_MISTAKES {
            break;
        }
        let name = key.get_ref().as_ref();
        let Some(number) = find(axes, owner, name, key.span(), report) else {
            continue;
        };
        let Some(axis) = axes.get(number) else {
            continue;
        };
        // Missing values have already been reported.
        if axis.values.is_empty() {
            continue;
        }
        match place(axis, value) {
            Ok(place) => values.push((number, place)),
            Err(toml_error) => report.toml_error(name, toml_error),
        }
    }
    values
}

fn defaults(file: &DeTable<'_>, axes: &mut [Axis], report: &mut DocumentReport<'_>) {
    let Some(defaults) = report.get(file, "defaults", table) else {
        return;
    };
    for (number, place) in values(axes, OWNER, defaults, report) {
        if let Some(axis) = axes.get_mut(number) {
            axis.default = place;
        }
    }
}

/// Excludes combinations. Each entry means those in which every listed parameter has one of the listed values.
fn exclude(file: &DeTable<'_>, variants: &mut Variants, report: &mut DocumentReport<'_>) {
    let exclusions = report.get(file, "exclude", array);
    let first = report.len();
    for item in exclusions.into_iter().flatten() {
        if report.len() - first >= MAX_MISTAKES {
            break;
        }
        let entry = match table(item) {
            Ok(entry) => entry,
            Err(toml_error) => {
                report.toml_error("exclude", toml_error);
                continue;
            }
        };
        let before = report.len();
        let mut wanted: Vec<(usize, Vec<usize>)> = Vec::new();
        for (key, value) in entries(entry) {
            let name = key.get_ref().as_ref();
            let Some(number) = find(variants.axes(), OWNER, name, key.span(), report) else {
                continue;
            };
            let Some(axis) = variants.axes().get(number) else {
                continue;
            };
            let places = match value.get_ref() {
                DeValue::Array(values) if values.len() > axis.values.len() => Err(TomlError::new(
                    value,
                    format!("has {} values here; there are only {}", values.len(), axis.values.len()),
                )),
                DeValue::Array(values) => values.iter().map(|value| place(axis, value)).collect(),
                _ => place(axis, value).map(|place| vec![place]),
            };
            match places {
                Ok(places) => wanted.push((number, places)),
                Err(toml_error) => report.toml_error(name, toml_error),
            }
        }
        if report.len() != before {
            continue;
        }
        if wanted.is_empty() {
            report.wrong(item.span(), "an entry of `exclude` is empty");
            continue;
        }
        let has = |places: &[usize]| {
            let mut all = wanted.iter();
            all.all(|(number, values)| places.get(*number).is_some_and(|p| values.contains(p)))
        };
        if variants.exclude(has) == 0 {
            let message = "an entry of `exclude` matches no remaining combination";
            let help = "remove it: entries before it exclude the same combinations, or an array is empty";
            report.wrong(item.span(), message).help = Some(help.to_owned());
        }
    }
}

/// Checks that some combination is left, and that the default one is.
fn check_what_is_left(file: &DeTable<'_>, variants: &Variants, numbers: Range<usize>, report: &mut DocumentReport<'_>) {
    let span = |key: &str| file.get(key).map(toml::Spanned::span);
    if variants.included().next().is_none() {
        let at = span("exclude").unwrap_or(numbers);
        report.wrong(at, "`exclude` leaves no combination");
    } else if variants.is_excluded(variants.default_index()) {
        let words = variants.describe(variants.default_index());
        let message = format!("the default combination {words} is excluded");
        let at = span("defaults").or(span("exclude")).unwrap_or(numbers);
        let help = "choose remaining values in `defaults`; without an entry there, the first value is the default";
        report.wrong(at, message).help = Some(help.to_owned());
    }
}
