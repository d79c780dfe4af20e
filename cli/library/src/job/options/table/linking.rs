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
                "Discard unreachable code and unused constants (the default)",
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
                "Merge identical procedures (the default without -g)",
                "The line table has only the lines of the first of them.",
            ),
            Flag::off("no-icf", "Do not merge identical procedures", ""),
        ],
        keys: Keys::Project,
        key_help: "Merge identical procedures (the default without `debug`). The line table has only the lines of the \
                   first of them",
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
                "Allocate equal constants to the same registers (the default)",
                "",
            ),
            Flag::off("no-merge-constants", "Allocate separate registers to each constant", ""),
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
                "Keep one constant in each shader that would otherwise have none (the default)",
                "libctru before 2.4.0 crashes on a shader without constants. A file that declares no constants is not \
                 changed.",
            ),
            Flag::off(
                "no-pad-constants",
                "Discard all unused constants, even the last one",
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
        key_help: "`true` writes the line table, like `-g`",
        set: switch!(linking.debug),
        ..ROW
    },
    BuildOption {
        name: "strip",
        method: "strip",
        group: Group::Linking,
        keys: Keys::Project,
        key_help: "`true` strips labels, file names and lines, like `-s`",
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
