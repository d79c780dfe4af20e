//! Comparison of the macros and symbols of two programs.

use pica200_objfmt::difference::{Report, compare_texts, pair, table};

use super::Abbreviated;
use crate::archive::{Macro, Program, Symbol, SymbolKind};

/// Compares the tables of two programs, except the uses of symbols.
pub(super) fn compare(report: &mut Report, location: &str, programs: [&Program; 2]) {
    report.compare(location, programs.map(|program| program.kind().to_string()));
    let extra = programs.map(|program| program.extra.as_slice());
    report.compare_bytes(format_args!("{location}, array of version 9"), extra);
    let macros = programs.map(|program| {
        let macros = program.macros().iter().enumerate();
        table(macros.map(|(index, mac)| (mac.name(), (mac, program.default_index(index)))))
    });
    let [a, b] = &macros;
    pair(
        report,
        [a, b],
        |name| format!("{location}, macro `{}`", Abbreviated(name)),
        |(mac, _)| macro_text(mac),
        |report, location, both| compare_macros(report, &location, both),
    );
    let symbols = programs.map(|program| {
        let of_kind = |kind| {
            let symbols = program.symbols(kind).iter();
            symbols.map(move |symbol| ((kind, symbol.name.text()), symbol))
        };
        table(SymbolKind::ALL.into_iter().flat_map(of_kind))
    });
    let [a, b] = &symbols;
    let name = |(kind, name): (SymbolKind, _)| format!("{location}, {} `{}`", kind.noun(), Abbreviated(name));
    compare_texts(report, [a, b], name, symbol_text);
}

fn macro_text(mac: &Macro) -> String {
    let values = mac.values().map(|value| format!("`{value}`"));
    let values: Vec<_> = values.collect();
    format!("values {}", values.join(", "))
}

/// Compares two macros, each with the index of its default value.
fn compare_macros(report: &mut Report, location: &str, both: [(&Macro, usize); 2]) {
    report.compare(location, both.map(|(mac, _)| format!("id `{}`", mac.id())));
    let values = both.map(|(mac, _)| table(mac.values().map(|value| (value, ()))));
    let sides = ["first", "second"];
    for (side, which) in sides.into_iter().enumerate() {
        for value in values[side].keys() {
            if !values[1 - side].contains_key(value) {
                report.add(location, format_args!("value `{value}` is only in the {which}"));
            }
        }
    }
    let defaults = both.map(|(mac, default)| match mac.values().nth(default) {
        Some(value) => format!("default `{value}`"),
        None => "no default".to_owned(),
    });
    report.compare(location, defaults);
}

fn symbol_text(symbol: &Symbol) -> String {
    let (id, offset) = (symbol.id.text(), symbol.offset);
    let default: String = symbol.default.iter().map(|b| format!("{b:02x}")).collect();
    let default = match default.as_str() {
        "" => "no default".to_owned(),
        digits => format!("default {digits}"),
    };
    format!("id `{id}`, offset {offset}, {default}")
}
