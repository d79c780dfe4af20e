#![no_main]

use pica200_testsuite::fuzzing::run;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run("compile_spirv", bytes));
