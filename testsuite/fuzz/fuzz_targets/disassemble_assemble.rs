#![no_main]

use pica200_testsuite::fuzzing::disassemble_assemble;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| disassemble_assemble(bytes));
