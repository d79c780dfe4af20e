//! The files of the templates.

use super::Template;

/// A file, and what its text has in place of the name of the project.
pub(super) struct TemplateFile {
    pub(super) path: &'static str,
    text: &'static str,
    /// Each text that the name changes, and its replacement: `NAME` is the name, `VERSION` is the first two numbers of
    /// the version of this crate.
    changes: &'static [(&'static str, &'static str)],
}

impl TemplateFile {
    const fn new(path: &'static str, text: &'static str) -> Self {
        Self {
            path,
            text,
            changes: &[],
        }
    }

    const fn changed(self, changes: &'static [(&'static str, &'static str)]) -> Self {
        Self { changes, ..self }
    }

    /// The text in a project with a name.
    pub(super) fn text_for(&self, name: &str) -> String {
        let version = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
        // A checkout on Windows may have changed the ends of lines.
        let text = self.text.replace("\r\n", "\n");
        self.changes.iter().fold(text, |text, (from, to)| {
            text.replace(from, &to.replace("VERSION", version).replace("NAME", name))
        })
    }

    /// The texts that have to be there, so that the project gets its name.
    #[cfg(test)]
    pub(super) fn lacks(&self) -> Vec<&'static str> {
        let froms = self.changes.iter().map(|(from, _)| *from);
        froms.filter(|from| !self.text.contains(from)).collect()
    }
}

/// The files of a template, in the order of their paths.
pub(super) fn of(template: Template) -> &'static [TemplateFile] {
    match template {
        Template::C => C,
        Template::CMake => CMAKE,
        Template::Rust => RUST,
    }
}

/// A `README.md` has the word for the name.
const README: &[(&str, &str)] = &[("NAME", "NAME")];

const MAIN_C: TemplateFile = TemplateFile::new("source/main.c", include_str!("../../templates/c/main.c"));
const SHADER: TemplateFile = TemplateFile::new("source/triangle.vert", include_str!("../../templates/c/triangle.vert"));

const C: &[TemplateFile] = &[
    TemplateFile::new(".gitignore", "/build/\n*.elf\n*.3dsx\n*.smdh\n"),
    TemplateFile::new("Makefile", include_str!("../../templates/c/Makefile")).changed(&[
        ("# Builds triangle.3dsx", "# Builds NAME.3dsx"),
        ("TARGET := triangle", "TARGET := NAME"),
    ]),
    TemplateFile::new("README.md", include_str!("../../templates/c/README.md")).changed(README),
    MAIN_C,
    SHADER,
];

const CMAKE: &[TemplateFile] = &[
    TemplateFile::new(".gitignore", "/build/\n"),
    TemplateFile::new("CMakeLists.txt", include_str!("../../templates/cmake/CMakeLists.txt")).changed(&[
        ("# Builds triangle.3dsx", "# Builds NAME.3dsx"),
        ("project(triangle ", "project(NAME "),
    ]),
    TemplateFile::new("README.md", include_str!("../../templates/cmake/README.md")).changed(README),
    TemplateFile::new(
        "cmake/FindPica200.cmake",
        include_str!("../../templates/cmake/FindPica200.cmake"),
    ),
    MAIN_C,
    SHADER,
];

const RUST: &[TemplateFile] = &[
    TemplateFile::new(".gitignore", "/target/\n"),
    TemplateFile::new("Cargo.toml", include_str!("../../templates/rust/manifest.toml")).changed(&[
        ("name = \"rust-triangle\"", "name = \"NAME\""),
        ("license = \"MIT OR Apache-2.0\"\n", ""),
        (
            "# In a copy of this directory: `pica200 = { version = \"0.1\", features = [\"compile\"] }`.\n",
            "",
        ),
        (
            "pica200 = { path = \"../../cli/library\", ",
            "pica200 = { version = \"VERSION\", ",
        ),
        (
            "\n# Not a member of the workspace around it: the console's crates need devkitPro.\n[workspace]\n",
            "",
        ),
    ]),
    TemplateFile::new("README.md", include_str!("../../templates/rust/README.md")).changed(README),
    TemplateFile::new("build.rs", include_str!("../../templates/rust/build.rs")),
    TemplateFile::new(
        "shaders/triangle.vert",
        include_str!("../../templates/rust/triangle.vert"),
    ),
    TemplateFile::new("src/main.rs", include_str!("../../templates/rust/main.rs")),
];
