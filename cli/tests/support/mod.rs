//! A directory in which tests run the programs, and sources for it.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "each test file uses its own part; a test that cannot set up its files fails"
)]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use pica200_cli::{Status, Streams};
use tempfile::TempDir;

pub const PICASM: &str = env!("CARGO_BIN_EXE_picasm");
pub const PICAC: &str = env!("CARGO_BIN_EXE_picac");
pub const PICAFMT: &str = env!("CARGO_BIN_EXE_picafmt");
pub const PICALD: &str = env!("CARGO_BIN_EXE_picald");
pub const PICALS: &str = env!("CARGO_BIN_EXE_picals");
pub const PICAAR: &str = env!("CARGO_BIN_EXE_picaar");
pub const PICADUMP: &str = env!("CARGO_BIN_EXE_picadump");
pub const PICARUN: &str = env!("CARGO_BIN_EXE_picarun");
pub const PICASSO: &str = env!("CARGO_BIN_EXE_picasso");

/// A vertex shader without errors.
pub const GOOD: &str = "\
.fvec projection[4]
.bool lit
.out pos position
.proc main
\tdp4 pos, projection[0], v0
\tend
.end
";

/// A vertex shader with three errors.
pub const BAD: &str = "\
.out pos position
.proc main
\tmvo pos, v0
\tmov pos, nope
\tmov pos, v99
\tend
.end
";

/// A vertex shader with a warning.
pub const WARNING: &str = "\
.out pos position
.proc main
\tmov pos.yx, v0
\tend
.end
";

/// A vertex shader that calls a procedure of another file.
pub const CALLER: &str = "\
.out pos position
.proc main
\tmov pos, v0
\tcall helper ; elsewhere
\tend
.end
";

/// The procedure that it calls.
pub const LIBRARY: &str = "\
.nodvle
.proc helper
\tnop
\tnop
.end
";

/// A shader with all kinds of uniforms, and a loop.
pub const SHADER: &str = "\
.fvec scale, rows[2]
.ivec count
.bool lit
.in inPosition
.in inColor
.out outPosition position
.out outColor color.xyz
.out outDepth texcoord0.w
.proc main
\tmul outPosition, scale, inPosition
\tmov r0, rows[0]
\tfor count
\t\tadd r0, rows[1], r0
\t.end
\tifu lit
\t\tmov r0, inColor
\t.end
\tmov outColor, r0
\tmov outDepth, inColor
\tend
.end
";

/// Returns the path of a workspace file.
pub fn workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Returns the bytes of a golden container.
pub fn container(name: &str) -> Vec<u8> {
    let folder = workspace("testsuite/golden/dxbc");
    fs::read(folder.join(format!("{name}.dxbc"))).unwrap()
}

/// Exit status and output of a program.
pub struct Outcome {
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Outcome {
    /// Asserts that the program succeeded without messages.
    #[track_caller]
    pub fn silent(self) -> Vec<u8> {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""));
        self.stdout
    }

    /// Returns standard output, then the status and standard error.
    pub fn all(self) -> String {
        let stdout = String::from_utf8(self.stdout).unwrap();
        format!("{stdout}---- status {}\n{}", self.status, self.stderr)
    }

    /// Asserts that the program found errors and wrote nothing to standard output; returns its messages.
    #[track_caller]
    pub fn errors(self) -> String {
        assert_eq!(self.status, 1, "{}", self.stderr);
        assert!(self.stdout.is_empty());
        self.stderr
    }

    /// Asserts that the program rejected the value of an option; returns its messages.
    #[track_caller]
    pub fn invalid_value(self) -> String {
        assert_eq!(self.status, 2, "{}", self.stderr);
        assert!(self.stdout.is_empty());
        self.stderr
    }

    /// Asserts that the program rejected its command line; returns its messages.
    #[track_caller]
    pub fn usage(self) -> String {
        assert_eq!(self.status, 2, "{}", self.stderr);
        assert!(self.stdout.is_empty());
        assert!(self.stderr.contains("Usage: pica"), "{}", self.stderr);
        self.stderr
    }
}

/// A temporary directory for a test.
pub struct Folder {
    directory: TempDir,
}

