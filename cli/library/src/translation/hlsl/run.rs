//! Runs of compilers of HLSL.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::process::{Command, Output, Stdio};
use std::{fs, iter};

use pica200_diagnostics::Code;

use super::super::message::{Message, messages};
use super::{DEFAULT_ENTRY, DEFAULT_PROFILE, Hlsl, HlslCompiler, INSTALLED};
use crate::input::{InputFile, InputKind};
use crate::report::{Location, Place, Report, reason};

/// What vkd3d-compiler says before version 1.3, which knows no HLSL.
const NO_HLSL: &str = "Invalid source type";

/// How to get a compiler.
const REMEDY: &str = "install vkd3d-compiler 1.3 or later, or name a compiler with `--hlsl-compiler`; a container that another machine compiled is an input, too";

/// The form of a compiler's command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// That of vkd3d-compiler.
    Vkd3d,
    /// That of Microsoft's fxc.
    Fxc,
}

impl Form {
    /// The form for a program: that of fxc, if its name begins so.
    fn of(program: &Path) -> Self {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        match name.to_ascii_lowercase().starts_with("fxc") {
            true => Self::Fxc,
            false => Self::Vkd3d,
        }
    }
}

impl Hlsl {
    /// The container of a source in HLSL, with the name of the source. `None` if there are errors. Errors and warnings go
    /// to `reports`.
    pub(crate) fn compile(&self, file: InputFile, reports: &mut Vec<Report>) -> Option<InputFile> {
        match self.try_compile(&file, reports) {
            Ok(bytes) => Some(InputFile {
                bytes,
                kind: InputKind::Container,
                ..file
            }),
            Err(errors) => {
                reports.extend(errors);
                None
            }
        }
    }

    fn try_compile(
        &self,
        file: &InputFile,
        reports: &mut Vec<Report>,
    ) -> Result<Vec<u8>, Vec<Report>> {
        let programs: Vec<PathBuf> = match &self.compiler {
            HlslCompiler::None => Vec::new(),
            HlslCompiler::Installed => INSTALLED.map(PathBuf::from).into(),
            HlslCompiler::Program(path) => vec![path.clone()],
        };
        if programs.is_empty() {
            let message = format!(
                "`{}` is in HLSL, and this build has no compiler for it",
                file.name
            );
            let help = "name one with `Build::hlsl_compiler`, or compile it to a container, which is an input, too";
            let report = Report::of_file(Code::NoHlslCompiler, &file.name, message);
            return Err(vec![report.with_help(help)]);
        }
        let folder = tempfile::tempdir().map_err(|error| vec![cannot_start(file, "", &error)])?;
        let mut refused = Vec::new();
        for program in &programs {
            let run = Run {
                program,
                file,
                folder: folder.path(),
                entry: self.entry.as_deref().unwrap_or(DEFAULT_ENTRY),
                profile: self.profile.as_deref().unwrap_or(DEFAULT_PROFILE),
            };
            match run.run(reports) {
                Ok(bytes) => return Ok(bytes),
                Err(Failure::Refused(reports)) => return Err(reports),
                Err(Failure::Unfit(report)) => refused.push(report),
            }
        }
        // That a compiler is too old says more than that another one is not there.
        refused.sort_by_key(|(why, _)| *why);
        let mut reports = refused.into_iter().map(|(_, report)| report);
        Err(reports.next().into_iter().collect())
    }
}

/// Why there is no container.
enum Failure {
    /// The compiler does not accept the source.
    Refused(Vec<Report>),
    /// The compiler is of no use; another one may be.
    Unfit((Unfit, Report)),
}

/// Why a compiler is of no use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Unfit {
    TooOld,
    NotStarted,
}

/// A run of a compiler.
struct Run<'r> {
    program: &'r Path,
    file: &'r InputFile,
    /// A folder for the output.
    folder: &'r Path,
    entry: &'r str,
    profile: &'r str,
}

