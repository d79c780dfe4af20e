//! Random containers and their translations.

use pica200_compile::Options;

use crate::generator::{container, values};
use crate::random::Random;
use crate::translated::{Failure, Translated};

/// The containers that are translated with all passes, with one of them left out, and with `--strict-math`.
const CONTAINERS: u64 = 400;
const CONTAINERS_OF_PASS: u64 = 25;
const STRICT: u64 = 100;
/// Those of a long run.
const MANY: u64 = 20_000;
/// The runs of each.
const RUNS: usize = 6;

/// The results of some containers.
#[derive(Default, Debug)]
struct Tally {
    /// Containers that exceed the GPU's limits.
    too_large: usize,
    /// Runs whose results were compared.
    compared: usize,
    /// Runs without results, or with differences that the least change of a number explains.
    skipped: usize,
    /// Containers with differences, with the first one of each.
    failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, seed: u64, options: &Options) {
        let translated = match Translated::new(&container(seed), options) {
            Ok(translated) => translated,
            Err(Failure::TooLarge) => return self.too_large += 1,
            Err(Failure::Refused(messages)) if messages.iter().all(|m| is_of_size(m)) => {
                return self.too_large += 1;
            }
            Err(failure) => return self.failures.push(format!("seed {seed}: {failure}")),
        };
        let mut random = Random(seed);
        for _ in 0..RUNS {
            let values = values(&mut random);
            match translated.compare(&values, 1e-3) {
                Ok(Some(differences)) if differences.is_empty() => self.compared += 1,
                Ok(Some(differences)) if translated.is_stable(&values, &mut random) => {
                    let first = &differences[0];
                    return self.failures.push(format!("seed {seed}: {first:?}"));
                }
                Ok(_) => self.skipped += 1,
                Err(fault) => return self.failures.push(format!("seed {seed}: {fault}")),
            }
        }
    }
}

/// Returns whether a refusal is about a limit of the GPU.
fn is_of_size(message: &str) -> bool {
    let sizes = ["too-many-temporaries", "too-many-uniforms", "nesting-too-deep"];
    sizes.iter().any(|name| message.starts_with(name))
}

fn check(seeds: impl Iterator<Item = u64>, options: &Options) {
    let mut tally = Tally::default();
    let mut containers = 0;
    for seed in seeds {
        containers += 1;
        tally.add(seed, options);
    }
    let failures = tally.failures.join("\n");
    assert!(tally.failures.is_empty(), "{failures}");
    assert!(tally.too_large * 20 <= containers, "{tally:?}");
    assert!(tally.compared > tally.skipped * 20, "{tally:?}");
}

#[test]
fn random_containers_and_their_translations_agree() {
    check(0..CONTAINERS, &Options::default());
}

#[test]
fn random_containers_agree_with_each_pass_left_out() {
    for (number, pass) in (1..).zip(pica200_compile::optional_passes()) {
        let options = Options {
            without: vec![pass.to_owned()],
            ..Options::default()
        };
        let first = number * 10_000;
        check(first..first + CONTAINERS_OF_PASS, &options);
    }
}

#[test]
fn random_containers_agree_with_strict_math() {
    let options = Options {
        strict_math: true,
        ..Options::default()
    };
    check(500_000..500_000 + STRICT, &options);
}

/// `cargo test --release -p pica200-compile --test translation -- --ignored`
#[test]
#[ignore = "it takes minutes; .ci/nightly runs it"]
fn many_random_containers_and_their_translations_agree() {
    check(1_000_000..1_000_000 + MANY, &Options::default());
}
