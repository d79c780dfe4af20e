//! Programs before and after a change, run on the same values.

use super::Random;
use crate::ir::Program;
use crate::ir::evaluate::{Environment, Failure, run};

/// Runs a program on random inputs and uniforms.
fn evaluate(program: &Program, seed: u64) -> Result<Vec<Vec<f32>>, Failure> {
    evaluate_scaled(program, seed, 1.0)
}

/// Runs a program on random inputs and uniforms, all times a number.
fn evaluate_scaled(program: &Program, seed: u64, scale: f32) -> Result<Vec<Vec<f32>>, Failure> {
    let mut random = Random::new(seed);
    let mut row = || random.row().map(|number| number * scale);
    let inputs: Vec<_> = program.inputs.iter().map(|_| row()).collect();
    let uniforms: Vec<Vec<_>> = program
        .uniforms
        .iter()
        .map(|uniform| (0..uniform.rows).map(|_| row()).collect())
        .collect();
    let environment = Environment {
        inputs: &inputs,
        uniforms: &uniforms,
        procedures: super::calls::EVALUATED,
    };
    run(program, &environment, 20_000)
}

/// Compares the results of two programs on random inputs and uniforms. `tolerance` is relative to numbers above 1. With
/// a tolerance, differences are ignored at discontinuities of a program: where inputs that hardly differ have the same
/// result difference.
pub(crate) fn differs(before: &Program, after: &Program, seed: u64, tolerance: f32) -> Option<String> {
    for number in 0..4 {
        let seed = seed * 4 + number;
        let Ok(expected) = evaluate(before, seed) else {
            continue;
        };
        let found = match evaluate(after, seed) {
            Ok(found) => found,
            Err(failure) => return Some(format!("{failure:?}")),
        };
        let Some(difference) = difference(&expected, &found, tolerance) else {
            continue;
        };
        let jumps = [1.0 - 1e-6, 1.0 + 1e-6].into_iter().any(|scale| {
            let near = evaluate_scaled(before, seed, scale);
            near.is_ok_and(|near| self::difference(&expected, &near, tolerance).is_some())
        });
        if tolerance == 0.0 || !jumps {
            return Some(difference);
        }
    }
    None
}

#[expect(clippy::float_cmp, reason = "zeros may differ in their sign")]
fn difference(expected: &[Vec<f32>], found: &[Vec<f32>], tolerance: f32) -> Option<String> {
    let mut pairs = expected.iter().flatten().zip(found.iter().flatten());
    let (expected, found) = pairs.find(|(expected, found)| {
        let close = (*expected - *found).abs() <= tolerance * expected.abs().max(1.0);
        !close && expected != found && !(expected.is_nan() && found.is_nan())
    })?;
    Some(format!("{found} instead of {expected}"))
}
