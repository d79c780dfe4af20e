//! Programs to better programs.
//!
//! `structure` and `ssa` bring a program into the form of values, which the others improve. Each one keeps what the
//! program computes.

mod booleans;
mod branches;
mod choices;
mod conditions;
mod counters;
pub(crate) mod counts;
mod dead;
mod edit;
mod estimate;
mod facts;
mod fold;
mod fuse;
mod hoist;
mod indices;
mod integers;
mod joins;
pub(crate) mod poison;
mod products;
#[cfg(test)]
pub(crate) mod random;
mod ranges;
mod rounds;
mod selects;
mod share;
mod signs;
mod ssa;
mod structure;
mod sums;
#[cfg(test)]
mod tests;
mod unroll;

use crate::ir::{Form, Origin, Program};
use crate::options::Options;

/// A pass.
pub(crate) struct Pass {
    /// Its name in `--emit=` and [`Options::without`].
    pub(crate) name: &'static str,
    /// The form that it leaves.
    pub(crate) form: Form,
    /// Whether a program needs it.
    pub(crate) is_needed: bool,
    run: Run,
}

/// What a pass takes beside the program. It returns whether another pass may find more to do than before, which is `true` of
/// most without a closer look.
enum Run {
    Program(fn(&mut Program) -> bool),
    /// Whether math is strict: sums keep their order, and nothing is assumed of uploaded numbers.
    Strict(fn(&mut Program, bool) -> bool),
    /// It can fail at a place where too many blocks lie in each other.
    Nested(fn(&mut Program) -> Result<(), Origin>),
}

impl Pass {
    /// Carries the pass out. Returns whether another pass may find more to do than before.
    ///
    /// # Errors
    ///
    /// The place where too many blocks lie in each other.
    pub(crate) fn run(&self, program: &mut Program, options: &Options) -> Result<bool, Origin> {
        match self.run {
            Run::Program(run) => Ok(run(program)),
            Run::Strict(run) => Ok(run(program, options.strict_math)),
            Run::Nested(run) => run(program).map(|()| true),
        }
    }

    /// Whether the pass finds nothing more directly after itself.
    pub(crate) fn finds_all(&self) -> bool {
        matches!(self.name, "joins" | "share")
    }
}

/// All passes.
pub(crate) const PASSES: &[Pass] = &[
    Pass {
        name: "structure",
        form: Form::Variables,
        is_needed: true,
        run: Run::Nested(structure::run),
    },
    Pass {
        name: "ssa",
        form: Form::Values,
        is_needed: true,
        run: Run::Program(ssa::run),
    },
    Pass {
        name: "integers",
        form: Form::Values,
        is_needed: true,
        run: Run::Strict(integers::run),
    },
    Pass {
        name: "bits",
        form: Form::Values,
        is_needed: true,
        run: Run::Program(integers::finish),
    },
    Pass {
        name: "choices",
        form: Form::Values,
        is_needed: false,
        run: Run::Strict(choices::run),
    },
    Pass {
        name: "indices",
        form: Form::Values,
        is_needed: false,
        run: Run::Strict(indices::run),
    },
    Pass {
        name: "fold",
        form: Form::Values,
        is_needed: false,
        run: Run::Strict(fold::run),
    },
    Pass {
        name: "joins",
        form: Form::Values,
        is_needed: false,
        run: Run::Program(joins::run),
    },
    Pass {
        name: "share",
        form: Form::Values,
        is_needed: false,
        run: Run::Program(share::run),
    },
    Pass {
        name: "dead",
        form: Form::Values,
        is_needed: false,
        run: Run::Program(dead::run),
    },
    Pass {
        name: "booleans",
        form: Form::Values,
        is_needed: true,
        run: Run::Strict(booleans::run),
    },
    Pass {
        name: "rounds",
        form: Form::Values,
        is_needed: false,
        run: Run::Program(rounds::run),
    },
    Pass {
        name: "unroll",
        form: Form::Values,
        is_needed: false,
        run: Run::Program(unroll::run),
    },
    Pass {
        name: "products",
        form: Form::Values,
        is_needed: false,
        run: Run::Strict(products::run),
    },
    Pass {
        name: "selects",
        form: Form::Values,
        is_needed: false,
        run: Run::Strict(selects::run),
    },
    Pass {
        name: "ranges",
        form: Form::Values,
        is_needed: false,
        run: Run::Strict(ranges::run),
    },
    Pass {
        name: "branches",
        form: Form::Values,
        is_needed: false,
        run: Run::Strict(branches::run),
    },
    Pass {
        name: "sums",
        form: Form::Values,
        is_needed: false,
        run: Run::Strict(sums::run),
    },
    Pass {
        name: "fuse",
        form: Form::Values,
        is_needed: false,
        run: Run::Program(fuse::run),
    },
    Pass {
        name: "counters",
        form: Form::Values,
        is_needed: false,
        run: Run::Program(counters::run),
    },
    Pass {
        name: "hoist",
        form: Form::Values,
        is_needed: false,
        run: Run::Program(hoist::run),
    },
    Pass {
        name: "signs",
        form: Form::Values,
        is_needed: false,
        run: Run::Program(signs::run),
    },
    Pass {
        name: "conditions",
        form: Form::Values,
        is_needed: true,
        run: Run::Strict(conditions::run),
    },
];

/// The names of all passes, in order. Some come again where others leave them work.
const ORDER: &[&str] = &[
    "structure",
    "ssa",
    "fold",
    "joins",
    "share",
    "dead",
    "integers",
    "rounds",
    "unroll",
    "fold",
    "joins",
    "share",
    "dead",
    "products",
    "bits",
    "choices",
    "indices",
    "selects",
    "fold",
    "share",
    "ranges",
    "fold",
    "joins",
    "share",
    "dead",
    "branches",
    "sums",
    "booleans",
    "fold",
    "joins",
    "share",
    "fuse",
    "dead",
    "counters",
    "hoist",
    "signs",
    "conditions",
];

/// The passes that options want, in order.
pub(crate) fn ordered(options: &Options) -> impl Iterator<Item = &'static Pass> {
    let wanted = ORDER
        .iter()
        .filter_map(|name| PASSES.iter().find(|pass| pass.name == *name));
    wanted.filter(|pass| pass.is_needed || !options.without.iter().any(|name| name == pass.name))
}
