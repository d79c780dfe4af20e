//! Writes the JavaScript bindings of a WebAssembly module as a classic script: `pack MODULE.wasm FOLDER` writes
//! `FOLDER/playground.js` and `FOLDER/playground_bg.wasm`.

use std::ffi::OsString;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

/// The file name, without suffix.
const NAME: &str = "playground";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("usage: pack MODULE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(module)
        .out_name(NAME)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .no_modules(true)
        .and_then(|bindgen| bindgen.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