impl Run<'_> {
    fn run(&self, reports: &mut Vec<Report>) -> Result<Vec<u8>, Failure> {
        let container = self.folder.join("shader.dxbc");
        let output = self.start(&container).map_err(|error| {
            let report = cannot_start(self.file, &self.program.display().to_string(), &error);
            Failure::Unfit((Unfit::NotStarted, report))
        })?;
        let text = [output.stderr.as_slice(), &output.stdout].concat();
        let text = String::from_utf8_lossy(&text);
        if !output.status.success() && text.contains(NO_HLSL) {
            let program = self.program.display();
            let message = format!(
                "`{program}` cannot compile `{}`: its version knows no HLSL",
                self.file.name
            );
            let report = Report::of_file(Code::NoHlslCompiler, &self.file.name, message);
            return Err(Failure::Unfit((Unfit::TooOld, report.with_help(REMEDY))));
        }
        let messages = messages(&text);
        let bytes = fs::read(&container).ok().filter(|bytes| !bytes.is_empty());
        match bytes {
            Some(bytes) if output.status.success() => {
                let warnings = messages.iter().filter(|message| message.line.is_some());
                reports.extend(warnings.map(|message| self.report(message).as_warning()));
                Ok(bytes)
            }
            _ => Err(Failure::Refused(self.refusal(&messages, &output))),
        }
    }

    /// Starts the compiler, and waits for its end.
    fn start(&self, container: &Path) -> io::Result<Output> {
        let (folder, source) = self.source()?;
        // The compiler runs in another folder.
        let program = match self.program.components().count() {
            0 | 1 => self.program.to_owned(),
            _ => absolute(self.program)?,
        };
        let mut command = Command::new(program);
        command.args(self.arguments(container, &source));
        if !folder.as_os_str().is_empty() {
            command.current_dir(folder);
        }
        command.stdin(Stdio::null()).output()
    }

    /// The folder in which the compiler runs, where it finds what the source includes, and the source in it.
    fn source(&self) -> io::Result<(PathBuf, OsString)> {
        let file = self.file;
        if let Some(path) = &file.path
            && let Some(name) = path.file_name()
            && fs::read(path).is_ok_and(|bytes| bytes == file.bytes)
        {
            // A name must not look like an option.
            return Ok((file.folder.clone(), Path::new(".").join(name).into()));
        }
        fs::write(self.folder.join("source.hlsl"), &file.bytes)?;
        Ok((self.folder.to_owned(), "source.hlsl".into()))
    }

    fn arguments(&self, container: &Path, source: &OsStr) -> Vec<OsString> {
        let (entry, profile) = (self.entry, self.profile);
        let words: Vec<&OsStr> = match Form::of(self.program) {
            Form::Vkd3d => {
                let before = [
                    "-x", "hlsl", "-b", "dxbc-tpf", "-p", profile, "-e", entry, "-o",
                ];
                let before = before.map(OsStr::new).into_iter();
                before.chain([container.as_os_str(), source]).collect()
            }
            Form::Fxc => {
                let before = ["/nologo", "/T", profile, "/E", entry, "/Fo"];
                let before = before.map(OsStr::new).into_iter();
                before.chain([container.as_os_str(), source]).collect()
            }
        };
        words.into_iter().map(OsStr::to_owned).collect()
    }

    /// The errors about a source that the compiler does not accept.
    fn refusal(&self, messages: &[Message], output: &Output) -> Vec<Report> {
        let errors: Vec<_> = messages.iter().filter(|message| message.is_error).collect();
        if !errors.is_empty() {
            return errors.into_iter().map(|error| self.report(error)).collect();
        }
        let program = self.program.display();
        let what = match output.status.success() {
            true => "wrote no container".to_owned(),
            false => match output.status.code() {
                Some(code) => format!("ended with status {code}"),
                None => "was ended by a signal".to_owned(),
            },
        };
        let said = messages.iter().map(|message| message.text.as_str());
        let said: Vec<_> = said.take(MOST_LINES).collect();
        let message = match said.is_empty() {
            true => format!("`{program}` {what} for `{}`", self.file.name),
            false => format!(
                "`{program}` {what} for `{}`: {}",
                self.file.name,
                said.join("; ")
            ),
        };
        vec![Report::of_file(Code::HlslError, &self.file.name, message)]
    }

    /// A message of the compiler as a report.
    fn report(&self, message: &Message) -> Report {
        let code = match message.is_error {
            true => Code::HlslError,
            false => Code::HlslWarning,
        };
        let report = Report::of_file(code, &self.file.name, &message.text);
        let Some(line) = message.line else {
            return report;
        };
        let place = Place {
            location: Location::Line {
                object: self.file.name.clone(),
                file: self.file.name.clone(),
                line,
            },
            text: String::new(),
        };
        Report {
            places: iter::once(place).collect(),
            ..report
        }
    }
}

/// The most lines of a compiler's text in a message.
const MOST_LINES: usize = 4;

/// The error about a compiler that cannot be started.
fn cannot_start(file: &InputFile, program: &str, error: &io::Error) -> Report {
    let message = match error.kind() {
        io::ErrorKind::NotFound if !program.is_empty() => {
            format!(
                "`{}` is in HLSL, and there is no program `{program}`",
                file.name
            )
        }
        _ => format!(
            "`{}` is in HLSL, and `{program}` cannot be started: {}",
            file.name,
            reason(error)
        ),
    };
    Report::of_file(Code::NoHlslCompiler, &file.name, message).with_help(REMEDY)
}
