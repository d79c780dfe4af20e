//! Quads: four pixels that run together as far as they need each other.

use pica200_objfmt::observe::{NoObserver, Observer};

use crate::arithmetic::difference;
use crate::execute::{Progress, Runner, Stop};
use crate::fault::{Fault, FaultKind};
use crate::machine::{Machine, Run};
use crate::program::Program;
use crate::registers::Vector;
use crate::resources::{NoResources, Resources};
use crate::step::Detail;

/// The number of pixels in a quad.
const PIXELS: usize = 4;

/// A 2x2 quad of a pixel shader: top left (0), top right (1), bottom left (2), bottom right (3).
///
/// Instructions that compare neighboring pixels, and samples whose level of detail depends on such a comparison, need
/// all four. The pixels run one after the other up to such an instruction, and exchange values there.
///
/// - `deriv_rtx`, `deriv_rty`, their coarse forms and samples use the differences from pixel 0 to pixels 1 and 2 for
///   all four pixels. The fine forms use the difference of each row, and of each column.
/// - A discarded pixel continues, because its neighbors need its values. It does not write memory, and its atomic
///   instructions return 0.
/// - If not all pixels reach the instruction, because they have taken different branches or have ended, its result is
///   undefined in Direct3D. This is a fault ([`FaultKind::Diverged`]). In a loop, the first execution of the
///   instruction in each pixel is paired with the first in the others, the second with the second, and so on.
///
/// ```
/// use pica200_dxbc_machine::{Access, Provider, Quad, NoObserver};
///
/// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../testsuite/golden/dxbc");
/// # let file = std::fs::read(format!("{folder}/ps-textured.dxbc"))?;
/// # let program = pica200_dxbc_machine::Program::load(&file)?;
/// let mut quad = Quad::new(&program);
/// for (pixel, coordinate) in quad.pixels_mut().iter_mut().zip([[0.0, 0.0], [0.25, 0.0], [0.0, 0.5], [0.25, 0.5]]) {
///     pixel.set_input("TEXCOORD", 0, &coordinate.map(f32::to_bits))?;
/// }
/// let mut texture = Provider(|access: &Access<'_>| {
///     let [right, down] = access.gradients?;
///     assert_eq!((f32::from_bits(right[0]), f32::from_bits(down[1])), (0.25, 0.5));
///     Some([1f32.to_bits(); 4].into())
/// });
/// quad.run_with(1000, &mut texture, &mut [NoObserver; 4])?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Quad<'p> {
    program: &'p Program,
    pixels: [Machine<'p>; PIXELS],
}

/// The reason why the run of a quad ended early, and the pixel.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("pixel {pixel} of the quad: {fault}")]
pub struct QuadFault {
    /// The pixel, from 0 to 3.
    pub pixel: usize,
    /// The fault.
    pub fault: Fault,
}

impl<'p> Quad<'p> {
    /// Creates a quad.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            pixels: [(); PIXELS].map(|()| Machine::new(program)),
        }
    }

    /// Returns the pixels, for reading outputs.
    pub fn pixels(&self) -> &[Machine<'p>; PIXELS] {
        &self.pixels
    }

    /// Returns the pixels, each with separate inputs and constants.
    pub fn pixels_mut(&mut self) -> &mut [Machine<'p>; PIXELS] {
        &mut self.pixels
    }

    /// Runs the program to its end in all pixels, executing at most `budget` instructions in each.
    ///
    /// # Errors
    ///
    /// Fails if a pixel does not reach its end. The registers of all pixels keep their values at that point.
    pub fn run(&mut self, budget: u64) -> Result<[Run; PIXELS], QuadFault> {
        self.run_with(budget, &mut NoResources, &mut [NoObserver; PIXELS])
    }

    /// Runs the program like [`Quad::run`], with resources, and an observer for each pixel.
    ///
    /// # Errors
    ///
    /// Fails like [`Quad::run`].
    pub fn run_with<R: Resources, O: Observer<Program>>(
        &mut self,
        budget: u64,
        resources: &mut R,
        observers: &mut [O; PIXELS],
    ) -> Result<[Run; PIXELS], QuadFault> {
        let program = self.program;
        self.pixels.iter_mut().for_each(Machine::begin);
        let mut progress = [Progress::default(); PIXELS];
        let mut gradients = [None; PIXELS];
        loop {
            let mut waits = [false; PIXELS];
            let runs = self.pixels.iter_mut().zip(&mut progress).zip(gradients);
            let runs = runs.zip(observers.iter_mut()).zip(&mut waits).enumerate();
            for (pixel, ((((machine, progress), gradients), observer), waits)) in runs {
                let mut runner: Runner<'_, _, true> = Runner {
                    code: &program.code,
                    instructions: program.instructions(),
                    rows: &mut machine.rows,
                    resources,
                    gradients,
                    emission: None,
                };
                match runner.run(progress, observer, budget) {
                    Stop::End => {}
                    Stop::Waits => *waits = true,
                    Stop::Fault(kind) => {
                        let fault = Fault::new(program, progress, kind);
                        return Err(QuadFault { pixel, fault });
                    }
                }
            }
            let Some(first) = waits.iter().position(|waits| *waits) else {
                return Ok(progress.map(|progress| Run::new(program, &progress)));
            };
            gradients = self
                .synchronize(&progress, waits, first)
                .map_err(|(pixel, kind)| QuadFault {
                    pixel,
                    fault: Fault::new(program, &progress[pixel], kind),
                })?
                .map(Some);
        }
    }

    /// Returns the gradients of each pixel for the step at which the first one waits. Errors have their pixel.
    fn synchronize(
        &self,
        progress: &[Progress; PIXELS],
        waits: [bool; PIXELS],
        first: usize,
    ) -> Result<[[Vector; 2]; PIXELS], (usize, FaultKind)> {
        let code = &self.program.code;
        let number = progress[first].step;
        let mut pixels = progress.iter().zip(waits);
        if let Some(other) = pixels.position(|(one, waits)| !waits || one.step != number) {
            return Err((first, FaultKind::Diverged { other }));
        }
        let mut values = [[0; 4]; PIXELS];
        let step = code.steps.get(number as usize);
        let source = step.and_then(|step| step.sources.first());
        if let Some(source) = source {
            for (pixel, (value, machine)) in values.iter_mut().zip(&self.pixels).enumerate() {
                let read = code.read(&machine.rows, source);
                *value = read.map_err(|kind| (pixel, kind))?;
            }
        }
        let detail = step.and_then(|step| code.detail(step));
        Ok(gradients(values, detail == Some(Detail::Fine)))
    }
}

/// Returns the horizontal and vertical derivatives of a value, for each pixel.
fn gradients([a, b, c, d]: [Vector; PIXELS], is_fine: bool) -> [[Vector; 2]; PIXELS] {
    let (above, left) = (difference(a, b), difference(a, c));
    if !is_fine {
        return [[above, left]; PIXELS];
    }
    let (below, right) = (difference(c, d), difference(b, d));
    [[above, left], [above, right], [below, left], [below, right]]
}
