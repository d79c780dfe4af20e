//! Starts the language server picals in Zed, for shaders of the PICA200.

use zed_extension_api::settings::{CommandSettings, LspSettings};
use zed_extension_api::{
    Command, EnvVars, Extension, LanguageServerId, Result, Worktree, register_extension, serde_json,
};

/// The name of the server, in `extension.toml`, in Zed's settings and in `PATH`.
const SERVER: &str = "picals";

/// The extension. It keeps nothing: Zed asks for all that it needs with the folder that it is about.
struct Pica200;

impl Extension for Pica200 {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        _server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let chosen = LspSettings::for_worktree(SERVER, worktree)?.binary;
        command(chosen, worktree.which(SERVER), worktree.shell_env())
    }

    fn language_server_initialization_options(
        &mut self,
        _server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        Ok(LspSettings::for_worktree(SERVER, worktree)?.initialization_options)
    }

    fn language_server_workspace_configuration(
        &mut self,
        _server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        Ok(LspSettings::for_worktree(SERVER, worktree)?.settings)
    }
}

/// The command that starts the server: the program of the settings, else the one that was found in `PATH`. It runs in
/// the environment of the folder's shell, in which the settings change variables.
///
/// # Errors
///
/// Neither the settings nor `PATH` have the program.
fn command(
    chosen: Option<CommandSettings>,
    found: Option<String>,
    mut env: EnvVars,
) -> Result<Command> {
    let (path, arguments, variables) = match chosen {
        Some(chosen) => (chosen.path, chosen.arguments, chosen.env),
        None => (None, None, None),
    };
    let command = path.or(found).ok_or_else(|| {
        format!("{SERVER} is not in PATH: install it, or set `lsp.{SERVER}.binary.path`")
    })?;
    for (name, value) in variables.into_iter().flatten() {
        env.retain(|(other, _)| *other != name);
        env.push((name, value));
    }
    Ok(Command {
        command,
        args: arguments.unwrap_or_default(),
        env,
    })
}

register_extension!(Pica200);

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn shell() -> EnvVars {
        vec![
            ("HOME".to_owned(), "/home/me".to_owned()),
            ("PICA200_LINTS".to_owned(), String::new()),
        ]
    }

    /// The command with a program in `PATH`.
    fn with_path(chosen: Option<CommandSettings>) -> Command {
        command(chosen, Some("/usr/bin/picals".to_owned()), shell()).expect("a command")
    }

    #[test]
    fn the_program_in_path_is_started_without_arguments() {
        let found = with_path(None);
        assert_eq!(found.command, "/usr/bin/picals");
        assert!(found.args.is_empty());
        assert_eq!(found.env, shell());
    }

    #[test]
    fn settings_count_before_path() {
        let variable = ("PICA200_LINTS".to_owned(), "deny(all)".to_owned());
        let found = with_path(Some(CommandSettings {
            path: Some("/opt/picals".to_owned()),
            arguments: Some(vec!["--stdio".to_owned()]),
            env: Some(HashMap::from([variable.clone()])),
        }));
        assert_eq!(found.command, "/opt/picals");
        assert_eq!(found.args, ["--stdio"]);
        assert_eq!(found.env, [shell()[0].clone(), variable]);
    }

    #[test]
    fn arguments_alone_are_for_the_program_in_path() {
        let found = with_path(Some(CommandSettings {
            path: None,
            arguments: Some(vec!["--stdio".to_owned()]),
            env: None,
        }));
        assert_eq!(found.command, "/usr/bin/picals");
        assert_eq!(found.args, ["--stdio"]);
    }

    #[test]
    fn a_missing_program_is_an_error_that_names_the_setting() {
        let error = command(None, None, shell()).expect_err("no program");
        assert_eq!(
            error,
            "picals is not in PATH: install it, or set `lsp.picals.binary.path`"
        );
    }
}
