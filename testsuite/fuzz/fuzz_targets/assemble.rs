#![no_main]

use pica200_testsuite::fuzzing::assemble;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| assemble(bytes));
