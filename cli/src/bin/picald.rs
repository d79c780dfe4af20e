//! The program `picald`; see [`pica200::picald`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200::run(pica200::picald::main)
}
