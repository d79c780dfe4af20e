//! Random shaders and their translations.

use std::collections::BTreeMap;
use std::panic::catch_unwind;

use pica200_compile::Options;

use crate::evaluator::Stop;
use crate::generator::shader;
use crate::random::Random;
use crate::translated::{Comparison, Failure, Translated};
use crate::uniforms;

/// The shaders that are translated with all passes, with one of them left out, and with `--strict-math`.
const SHADERS: u64 = 100;
const SHADERS_OF_PASS: u64 = 8;
const STRICT: u64 = 20;
/// Those of a long run, and of one with each pass left out.
const MANY: u64 = 20_000;
const MANY_OF_PASS: u64 = 500;
/// Those whose translations are damaged.
const DAMAGED: u64 = 30;
/// The runs of each.
const RUNS: usize = 6;

/// The results of some shaders.
#[derive(Default, Debug)]
struct Tally {
    shaders: usize,
    /// Shaders that exceed the GPU's limits, by the first message.
    too_large: BTreeMap<String, usize>,
    /// The words of all translations.
    words: usize,
    /// Runs whose results were compared.
    compared: usize,
    /// Runs without results, by the reason.
    skipped: BTreeMap<&'static str, usize>,
    /// Shaders with differences, with the first one of each.
    failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, seed: u64, options: &Options) {
        self.add_source(&format!("seed {seed}"), &shader(seed), seed, options);
    }

    /// Adds a shader. The seed determines the values of its runs.
    fn add_source(&mut self, name: &str, source: &str, seed: u64, options: &Options) {
        self.shaders += 1;
        let failed = |what: &str| format!("{name}, without {:?}: {what}\n{source}", options.without);
        // Faults of the compiler name their seeds.
        let translated = catch_unwind(|| Translated::new(source, options));
        let Ok(translated) = translated else {
            return self.failures.push(failed("the compiler panics"));
        };
        let translated = match translated {
            Ok(translated) => translated,
            Err(Failure::TooLarge) => {
                *self.too_large.entry("descriptors".to_owned()).or_default() += 1;
                return;
            }
            Err(Failure::Refused(messages)) if messages.iter().all(|m| is_expected(m)) => {
                let name = messages.first().and_then(|message| message.split(':').next());
                let name = name.unwrap_or_default().to_owned();
                *self.too_large.entry(name).or_default() += 1;
                return;
            }
            Err(failure) => return self.failures.push(failed(&failure.to_string())),
        };
        self.words += translated.words();
        let mut random = Random(seed);
        for _ in 0..RUNS {
            let values = uniforms::random(&translated.module, &mut random);
            match translated.compare(&values) {
                Comparison::Agrees => self.compared += 1,
                Comparison::Skipped(Stop::Undefined(why) | Stop::Undecided(why)) => {
                    *self.skipped.entry(why).or_default() += 1;
                }
                Comparison::Skipped(stop) => {
                    return self.failures.push(failed(&format!("{stop:?}")));
                }
                Comparison::Differs(what) => {
                    let text = &translated.text;
                    return self.failures.push(failed(&what) + text);
                }
            }
        }
    }

    /// Adds the outcome of other shaders.
    fn join(&mut self, other: Self) {
        self.shaders += other.shaders;
        self.words += other.words;
        self.compared += other.compared;
        self.failures.extend(other.failures);
        for (name, count) in other.too_large {
            *self.too_large.entry(name).or_default() += count;
        }
        for (why, count) in other.skipped {
            *self.skipped.entry(why).or_default() += count;
        }
    }

    /// Fails on differences.
    fn check_failures(&self) {
        let failures = self.failures.join("\n\n");
        assert!(self.failures.is_empty(), "{failures}\n{self}");
    }

    /// Fails on differences, and if too few shaders or runs were compared.
    fn check(&self) {
        self.check_failures();
        let too_large: usize = self.too_large.values().sum();
        let skipped: usize = self.skipped.values().sum();
        assert!(too_large * 10 <= self.shaders + 10, "{self}");
        assert!(skipped * 3 <= self.compared + 10, "{self}");
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} shaders, {} failures, {} words, too large: {:?}, {} runs compared, others: {:?}",
            self.shaders,
            self.failures.len(),
            self.words,
            self.too_large,
            self.compared,
            self.skipped
        )
    }
}

/// Returns whether a refusal is about a limit of the GPU, or a failure of naga itself.
fn is_expected(message: &str) -> bool {
    let sizes = [
        "front-end-panic",
        "source-invalid: `select` has a constant argument that is a vector made of vectors",
        "too-many-temporaries",
        "too-many-uniforms",
        "nesting-too-deep",
    ];
    sizes.iter().any(|name| message.starts_with(name))
}

fn tallied(seeds: impl Iterator<Item = u64>, options: &Options) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        tally.add(seed, options);
    }
    tally
}

fn check(seeds: impl Iterator<Item = u64>, options: &Options) -> Tally {
    let tally = tallied(seeds, options);
    tally.check();
    tally
}

#[test]
fn random_shaders_and_their_translations_agree() {
    check(0..SHADERS, &Options::default());
}

