//! A draw call of a scene.

use std::num::{NonZeroU8, NonZeroUsize};
use std::ops::Range;
use std::sync::Arc;

use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::Bank;
use pica200_render::{Cull, DisplayMode, Draw, Size, Topology, Vertices, check_outputs};
use toml::de::DeTable;

use super::choose::{by_name, enum_value};
use super::model::SceneFiles;
use super::settings::{range, viewport};
use super::shaders::Shaders;
use super::values::{Setting, SettingsTarget};
use crate::document::{DocumentReport, array, boolean, string, table, whole};
use crate::shader::feeding::{Keys, PrimitiveSizes, feed};
use crate::text::lists::listed;
use pica200_diagnostics::{Code, most_similar};

/// Key names in messages about vertex feeding.
const FEED: Keys = Keys {
    vertices: "vertices",
    stride: "stride",
    primitive: "primitive",
};

/// Maximum number of draw calls of a scene.
const MAX_DRAWS: usize = 256;

/// Values of `show` other than outputs.
const DISPLAY_MODES: [(&str, DisplayMode); 6] = [
    ("color", DisplayMode::Color),
    ("texture", DisplayMode::Texture),
    ("product", DisplayMode::Product),
    ("normalquat", DisplayMode::Normalquat),
    ("normal", DisplayMode::Normal),
    ("wireframe", DisplayMode::Wireframe),
];

/// A draw call with values that may change over time.
#[derive(Clone, Debug)]
pub(super) struct AnimatedDraw {
    /// The draw call without these values.
    pub(super) draw: Draw,
    pub(super) values: Vec<Setting>,
    pub(super) geometry_values: Vec<Setting>,
    /// Span in the scene.
    pub(super) span: Range<usize>,
}

/// The context shared by all draw calls of a scene.
pub(super) struct DrawContext<'p> {
    pub(super) shaders: &'p Shaders,
    pub(super) vertex: SettingsTarget<'p>,
    pub(super) geometry: Option<SettingsTarget<'p>>,
    pub(super) values: Vec<Setting>,
    pub(super) geometry_values: Vec<Setting>,
    pub(super) size: Size,
}

/// Reads the draw calls of a scene. Errors go to `report`.
pub(super) fn draws(
    file: &DeTable<'_>,
    common: &DrawContext<'_>,
    named: &mut SceneFiles<'_>,
    report: &mut DocumentReport<'_>,
) -> Vec<AnimatedDraw> {
    let Some(item) = file.get("draw") else {
        let help = "add a draw with `[[draw]]`";
        report.file_error(Code::InvalidScene, "it draws nothing", help);
        return Vec::new();
    };
    let items = report.get(file, "draw", array);
    if items.is_some_and(|items| items.len() > MAX_DRAWS) {
        let message = format!("the scene has more than {MAX_DRAWS} draws");
        report.wrong(item.span(), message);
        return Vec::new();
    }
    let mut draws = Vec::new();
    for item in items.into_iter().flatten() {
        match table(item) {
            Ok(table) => draws.extend(common.draw(table, item.span(), named, report)),
            Err(toml_error) => report.toml_error("draw", toml_error),
        }
    }
    draws
}

