//! The options of the compiler in a document.

use toml::de::DeTable;

use super::values::{boolean, string, strings, table};
use super::{Findings, entries};
use crate::translation::{DialectChoice, InputLanguage, Translation, property, vertex_id};

/// The options of the compiler in a document. Errors go to `findings`. A document does not name a program to start: which
/// compilers are installed is a fact about the computer.
pub(super) fn read(
    file: &DeTable<'_>,
    mut translation: Translation,
    findings: &mut Findings<'_>,
) -> Translation {
    let options = &mut translation.options;
    let outputs = findings.get(file, "map-output", table).map(entries);
    for (name, value) in outputs.into_iter().flatten() {
        let name = name.get_ref();
        match string(value) {
            Ok(of) => match property(name.as_ref(), of) {
                Ok(mapping) => options.map_output.push(mapping),
                Err(message) => {
                    findings.wrong(value.span(), message);
                }
            },
            Err(flaw) => findings.flaw(name, flaw),
        }
    }
    let mut lists = |key, names: &mut Vec<String>| {
        let given = findings.get(file, key, strings);
        let given = given.into_iter().flatten();
        names.extend(given.map(|(name, _)| name.to_owned()));
    };
    lists("ignore-output", &mut options.ignore_output);
    lists("matrix-columns", &mut options.matrix_columns);
    lists("float-uniform", &mut options.float_uniform);
    lists("loop-uniform", &mut options.loop_uniform);
    let lengths = findings.get(file, "array-length", strings);
    for (text, span) in lengths.into_iter().flatten() {
        match text.parse() {
            Ok(length) => options.array_length.push(length),
            Err(message) => {
                findings.wrong(span, message);
            }
        }
    }
    let mut text = |key| findings.get(file, key, string).map(str::to_owned);
    if let Some(name) = text("shader-entry") {
        options.shader_entry = Some(name);
    }
    let hlsl = &mut translation.hlsl;
    hlsl.entry = text("hlsl-entry").or(hlsl.entry.take());
    hlsl.profile = text("hlsl-profile").or(hlsl.profile.take());
    // The shader to run has the name of its entry. What reads it reports a value of another type.
    if let Some(Ok(name)) = file.get("entry").map(string) {
        translation.dialect.entry = Some(name.to_owned());
    }
    let mut switch = |key, value: &mut bool| {
        if let Some(given) = findings.get(file, key, boolean) {
            *value = given;
        }
    };
    switch("geometry", &mut translation.dialect.is_geometry);
    switch("fix-depth", &mut options.fix_depth);
    switch("fast-round", &mut options.fast_round);
    switch("strict-math", &mut options.strict_math);
    if let Some(item) = file.get("vertex-id")
        && let Some(value) = findings.get(file, "vertex-id", string)
    {
        match vertex_id(value) {
            Ok(attribute) => options.vertex_id_attribute = attribute,
            Err(message) => {
                findings.wrong(item.span(), message);
            }
        }
    }
    if let Some(item) = file.get("dialect")
        && let Some(name) = findings.get(file, "dialect", string)
    {
        match DialectChoice::by_name(name) {
            Ok(choice) => translation.dialect.choice = Some(choice),
            Err(message) => {
                findings.wrong(item.span(), message);
            }
        }
    }
    if let Some(item) = file.get("lang")
        && let Some(name) = findings.get(file, "lang", string)
    {
        match InputLanguage::by_name(name) {
            Ok(language) => translation.language = Some(language),
            Err(message) => {
                findings.wrong(item.span(), message);
            }
        }
    }
    translation
}
