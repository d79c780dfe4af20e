//! Running HLSL compilers.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

use pica200_compile::{Define, Language};
use pica200_diagnostics::Code;
use pica200_link::file_name;

use super::super::message::{Message, messages};
use super::process::{self, ProcessOutput};
use super::syntax::{CommandSyntax, Request};
use super::{DEFAULT_ENTRY, DEFAULT_PROFILE, Hlsl, HlslCompiler, INSTALLED, TIME_LIMIT};
use crate::diagnostic::{Diagnostic, Diagnostics, Location, reason};
use crate::input::{InputFile, InputKind};

/// Message of vkd3d-compiler before version 1.3, which does not support HLSL.
const NO_HLSL: &str = "Invalid source type";

/// How to get a compiler.
const REMEDY: &str = "install vkd3d-compiler 1.3 or later, dxc or glslangValidator, or select a compiler with \
                      `--hlsl-compiler`; a compiled container or SPIR-V module is also a valid input";

/// The job's settings for a compiler's preprocessor.
pub(crate) struct Preprocessing<'p> {
    /// Defines passed as macros.
    pub(crate) defines: Vec<Define>,
    /// Include directories.
    pub(crate) dirs: &'p [PathBuf],
}

impl Hlsl {
    /// Compiles an HLSL source. The result has the name of the source. Returns `None` if there are errors. Errors and
    /// warnings go to `reports`.
    pub(crate) fn compile(
        &self,
        file: InputFile,
        preprocessing: &Preprocessing<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<InputFile> {
        match self.try_compile(&file, preprocessing, diagnostics) {
            Ok((form, bytes)) => Some(InputFile {
                bytes,
                kind: form.output(),
                ..file
            }),
            Err(errors) => {
                diagnostics.extend(errors);
                None
            }
        }
    }

    fn try_compile(
        &self,
        file: &InputFile,
        preprocessing: &Preprocessing<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(CommandSyntax, Vec<u8>), Vec<Diagnostic>> {
        let mut programs: Vec<PathBuf> = match &self.compiler {
            HlslCompiler::None => Vec::new(),
            HlslCompiler::Installed => INSTALLED.map(PathBuf::from).into(),
            HlslCompiler::Program(path) => vec![path.clone()],
        };
        if self.compiler == HlslCompiler::Installed && !Language::SpirV.is_built_in() {
            programs.retain(|program| CommandSyntax::for_program(program).output() == InputKind::Container);
        }
        if programs.is_empty() {
            let message = format!("`{}` is HLSL, but this build has no HLSL compiler", file.name);
            let help = "select one with `Build::hlsl_compiler`, or compile it to a container";
            let diagnostic = Diagnostic::for_file(Code::NoHlslCompiler, &file.name, message);
            return Err(vec![diagnostic.with_help(help)]);
        }
        let dir = tempfile::tempdir().map_err(|error| vec![cannot_start(file, "", &error)])?;
        let mut refused = Vec::new();
        for program in &programs {
            let run = Run {
                program,
                form: CommandSyntax::for_program(program),
                hlsl: self,
                file,
                preprocessing,
                dir: dir.path(),
            };
            match run.run(diagnostics) {
                Ok(bytes) => return Ok((run.form, bytes)),
                Err(Failure::Refused(diagnostics)) => return Err(diagnostics),
                Err(Failure::Unusable(why, diagnostic)) => refused.push((why, *diagnostic)),
            }
        }
        // An outdated compiler is more informative than a missing one.
        refused.sort_by_key(|(why, _)| *why);
        let mut diagnostics = refused.into_iter().map(|(_, diagnostic)| diagnostic);
        Err(diagnostics.next().into_iter().collect())
    }
}

/// The reason why there is no container.
enum Failure {
    /// The compiler rejects the source.
    Refused(Vec<Diagnostic>),
    /// The compiler is unusable; another one may work.
    Unusable(UnusableReason, Box<Diagnostic>),
}

/// The reason why a compiler is unusable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum UnusableReason {
    TooOld,
    NotStarted,
}

/// A run of a compiler.
struct Run<'r> {
    program: &'r Path,
    form: CommandSyntax,
    hlsl: &'r Hlsl,
    file: &'r InputFile,
    preprocessing: &'r Preprocessing<'r>,
    /// Output directory.
    dir: &'r Path,
}

