//! Linker options.

use pica200_link::Compat;

use super::super::{BuildOption, Flag, Group, Keys, Kind};
use super::{ROW, switch};

/// The options.
pub(super) const ROWS: &[BuildOption] = &[
    BuildOption {
        name: "gc-sections",
        method: "gc_sections",
        group: Group::Linking,
        flags: &[
            Flag::new(
                "gc-sections",
                "Leave out code that no shader refers to, and constants that no code reads (the default)",
                "",
            ),
            Flag::off("no-gc-sections", "Keep all code and all constants", ""),
        ],
        keys: Keys::Project,
        set: switch!(linking.gc_sections),
        ..ROW
    },
    BuildOption {
        name: "icf",
        method: "icf",
        group: Group::Linking,
        flags: &[
            Flag::new(
                "icf",
                "Place identical procedures only once (the default without -g)",
                "Words of such a procedure have one line in the line table, that of the first.",
            ),
            Flag::off(
                "no-icf",
                "Place every procedure, even if it is identical to another one",
                "",
            ),
        ],
        keys: Keys::Project,
        key_help: "Place identical procedures only once (the default without `debug`). Words of such a procedure have one line in the line table, that of the first",
        set: |job, value| {
            job.linking.icf = Some(value.switch()?);
            Ok(())
        },
        ..ROW
    },
    BuildOption {
        name: "merge-constants",
        method: "merge_constants",
        group: Group::Linking,
        flags: &[
            Flag::new(
                "merge-constants",
                "Let constants with equal values share registers (the default)",
                "",
            ),
            Flag::off("no-merge-constants", "Give each constant its own registers", ""),
        ],
        keys: Keys::Project,
        set: switch!(linking.merge_constants),
        ..ROW
    },
    BuildOption {
        name: "pad-constants",
        method: "pad_constants",
        group: Group::Linking,
        flags: &[
            Flag::new(
                "pad-constants",
                "Keep one constant if a shader would otherwise load none (the default)",
                "libctru before 2.4.0 crashes on a shader without constants. A file that declares none gets none.",
            ),
            Flag::off(
                "no-pad-constants",
                "Leave out all constants that no code reads, even the last one",
                "",
            ),
        ],
        keys: Keys::Project,
        set: switch!(linking.pad_constants),
        ..ROW
    },
    BuildOption {
        name: "debug",
        method: "debug",
        group: Group::Linking,
        keys: Keys::Project,
        key_help: "`true` writes the line table, as `-g` does",
        set: switch!(linking.debug),
        ..ROW
    },
    BuildOption {
        name: "strip",
        method: "strip",
        group: Group::Linking,
        keys: Keys::Project,
        key_help: "`true` leaves out labels, file names and lines, as `-s` does",
        set: switch!(linking.strip),
        ..ROW
    },
    BuildOption {
        name: "compat",
        method: "compat",
        group: Group::Linking,
        kind: Kind::Choice {
            value: "TOOL",
            names: || Compat::ALL.map(|one| (one.name(), "")).into(),
        },
        keys: Keys::Project,
        key_help: "`\"picasso\"` reproduces its output; `\"none\"` does not",
        set: |job, value| {
            let name = value.text()?;
            let found = Compat::ALL.into_iter().find(|one| one.name() == name);
            let message = || format!("`compat` is `{name}`; expected `picasso` or `none`");
            job.linking.compat = found.ok_or_else(message)?;
            Ok(())
        },
        ..ROW
    },
];

/// Methods of [`Build`](crate::Build) for these options: documentation, name, kind of value, option.
macro_rules! linking_methods {
    ($methods:ident $list:ident) => {
        $methods! { $list
            /// Sets whether to discard code unreachable from any shader, and constants unused by any code (default:
            /// true).
            gc_sections: Switch = "gc-sections";
            /// Sets whether to merge identical procedures (default: true, unless there is a line table).
            icf: Switch = "icf";
            /// Sets whether constants with equal values share registers (default: true).
            merge_constants: Switch = "merge-constants";
            /// Sets whether a shader that would load no constants keeps one from its file, because libctru before 2.4.0
            /// crashes otherwise (default: true).
            pad_constants: Switch = "pad-constants";
            /// Sets whether the binary has a line table with the file and line of each instruction (default: false). A
            /// line table is an error with [`Build::strip`] or picasso compatibility.
            debug: Switch = "debug";
            /// Sets whether to strip labels and file names (default: false). They are for debuggers and disassemblies;
            /// consoles do not need them. Names of uniforms are kept.
            strip: Switch = "strip";
            /// Sets the tool whose output to reproduce: [`Compat::Picasso`] for picasso. [`Build::gc_sections`],
            /// [`Build::icf`], [`Build::merge_constants`] and [`Build::pad_constants`] are then ignored.
            compat: Compat = "compat";
        }
    };
}

pub(crate) use linking_methods;
