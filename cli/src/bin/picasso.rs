//! The program `picasso`; see [`pica200::picasso`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200::run(pica200::picasso::main)
}
