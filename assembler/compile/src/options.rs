//! Options of the translation of a shader.

use std::fmt;

use pica200_objfmt::isa::property::Property;

/// A language that the compiler reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Language {
    /// The shader containers of Direct3D, with a vertex shader of model 4.0 to 5.1.
    Direct3d,
    /// The shading language of WebGPU.
    Wgsl,
    /// The shading language of OpenGL and Vulkan.
    Glsl,
    /// The binary modules of Vulkan.
    SpirV,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 4] = [Self::Direct3d, Self::Wgsl, Self::Glsl, Self::SpirV];

    /// The suffixes of the names of sources, in lower case and without the point.
    pub const SUFFIXES: [(&str, Self); 4] = [
        ("wgsl", Self::Wgsl),
        ("vert", Self::Glsl),
        ("glsl", Self::Glsl),
        ("spv", Self::SpirV),
    ];

    /// Returns the name in options, such as `direct3d`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Direct3d => "direct3d",
            Self::Wgsl => "wgsl",
            Self::Glsl => "glsl",
            Self::SpirV => "spirv",
        }
    }

    /// Returns the language of a shader, by its first bytes, then by the suffix of its name. Anything else is read as a
    /// container of Direct3D, whose reader reports the error.
    pub fn detect(name: &str, bytes: &[u8]) -> Self {
        if bytes.starts_with(b"DXBC") {
            return Self::Direct3d;
        }
        let module = 0x0723_0203_u32;
        if bytes.starts_with(&module.to_le_bytes()) || bytes.starts_with(&module.to_be_bytes()) {
            return Self::SpirV;
        }
        let suffix = name.rsplit_once('.').map_or("", |(_, suffix)| suffix);
        let mut known = Self::SUFFIXES.iter();
        let found = known.find(|(known, _)| suffix.eq_ignore_ascii_case(known));
        found.map_or(Self::Direct3d, |(_, language)| *language)
    }

    /// Returns whether this build of the compiler has the front end for the language: the Cargo feature `direct3d` for
    /// [`Language::Direct3d`], `naga` for the others.
    pub const fn is_built_in(self) -> bool {
        match self {
            Self::Direct3d => cfg!(feature = "direct3d"),
            Self::Wgsl | Self::Glsl | Self::SpirV => cfg!(feature = "naga"),
        }
    }

    /// Returns the language with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.name() == name)
    }
}

impl From<Language> for String {
    /// Returns the name in options.
    fn from(language: Language) -> Self {
        language.name().to_owned()
    }
}

/// An output of the shader, and the property that it becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputMapping {
    /// The name of the output in the source.
    pub name: String,
    /// The use that the rasteriser makes of it.
    pub property: &'static Property,
    /// True if it is added to another output that has the property. Of colours, red, green and blue are.
    pub is_added: bool,
}

/// Uses of outputs for all shaders of a project. A shader may lack these outputs; [`Options::map_output`] and
/// [`Options::ignore_output`] take precedence.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OutputDefaults {
    /// Properties of outputs whose names imply none.
    pub map_output: Vec<OutputMapping>,
    /// Outputs to drop; [`ALL_UNUSED`] for all without a use.
    pub ignore_output: Vec<String>,
}

impl OutputDefaults {
    fn with(&self, further: &Self) -> Self {
        Self {
            map_output: [&self.map_output[..], &further.map_output].concat(),
            ignore_output: [&self.ignore_output[..], &further.ignore_output].concat(),
        }
    }
}

/// The name in [`Options::ignore_output`] that means all outputs without a use.
pub const ALL_UNUSED: &str = "*";

/// A number that the caller gives: an override of WGSL, a specialisation constant of SPIR-V or a macro of GLSL has it.
#[derive(Clone, PartialEq, Debug)]
pub struct Define {
    /// The name of the override, constant or macro; or `constant_id_N` for the constant with the id N.
    pub name: String,
    /// Its number.
    pub number: Number,
}

/// A number of the caller.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// An integer.
    Integer(i64),
    /// A number that has, or could have, a fraction. It is finite.
    Float(f64),
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Float(number) => write!(f, "{number:?}"),
        }
    }
}

