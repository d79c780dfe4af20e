//! Draw calls and frames of a scene.

use std::path::PathBuf;
use std::sync::Arc;

use pica200_asm::Files;
use pica200_diagnostics::Code;
use pica200_machine::{FaultKind, FeedError, Program, Value};
use pica200_objfmt::isa::register::Register;
use pica200_render::error::DrawError;
use pica200_render::png::{self, Rate};
use pica200_render::{Picture, RenderError, Scene, Size, render};

use super::draw::{AnimatedDraw, DrawContext, draws};
use super::file::SceneDocument;
use super::model::SceneFiles;
use super::shaders::Shaders;
use super::values::{Setting, SettingsTarget, Values};
use super::{animation, settings, test_uniforms};
use crate::document::DocumentReport;
use crate::parallel;
use crate::progress::Progress;

/// The frames of a scene.
#[derive(Debug)]
pub struct SceneFrames<'p> {
    scene: Scene<'p>,
    draws: Vec<AnimatedDraw>,
    frames: u16,
    rate: Rate,
    /// Files the scene refers to, besides the shader's.
    pub read: Vec<PathBuf>,
}

impl<'p> SceneFrames<'p> {
    /// Reads a scene for its shaders. Errors go to `report`.
    pub fn read(
        document: &SceneDocument<'_>,
        shaders: &'p Shaders,
        files: &dyn Files,
        report: &mut DocumentReport<'_>,
    ) -> Option<Self> {
        let table = &document.table;
        let before = report.len();
        let settings = settings::read(table, report)?;
        let animation = animation::read(table, report);
        let subject = |program| SettingsTarget {
            program,
            moves: animation.is_some(),
        };
        let vertex = subject(&shaders.vertex);
        let geometry = shaders.geometry.as_ref().map(subject);
        let mut named = SceneFiles::new(files, &document.dir);
        let mut values = test_uniforms::uniforms(document, vertex, &mut named, report);
        values.extend(vertex.inputs(table, "inputs", report));
        values.extend(vertex.uniforms(table, "uniforms", report));
        let geometry_values = match (geometry, table.get("geometry-uniforms")) {
            (Some(geometry), _) => geometry.uniforms(table, "geometry-uniforms", report),
            (None, Some(item)) => {
                let message = "`geometry-uniforms` is for geometry shaders, and the scene has none";
                let help = "choose one with `geometry-entry` or `geometry-index`";
                report.wrong(item.span(), message).help = Some(help.to_owned());
                Vec::new()
            }
            (None, None) => Vec::new(),
        };
        let common = DrawContext {
            shaders,
            vertex,
            geometry,
            values,
            geometry_values,
            size: settings.size,
        };
        let draws = draws(table, &common, &mut named, report);
        let frames = animation.map_or(1, |animation| animation.frames);
        let pixels = settings.size.pixels().saturating_mul(frames.into());
        if pixels > png::MAX_PIXELS {
            let span = table.get("animation").map_or(0..0, toml::Spanned::span);
            let most = png::MAX_PIXELS;
            let message = format!("the frames have more than {most} pixels together");
            report.wrong(span, message);
        }
        (report.len() == before).then(|| Self {
            scene: Scene {
                size: settings.size,
                background: settings.background,
                tilt: settings.tilt,
                vertex: &shaders.vertex,
                geometry: shaders.geometry.as_ref(),
                precision: settings.precision,
                budget: settings.budget,
                pixels: Scene::PIXELS,
                draws: Vec::new(),
            },
            draws,
            frames,
            rate: animation.map_or(Rate { frames_per_second: 20 }, |animation| animation.rate),
            read: named.read,
        })
    }

    /// The size of the frames.
    pub fn size(&self) -> Size {
        self.scene.size
    }

    /// Returns the number of frames, which may all be identical.
    pub fn frames(&self) -> u16 {
        self.frames
    }

    /// Overrides values of the vertex shader. Inputs then have one value for all vertices.
    pub fn set(&mut self, values: &[(Register, Value)]) {
        let is_set = |register: Register| values.iter().any(|(other, _)| *other == register);
        for AnimatedDraw { draw, .. } in &mut self.draws {
            draw.values.extend_from_slice(values);
            if draw.vertices.inputs.iter().any(|(input, _)| is_set(*input)) {
                let inputs = &mut Arc::make_mut(&mut draw.vertices).inputs;
                inputs.retain(|(input, _)| !is_set(*input));
            }
        }
    }

