//! The control flow of a program as a tree, with subroutines instead of their calls.

use std::collections::BTreeMap;

use pica200_diagnostics::Code;
use pica200_dxbc::program::{Instruction, Opcode, RegisterKind};

use super::refuse::MAX_INSTRUCTIONS;
use super::report::{Report, named};

/// Maximum nesting of blocks and calls. Direct3D allows 64 blocks.
const MAX_NESTING: usize = 64;

/// A part of a program. Numbers `at` are indices in the list of instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Node {
    /// An instruction that computes something.
    Code { at: usize },
    /// `if`, with both blocks.
    If {
        at: usize,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    /// `loop`. The number counts the loops of the tree.
    Loop { at: usize, number: usize, body: Vec<Node> },
    /// `switch`.
    Switch { at: usize, sections: Vec<Section> },
    /// `call` or `callc`, with the body of the subroutine.
    Call { at: usize, body: Vec<Node> },
    /// `break`, `continue`, `ret`, or one of these with a condition.
    Jump {
        at: usize,
        target: Target,
        is_conditional: bool,
    },
}

/// The target of a jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// The end of the innermost loop or switch.
    Break,
    /// The next iteration of the innermost loop.
    Continue,
    /// The end of the subroutine or of the program.
    Return,
}

/// A part of a `switch` with its labels.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Section {
    /// The values of the labels.
    pub(super) values: Vec<u32>,
    /// True if `default` is one of the labels.
    pub(super) is_default: bool,
    /// The body, without a `break` at its end.
    pub(super) body: Vec<Node>,
    /// True if the body runs on into the next section.
    pub(super) falls_through: bool,
}

/// The tree of a program, and the number of its loops.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) loops: usize,
}

/// Builds the tree. Reports faults; the tree is then meaningless.
pub(super) fn grow(instructions: &[Instruction], report: &mut Report) -> Tree {
    let labels = labels(instructions, report);
    let mut grower = Grower {
        instructions,
        labels,
        calls: Vec::new(),
        depth: 0,
        count: 0,
        loops: 0,
        report,
        has_failed: false,
    };
    let mut at = 0;
    let nodes = grower.function(&mut at);
    Tree {
        nodes,
        loops: grower.loops,
    }
}

/// Returns the index after each label, by its number.
fn labels(instructions: &[Instruction], report: &mut Report) -> BTreeMap<u32, usize> {
    let mut labels = BTreeMap::new();
    for (at, instruction) in instructions.iter().enumerate() {
        if instruction.opcode() == Opcode::LABEL
            && let Some(number) = label_of(instruction)
            && labels.insert(number, at + 1).is_some()
        {
            let message = format!("duplicate `label{number}`");
            report.add(at, Code::DamagedFile, &message, "");
        }
    }
    labels
}

/// Returns the number of the label that an instruction names: its last operand.
fn label_of(instruction: &Instruction) -> Option<u32> {
    let operand = instruction.operands().last()?;
    operand.number().filter(|_| operand.kind() == RegisterKind::LABEL)
}

/// The end of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Else,
    If,
    Loop,
    Switch,
    Section,
    Function,
}

struct Grower<'g> {
    instructions: &'g [Instruction],
    labels: BTreeMap<u32, usize>,
    /// The labels of the calls that are open.
    calls: Vec<u32>,
    depth: usize,
    /// The instructions so far.
    count: usize,
    loops: usize,
    report: &'g mut Report,
    /// After the first fault, the rest makes no sense.
    has_failed: bool,
}

