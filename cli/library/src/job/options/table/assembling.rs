//! Options for assembling sources and for older dialects.

use super::super::{BuildOption, Flag, Group, Keys, Kind};
use super::{ROW, switch};
use crate::translation::DialectChoice;

/// The options.
pub(super) const ROWS: &[BuildOption] = &[
    BuildOption {
        name: "padding",
        method: "padding",
        group: Group::Assembling,
        flags: &[Flag {
            short: Some('n'),
            ..Flag::off(
                "no-nop",
                "Insert no padding NOPs into sources; warn of each missing one",
                "The hardware loses jumps and calls in the last word of a block, and blocks that close together. Without padding \
                 NOPs, a shader may misbehave on the console. Objects stay as they were assembled.",
            )
        }],
        key_help: "`false` inserts no padding NOPs into sources, as `-n` does",
        set: switch!(assembling.padding),
        ..ROW
    },
    BuildOption {
        name: "pseudo",
        method: "pseudo_instructions",
        group: Group::Assembling,
        flags: &[Flag::off(
            "no-pseudo",
            "Reject pseudo-instructions in sources",
            "The error shows the equivalent instructions of the machine. Objects stay as they were assembled.",
        )],
        keys: Keys::Project,
        key_help: "`false` rejects pseudo-instructions, as `--no-pseudo` does",
        set: switch!(assembling.pseudo),
        ..ROW
    },
    BuildOption {
        name: "include",
        method: "include_path",
        group: Group::Assembling,
        kind: Kind::Paths { value: "DIR" },
        flags: &[Flag {
            short: Some('I'),
            ..Flag::new(
                "include-path",
                "A folder to search for includes",
                "The folder of the including file is searched first, then those of all -I in order.",
            )
        }],
        // Documents search their own directories before others.
        keys: Keys::None,
        is_word: false,
        set: |job, value| {
            job.assembling.include_paths.push(value.path()?.to_owned());
            Ok(())
        },
        ..ROW
    },
    BuildOption {
        name: "dialect",
        method: "dialect",
        group: Group::Dialect,
        kind: Kind::Choice {
            value: "NAME",
            names: || DialectChoice::all().map(|choice| (choice.name(), "")).collect(),
        },
        flags: &[Flag::new(
            "dialect",
            "The dialect of all sources",
            "`auto` is the dialect that each looks like. Diagnostics point at the source as it stands. `picafmt --from` prints it in \
             the language of this toolchain.",
        )],
        set: |job, value| {
            job.translation.dialect.choice = Some(value.text()?.parse()?);
            Ok(())
        },
        ..ROW
    },
    BuildOption {
        name: "geometry",
        method: "geometry",
        group: Group::Dialect,
        flags: &[Flag {
            requires: Some("dialect"),
            ..Flag::new(
                "geometry",
                "The shaders in dialects are geometry shaders",
                "Without this option, the sources say so. It is what `-g` was for nihstro. Of a source of aemstro's with a vertex \
                 and a geometry shader, only the latter is read.",
            )
        }],
        set: switch!(translation.dialect.is_geometry),
        ..ROW
    },
];

/// Methods of [`Build`](crate::Build) for these options: documentation, name, kind of value, option.
macro_rules! assembling_methods {
    ($methods:ident $list:ident) => {
        $methods! { $list
            /// Sets whether padding NOPs are inserted where the hardware requires them (default: true).
            padding: Switch = "padding";
            /// Sets whether pseudo-instructions are allowed in sources (default: true).
            pseudo_instructions: Switch = "pseudo";
            /// Adds an include directory, searched after the directory of the including file.
            include_path: Path = "include";
            /// Sets the dialect of all sources, `nihstro` or `aemstro`, or `auto` to detect it for each source, like
            /// `--dialect`. [`Build::entry`] sets the entry label.
            dialect: Text = "dialect";
            /// Sets whether shaders in older dialects are geometry shaders, whatever their instructions, like
            /// `--geometry`.
            geometry: Switch = "geometry";
        }
    };
}

pub(crate) use assembling_methods;
