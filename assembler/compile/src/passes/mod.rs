//! Optimization passes over the IR.
//!
//! `structurize` and `ssa` bring a program into SSA form, which the others take. Each pass preserves the results.

mod cse;
mod dce;
mod edit;
mod estimate;
mod facts;
mod fma;
mod fold;
mod fold_indices;
mod fold_negation;
mod if_conversion;
mod induction;
mod licm;
pub(crate) mod limits;
mod lower_booleans;
mod lower_integers;
mod lower_selects;
mod matrix_chain;
mod nan_guards;
pub(crate) mod poison;
#[cfg(test)]
pub(crate) mod random;
mod ranges;
mod reassociate;
mod simplify_phis;
mod sink_comparisons;
mod ssa;
mod structurize;
#[cfg(test)]
mod tests;
mod trip_count;
mod unroll;

use crate::ir::{Form, Origin, Program};
use crate::options::Options;

/// A pass.
pub(crate) struct Pass {
    /// The name in `--emit=` and [`Options::without`].
    pub(crate) name: &'static str,
    /// The form of the program after it.
    pub(crate) form: Form,
    /// True if it cannot be disabled.
    pub(crate) is_needed: bool,
    run: Run,
}

/// The arguments of a pass beside the program. It returns whether another pass may have new work; most passes return
/// `true` without a closer look.
enum Run {
    Program(fn(&mut Program) -> bool),
    /// With the flag `strict_math`: sums keep their order, and nothing is assumed about uploaded numbers.
    Strict(fn(&mut Program, bool) -> bool),
    /// Fails at a location where blocks are nested too deeply.
    Nested(fn(&mut Program) -> Result<(), Origin>),
}

impl Pass {
    /// Runs the pass. Returns whether other passes may have new work.
    ///
    /// # Errors
    ///
    /// The location where blocks are nested too deeply.
    pub(crate) fn run(&self, program: &mut Program, options: &Options) -> Result<bool, Origin> {
        match self.run {
            Run::Program(run) => Ok(run(program)),
            Run::Strict(run) => Ok(run(program, options.strict_math)),
            Run::Nested(run) => run(program).map(|()| true),
        }
    }

    /// Returns whether the pass is idempotent.
    pub(crate) fn is_idempotent(&self) -> bool {
        matches!(self.name, "simplify-phis" | "cse")
    }
}

/// All passes.
pub(crate) const PASSES: &[Pass] = &[
    Pass {
        name: "structurize",
        form: Form::PreSsa,
        is_needed: true,
        run: Run::Nested(structurize::run),
    },
    Pass {
        name: "ssa",
        form: Form::Ssa,
        is_needed: true,
        run: Run::Program(ssa::run),
    },
    Pass {
        name: "lower-integers",
        form: Form::Ssa,
        is_needed: true,
        run: Run::Strict(lower_integers::run),
    },
    Pass {
        name: "lower-bits",
        form: Form::Ssa,
        is_needed: true,
        run: Run::Program(lower_integers::finish),
    },
    Pass {
        name: "nan-guards",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Strict(nan_guards::run),
    },
    Pass {
        name: "fold-indices",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Strict(fold_indices::run),
    },
    Pass {
        name: "fold",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Strict(fold::run),
    },
    Pass {
        name: "simplify-phis",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Program(simplify_phis::run),
    },
    Pass {
        name: "cse",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Program(cse::run),
    },
    Pass {
        name: "dce",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Program(dce::run),
    },
    Pass {
        name: "lower-booleans",
        form: Form::Ssa,
        is_needed: true,
        run: Run::Strict(lower_booleans::run),
    },
    Pass {
        name: "trip-count",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Program(trip_count::run),
    },
    Pass {
        name: "unroll",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Program(unroll::run),
    },
    Pass {
        name: "matrix-chain",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Strict(matrix_chain::run),
    },
    Pass {
        name: "if-conversion",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Strict(if_conversion::run),
    },
    Pass {
        name: "ranges",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Strict(ranges::run),
    },
    Pass {
        name: "lower-selects",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Strict(lower_selects::run),
    },
    Pass {
        name: "reassociate",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Strict(reassociate::run),
    },
    Pass {
        name: "fma",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Program(fma::run),
    },
    Pass {
        name: "induction",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Program(induction::run),
    },
    Pass {
        name: "licm",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Program(licm::run),
    },
    Pass {
        name: "fold-negation",
        form: Form::Ssa,
        is_needed: false,
        run: Run::Program(fold_negation::run),
    },
    Pass {
        name: "sink-comparisons",
        form: Form::Ssa,
        is_needed: true,
        run: Run::Strict(sink_comparisons::run),
    },
];

/// The names of the passes to run, in order. Some run several times.
const ORDER: &[&str] = &[
    "structurize",
    "ssa",
    "fold",
    "simplify-phis",
    "cse",
    "dce",
    "lower-integers",
    "trip-count",
    "unroll",
    "fold",
    "simplify-phis",
    "cse",
    "dce",
    "matrix-chain",
    "lower-bits",
    "nan-guards",
    "fold-indices",
    "if-conversion",
    "fold",
    "cse",
    "ranges",
    "fold",
    "simplify-phis",
    "cse",
    "dce",
    "lower-selects",
    "reassociate",
    "lower-booleans",
    "fold",
    "simplify-phis",
    "cse",
    "fma",
    "dce",
    "induction",
    "licm",
    "fold-negation",
    "sink-comparisons",
];

/// Returns the enabled passes, in order.
pub(crate) fn ordered(options: &Options) -> impl Iterator<Item = &'static Pass> {
    let wanted = ORDER
        .iter()
        .filter_map(|name| PASSES.iter().find(|pass| pass.name == *name));
    wanted.filter(|pass| {
        let mut without = options.without.iter();
        pass.is_needed || !without.any(|name| current_name(name) == pass.name)
    })
}

/// Former names of passes and stages, with the current ones. They are accepted until the next release, but not listed.
pub(crate) const FORMER_NAMES: [(&str, &str); 24] = [
    ("bits", "lower-bits"),
    ("booleans", "lower-booleans"),
    ("branches", "lower-selects"),
    ("choices", "nan-guards"),
    ("conditions", "sink-comparisons"),
    ("counters", "induction"),
    ("dead", "dce"),
    ("fuse", "fma"),
    ("hoist", "licm"),
    ("indices", "fold-indices"),
    ("integers", "lower-integers"),
    ("joins", "simplify-phis"),
    ("legal", "legalize"),
    ("legalized", "legalize"),
    ("products", "matrix-chain"),
    ("registers", "regalloc"),
    ("rounds", "trip-count"),
    ("selects", "if-conversion"),
    ("share", "cse"),
    ("signs", "fold-negation"),
    ("source", "frontend"),
    ("structure", "structurize"),
    ("sums", "reassociate"),
    ("vectors", "isel"),
];

/// Returns the current name of a pass or stage, given its current or former name.
pub(crate) fn current_name(name: &str) -> &str {
    let former = FORMER_NAMES.iter().find(|(former, _)| *former == name);
    former.map_or(name, |(_, current)| current)
}
