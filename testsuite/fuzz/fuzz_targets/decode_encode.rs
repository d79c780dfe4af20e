#![no_main]

use pica200_testsuite::fuzzing::decode_encode;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| decode_encode(bytes));