impl DrawContext<'_> {
    fn draw(
        &self,
        table: &DeTable<'_>,
        span: Range<usize>,
        named: &mut SceneFiles<'_>,
        report: &mut DocumentReport<'_>,
    ) -> Option<AnimatedDraw> {
        let mut values = self.values.clone();
        let inputs = self.vertex.inputs(table, "inputs", report);
        let uniforms = self.vertex.uniforms(table, "uniforms", report);
        let mut geometry_values = self.geometry_values.clone();
        match self.geometry {
            Some(geometry) => {
                let own = geometry.uniforms(table, "geometry-uniforms", report);
                geometry_values.extend(own);
            }
            None => without_geometry(table, report),
        }
        let primitives = self.primitives(table, report);
        let show = self.show(table, &span, report);
        let texture = self.texture(table, show, &span, named, report);
        let vertices = named.vertices(table, span.clone(), self.vertex.program, report);
        self.check_inputs(table, &inputs, vertices.as_ref(), report);
        values.extend(inputs.into_iter().chain(uniforms));
        let viewport = report.get(table, "viewport", |item| viewport(item, self.size));
        let show = show?;
        Some(AnimatedDraw {
            draw: Draw {
                topology: enum_value(table, "topology", &Topology::ALL, report).unwrap_or_default(),
                stride: primitives.stride.map(NonZeroU8::get),
                primitive: primitives.vertices.map(NonZeroUsize::get),
                range: self.range(table, show, report).unwrap_or(show.default_range()),
                texture: texture.map(Arc::new),
                cull: enum_value(table, "cull", &Cull::ALL, report).unwrap_or_default(),
                depth: report.get(table, "depth", boolean).unwrap_or(true),
                viewport,
                ..Draw::new(Arc::new(vertices?), show)
            },
            values,
            geometry_values,
            span,
        })
    }

    /// Adds an error about an input that is both per-vertex and constant.
    fn check_inputs(
        &self,
        table: &DeTable<'_>,
        inputs: &[Setting],
        vertices: Option<&Vertices>,
        report: &mut DocumentReport<'_>,
    ) {
        let (Some(vertices), Some(item)) = (vertices, table.get("inputs")) else {
            return;
        };
        let values = inputs.iter().filter_map(|one| one.at(0.0, self.vertex.program).ok());
        for (register, _) in values.flatten() {
            if vertices.inputs.iter().any(|(other, _)| *other == register) {
                let key = if table.contains_key("model") {
                    "attributes"
                } else {
                    "vertices"
                };
                let message = format!("`inputs` and `{key}` both set {register}");
                report.wrong(item.span(), message);
            }
        }
    }

    /// Reads the displayed output of the pixels. Errors go to `report`.
    fn show(&self, table: &DeTable<'_>, span: &Range<usize>, report: &mut DocumentReport<'_>) -> Option<DisplayMode> {
        let last = self.shaders.last();
        let (show, span) = match table.get("show") {
            None => (DisplayMode::Color, span.clone()),
            Some(item) => {
                let name = report.get(table, "show", string)?;
                let Some(show) = by_name(name, &DISPLAY_MODES).or_else(|| output(name)) else {
                    unknown_show(name, item.span(), report);
                    return None;
                };
                (show, item.span())
            }
        };
        if let Err(missing) = check_outputs(last, show) {
            let report = report.wrong(span, missing.to_string());
            report.help = Some("choose the displayed value with `show`: `o0`, `wireframe`".to_owned());
            return None;
        }
        Some(show)
    }

    /// Reads the texture, which is required exactly if the pixels display it. Errors go to `report`.
    fn texture(
        &self,
        table: &DeTable<'_>,
        show: Option<DisplayMode>,
        span: &Range<usize>,
        named: &mut SceneFiles<'_>,
        report: &mut DocumentReport<'_>,
    ) -> Option<pica200_render::Texture> {
        let is_shown = matches!(show?, DisplayMode::Texture | DisplayMode::Product);
        if is_shown && !table.contains_key("texture") {
            let span = table.get("show").map_or(span.clone(), toml::Spanned::span);
            let help = "add `texture = \"FILE.png\"`";
            report.wrong(span, "the draw has no texture").help = Some(help.to_owned());
            return None;
        }
        for key in ["texture", "filter", "wrap"] {
            if let Some(item) = table.get(key).filter(|_| !is_shown) {
                let message = format!("`{key}` has no effect: the draw does not display a texture");
                let help = "add `show = \"texture\"`, or `show = \"product\"` for its product with the color";
                report.wrong(item.span(), message).help = Some(help.to_owned());
            }
        }
        is_shown.then(|| named.texture(table, report))?
    }

    /// Reads the displayed range of values, if applicable. Errors go to `report`.
    fn range(&self, table: &DeTable<'_>, show: DisplayMode, report: &mut DocumentReport<'_>) -> Option<[f32; 2]> {
        let item = table.get("range")?;
        if matches!(
            show,
            DisplayMode::Color | DisplayMode::Texture | DisplayMode::Product | DisplayMode::Wireframe
        ) {
            let message = "`range` is for outputs whose numbers become colors: registers, properties, normals";
            report.wrong(item.span(), message);
        }
        report.get(table, "range", range)
    }

    /// Reads the primitive sizes for the geometry shader, if there is one. Errors go to `report`, including errors
    /// about keys that do not apply to its mode.
    fn primitives(&self, table: &DeTable<'_>, report: &mut DocumentReport<'_>) -> PrimitiveSizes {
        let (Some(geometry), vertex) = (self.geometry, self.vertex.program) else {
            return PrimitiveSizes::default();
        };
        if let Some(topology) = table.get("topology") {
            let message = "`topology` has no effect: vertices go to the geometry shader";
            report.wrong(topology.span(), message);
        }
        let mut registers: Vec<_> = vertex.outputs().iter().map(|entry| entry.register).collect();
        registers.sort_unstable();
        registers.dedup();
        let outputs = u8::try_from(registers.len()).unwrap_or(u8::MAX);
        let primitives = primitives(table, report);
        if let Err(value_error) = feed(geometry.program, outputs, primitives, FEED) {
            let keys = ["stride", "primitive", "vertices", "model"].into_iter();
            let span = keys.filter_map(|key| Some(table.get(key)?.span())).next();
            report.value_error(Code::CannotFeed, span.unwrap_or_default(), value_error);
        }
        primitives
    }
}

