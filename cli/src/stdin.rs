//! The use of standard input as an input.

use std::path::{Path, PathBuf};

use pica200::input::is_stdin;

/// The name of standard input.
#[derive(clap::Args, Debug)]
pub(crate) struct StdinOption {
    /// The file that standard input stands for: its name in diagnostics, and the folder of its includes
    ///
    /// Editors can check a file that is not saved. The file itself is not read, and it need not exist.
    #[arg(long, value_name = "FILE")]
    stdin_name: Option<PathBuf>,
}

impl StdinOption {
    /// The name.
    pub(crate) fn name(&self) -> Option<&Path> {
        self.stdin_name.as_deref()
    }

    /// Checks that standard input is at most once among the inputs, and that it is there if it has a name.
    ///
    /// # Errors
    ///
    /// A message.
    pub(crate) fn check(&self, inputs: &[PathBuf]) -> Result<(), String> {
        match inputs.iter().filter(|input| is_stdin(input)).count() {
            0 if self.stdin_name.is_some() => {
                Err("`--stdin-name` needs the input `-`, which is standard input".to_owned())
            }
            0 | 1 => Ok(()),
            _ => Err("standard input can be read only once".to_owned()),
        }
    }
}