/// The number of elements that an array of uniforms gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayLength {
    /// The name of the variable in the source, or `cb0` for the constant buffer of slot 0, whose elements are
    /// registers.
    pub name: String,
    /// The number of elements, at least 1.
    pub length: u32,
}

/// The text `NAME=N`.
impl std::str::FromStr for ArrayLength {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || format!("`{text}` is not NAME=N, with a number of elements from 1 on");
        let (name, length) = text.rsplit_once('=').ok_or_else(form)?;
        let length = length.parse().ok().filter(|length| *length > 0);
        match (name, length) {
            ("", _) | (_, None) => Err(form()),
            (name, Some(length)) => Ok(Self {
                name: name.to_owned(),
                length,
            }),
        }
    }
}

/// Options of the translation, named as the command-line options of all programs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// `--lang NAME`: the language; by default, [detected](Language::detect) from the bytes and the name.
    pub language: Option<Language>,
    /// `-D NAME=NUMBER`: numbers for names that the source declares, or tests as macros. The last one for a name wins.
    pub defines: Vec<Define>,
    /// `--map-output NAME=PROPERTY`: properties of outputs whose names imply none. The last one for an output wins.
    pub map_output: Vec<OutputMapping>,
    /// `--ignore-output NAME`: outputs to drop, with the code that only computes them; [`ALL_UNUSED`] for all without a
    /// use.
    pub ignore_output: Vec<String>,
    /// The uses of outputs that a project gives to all its shaders.
    pub output_defaults: OutputDefaults,
    /// `--shader-entry NAME`: the entry point, where a source has several.
    pub shader_entry: Option<String>,
    /// `--vertex-id=attribute`: the application supplies the vertex and instance index as attributes.
    pub vertex_id_attribute: bool,
    /// `--fix-depth`: maps depths from the clip range of Direct3D, 0 to w, to the GPU's, -w to 0.
    pub fix_depth: bool,
    /// `--fast-round`: rounds halves up, not to even.
    pub fast_round: bool,
    /// `--matrix-columns NAME`: uniforms of matrices whose registers hold columns, not rows.
    pub matrix_columns: Vec<String>,
    /// `--float-uniform NAME`: integer uniforms that stay numbers instead of becoming booleans.
    pub float_uniform: Vec<String>,
    /// `--loop-uniform NAME`: integer uniforms that are trip counts, at least 1.
    pub loop_uniform: Vec<String>,
    /// `--array-length NAME=N`: shorter lengths for arrays of uniforms. The last one for an array wins.
    pub array_length: Vec<ArrayLength>,
    /// `--strict-math`: sums and products keep the order of the source.
    pub strict_math: bool,
    /// The names of disabled passes, for tests.
    pub without: Vec<String>,
}

impl Options {
    /// Returns both; `further` takes precedence.
    #[must_use]
    pub fn with(&self, further: &Self) -> Self {
        Self {
            language: further.language.or(self.language),
            defines: [&self.defines[..], &further.defines].concat(),
            map_output: [&self.map_output[..], &further.map_output].concat(),
            ignore_output: [&self.ignore_output[..], &further.ignore_output].concat(),
            output_defaults: self.output_defaults.with(&further.output_defaults),
            shader_entry: further.shader_entry.clone().or_else(|| self.shader_entry.clone()),
            vertex_id_attribute: self.vertex_id_attribute || further.vertex_id_attribute,
            fix_depth: self.fix_depth || further.fix_depth,
            fast_round: self.fast_round || further.fast_round,
            matrix_columns: [&self.matrix_columns[..], &further.matrix_columns].concat(),
            float_uniform: [&self.float_uniform[..], &further.float_uniform].concat(),
            loop_uniform: [&self.loop_uniform[..], &further.loop_uniform].concat(),
            array_length: [&self.array_length[..], &further.array_length].concat(),
            strict_math: self.strict_math || further.strict_math,
            without: [&self.without[..], &further.without].concat(),
        }
    }

    /// Returns the language of a shader.
    pub(crate) fn language_of(&self, name: &str, bytes: &[u8]) -> Language {
        self.language.unwrap_or_else(|| Language::detect(name, bytes))
    }
}