/// Reads the primitive sizes. Errors go to `report`.
fn primitives(table: &DeTable<'_>, report: &mut DocumentReport<'_>) -> PrimitiveSizes {
    let before = report.len();
    let stride = report.get(table, "stride", whole);
    let vertices = report.get(table, "primitive", whole);
    let read = PrimitiveSizes {
        stride: stride.and_then(|number| NonZeroU8::new(u8::try_from(number).ok()?)),
        vertices: vertices.and_then(|number| NonZeroUsize::new(usize::try_from(number).ok()?)),
    };
    if report.len() == before {
        let wrong = [
            ("stride", stride.is_some() && read.stride.is_none()),
            ("primitive", vertices.is_some() && read.vertices.is_none()),
        ];
        for (key, _) in wrong.iter().filter(|(_, is_wrong)| *is_wrong) {
            let span = table.get(*key).map_or(0..0, toml::Spanned::span);
            let message = format!("`{key}` is not in the range 1 to 255");
            report.wrong(span, message);
        }
    }
    read
}

/// Adds errors about keys that require a geometry shader.
fn without_geometry(table: &DeTable<'_>, report: &mut DocumentReport<'_>) {
    for key in ["stride", "primitive", "geometry-uniforms"] {
        if let Some(item) = table.get(key) {
            let message = format!("`{key}` is for geometry shaders, and the scene has none");
            let help = "choose one with `geometry-entry` or `geometry-index`";
            report.wrong(item.span(), message).help = Some(help.to_owned());
        }
    }
}

/// Returns the output with a name: a property or a register.
fn output(name: &str) -> Option<DisplayMode> {
    if let Some(property) = property::by_name(name) {
        return Some(DisplayMode::Property(property.number.into()));
    }
    let number = name.strip_prefix(Bank::Output.letter())?.parse().ok()?;
    (number < Bank::Output.size()).then_some(DisplayMode::Register(number))
}

fn unknown_show(name: &str, span: Range<usize>, report: &mut DocumentReport<'_>) {
    let mut names: Vec<_> = DISPLAY_MODES.iter().map(|(name, _)| *name).collect();
    let properties = property::PROPERTIES.iter().map(|property| property.name);
    names.extend(properties.filter(|name| !DISPLAY_MODES.iter().any(|(shown, _)| shown == name)));
    let help = match most_similar(name, names.iter().copied()) {
        Some(similar) => format!("did you mean `{similar}`?"),
        None => format!("there are `o0` to `o15`, {}", listed(&names)),
    };
    report.wrong(span, format!("`show` has no value `{name}`")).help = Some(help);
}
