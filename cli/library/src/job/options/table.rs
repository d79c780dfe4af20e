//! The table.

use pica200_link::Compat;

use super::{BuildOption, Flag, Group, Keys, Kind, Value};
use crate::translation::{DialectChoice, HlslCompiler, InputLanguage, property, vertex_id};

/// What most rows say.
const ROW: BuildOption = BuildOption {
    name: "",
    method: "",
    group: Group::Compiling,
    kind: Kind::Switch,
    flags: &[],
    keys: Keys::All,
    key_help: "",
    is_word: true,
    set: |_, _| Ok(()),
};

impl Flag {
    /// A flag that turns a switch on, or has a value, with the two paragraphs of its help.
    const fn new(long: &'static str, help: &'static str, details: &'static str) -> Self {
        Self {
            long,
            short: None,
            value: true,
            requires: None,
            help,
            details,
        }
    }

    /// A flag that turns a switch off.
    const fn off(long: &'static str, help: &'static str, details: &'static str) -> Self {
        Self {
            value: false,
            ..Self::new(long, help, details)
        }
    }
}

/// Sets a field of the job to the value of a switch.
macro_rules! switch {
    ($($field:ident).+) => {
        |job, value| {
            job.$($field).+ = value.switch()?;
            Ok(())
        }
    };
}

/// Sets a field of the job to a text.
macro_rules! text {
    ($($field:ident).+) => {
        |job, value| {
            job.$($field).+ = Some(value.text()?.to_owned());
            Ok(())
        }
    };
}

/// Adds a text to a field of the job.
macro_rules! list {
    ($($field:ident).+) => {
        |job, value| {
            job.$($field).+.push(value.text()?.to_owned());
            Ok(())
        }
    };
}

/// Adds a text that is parsed to a field of the job.
macro_rules! parsed {
    ($($field:ident).+) => {
        |job, value| {
            job.$($field).+.push(value.text()?.parse()?);
            Ok(())
        }
    };
}

