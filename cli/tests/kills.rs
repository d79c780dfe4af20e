//! Programs that are killed while they work leave no temporary files, and their outputs are consistent.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot set up its files fails")]

mod support;

use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use support::{Folder, GOOD, PICALD, SHADER, skip};

/// The signals after which no temporary files may be left.
const CATCHABLE_SIGNALS: [Signal; 3] = [Signal::SIGHUP, Signal::SIGINT, Signal::SIGTERM];

/// The outputs of a run, in the order in which they are put in place.
const OUTPUTS: [&str; 5] = ["x.d", "x.h", "x.rs", "x.map", "x.shbin"];

/// The arguments for them, without the source.
const ARGUMENTS: &str = "-o x.shbin --header x.h --rust x.rs --map x.map -MD";

/// The sources: each run overwrites the outputs of the other.
const SOURCES: [(&str, &str); 2] = [("a.vsh", GOOD), ("b.vsh", SHADER)];

/// Prefix of temporary files next to their targets.
const BESIDE: &str = ".pica200-";

/// Runs a program without `/proc`, so that unnamed files cannot be linked to a name.
const WITHOUT_PROC: [&str; 5] = [
    "unshare",
    "--mount",
    "sh",
    "-c",
    r#"mount -t tmpfs none /proc && exec "$0" "$@""#,
];

#[test]
fn reliability_5_programs_leave_nothing_when_a_signal_ends_them() {
    let runs = Runs::new(&[]);
    for signal in catchable_signals() {
        runs.kill_many(signal, 70, |came| {
            assert!(came.iter().all(|&new| new == came[0]), "{came:?}");
        });
    }
    assert_eq!(runs.beside(), [""; 0]);
}

#[test]
fn reliability_5_nor_where_files_have_names_from_the_start() {
    if !can_run(&WITHOUT_PROC) {
        return;
    }
    let runs = Runs::new(&WITHOUT_PROC);
    for signal in catchable_signals() {
        runs.kill_many(signal, 30, |came| {
            assert!(came.iter().all(|&new| new == came[0]), "{came:?}");
        });
    }
    assert_eq!(runs.beside(), [""; 0]);
}

#[test]
fn reliability_5_after_sigkill_the_binary_is_not_newer_than_the_rest() {
    let runs = Runs::new(&[]);
    runs.kill_many(Signal::SIGKILL, 60, |came| {
        assert!(came.is_sorted_by(|before, after| before >= after));
    });
    // The moment between a link and a rename cannot be protected. The next run cleans up.
    runs.backdate_temporary_files();
    runs.folder.picald(&format!("a.vsh {ARGUMENTS}")).silent();
    assert_eq!(runs.beside(), [""; 0]);
}

#[test]
fn reliability_5_abandoned_files_are_removed_and_others_are_not() {
    let runs = Runs::new(&[]);
    let others = [".pica200-kept", ".pica200-ab.def", "pica200-abcdef"];
    // The first run replaces the outputs. The second one finds them unchanged.
    for run in ["replaces", "repeats"] {
        for name in others.iter().chain(&[".pica200-abcdef"]) {
            runs.folder.write(name, "");
        }
        runs.backdate_temporary_files();
        runs.folder.write(".pica200-aBcDe1", "another program works on it");
        runs.folder.picald(&format!("a.vsh {ARGUMENTS}")).silent();
        assert_eq!(
            runs.beside(),
            [".pica200-aBcDe1", ".pica200-ab.def", ".pica200-kept"],
            "{run}"
        );
    }
}

/// Returns the signals after which no temporary files may be left, except those ignored here, as under `nohup`.
fn catchable_signals() -> impl Iterator<Item = Signal> {
    CATCHABLE_SIGNALS.into_iter().filter(|signal| {
        let script = format!("kill -s {} $$", &signal.as_str()["SIG".len()..]);
        let status = Command::new("sh").args(["-c", &script]).status().unwrap();
        let ends = status.signal().is_some();
        if !ends {
            skip(&format!("programs ignore {signal} here"));
        }
        ends
    })
}