impl Folder {
    /// Creates a directory with these files.
    pub fn with<N: AsRef<Path>, C: AsRef<[u8]>>(files: impl IntoIterator<Item = (N, C)>) -> Self {
        let folder = Self::empty();
        for (name, content) in files {
            folder.write(name, content);
        }
        folder
    }

    pub fn empty() -> Self {
        let directory = tempfile::tempdir().unwrap();
        Self { directory }
    }

    /// Creates a directory with files of all kinds.
    pub fn with_examples() -> Self {
        let folder = Self::empty();
        for path in [
            "triangle/triangle.vsh",
            "particles/particles.vsh",
            "particles/particles.gsh",
            "library/lit.vsh",
        ] {
            let path = workspace("examples").join(path);
            folder.write(path.file_name().unwrap(), fs::read(&path).unwrap());
        }
        folder.picald("-g triangle.vsh -o triangle.shbin").silent();
        folder.picald("particles.vsh particles.gsh -o particles.shbin").silent();
        folder
            .picald("--compat=picasso particles.vsh particles.gsh -o compat.shbin")
            .silent();
        folder.picasm("lit.vsh -o lit.dvoj").silent();
        folder
    }

    /// Creates a directory with some golden containers, and a shader.
    pub fn with_containers(names: &[&str]) -> Self {
        let folder = Self::with([("good.vsh", GOOD)]);
        for name in names {
            folder.write(format!("{name}.dxbc"), container(name));
        }
        folder
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file, and creates its directories.
    pub fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub fn read(&self, name: impl AsRef<Path>) -> Vec<u8> {
        let name = name.as_ref();
        fs::read(self.path(name)).unwrap_or_else(|error| panic_on(name, &error))
    }

    /// Returns the names of all entries of the directory, in order.
    pub fn list(&self) -> Vec<String> {
        let entries = fs::read_dir(self.directory.path()).unwrap();
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<_> = entries.map(|entry| name(entry.unwrap())).collect();
        names.sort();
        names
    }

    /// Returns a command that runs a program in the directory.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.directory.path())
            .env_remove("NO_COLOR")
            .env_remove("PICA200_LINTS")
            .env_remove("PICA200_ERROR_FORMAT")
            .env("COLUMNS", "100");
        command
    }

    pub fn run<A: AsRef<OsStr>>(&self, program: &str, arguments: impl IntoIterator<Item = A>) -> Outcome {
        outcome(self.command(program).args(arguments))
    }

    /// Runs picasm with arguments that have no blanks.
    pub fn picasm(&self, arguments: &str) -> Outcome {
        self.run(PICASM, arguments.split_whitespace())
    }

    /// Runs picac with arguments that have no blanks.
    pub fn picac(&self, arguments: &str) -> Outcome {
        self.run(PICAC, arguments.split_whitespace())
    }

    /// Runs picafmt with arguments that have no blanks.
    pub fn picafmt(&self, arguments: &str) -> Outcome {
        self.run(PICAFMT, arguments.split_whitespace())
    }

    /// Runs picald with arguments that have no blanks.
    pub fn picald(&self, arguments: &str) -> Outcome {
        self.run(PICALD, arguments.split_whitespace())
    }

    /// Runs picaar with arguments that have no blanks.
    pub fn picaar(&self, arguments: &str) -> Outcome {
        self.run(PICAAR, arguments.split_whitespace())
    }

    /// Returns the output of picadump for a valid file.
    #[track_caller]
    pub fn shown(&self, arguments: &str) -> String {
        String::from_utf8(self.picadump(arguments).silent()).unwrap()
    }

    /// Returns the complete output of picadump.
    pub fn full_output(&self, arguments: &str) -> String {
        self.picadump(arguments).all()
    }

    /// Runs picadump with arguments that have no blanks.
    pub fn picadump(&self, arguments: &str) -> Outcome {
        self.run(PICADUMP, arguments.split_whitespace())
    }