/// All options. Those of a group are in the order of help.
pub const ALL: &[BuildOption] = &[
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
        // Documents search the folders of their own before those of others.
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
            names: || {
                DialectChoice::all()
                    .map(|choice| (choice.name(), ""))
                    .collect()
            },
        },
        flags: &[Flag::new(
            "dialect",
            "The dialect of all sources",
            "`auto` is the dialect that each looks like. Diagnostics point at the source as it stands. `picafmt --from` prints it in \
             the language of this toolchain.",
        )],
        set: |job, value| {
            job.translation.dialect.choice = Some(DialectChoice::by_name(value.text()?)?);
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
    BuildOption {
        name: "map-output",
        method: "map_output",
        kind: Kind::Map {
            value: "NAME=PROPERTY",
        },
        flags: &[Flag::new(
            "map-output",
            "Make a property of an output: `--map-output WORLDPOS=view`",
            "It is for outputs whose names say nothing to this machine. NAME is the name in the source, its end behind a point, or \
             @location(N); in HLSL, it is the semantic with its number, as in TEXCOORD3. With a `+` in front of PROPERTY, the \
             output is added to the one that has it: `--map-output COLOR1=+color`. The properties are position, normalquat, color, \
             texcoord0, texcoord0w, texcoord1, texcoord2, view, dummy.",
        )],
        key_help: "from outputs of compiled shaders to properties: `{ WORLDPOS = \"view\" }`",
        set: |job, value| {
            let mapping = match value.text()?.split_once('=') {
                Some((name, of)) if !name.is_empty() => property(name, of)?,
                _ => {
                    return Err(
                        "expected the name of an output, `=` and a property, as in `WORLDPOS=view`"
                            .to_owned(),
                    );
                }
            };
            job.translation.options.map_output.push(mapping);
            Ok(())
        },
        ..ROW
    },
    BuildOption {
        name: "ignore-output",
        method: "ignore_output",
        kind: Kind::List { value: "NAME" },
        flags: &[Flag::new(
            "ignore-output",
            "Leave out an output, and what only it needs",
            "Without an index, the name of an array or matrix means all its elements. `--ignore-output='*'` leaves out all outputs \
             without a use.",
        )],
        set: list!(translation.options.ignore_output),
        ..ROW
    },
    BuildOption {
        name: "shader-entry",
        method: "shader_entry",
        kind: Kind::Text { value: "NAME" },
        flags: &[Flag::new(
            "shader-entry",
            "The entry point to translate, where a source has several",
            "",
        )],
        set: text!(translation.options.shader_entry),
        ..ROW
    },
    BuildOption {
        name: "vertex-id",
        method: "vertex_id_attribute",
        kind: Kind::Choice {
            value: "FROM",
            names: || {
                vec![(
                    "attribute",
                    "Attributes, which the application fills with numbers",
                )]
            },
        },
        flags: &[Flag::new(
            "vertex-id",
            "Where the numbers of vertices and instances come from, which this machine does not count",
            "",
        )],
        set: |job, value| {
            let options = &mut job.translation.options;
            options.vertex_id_attribute = match value {
                // The method of builds takes a boolean.
                Value::Switch(value) => value,
                _ => vertex_id(value.text()?)?,
            };
            Ok(())
        },
        ..ROW
    },
    BuildOption {
        name: "fix-depth",
        method: "fix_depth",
        flags: &[Flag::new(
            "fix-depth",
            "Move depths from 0 to w, as Direct3D clips them, to those from -w to 0, as this machine clips them",
            "Without this option, the matrix of the application has to do that, as in every program for this machine.",
        )],
        set: switch!(translation.options.fix_depth),
        ..ROW
    },
    BuildOption {
        name: "fast-round",
        method: "fast_round",
        flags: &[Flag::new(
            "fast-round",
            "Round halves up, not to even numbers, which takes fewer instructions",
            "",
        )],
        set: switch!(translation.options.fast_round),
        ..ROW
    },
    BuildOption {
        name: "matrix-columns",
        method: "matrix_columns",
        kind: Kind::List { value: "NAME" },
        flags: &[Flag::new(
            "matrix-columns",
            "The registers of a uniform matrix hold its columns, not its rows",
            "It is for WGSL, GLSL and SPIR-V, and for applications that upload columns. NAME is the name of the uniform in assembly.",
        )],
        set: list!(translation.options.matrix_columns),
        ..ROW
    },
    BuildOption {
        name: "float-uniform",
        method: "float_uniform",
        kind: Kind::List { value: "NAME" },
        flags: &[Flag::new(
            "float-uniform",
            "Keep a uniform a number that would become a boolean uniform",
            "It is for WGSL, GLSL and SPIR-V, where a `u32` that is only compared with 0 becomes a boolean uniform.",
        )],
        set: list!(translation.options.float_uniform),
        ..ROW
    },
    BuildOption {
        name: "loop-uniform",
        method: "loop_uniform",
        kind: Kind::List { value: "NAME" },
        flags: &[Flag::new(
            "loop-uniform",
            "Count the rounds of loops with an integer uniform; such loops have at least one round",
            "It is for WGSL, GLSL and SPIR-V, and for a `u32` or `i32` that is only the number of rounds. The application sets the \
             integer uniform to the number less 1, and 0, 1, 0.",
        )],
        set: list!(translation.options.loop_uniform),
        ..ROW
    },
    BuildOption {
        name: "array-length",
        method: "array_length",
        kind: Kind::List { value: "NAME=N" },
        flags: &[Flag::new(
            "array-length",
            "Give an array of uniforms fewer elements: `--array-length Bones=20`",
            "It is for shaders of Direct3D whose arrays are larger than the machine, and for applications that use only the first \
             elements. NAME is the name in the source, or `cb0` for the constant buffer of slot 0, whose elements are registers.",
        )],
        set: parsed!(translation.options.array_length),
        ..ROW
    },
    BuildOption {
        name: "strict-math",
        method: "strict_math",
        flags: &[Flag::new(
            "strict-math",
            "Keep the order of sums and products",
            "Otherwise they change where this saves instructions, which changes roundings.",
        )],
        set: switch!(translation.options.strict_math),
        ..ROW
    },
    BuildOption {
        name: "lang",
        method: "lang",
        kind: Kind::Choice {
            value: "NAME",
            names: || {
                InputLanguage::ALL
                    .map(|language| (language.name(), ""))
                    .into()
            },
        },
        flags: &[Flag::new(
            "lang",
            "The language of all sources and compiled shaders",
            "By default, the first bytes of a file and the suffix of its name say it.",
        )],
        set: |job, value| {
            job.translation.language = Some(InputLanguage::by_name(value.text()?)?);
            Ok(())
        },
        ..ROW
    },
    BuildOption {
        name: "hlsl-compiler",
        method: "hlsl_compiler",
        kind: Kind::Path { value: "PROGRAM" },
        flags: &[Flag::new(
            "hlsl-compiler",
            "The compiler for inputs in HLSL (.hlsl)",
            "It is the name or the path of vkd3d-compiler, fxc, dxc or glslangValidator. By default, it is the first of these that \
             is installed, in absolute folders of PATH. vkd3d-compiler knows HLSL from version 1.3 on. The last two make SPIR-V, \
             whose outputs have other names.",
        )],
        // A document does not name a program to start: which are installed is a fact about the computer.
        keys: Keys::None,
        is_word: false,
        set: |job, value| {
            job.translation.hlsl.compiler = HlslCompiler::Program(value.path()?.to_owned());
            Ok(())
        },
        ..ROW
    },
    BuildOption {
        name: "hlsl-entry",
        method: "hlsl_entry",
        kind: Kind::Text { value: "NAME" },
        flags: &[Flag::new(
            "hlsl-entry",
            "The function to compile of inputs in HLSL; `main` by default",
            "",
        )],
        // Macros start no compiler of HLSL.
        is_word: false,
        set: text!(translation.hlsl.entry),
        ..ROW
    },
    BuildOption {
        name: "hlsl-profile",
        method: "hlsl_profile",
        kind: Kind::Text { value: "PROFILE" },
        flags: &[Flag::new(
            "hlsl-profile",
            "The profile for inputs in HLSL; `vs_4_0` by default",
            "dxc takes `vs_6_0` in place of an older one, and glslangValidator takes none.",
        )],
        is_word: false,
        set: text!(translation.hlsl.profile),
        ..ROW
    },
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
            Flag::off(
                "no-merge-constants",
                "Give each constant its own registers",
                "",
            ),
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
            names: || vec![("none", ""), ("picasso", "")],
        },
        keys: Keys::Project,
        key_help: "`\"picasso\"` reproduces its output; `\"none\"` does not",
        set: |job, value| {
            job.linking.compat = match value.text()? {
                "picasso" => Compat::Picasso,
                "none" => Compat::None,
                name => {
                    return Err(format!(
                        "`compat` is `{name}`; expected `picasso` or `none`"
                    ));
                }
            };
            Ok(())
        },
        ..ROW
    },
];
