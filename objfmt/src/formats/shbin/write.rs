//! Writer of shader binaries, in the layout of picasso.

use zerocopy::little_endian::U32;

use super::{LabelEntry, OutputEntry, Program, Shader, Shbin, UniformEntry};
use crate::formats::error::{RecordLocation, Structure, Table, WriteError, WriteErrorKind};
use crate::formats::image::{Image, Names, Plan, check_name, size_of_names};
use crate::formats::layout::{
    ConstantRecord, DescriptorRecord, LabelRecord, LineRecord, Magic, NONE, OutputRecord, TableRange, UniformRecord,
};
use crate::formats::shbin::layout::{DVLB, DVLE, DVLP, DvlbHeader, DvleHeader, DvlpHeader};

impl Shbin {
    /// Writes the shader binary. Equal models give equal bytes.
    ///
    /// # Errors
    ///
    /// Returns an error for a value that the format cannot represent. Programs that consoles cannot run are not errors
    /// here.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        let dvlb = RecordLocation::header(Structure::Dvlb);
        let mut file = Plan::after_header::<DvlbHeader>();
        let offsets = file.table::<U32>(
            self.shaders.len(),
            RecordLocation::table(Structure::Dvlb, Table::DvleOffsets),
        )?;
        let program = PlannedProgram::new(&self.program)?;
        file.table::<u8>(program.size, RecordLocation::header(Structure::Dvlp))?;
        let mut shaders = Vec::with_capacity(self.shaders.len());
        for (index, shader) in self.shaders.iter().enumerate() {
            let structure = Structure::Dvle(index);
            let planned = PlannedShader::new(shader, structure)?;
            let offset = file
                .table::<u8>(planned.size, RecordLocation::header(structure))?
                .offset;
            shaders.push((offset, planned));
        }

        let mut image = Image::with_capacity(file.offset(dvlb)?);
        image.record(&DvlbHeader {
            magic: Magic(DVLB),
            shaders: offsets.count,
        });
        image.table(shaders.iter().map(|(offset, _)| *offset));
        program.write(&mut image);
        for (_, shader) in &shaders {
            shader.write(&mut image);
        }
        Ok(image.into_bytes())
    }
}

/// A program whose offsets are known.
struct PlannedProgram<'m> {
    program: &'m Program,
    header: DvlpHeader,
    /// The entries of the line table.
    lines: Vec<LineRecord>,
    size: usize,
}

impl<'m> PlannedProgram<'m> {
    fn new(program: &'m Program) -> Result<Self, WriteError> {
        let location = |table| RecordLocation::table(Structure::Dvlp, table);
        let mut plan = Plan::after_header::<DvlpHeader>();
        let code = plan.table::<u32>(program.code.len(), location(Table::Code))?;
        let descriptors = plan.table::<DescriptorRecord>(program.descriptors.len(), location(Table::Descriptors))?;
        let lines = plan.table::<LineRecord>(program.lines.len(), location(Table::Lines))?;
        let names = size_of_names(program.files.iter().map(|name| name.as_slice()));
        let mut files = plan.table::<u8>(names, location(Table::FileNames))?;
        if program.files.is_empty() {
            // As in files of picasso. All other tables have offsets even if they are empty.
            files = TableRange::default();
        }
        plan.align();
        Ok(Self {
            program,
            header: DvlpHeader {
                magic: Magic(DVLP),
                version: program.version.into(),
                reserved: program.reserved.into(),
                code,
                descriptors,
                lines,
                files,
            },
            lines: line_records(program)?,
            size: plan.offset(RecordLocation::header(Structure::Dvlp))? as usize,
        })
    }

    fn write(&self, image: &mut Image) {
        image.record(&self.header);
        image.words(&self.program.code);
        image.table(self.program.descriptors.iter().map(DescriptorRecord::from));
        image.record(self.lines.as_slice());
        for name in &self.program.files {
            image.name(name);
        }
        image.align();
    }
}

fn line_records(program: &Program) -> Result<Vec<LineRecord>, WriteError> {
    let mut names = Names::starting_at(0);
    let mut starts = Vec::with_capacity(program.files.len());
    for (entry, name) in program.files.iter().enumerate() {
        check_name(name, RecordLocation::entry(Structure::Dvlp, Table::FileNames, entry))?;
        starts.push(names.allocate(name));
    }
    let mut records = Vec::with_capacity(program.lines.len());
    for (entry, line) in program.lines.iter().enumerate() {
        let start = usize::try_from(line.file).ok().and_then(|file| starts.get(file));
        let Some(&start) = start else {
            return Err(WriteError {
                location: RecordLocation::entry(Structure::Dvlp, Table::Lines, entry),
                kind: WriteErrorKind::FileIndex {
                    file: line.file,
                    count: starts.len(),
                },
            });
        };
        records.push(LineRecord {
            file: start.into(),
            line: line.line.into(),
        });
    }
    Ok(records)
}