impl Run<'_> {
    fn run(&self, diagnostics: &mut Diagnostics) -> Result<Vec<u8>, Failure> {
        let made = self.dir.join("shader.dxbc");
        let program = self.program.display();
        let ended = self.start(&made).map_err(|error| {
            let diagnostic = cannot_start(self.file, &program.to_string(), &error);
            Failure::Unusable(UnusableReason::NotStarted, Box::new(diagnostic))
        })?;
        let Some(status) = ended.status else {
            let seconds = self.limit().as_secs();
            let message = format!(
                "`{program}` was killed: it took more than {seconds} s for `{}`",
                self.file.name
            );
            let diagnostic = Diagnostic::for_file(Code::HlslError, &self.file.name, message);
            return Err(Failure::Refused(vec![diagnostic]));
        };
        if !status.success() && ended.text.contains(NO_HLSL) {
            let message = format!(
                "`{program}` cannot compile `{}`: its version does not support HLSL",
                self.file.name
            );
            let diagnostic = Diagnostic::for_file(Code::NoHlslCompiler, &self.file.name, message);
            let diagnostic = Box::new(diagnostic.with_help(REMEDY));
            return Err(Failure::Unusable(UnusableReason::TooOld, diagnostic));
        }
        let messages = messages(&ended.text);
        let bytes = fs::read(&made).ok().filter(|bytes| !bytes.is_empty());
        match bytes {
            Some(bytes) if status.success() => {
                let warnings = messages.iter().filter(|message| message.line.is_some());
                diagnostics.extend(warnings.map(|message| self.report(message).into_warning()));
                Ok(bytes)
            }
            _ => {
                let what = match (status.success(), status.code()) {
                    (true, _) => "wrote no output".to_owned(),
                    (false, Some(code)) => format!("exited with status {code}"),
                    (false, None) => "was terminated by a signal".to_owned(),
                };
                Err(Failure::Refused(self.refusal(&messages, &what)))
            }
        }
    }

    fn limit(&self) -> std::time::Duration {
        self.hlsl.time_limit.unwrap_or(TIME_LIMIT)
    }

    /// Runs the compiler to completion.
    fn start(&self, made: &Path) -> io::Result<ProcessOutput> {
        // The compiler runs in another directory.
        let program = process::find(self.program)?;
        let dirs: io::Result<Vec<_>> = self.preprocessing.dirs.iter().map(absolute).collect();
        let (dir, source) = self.source()?;
        let defines = if self.form.takes_defines() {
            self.preprocessing.defines.as_slice()
        } else {
            &[]
        };
        let request = Request {
            entry: self.hlsl.entry.as_deref().unwrap_or(DEFAULT_ENTRY),
            profile: self.hlsl.profile.as_deref().unwrap_or(DEFAULT_PROFILE),
            defines,
            dirs: &dirs?,
            source: &source,
            output: made.as_os_str(),
        };
        let mut command = Command::new(program);
        command.args(self.form.arguments(&request));
        if !dir.as_os_str().is_empty() {
            command.current_dir(dir);
        }
        process::run(command, self.dir, self.limit())
    }

    /// Returns the working directory of the compiler, where it finds includes, and the path of the source in it.
    fn source(&self) -> io::Result<(PathBuf, OsString)> {
        let file = self.file;
        let name = file.path.as_deref().and_then(Path::file_name);
        let text = self.text(name);
        if let (Some(path), Some(name)) = (&file.path, name)
            && fs::read(path).is_ok_and(|bytes| bytes == text)
        {
            // A name must not look like an option.
            return Ok((file.dir.clone(), Path::new(".").join(name).into()));
        }
        let written = self.dir.join("source.hlsl");
        fs::write(&written, &text)?;
        match file.path {
            Some(_) => Ok((file.dir.clone(), written.into())),
            None => Ok((self.dir.to_owned(), "source.hlsl".into())),
        }
    }

    /// Returns the source, preceded by defines as macros if the compiler does not accept them otherwise.
    fn text(&self, name: Option<&OsStr>) -> Vec<u8> {
        let defines = &self.preprocessing.defines;
        if defines.is_empty() || self.form.takes_defines() {
            return self.file.bytes.clone();
        }
        let mut text = String::new();
        for Define { name, number } in defines {
            text.push_str(&format!("#define {name} {number}\n"));
        }
        let name = name.unwrap_or(OsStr::new("source.hlsl")).to_string_lossy();
        text.push_str(&format!("#line 1 \"{}\"\n", name.replace(['"', '\\'], "_")));
        [text.as_bytes(), &self.file.bytes].concat()
    }

    /// Returns the errors for a rejected source. `what` is the expected output.
    fn refusal(&self, messages: &[Message], what: &str) -> Vec<Diagnostic> {
        let errors: Vec<_> = messages.iter().filter(|message| message.is_error).collect();
        if !errors.is_empty() {
            // Messages without a location only count the others.
            let placed = errors.iter().filter(|error| error.line.is_some());
            let placed: Vec<_> = placed.map(|error| self.report(error)).collect();
            return if placed.is_empty() {
                errors.into_iter().map(|error| self.report(error)).collect()
            } else {
                placed
            };
        }
        let program = self.program.display();
        let said = messages.iter().map(|message| message.text.as_str());
        let said: Vec<_> = said.take(MAX_LINES).collect();
        let message = if said.is_empty() {
            format!("`{program}` {what} for `{}`", self.file.name)
        } else {
            format!("`{program}` {what} for `{}`: {}", self.file.name, said.join("; "))
        };
        vec![Diagnostic::for_file(Code::HlslError, &self.file.name, message)]
    }

    /// Converts a message of the compiler to a diagnostic.
    fn report(&self, message: &Message) -> Diagnostic {
        let code = if message.is_error {
            Code::HlslError
        } else {
            Code::HlslWarning
        };
        let diagnostic = Diagnostic::for_file(code, &self.file.name, &message.text);
        let Some(line) = message.line else {
            return diagnostic;
        };
        diagnostic.with_location(Location::Line {
            object: self.file.name.clone(),
            file: self.file_of(message),
            line,
        })
    }
}

impl Run<'_> {
    /// Returns the file of a message: the source, or a file that it includes.
    fn file_of(&self, message: &Message) -> String {
        let named = file_name(&message.file);
        let is_source = named.is_empty() || named == "source.hlsl" || named == file_name(&self.file.name);
        if is_source {
            return self.file.name.clone();
        }
        self.file.dir.join(&message.file).display().to_string()
    }
}

/// Maximum number of lines of compiler output in a message.
const MAX_LINES: usize = 4;

/// Returns the error for a compiler that cannot be run.
fn cannot_start(file: &InputFile, program: &str, error: &io::Error) -> Diagnostic {
    let message = match error.kind() {
        io::ErrorKind::NotFound if !program.is_empty() => {
            format!("`{}` is HLSL, but the compiler `{program}` was not found", file.name)
        }
        _ => format!(
            "`{}` is HLSL, but `{program}` cannot be started: {}",
            file.name,
            reason(error)
        ),
    };
    Diagnostic::for_file(Code::NoHlslCompiler, &file.name, message).with_help(REMEDY)
}
