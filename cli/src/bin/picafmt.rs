//! The program `picafmt`; see [`pica200::picafmt`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200::run(pica200::picafmt::main)
}
