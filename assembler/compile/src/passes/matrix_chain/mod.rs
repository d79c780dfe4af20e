//! `matrix-chain`: avoids products of matrices of which only products with vectors are needed.
//!
//! `(a * b) * v` becomes `a * (b * v)`, wherever `a * b` is defined. A component of the former is a sum of products
//! with the components of `a * b`, which are in turn sums of products with the components of a row of `a` as common
//! factors. Grouped by these factors, the other factors do not depend on the row.

mod choose;
mod form;
mod iteration;
mod literal;

use crate::ir::Program;

/// Maximum number of times that all sums are looked at: each one may show others.
const MAX_ITERATIONS: usize = 32;

/// Takes common factors out of sums, where that takes fewer instructions. With `strict`, sums keep their order.
pub(crate) fn run(program: &mut Program, strict: bool) -> bool {
    if strict {
        return false;
    }
    let mut changed = literal::run(program);
    for _ in 0..MAX_ITERATIONS {
        if !iteration::run(program) {
            break;
        }
        changed = true;
        super::dce::run(program);
    }
    changed
}