/// Shaders of long runs that found faults of the compiler, with the pass that was left out.
const FAULTS: &[(&str, u64, Option<&str>)] = &[
    (include_str!("faults/1011667.wgsl"), 1_011_667, None),
    (include_str!("faults/1011829.wgsl"), 1_011_829, None),
    (include_str!("faults/1014180.wgsl"), 1_014_180, None),
    (include_str!("faults/200398.wgsl"), 200_398, Some("joins")),
    (include_str!("faults/1000204.wgsl"), 1_000_204, None),
    (include_str!("faults/1000767.wgsl"), 1_000_767, None),
];

#[test]
fn random_shaders_that_found_faults_agree() {
    let mut tally = Tally::default();
    for (source, seed, without) in FAULTS {
        let options = Options {
            without: without.iter().map(|pass| (*pass).to_owned()).collect(),
            ..Options::default()
        };
        tally.add_source(&format!("{seed}.wgsl"), source, *seed, &options);
    }
    tally.check();
    assert!(tally.compared > 10, "{tally}");
}

/// Few shaders give few comparable runs, so the runs of all passes are summed.
fn check_without_passes(shaders: u64) {
    let mut all = Tally::default();
    for (number, pass) in (1..).zip(pica200_compile::optional_passes()) {
        let options = Options {
            without: vec![pass.to_owned()],
            ..Options::default()
        };
        let first = number * 100_000;
        let tally = tallied(first..first + shaders, &options);
        println!("without {pass}: {tally}");
        tally.check_failures();
        all.join(tally);
    }
    all.check();
}

#[test]
fn random_shaders_agree_with_each_pass_left_out() {
    check_without_passes(SHADERS_OF_PASS);
}

#[test]
fn random_shaders_agree_with_strict_math() {
    let options = Options {
        strict_math: true,
        ..Options::default()
    };
    check(5_000_000..5_000_000 + STRICT, &options);
}

/// A changed bit of a translation is noticed in most cases, though some bits have no effect, and some instructions are
/// for values that the runs do not reach.
#[test]
fn damaged_translations_do_not_agree() {
    let (mut noticed, mut all) = (0, 0);
    for seed in 8_000_000..8_000_000 + DAMAGED {
        let translated = Translated::new(&shader(seed), &Options::default());
        let mut random = Random(seed);
        let Some(damaged) = translated.ok().and_then(|found| found.damaged(&mut random)) else {
            continue;
        };
        all += 1;
        let mut runs = (0..RUNS).map(|_| {
            let values = uniforms::random(&damaged.module, &mut random);
            damaged.compare(&values)
        });
        noticed += usize::from(runs.any(|run| matches!(run, Comparison::Differs(_))));
    }
    assert!(all * 2 > usize::try_from(DAMAGED).unwrap(), "{all}");
    assert!(noticed * 5 > all * 2, "{noticed} of {all}");
    println!("{noticed} of {all} damaged translations were noticed");
}

/// Returns a number in a variable of the environment.
fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// `cargo test --release -p pica200-compile --features naga --test modules -- --ignored many`, with `SEED` and
/// `SHADERS` in the environment for other seeds.
#[test]
#[ignore = "it takes minutes; .ci/nightly runs it"]
fn many_random_shaders_and_their_translations_agree() {
    let first = variable("SEED").unwrap_or(1_000_000);
    let shaders = variable("SHADERS").unwrap_or(MANY);
    let tally = check(first..first + shaders, &Options::default());
    // `--nocapture` shows it.
    println!("{tally}");
}

/// `cargo test --release -p pica200-compile --features naga --test modules -- --ignored many`, with `SHADERS` in the
/// environment for another number.
#[test]
#[ignore = "it takes minutes; .ci/nightly runs it"]
fn many_random_shaders_agree_with_each_pass_left_out() {
    check_without_passes(variable("SHADERS").unwrap_or(MANY_OF_PASS));
}

/// `SEED=7 cargo test -p pica200-compile --features naga --test modules -- --ignored one`, with `WITHOUT=PASS` for a
/// run without a pass. It always fails, to show the shader and its outcome.
#[test]
#[ignore = "it shows a shader"]
fn one_random_shader_and_its_translation_agree() {
    let seed = variable("SEED").unwrap_or(0);
    let options = Options {
        without: std::env::var("WITHOUT").into_iter().collect(),
        ..Options::default()
    };
    let tally = check(seed..seed + 1, &options);
    panic!("{tally}\n{}", shader(seed));
}

/// `FILE=shader.wgsl SEED=7 cargo test -p pica200-compile --features naga --test modules -- --ignored file`, for a
/// shader that is being made smaller.
#[test]
#[ignore = "it compares a shader of a file"]
fn a_shader_of_a_file_and_its_translation_agree() {
    let source = std::fs::read_to_string(std::env::var("FILE").unwrap()).unwrap();
    let options = Options {
        without: std::env::var("WITHOUT").into_iter().collect(),
        ..Options::default()
    };
    let mut tally = Tally::default();
    tally.add_source("the file", &source, variable("SEED").unwrap_or(0), &options);
    tally.check();
}
