//! `products`: products of matrices, of which only products with vectors are needed, are not computed.
//!
//! `(a * b) * v` becomes `a * (b * v)`, wherever `a * b` comes from. A lane of the first is a sum of products with the
//! lanes of `a * b`, which are sums of products themselves: with the lanes of a row of `a` as common factors. So the
//! sum is one of products of the common factors, and what they are multiplied by is the same for all rows.

mod choose;
mod form;
mod literal;
mod round;

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
        if !round::run(program) {
            break;
        }
        changed = true;
        super::dce::run(program);
    }
    changed
}
