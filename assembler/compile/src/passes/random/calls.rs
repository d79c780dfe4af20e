//! Random programs that call procedures.

use super::{Generator, generated};
use crate::ir::evaluate::ProcedureFn;
use crate::ir::{Program, Type};

/// The procedures that random programs call, in assembly. They overwrite all that a procedure may write.
pub(crate) const SOURCE: &str = "\
.nodvle
.constf rubbish(13, -7, 0.5, 3)
.proc blend
\tmov r2, r0
\tmin r0.x, r2, r1
\tmax r0.y, r2, r1
\tadd r0.z, r2.z, r1.x
\tmov r0.w, rubbish
\tmov r1, rubbish
\tmov r2, rubbish
\tmov r3, rubbish
\tmov r4, rubbish
\tmov r5, rubbish
\tmov r6, rubbish
\tmov r7, rubbish
\tmova a0.xy, r7
\tcmp rubbish, lt, gt, r1
.end
";

/// The functions of the procedures.
pub(crate) const EVALUATED: &[ProcedureFn] = &[blend];

fn blend(arguments: &[[f32; 4]]) -> [f32; 4] {
    let [a, b] = [arguments[0], arguments[1]];
    [a[0].min(b[0]), a[1].max(b[1]), a[2] + b[0], 0.0]
}

/// Returns a random program in [`Form::PreSsa`](crate::ir::Form::PreSsa) that calls procedures.
pub(crate) fn program(seed: u64) -> Program {
    generated(seed, true)
}

impl Generator {
    /// Sets variables to the result of a call.
    pub(super) fn call(&mut self) {
        let arguments = [3, 2].map(|count| {
            let numbers = (0..count).map(|_| {
                let number = self.number(2);
                self.limited(number)
            });
            numbers.collect()
        });
        let results = self.builder.call("blend", arguments.to_vec(), &[Type::Float; 3]);
        for result in results {
            if !self.random.one_in(3) {
                let variable = self.random.pick(&self.numbers.clone());
                let value = self.limited(result);
                self.builder.set(variable, value);
            }
        }
    }
}