    /// Returns the lines that only one of two binaries has in its disassembly: `-` for the first, `+` for the second.
    pub fn changed_lines(&self, before: &str, after: &str) -> String {
        let texts = [before, after].map(|name| {
            let text = self.picadump(&format!("-d {name}")).silent();
            String::from_utf8(text).unwrap()
        });
        // Comments contain the names of the files.
        let lines = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.starts_with(';'));
            lines.map(str::to_owned).collect()
        };
        let [before, after] = texts.map(|text| lines(&text));
        let only = |sign: char, here: &[String], there: &[String]| -> String {
            let lines = here.iter().filter(|line| !there.contains(line));
            lines.map(|line| format!("{sign} {line}\n")).collect()
        };
        only('-', &before, &after) + &only('+', &after, &before)
    }

    /// Runs picasso with arguments that have no blanks.
    pub fn picasso(&self, arguments: &str) -> Outcome {
        self.run(PICASSO, arguments.split_whitespace())
    }

    /// Runs picarun with arguments that have no blanks.
    pub fn picarun(&self, arguments: &str) -> Outcome {
        self.run(PICARUN, arguments.split_whitespace())
    }
}

/// Runs a program in this process with these bytes on standard input. Its messages are dropped.
pub fn run_here<A: AsRef<OsStr>>(
    program: fn(Vec<OsString>, &mut Streams<'_>) -> Status,
    options: &[A],
    bytes: &[u8],
    stdout: &mut dyn Write,
    is_terminal: bool,
) -> Status {
    let words = ["program", "-"].map(OsString::from).into_iter();
    let options = options.iter().map(|option| option.as_ref().to_owned());
    let mut streams = Streams {
        stdin: &mut &*bytes,
        stdout,
        stderr: &mut io::sink(),
        files: &pica200_asm::DiskFiles,
        stdout_is_terminal: is_terminal,
        stderr_is_terminal: false,
        lints: None,
        error_format: None,
        command: Vec::new(),
    };
    program(words.chain(options).collect(), &mut streams)
}

/// Runs picadump in this process on copies of a file with one byte changed, and on truncated ones. The output must be
/// proportional to the file.
pub fn picadump_survives_damage(file: &[u8], views: &[&[&str]]) {
    let shown = |view: &[&str], bytes: &[u8]| {
        let mut text = Vec::new();
        run_here(pica200_cli::picadump::main, view, bytes, &mut text, false);
        text
    };
    for at in 0..file.len() {
        let mut damaged = file.to_vec();
        damaged[at] = if at % 2 == 0 { 0xFF } else { damaged[at] ^ 0x10 };
        // Neighbouring bytes get different views, and so do equal bytes of neighbouring words.
        let view = views[(at + at / 4) % views.len()];
        let text = shown(view, &damaged);
        assert!(text.len() < 200 * file.len(), "{at} {view:?}");
    }
    for size in (0..file.len()).step_by(5) {
        shown(&[], &file[..size]);
    }
}

/// Reports why a test ends before it has tested anything.
#[allow(clippy::print_stderr, reason = "who runs the test wants to know")]
pub fn skip(why: &str) {
    eprintln!("skipped: {why}");
}

/// Runs a command until it ends.
pub fn outcome(command: &mut Command) -> Outcome {
    let output = command.output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    // Messages contain the program's path as it was called.
    let programs = Path::new(PICAC).parent().unwrap().display().to_string();
    Outcome {
        status: output.status.code().expect("the program ends by itself"),
        stdout: output.stdout,
        stderr: stderr.replace(&format!("{programs}/"), ""),
    }
}

#[allow(clippy::panic, reason = "the test fails")]
fn panic_on(name: &Path, error: &std::io::Error) -> ! {
    panic!("{}: {error}", name.display())
}

/// Returns the bytes that the lines of `picadump --raw` show, in order.
pub fn raw_bytes(text: &str) -> Vec<u8> {
    let is_row = |line: &&str| {
        let offset = line.get(2..8).unwrap_or_default();
        line.starts_with("  ") && u32::from_str_radix(offset, 16).is_ok()
    };
    let bytes = |line: &str| {
        let digits = line.get(10..).unwrap_or_default();
        let digits = digits.get(..23).unwrap_or(digits).trim_end();
        let pairs = digits.split(' ').map(|pair| u8::from_str_radix(pair, 16));
        pairs.map(|byte| byte.unwrap()).collect::<Vec<_>>()
    };
    text.lines().filter(is_row).flat_map(bytes).collect()
}
