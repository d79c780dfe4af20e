//! The program `picadump`; see [`pica200::picadump`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200::run(pica200::picadump::main)
}