/// Returns true if a way to start programs works here. It may require special permissions.
fn can_run(prefix: &[&str]) -> bool {
    let mut command = Command::new(prefix[0]);
    let output = command.args(&prefix[1..]).arg("true").output();
    let can_run = output.is_ok_and(|output| output.status.success());
    if !can_run {
        skip("nobody may hide `/proc` here");
    }
    can_run
}

/// Runs in one directory.
struct Runs {
    folder: Folder,
    /// Command prefix with which programs are started.
    prefix: &'static [&'static str],
    /// For each source, the contents of the outputs, in order.
    contents: [Vec<Vec<u8>>; 2],
    /// Duration of an undisturbed run, as far as known.
    time: Duration,
}

impl Runs {
    fn new(prefix: &'static [&'static str]) -> Self {
        let mut runs = Self {
            folder: Folder::with(SOURCES),
            prefix,
            contents: [Vec::new(), Vec::new()],
            time: Duration::MAX,
        };
        for (number, (source, _)) in SOURCES.iter().enumerate() {
            let start = Instant::now();
            assert!(runs.spawn(source).wait().unwrap().success());
            runs.time = runs.time.min(start.elapsed());
            runs.contents[number] = OUTPUTS.map(|name| runs.folder.read(name)).into();
        }
        runs
    }

    fn spawn(&self, source: &str) -> Child {
        let words = self.prefix.iter().copied();
        let mut words = words.chain([PICALD, source]).chain(ARGUMENTS.split(' '));
        let mut command = Command::new(words.next().unwrap());
        command.args(words).current_dir(self.folder.path(""));
        command.stdin(Stdio::null()).spawn().unwrap()
    }

    /// Kills `count` runs at times from their start to their end. `check` receives for each output whether it is new.
    fn kill_many(&self, signal: Signal, count: u32, check: impl Fn(&[bool])) {
        let mut killed = 0;
        // The longest time before a kill. The speed of runs varies with the load of the system, so this time shrinks
        // when a run ends normally, and grows when it does not.
        let mut longest = self.time;
        for attempt in 0..count * 100 {
            if killed == count {
                return;
            }
            let old = usize::from(attempt.is_multiple_of(2));
            for (name, bytes) in OUTPUTS.iter().zip(&self.contents[old]) {
                self.folder.write(name, bytes);
            }
            let mut child = self.spawn(SOURCES[1 - old].0);
            // Steps of the golden ratio cover the time evenly, whatever the count.
            sleep(longest.mul_f64(f64::from(attempt) * 0.618_034 % 1.0));
            kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
            let status = child.wait().unwrap();
            let is_killed = status.signal().is_some();
            killed += u32::from(is_killed);
            longest = longest.mul_f64(if is_killed { 1.05 } else { 0.8 });
            check(&self.which_are_new(old));
            if CATCHABLE_SIGNALS.contains(&signal) {
                assert_eq!(self.beside(), [""; 0], "{signal} {status}");
            }
        }
        assert_eq!(killed, count, "the runs end before they are killed");
    }

    fn which_are_new(&self, old: usize) -> Vec<bool> {
        let outputs = OUTPUTS.iter().enumerate();
        let is_new = |(number, name): (usize, &&str)| {
            let content = self.folder.read(name);
            let is_new = content == self.contents[1 - old][number];
            assert!(is_new || content == self.contents[old][number], "{name}");
            is_new
        };
        outputs.map(is_new).collect()
    }

    /// Returns the temporary files next to the outputs.
    fn beside(&self) -> Vec<String> {
        let mut names = self.folder.list();
        names.retain(|name| name.starts_with(BESIDE));
        names
    }

    /// Backdates the temporary files next to the outputs.
    fn backdate_temporary_files(&self) {
        let hour = Duration::from_secs(3600);
        for name in self.beside() {
            let file = File::options().append(true).open(self.folder.path(name));
            file.unwrap().set_modified(SystemTime::now() - hour).unwrap();
        }
    }
}
