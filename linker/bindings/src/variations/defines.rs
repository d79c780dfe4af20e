//! Defines for the variations of a binary, in the style of picasso's headers.

use std::fmt::{self, Display, Formatter};

use bstr::BStr;

use super::{Contents, combination_expression, index_literal, literal};
use crate::identifiers::{C, CPP};
use crate::model::Stage;

/// The names that the generated file itself defines.
const RESERVED: [&str; 6] = [
    "VARIATION",
    "VARIATION_BINARIES",
    "VARIATION_BINARY_OF",
    "VARIATION_COUNT",
    "VARIATION_DEFAULT",
    "VARIATION_DVLE_OF",
];

/// The defines.
pub(crate) struct Defines<'m>(pub(crate) &'m Contents<'m>);

impl Display for Defines<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Contents {
            axes, default, shaders, ..
        } = self.0;
        writeln!(f, "#define VARIATION_COUNT {}", self.0.count())?;
        writeln!(f, "#define VARIATION_DEFAULT {default}")?;
        let named = axes.iter().flat_map(|axis| {
            let name = C.identifier(axis.name.as_str().into());
            axis.named()
                .map(move |(value_name, value)| (format!("{name}_{value_name}"), value))
        });
        let named: Vec<_> = named.collect();
        // Equal names are numbered in order, so the file's own names stay as they are.
        let names = RESERVED.iter().copied();
        let names = names.chain(named.iter().map(|(name, _)| name.as_str()));
        let names = C.identifiers(names.map(BStr::new));
        for (name, (_, value)) in names.iter().skip(RESERVED.len()).zip(&named) {
            writeln!(f, "#define {name} {}", literal(*value))?;
        }
        if let (Some(binaries), Some([of, dvles])) = (&self.0.binaries, self.0.shader_locations()) {
            writeln!(f, "#define VARIATION_BINARIES {}", binaries.len())?;
            writeln!(
                f,
                "// Initializers: for each shader, counted over all binaries, its binary and its index in that binary."
            )?;
            for (name, values) in [("BINARY", of), ("DVLE", dvles)] {
                let values: Vec<_> = values.iter().map(usize::to_string).collect();
                writeln!(f, "#define VARIATION_{name}_OF {{ {} }}", values.join(", "))?;
            }
        }
        let names = CPP.identifiers(axes.iter().map(|axis| axis.name.as_str().into()));
        let parameters: Vec<_> = names.iter().map(|name| format!("_{name}")).collect();
        writeln!(
            f,
            "// The index of a combination; -1 if a value is not listed for its number. Excluded combinations have an index, too."
        )?;
        writeln!(
            f,
            "#define VARIATION({}) {}",
            parameters.join(", "),
            combination_expression(axes, &parameters)
        )?;
        writeln!(
            f,
            "// An initializer: for each combination, the {} -1 if it is excluded.",
            match self.0.binaries {
                None => "index of its shader in the binary,",
                Some(_) => "number of its shader, counted over all binaries,",
            }
        )?;
        for shader in shaders {
            let prefix = match shader.stage {
                Stage::Vertex => "VSH",
                Stage::Geometry => "GSH",
            };
            let name = C.identifier(shader.name);
            let indices: Vec<_> = shader.index.iter().map(|index| index_literal(*index)).collect();
            writeln!(f, "#define {prefix}_SHADERS_{name} {{ {} }}", indices.join(", "))?;
        }
        Ok(())
    }
}
