#![no_main]

use pica200_testsuite::fuzzing::read_archive;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| read_archive(bytes));