/// A shader whose offsets are known.
struct PlannedShader<'m> {
    shader: &'m Shader,
    header: DvleHeader,
    size: usize,
}

impl<'m> PlannedShader<'m> {
    fn new(shader: &'m Shader, structure: Structure) -> Result<Self, WriteError> {
        check_shader(shader, structure)?;
        let location = |table| RecordLocation::table(structure, table);
        let mut plan = Plan::after_header::<DvleHeader>();
        let constants = plan.table::<ConstantRecord>(shader.constants.len(), location(Table::Values))?;
        let labels = plan.table::<LabelRecord>(shader.labels.len(), location(Table::Labels))?;
        let outputs = plan.table::<OutputRecord>(shader.outputs.len(), location(Table::Outputs))?;
        let uniforms = plan.table::<UniformRecord>(shader.uniforms.len(), location(Table::Uniforms))?;
        let symbols = plan.table::<u8>(size_of_names(shader.names()), location(Table::Symbols))?;
        plan.align();
        Ok(Self {
            shader,
            header: DvleHeader {
                magic: Magic(DVLE),
                version: shader.version.into(),
                kind: shader.kind,
                merge: shader.merge,
                entry: shader.entry.into(),
                end: shader.end.into(),
                inputs_used: shader.inputs_used.into(),
                outputs_used: shader.outputs_used.into(),
                geometry_mode: shader.geometry.mode,
                fixed_start: shader.geometry.fixed_start,
                variable_vertices: shader.geometry.variable_vertices,
                fixed_vertices: shader.geometry.fixed_vertices,
                constants,
                labels,
                outputs,
                uniforms,
                symbols,
            },
            size: plan.offset(RecordLocation::header(structure))? as usize,
        })
    }

    fn write(&self, image: &mut Image) {
        let shader = self.shader;
        image.record(&self.header);
        image.table(shader.constants.iter().map(ConstantRecord::from));
        // The names of uniforms precede the names of labels, but the uniform table follows the label table.
        let uniform_names = shader.uniforms.iter().map(|uniform| uniform.name.as_slice());
        let behind = u32::try_from(size_of_names(uniform_names)).unwrap_or(u32::MAX);
        let mut names = Names::starting_at(behind);
        image.table(shader.labels.iter().map(|label| label_record(label, &mut names)));
        image.table(shader.outputs.iter().map(output_record));
        let mut names = Names::starting_at(0);
        image.table(
            shader
                .uniforms
                .iter()
                .map(|uniform| uniform_record(uniform, &mut names)),
        );
        for name in shader.names() {
            image.name(name);
        }
        image.align();
    }
}

impl Shader {
    /// Returns the names in the order of the symbol table. Equal names do not share bytes.
    fn names(&self) -> impl Iterator<Item = &[u8]> {
        let uniforms = self.uniforms.iter().map(|uniform| uniform.name.as_slice());
        let labels = self.labels.iter().map(|label| label.name.as_slice());
        uniforms.chain(labels)
    }
}

fn check_shader(shader: &Shader, structure: Structure) -> Result<(), WriteError> {
    for (entry, label) in shader.labels.iter().enumerate() {
        let location = RecordLocation::entry(structure, Table::Labels, entry);
        check_name(&label.name, location)?;
        if label.size == Some(NONE) {
            let kind = WriteErrorKind::LabelSize;
            return Err(WriteError { location, kind });
        }
    }
    for (entry, uniform) in shader.uniforms.iter().enumerate() {
        let location = RecordLocation::entry(structure, Table::Uniforms, entry);
        check_name(&uniform.name, location)?;
        let (first, last) = (uniform.first, uniform.last);
        if last < first {
            let kind = WriteErrorKind::LastBeforeFirst { first, last };
            return Err(WriteError { location, kind });
        }
    }
    Ok(())
}

fn label_record(label: &LabelEntry, names: &mut Names) -> LabelRecord {
    LabelRecord {
        id: label.id.into(),
        reserved: label.reserved.into(),
        word: label.word.into(),
        size: label.size.unwrap_or(NONE).into(),
        name: names.allocate(&label.name).into(),
    }
}

fn output_record(output: &OutputEntry) -> OutputRecord {
    OutputRecord {
        property: output.property.into(),
        register: output.register.into(),
        mask: output.mask.into(),
        reserved: output.reserved.into(),
    }
}

fn uniform_record(uniform: &UniformEntry, names: &mut Names) -> UniformRecord {
    UniformRecord {
        name: names.allocate(&uniform.name).into(),
        first: uniform.first.into(),
        last: uniform.last.into(),
    }
}
