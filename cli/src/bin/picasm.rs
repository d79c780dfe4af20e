//! The program `picasm`; see [`pica200::picasm`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200::run(pica200::picasm::main)
}
