#![no_main]

use libfuzzer_sys::Corpus;
use pica200_testsuite::fuzzing::link;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| -> Corpus {
    if link(bytes) {
        Corpus::Keep
    } else {
        Corpus::Reject
    }
});