    /// Overrides values of the geometry shader.
    pub fn set_geometry(&mut self, values: &[(Register, Value)]) {
        for drawn in &mut self.draws {
            drawn.draw.geometry_values.extend_from_slice(values);
        }
    }

    /// Returns the register values of the first draw call in a frame: vertex shader, geometry shader.
    pub fn values(&self, frame: u16) -> [Vec<(Register, Value)>; 2] {
        let first = self.frame(frame).draws.into_iter().next();
        first.map_or_else(Default::default, |draw| [draw.values, draw.geometry_values])
    }

    /// Renders one frame. An error goes to `report`.
    pub fn render_frame(&self, frame: u16, report: &mut DocumentReport<'_>) -> Option<Picture> {
        match render(&self.frame(frame)) {
            Ok(picture) => Some(picture),
            Err(error) => {
                self.failed(&error, report);
                None
            }
        }
    }

    /// Renders all frames. The first error goes to `report`.
    pub fn render(&self, progress: &Progress, report: &mut DocumentReport<'_>) -> Option<Vec<Picture>> {
        let moves = |drawn: &AnimatedDraw| drawn.values.iter().chain(&drawn.geometry_values).any(Setting::moves);
        // Otherwise all frames are identical.
        let count = if self.draws.iter().any(moves) { self.frames } else { 1 };
        let frames: Vec<u16> = (0..count).collect();
        let counter = progress.begin("frames", frames.len());
        let made = parallel::map(None, frames, |frame| {
            let scene = self.frame(frame);
            let made = render(&Scene {
                // The same for each, so that the result does not depend on the order.
                budget: scene.budget / u64::from(count),
                ..scene
            });
            counter.step();
            made
        });
        let mut pictures = Vec::new();
        for picture in made {
            match picture {
                Ok(picture) => pictures.push(picture),
                Err(error) => {
                    self.failed(&error, report);
                    return None;
                }
            }
        }
        Some(pictures)
    }

    /// Encodes frames as a PNG file.
    pub fn to_png(&self, frames: &[Picture]) -> Result<Vec<u8>, png::WriteError> {
        png::write(frames, self.rate)
    }

    /// Returns the scene of a frame.
    fn frame(&self, number: u16) -> Scene<'p> {
        let part = f32::from(number) / f32::from(self.frames);
        let values = |settings: &[Setting], program: &Program| -> Values {
            let values = settings.iter().filter_map(|one| one.at(part, program).ok());
            values.flatten().collect()
        };
        let draws = self.draws.iter().map(|drawn| {
            let mut draw = drawn.draw.clone();
            let own = values(&drawn.values, self.scene.vertex);
            draw.values = [own, draw.values].concat();
            if let Some(geometry) = self.scene.geometry {
                let own = values(&drawn.geometry_values, geometry);
                draw.geometry_values = [own, draw.geometry_values].concat();
            }
            draw
        });
        Scene {
            draws: draws.collect(),
            ..self.scene.clone()
        }
    }

    /// Adds the error about a frame.
    fn failed(&self, error: &RenderError, report: &mut DocumentReport<'_>) {
        let drawn = self.draws.get(error.draw);
        let span = drawn.map_or(0..0, |drawn| drawn.span.clone());
        let report = report.error(Code::CannotRender, span, error.to_string());
        report.help = match &error.reason {
            DrawError::Budget { budget } if *budget < self.scene.budget => Some(format!(
                "raise the limit with `budget`, which is divided equally among the {} frames",
                self.frames
            )),
            DrawError::Budget { .. } => Some("raise the limit with `budget`".to_owned()),
            DrawError::Feed(FeedError::Fault { fault, .. }) | DrawError::Fault { fault, .. }
                if !matches!(fault.kind, FaultKind::BudgetUsedUp { .. }) =>
            {
                Some("`picarun --trace=text` shows the instructions of a vertex".to_owned())
            }
            _ => None,
        };
    }
}
