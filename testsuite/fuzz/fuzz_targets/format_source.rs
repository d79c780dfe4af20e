#![no_main]

use pica200_testsuite::fuzzing::format_source;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| format_source(bytes));
