//! The program `picaar`; see [`pica200::picaar`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200::run(pica200::picaar::main)
}
