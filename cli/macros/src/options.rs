//! Options of builds in the words of a macro.

use pica200::build::Build;
use syn::punctuated::Punctuated;
use syn::{Error, Ident, Lit, Token, parenthesized, parse};

/// An option: the name of a method of [`Build`] and its arguments, as in `strict_math(true)`.
pub(crate) struct BuildOption {
    name: Ident,
    arguments: Vec<Lit>,
}

impl parse::Parse for BuildOption {
    fn parse(input: parse::ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        let inside;
        parenthesized!(inside in input);
        let arguments = Punctuated::<Lit, Token![,]>::parse_terminated(&inside)?;
        Ok(Self {
            name,
            arguments: arguments.into_iter().collect(),
        })
    }
}

/// The forms of all options, for messages.
const FORMS: &str = "`map_output(\"NAME\", \"PROPERTY\")`, `ignore_output(\"NAME\")`, `shader_entry(\"NAME\")`, \
    `vertex_id_attribute(true)`, `fix_depth(true)`, `fast_round(true)`, `matrix_columns(\"NAME\")`, \
    `float_uniform(\"NAME\")`, `loop_uniform(\"NAME\")`, `array_length(\"NAME\", NUMBER)`, `strict_math(true)`, `lang(\"NAME\")`, \
    `dialect(\"NAME\")`, `geometry(true)`, `entry(\"NAME\")`, \
    `define(\"NAME\", NUMBER)`";

impl BuildOption {
    /// The build with the option.
    ///
    /// # Errors
    ///
    /// If there is no such option, or it takes other arguments.
    pub(crate) fn apply(&self, build: Build) -> syn::Result<Build> {
        let name = self.name.to_string();
        Ok(match (name.as_str(), self.arguments.as_slice()) {
            ("define", [Lit::Str(name), Lit::Str(number)]) => {
                build.define(name.value(), number.value())
            }
            ("define", [Lit::Str(name), Lit::Int(number)]) => {
                build.define(name.value(), number.base10_digits())
            }
            ("define", [Lit::Str(name), Lit::Float(number)]) => {
                build.define(name.value(), number.base10_digits())
            }
            ("map_output", [Lit::Str(name), Lit::Str(property)]) => {
                build.map_output(name.value(), property.value())
            }
            ("ignore_output", [Lit::Str(name)]) => build.ignore_output(name.value()),
            ("shader_entry", [Lit::Str(name)]) => build.shader_entry(name.value()),
            ("matrix_columns", [Lit::Str(name)]) => build.matrix_columns(name.value()),
            ("float_uniform", [Lit::Str(name)]) => build.float_uniform(name.value()),
            ("array_length", [Lit::Str(name), Lit::Int(length)]) => {
                build.array_length(name.value(), length.base10_parse()?)
            }
            ("loop_uniform", [Lit::Str(name)]) => build.loop_uniform(name.value()),
            ("lang", [Lit::Str(name)]) => build.lang(name.value()),
            ("dialect", [Lit::Str(name)]) => build.dialect(name.value()),
            ("entry", [Lit::Str(name)]) => build.entry(name.value()),
            ("geometry", [Lit::Bool(value)]) => build.geometry(value.value),
            ("vertex_id_attribute", [Lit::Bool(value)]) => build.vertex_id_attribute(value.value),
            ("fix_depth", [Lit::Bool(value)]) => build.fix_depth(value.value),
            ("fast_round", [Lit::Bool(value)]) => build.fast_round(value.value),
            ("strict_math", [Lit::Bool(value)]) => build.strict_math(value.value),
            _ => {
                let message = format!(
                    "`{name}` with these arguments is not an option; the options are {FORMS}"
                );
                return Err(Error::new(self.name.span(), message));
            }
        })
    }
}
