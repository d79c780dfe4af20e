//! Assembles, converts or compiles sources with a large amount of one construct, and fails if the time grows
//! superlinearly.
//!
//! `cargo run --release -p pica200-testsuite --example scaling -- [NAME...]`: the dimensions whose names contain one of
//! these texts (default: all). For each, prints the time for the largest source, and the exponent of the growth: 1 is
//! linear.

#![allow(clippy::print_stdout, reason = "a program that shows figures")]

use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use pica200_asm::{AssemblyOptions, Lookup, MemoryFiles, assemble_in};
use pica200_compile::{Options, compile};
use pica200_dialects::convert;
use pica200_testsuite::dimensions::{Dimension, Input, all};

/// The sizes of the sources, in bytes.
const SIZES: [usize; 5] = [1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22];

/// Shorter times are not significant.
const MIN_TIME: Duration = Duration::from_micros(200);

/// A source that takes longer is the last one of its dimension.
const MAX_TIME: Duration = Duration::from_secs(5);

/// If the largest source takes no longer, the growth is ignored.
const FAST_ENOUGH: Duration = Duration::from_millis(50);

/// The largest exponent accepted as linear: a large table does not fit into the caches, so that reading it takes about
/// three times as long.
const MAX_EXPONENT: f64 = 1.2;

fn main() -> ExitCode {
    let names: Vec<_> = env::args().skip(1).collect();
    let is_meant =
        |dimension: &&Dimension| names.is_empty() || names.iter().any(|name| dimension.name.contains(name.as_str()));
    let meant: Vec<_> = all().filter(is_meant).collect();
    if meant.is_empty() {
        println!("no dimension has a name that contains one of {names:?}");
        return ExitCode::FAILURE;
    }
    let mut failures = 0;
    for dimension in meant {
        let times = times(dimension);
        let growth = growth(&times);
        let (bytes, time) = times.last().copied().unwrap_or_default();
        let is_slow = time > MAX_TIME;
        let is_bad = is_slow || growth > MAX_EXPONENT && time > FAST_ENOUGH;
        let mark = match is_bad {
            true if is_slow => ": too slow",
            true => ": not linear",
            false => "",
        };
        println!(
            "{:45} {bytes:8} bytes {:8.1} ms  n^{growth:.2}{mark}",
            dimension.name,
            time.as_secs_f64() * 1e3
        );
        failures += usize::from(is_bad);
    }
    match failures {
        0 => ExitCode::SUCCESS,
        n => {
            println!("{n} dimensions grow faster than n^{MAX_EXPONENT}, or take more than {MAX_TIME:?}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the sizes of sources, and the time for each.
fn times(dimension: &Dimension) -> Vec<(usize, Duration)> {
    let mut times = Vec::new();
    let most = match dimension.input {
        Input::Assembly => usize::MAX,
        // The converter limits the number of lines, which larger sources of short lines would exceed.
        Input::Dialect(_) => 1 << 18,
        // The compiler rejects larger sources.
        Input::Shader(_) => (1 << 20) - (1 << 10),
    };
    for size in SIZES.into_iter().map(|size| size.min(most)) {
        if times.last().is_some_and(|(last, _)| size <= *last) {
            break;
        }
        let source = dimension.source(size);
        // Noise only ever increases a measurement, so use the minimum.
        let runs = (0..runs(size)).map(|_| assemble(dimension, &source));
        let time = runs.min().unwrap_or_default();
        times.push((source.len(), time));
        if time > MAX_TIME {
            break;
        }
    }
    times
}

/// Returns the number of measurements for a source size: small sources are affected more by noise.
fn runs(size: usize) -> usize {
    ((1 << 22) / size).clamp(2, 16)
}

/// Returns the time to assemble, convert or compile a source.
fn assemble(dimension: &Dimension, source: &[u8]) -> Duration {
    let files = MemoryFiles::new().with("empty", "");
    let lookup = Lookup {
        files: &files,
        directory: Path::new(""),
    };
    let start = clock();
    match dimension.input {
        Input::Dialect(dialect) => {
            let options = pica200_dialects::Options::default();
            drop(convert(dialect, "scaling", source, &options, &lookup));
        }
        Input::Assembly => {
            let options = AssemblyOptions::default();
            drop(assemble_in("scaling", source, &options, &lookup));
        }
        Input::Shader(language) => {
            let options = Options {
                language: Some(language),
                ..Options::default()
            };
            drop(compile("scaling", source, &options));
        }
    }
    clock().saturating_sub(start)
}

/// Returns the CPU time of the process, unaffected by other processes.
#[cfg(unix)]
fn clock() -> Duration {
    let time = nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID);
    time.map_or(Duration::ZERO, Duration::from)
}

/// Returns the time since the first call.
#[cfg(not(unix))]
fn clock() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// Returns the exponent of the growth from the first significant size to the last one.
fn growth(times: &[(usize, Duration)]) -> f64 {
    let (Some(first), Some(last)) = (times.iter().find(|(_, time)| *time >= MIN_TIME), times.last()) else {
        return 0.0;
    };
    let ratio = |now: f64, before: f64| (now / before).ln();
    let by_time = ratio(last.1.as_secs_f64(), first.1.as_secs_f64());
    #[allow(clippy::cast_precision_loss, reason = "they are far below 2^52")]
    let by_size = ratio(last.0 as f64, first.0 as f64);
    if by_size > 0.0 { by_time / by_size } else { 0.0 }
}
