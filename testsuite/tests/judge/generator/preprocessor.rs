//! Preprocessor directives: macros, conditionals, and the lines at the start of a source.

use super::Access;
use super::Writer;
use super::types::Type;

/// Lines in inactive conditionals, with arbitrary contents.
const SKIPPED: [&str; 6] = [
    "this is no GLSL at all ( { [",
    "#define HALF 17",
    "uniform sampler9D nothing;",
    "#error not here",
    "it's \" 'quoted",
    "float f(float) { return 1.0 + ; }",
];

impl Writer {
    /// Writes precisions and extensions.
    pub(super) fn preamble(&mut self) {
        if self.version.is_es {
            if self.chance(2) {
                self.line("#ifdef GL_ES");
                self.line("precision highp float;");
                self.line("#endif");
            }
            if self.chance(2) {
                self.line("precision highp int;");
            }
        } else if self.chance(8) {
            self.line("#extension GL_ARB_shading_language_420pack : disable");
        }
        if self.chance(8) {
            self.line("#pragma optimize(on)");
        }
        if self.version.has_uniform_blocks() && self.chance(8) {
            self.line("layout(std140) uniform;");
        }
    }

    pub(super) fn macros(&mut self) {
        if self.chance(2) {
            self.line("#define HALF 0.5");
            self.add("HALF", Type::FLOAT, Access::Read);
        }
        if self.chance(3) {
            self.line("#define TWICE(x) ((x) * 2.0) // twice");
            self.macros.push("TWICE".to_owned());
        }
        if self.chance(3) {
            self.line("#define SQUARE(x) ((x)*(x))");
            self.line("#  define NESTED( a ) SQUARE(a + /* a part */ 0.5)");
            self.macros.push("NESTED".to_owned());
        }
        if self.chance(4) {
            self.condition_of_version();
        }
        if self.chance(4) {
            self.line("#define FOG 1");
            self.line("#if defined(FOG) && FOG > 0 && !defined ( NO_FOG )");
            self.line("#define FACTOR 0.75");
            self.line("#else");
            self.skipped();
            self.line("#endif");
            self.add("FACTOR", Type::FLOAT, Access::Read);
        }
        if self.chance(4) {
            self.skipped_part();
        }
    }

    fn condition_of_version(&mut self) {
        let number = self.version.number;
        self.line(&format!("#if __VERSION__ == {number}"));
        self.line("#define KIND 0.25");
        self.line("#elif __VERSION__ > 100");
        self.skipped();
        self.line("#else");
        self.skipped();
        self.line("#endif");
        self.line("#undef NEVER");
        self.add("KIND", Type::FLOAT, Access::Read);
    }

    fn skipped(&mut self) {
        let line = *self.choose(&SKIPPED);
        // Quotation marks may be tokens even there.
        let line = if line.contains('"') { "left out" } else { line };
        self.line(line);
    }

    /// Writes lines in an inactive conditional.
    pub(super) fn skipped_part(&mut self) {
        let head = *self.choose(&[
            "#if 0",
            "#ifdef NOT_DEFINED",
            "#if 1 - 1",
            "#if !(3 > 2) || (4 & 1) == 1",
        ]);
        self.line(head);
        self.skipped();
        self.line("#if 1");
        self.skipped();
        self.line("#endif");
        self.line("#endif");
    }
}
