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
                "Do not insert padding NOPs into sources; warn about each missing one",
                "The hardware loses jumps and calls in the last word of a block, and blocks that close together. \
                 Without padding NOPs, a shader may misbehave on the console. Objects are not changed.",
            )
        }],
        key_help: "`false` inserts no padding NOPs into sources, like `-n`",
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
            "The error shows the equivalent hardware instructions. Objects are not changed.",
        )],
        keys: Keys::Project,
        key_help: "`false` rejects pseudo-instructions, like `--no-pseudo`",
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
                "Search DIR for includes",
                "The directory of the including file is searched first, then each -I directory in order.",
            )
        }],
        // Documents search their own directories before others.
        keys: Keys::None,
        is_keyword: false,
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
            "Treat all sources as this dialect",
            "`auto` detects the dialect of each source. Diagnostics point at the original source. `picafmt --from` \
             converts it to the language of this toolchain.",
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
                "Treat shaders in older dialects as geometry shaders",
                "By default, the sources decide. This is `-g` of nihstro. Of an aemstro source with a vertex and a \
                 geometry shader, only the latter is assembled.",
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
