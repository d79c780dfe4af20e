//! The program `picarun`; see [`pica200::picarun`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200::run(pica200::picarun::main)
}
