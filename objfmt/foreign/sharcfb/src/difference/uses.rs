//! Comparison of the variations that use a symbol.

use bstr::BStr;
use pica200_objfmt::difference::{Report, table};

use super::variations::{Pair, Values};
use super::{Abbreviated, MoreLocations};
use crate::archive::{Program, SymbolKind};

/// The symbols that both programs have, and the variations that use them.
pub(super) struct Uses<'s> {
    symbols: Vec<Use<'s>>,
}

struct Use<'s> {
    kind: SymbolKind,
    name: &'s BStr,
    flags: [&'s [u8]; 2],
    /// The first pair of variations with different uses: its values, and true if the first variation uses the symbol.
    first: Option<(Vec<usize>, bool)>,
    /// The number of these pairs.
    count: usize,
}

impl<'s> Uses<'s> {
    pub(super) fn new([a, b]: [&'s Program; 2]) -> Self {
        let mut symbols = Vec::new();
        for kind in SymbolKind::ALL {
            let [a, b] = [a, b].map(|program| {
                let symbols = program.symbols(kind).iter();
                table(symbols.map(|symbol| (symbol.name.text(), symbol.variations.as_slice())))
            });
            for (name, flags) in a {
                symbols.extend(b.get(name).map(|other| Use {
                    kind,
                    name,
                    flags: [flags, *other],
                    first: None,
                    count: 0,
                }));
            }
        }
        Self { symbols }
    }

    /// Returns the number of symbols.
    pub(super) fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Adds two variations.
    pub(super) fn add(&mut self, pair: &Pair) {
        let [a, b] = pair.numbers;
        for one in &mut self.symbols {
            let [of_a, of_b] = one.flags;
            // Missing flags are a warning.
            let (Some(of_a), Some(of_b)) = (of_a.get(a), of_b.get(b)) else {
                continue;
            };
            if (*of_a != 0) != (*of_b != 0) {
                one.count += 1;
                one.first.get_or_insert_with(|| (pair.choices.clone(), *of_a != 0));
            }
        }
    }

    /// Reports the symbols that variations use differently.
    pub(super) fn report(&self, report: &mut Report, location: &str, program: &Program) {
        for one in &self.symbols {
            let Some((choices, is_used)) = &one.first else {
                continue;
            };
            let (kind, name) = (one.kind.noun(), Abbreviated(one.name));
            let values = Values(program, choices);
            let others = MoreLocations(one.count - 1);
            let text = |is_used| if is_used { "used" } else { "not used" };
            report.compare(
                format_args!("{location}{values}{others}, {kind} `{name}`"),
                [text(*is_used), text(!is_used)],
            );
        }
    }
}