impl Grower<'_> {
    fn fail(&mut self, at: usize, code: Code, message: &str, help: &str) {
        if !self.has_failed {
            self.report.add(at, code, message, help);
        }
        self.has_failed = true;
    }

    /// Returns the nodes from an index to the end of the program or to the next label.
    fn function(&mut self, at: &mut usize) -> Vec<Node> {
        let first = *at;
        let (mut nodes, end) = self.block(at, first);
        if end != End::Function {
            self.misplaced(at.saturating_sub(1));
        }
        if let Some(Node::Jump {
            target: Target::Return,
            is_conditional: false,
            ..
        }) = nodes.last()
        {
            nodes.pop();
        }
        nodes
    }

    fn misplaced(&mut self, at: usize) {
        let name = self.instructions.get(at).map(named).unwrap_or_default();
        let message = format!("{name} has no block that it belongs to");
        self.fail(at, Code::DamagedFile, &message, "compile the shader again");
    }

    /// Returns the nodes up to an instruction that ends the block. `at` is then the index after it. `opened` is the
    /// index of the instruction that opens the block.
    fn block(&mut self, at: &mut usize, opened: usize) -> (Vec<Node>, End) {
        let mut nodes = Vec::new();
        self.depth += 1;
        if self.depth > MAX_NESTING {
            let message = format!("blocks and calls are nested more than {MAX_NESTING} deep");
            self.fail(opened, Code::NestingTooDeep, &message, "nest fewer of them");
        }
        let end = loop {
            let here = *at;
            let Some(instruction) = self.instructions.get(here).filter(|_| !self.has_failed) else {
                break End::Function;
            };
            *at += 1;
            match instruction.opcode() {
                Opcode::LABEL => break End::Function,
                Opcode::ELSE => break End::Else,
                Opcode::ENDIF => break End::If,
                Opcode::ENDLOOP => break End::Loop,
                Opcode::ENDSWITCH => break End::Switch,
                Opcode::CASE | Opcode::DEFAULT => {
                    *at = here;
                    break End::Section;
                }
                _ if instruction.is_declaration() => {}
                _ => nodes.extend(self.node(at, here)),
            }
        };
        self.depth -= 1;
        (nodes, end)
    }

    /// Returns the node of an instruction, which is directly before `at`.
    fn node(&mut self, at: &mut usize, here: usize) -> Option<Node> {
        self.count += 1;
        if self.count > MAX_INSTRUCTIONS {
            let message = format!("after inlining, the shader has more than {MAX_INSTRUCTIONS} instructions");
            self.fail(here, Code::CodeTooLong, &message, "call fewer subroutines");
        }
        let jump = |target, is_conditional| Node::Jump {
            at: here,
            target,
            is_conditional,
        };
        Some(match self.instructions.get(here)?.opcode() {
            Opcode::IF => self.branch(at, here),
            Opcode::LOOP => self.repeat(at, here),
            Opcode::SWITCH => self.switch(at, here),
            Opcode::CALL | Opcode::CALLC => self.call(here),
            Opcode::BREAK => jump(Target::Break, false),
            Opcode::BREAKC => jump(Target::Break, true),
            Opcode::CONTINUE => jump(Target::Continue, false),
            Opcode::CONTINUEC => jump(Target::Continue, true),
            Opcode::RET => jump(Target::Return, false),
            Opcode::RETC => jump(Target::Return, true),
            // Nothing that the results depend on.
            Opcode::NOP | Opcode::CUSTOMDATA | Opcode::DEBUG_BREAK => return None,
            _ => Node::Code { at: here },
        })
    }

    fn expect(&mut self, found: End, expected: End, opened: usize, at: usize) {
        if found == End::Function {
            let name = self.instructions.get(opened).map(named).unwrap_or_default();
            let message = format!("the block of {name} has no end");
            self.fail(opened, Code::DamagedFile, &message, "compile the shader again");
        } else if found != expected {
            self.misplaced(at.saturating_sub(usize::from(found != End::Section)));
        }
    }

    fn branch(&mut self, at: &mut usize, here: usize) -> Node {
        let (then, mut end) = self.block(at, here);
        let mut otherwise = Vec::new();
        if end == End::Else {
            (otherwise, end) = self.block(at, here);
        }
        self.expect(end, End::If, here, *at);
        Node::If {
            at: here,
            then,
            otherwise,
        }
    }

    fn repeat(&mut self, at: &mut usize, here: usize) -> Node {
        let number = self.loops;
        self.loops += 1;
        let (body, end) = self.block(at, here);
        self.expect(end, End::Loop, here, *at);
        Node::Loop { at: here, number, body }
    }

    fn switch(&mut self, at: &mut usize, here: usize) -> Node {
        let (before, mut end) = self.block(at, here);
        let mut sections: Vec<Section> = Vec::new();
        if !before.is_empty() {
            self.fail(
                here,
                Code::DamagedFile,
                "`switch` has instructions before its first `case`",
                "",
            );
        }
        while end == End::Section && !self.has_failed {
            let mut section = Section::default();
            while self.label(*at, &mut section) {
                *at += 1;
            }
            (section.body, end) = self.block(at, here);
            section.falls_through = !matches!(
                section.body.last(),
                Some(Node::Jump {
                    is_conditional: false,
                    ..
                })
            );
            if let Some(Node::Jump {
                target: Target::Break,
                is_conditional: false,
                ..
            }) = section.body.last()
            {
                section.body.pop();
            }
            sections.push(section);
        }
        // Behind the last section comes the end.
        if let Some(last) = sections.last_mut() {
            last.falls_through = false;
        }
        self.expect(end, End::Switch, here, *at);
        Node::Switch { at: here, sections }
    }

    /// Adds the label at an index to a section. Returns whether there is one.
    fn label(&mut self, at: usize, section: &mut Section) -> bool {
        let Some(instruction) = self.instructions.get(at) else {
            return false;
        };
        match instruction.opcode() {
            Opcode::DEFAULT => section.is_default = true,
            Opcode::CASE => {
                let value = instruction.operands().first();
                match value.and_then(|operand| operand.literal.dwords().first()) {
                    Some(value) => section.values.push(*value),
                    None => self.fail(at, Code::DamagedFile, "the value of `case` is not a literal", ""),
                }
            }
            _ => return false,
        }
        true
    }

    fn call(&mut self, here: usize) -> Node {
        let label = self.instructions.get(here).and_then(label_of);
        let start = label.and_then(|label| self.labels.get(&label).copied());
        let mut body = Vec::new();
        match (label, start) {
            (Some(label), Some(_)) if self.calls.contains(&label) => {
                let message = format!("`label{label}` calls itself");
                self.fail(here, Code::Recursion, &message, "use a loop: subroutines are inlined");
            }
            (Some(label), Some(mut start)) => {
                self.calls.push(label);
                body = self.function(&mut start);
                self.calls.pop();
            }
            _ => self.fail(
                here,
                Code::DamagedFile,
                "the label of the call does not exist",
                "compile the shader again",
            ),
        }
        Node::Call { at: here, body }
    }
}

/// Returns whether a jump in these nodes leads to a target around them.
pub(super) fn leaves(nodes: &[Node], wanted: Target) -> bool {
    nodes.iter().any(|node| match node {
        Node::Code { .. } => false,
        Node::Jump { target, .. } => *target == wanted,
        Node::If { then, otherwise, .. } => leaves(then, wanted) || leaves(otherwise, wanted),
        Node::Loop { body, .. } => wanted == Target::Return && leaves(body, wanted),
        Node::Switch { sections, .. } => {
            wanted != Target::Break && sections.iter().any(|section| leaves(&section.body, wanted))
        }
        // A subroutine has its own end, and cannot leave the blocks of its caller.
        Node::Call { .. } => false,
    })
}
