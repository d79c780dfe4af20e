//! Shaders with a large amount of one construct compile within memory and time limits, to assembly or a clear error.

#![allow(clippy::print_stdout, reason = "a test that shows figures")]

use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use pica200_compile::{Diagnostic, Options, compile};
use pica200_testsuite::dimensions::{Dimension, Input, all};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Maximum memory in use by the compiler, in bytes.
const MAX_MEMORY: usize = 512 << 20;

/// Maximum time for a source, if the compiler is optimized.
const MAX_TIME: Duration = Duration::from_secs(5);

/// Source sizes in bytes, of each test run and of a long run.
const SMALL: usize = 1 << 16;
const LARGE: [usize; 2] = [(1 << 20) - (1 << 10), 16 << 20];

/// Compiles a source. Returns the time, and the peak memory besides the source.
fn measure(dimension: &Dimension, bytes: usize) -> Option<(Duration, usize)> {
    let Input::Shader(language) = dimension.input else {
        return None;
    };
    let source = dimension.source(bytes);
    let options = Options {
        language: Some(language),
        ..Options::default()
    };
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let start = Instant::now();
    let compilation = compile("limits", &source, &options);
    let time = start.elapsed();
    let memory = MEMORY.peak_usage().saturating_sub(before);
    let mut diagnostics = compilation.diagnostics.iter();
    let has_errors = diagnostics.any(Diagnostic::is_error);
    assert_eq!(compilation.assembly.is_none(), has_errors, "{}", dimension.name);
    Some((time, memory))
}

/// Source sizes in bytes that the compiler may consider small enough to parse on the caller's stack.
const TINY: [usize; 2] = [1 << 11, 1 << 13];

/// The default stack size of threads in bytes.
const STACK: usize = 2 << 20;

/// Compiles small shaders of all dimensions. A stack overflow ends the process.
fn compile_tiny_shaders() {
    let tiny = TINY
        .into_iter()
        .flat_map(|bytes| all().map(move |dimension| (dimension, bytes)));
    let count = tiny.filter_map(|(dimension, bytes)| measure(dimension, bytes));
    let count = count.count();
    assert!(count > 200, "{count} shaders");
}

// A single test, because the memory of the whole process is measured.
#[test]
fn shaders_take_little_stack_and_memory() {
    let thread = std::thread::Builder::new().stack_size(STACK);
    let tiny = thread.spawn(compile_tiny_shaders).expect("a thread");
    tiny.join().expect("a small stack is enough");
    let mut count = 0;
    for dimension in all() {
        if let Some((_, memory)) = measure(dimension, SMALL) {
            count += 1;
            // A sixteenth of the largest sources that naga reads.
            assert!(memory <= MAX_MEMORY / 4, "{}: {memory} bytes", dimension.name);
        }
    }
    assert!(count > 100, "{count} shaders");
}

/// Run with `cargo test --release -p pica200-testsuite --test limits -- --ignored --nocapture`, with `DIMENSION=GLSL`
/// for dimensions whose names contain the word, and `BYTES=65536` for sources of another size.
#[test]
#[ignore = "takes minutes, and needs an optimised compiler"]
fn large_shaders_end_within_time_and_memory() {
    let mut failures = Vec::new();
    let wanted = std::env::var("DIMENSION").unwrap_or_default();
    let size = std::env::var("BYTES").ok().and_then(|bytes| bytes.parse().ok());
    let sizes = size.map_or(LARGE.to_vec(), |size| vec![size]);
    for dimension in all().filter(|dimension| dimension.name.contains(&wanted)) {
        for &size in &sizes {
            let Some((time, memory)) = measure(dimension, size) else {
                continue;
            };
            println!(
                "{:60} {size:9} bytes {time:8.2?} {:5} MiB",
                dimension.name,
                memory >> 20
            );
            if time > MAX_TIME || memory > MAX_MEMORY {
                failures.push(format!("{}: {time:.2?}, {} MiB", dimension.name, memory >> 20));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
