//! Opcode table, which drives the decoder, encoder, disassembly and documentation.

mod info;

use std::fmt;

pub use info::{Block, Class, Controls, Layout, OpcodeInfo};

use Block::{Closes, Divides, Opens};
use Class::{Double, Float, Int, Uint, Untyped};
use Controls::{ResourceInfo, SampleInfo, Sync, Test};
use info::{code, declares, declares_layout, other};

/// The number of an opcode, known or unknown: 11 bits in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Opcode(u16);

macro_rules! opcodes {
    ($($constant:ident $number:literal $name:literal $row:expr;)*) => {
        impl Opcode {
            $(#[doc = concat!("`", $name, "`, ", $number, ".")] pub const $constant: Self = Self($number);)*
        }

        /// All known opcodes, indexed by number.
        pub static OPCODES: [OpcodeInfo; 235] = [$(OpcodeInfo::new($number, $name, $row)),*];
    };
}

opcodes! {
    // constant, number, name, row: destinations, sources, literals; or operands and dwords that are declared
    ADD 0 "add" code(1, 2, Float);
    AND 1 "and" code(1, 2, Uint);
    BREAK 2 "break" code(0, 0, Untyped);
    BREAKC 3 "breakc" code(0, 1, Untyped).controls(Test);
    CALL 4 "call" code(0, 1, Untyped);
    CALLC 5 "callc" code(0, 2, Untyped).controls(Test);
    CASE 6 "case" code(0, 1, Int);
    CONTINUE 7 "continue" code(0, 0, Untyped);
    CONTINUEC 8 "continuec" code(0, 1, Untyped).controls(Test);
    CUT 9 "cut" code(0, 0, Untyped);
    DEFAULT 10 "default" code(0, 0, Untyped);
    DERIV_RTX 11 "deriv_rtx" code(1, 1, Float);
    DERIV_RTY 12 "deriv_rty" code(1, 1, Float);
    DISCARD 13 "discard" code(0, 1, Untyped).controls(Test);
    DIV 14 "div" code(1, 2, Float);
    DP2 15 "dp2" code(1, 2, Float);
    DP3 16 "dp3" code(1, 2, Float);
    DP4 17 "dp4" code(1, 2, Float);
    ELSE 18 "else" code(0, 0, Untyped).block(Divides);
    EMIT 19 "emit" code(0, 0, Untyped);
    EMIT_THEN_CUT 20 "emit_then_cut" code(0, 0, Untyped);
    ENDIF 21 "endif" code(0, 0, Untyped).block(Closes);
    ENDLOOP 22 "endloop" code(0, 0, Untyped).block(Closes);
    ENDSWITCH 23 "endswitch" code(0, 0, Untyped).block(Closes);
    EQ 24 "eq" code(1, 2, Float);
    EXP 25 "exp" code(1, 1, Float);
    FRC 26 "frc" code(1, 1, Float);
    FTOI 27 "ftoi" code(1, 1, Float);
    FTOU 28 "ftou" code(1, 1, Float);
    GE 29 "ge" code(1, 2, Float);
    IADD 30 "iadd" code(1, 2, Int);
    IF 31 "if" code(0, 1, Untyped).controls(Test).block(Opens);
    IEQ 32 "ieq" code(1, 2, Int);
    IGE 33 "ige" code(1, 2, Int);
    ILT 34 "ilt" code(1, 2, Int);
    IMAD 35 "imad" code(1, 3, Int);
    IMAX 36 "imax" code(1, 2, Int);
    IMIN 37 "imin" code(1, 2, Int);
    IMUL 38 "imul" code(2, 2, Int);
    INE 39 "ine" code(1, 2, Int);
    INEG 40 "ineg" code(1, 1, Int);
    ISHL 41 "ishl" code(1, 2, Int);
    ISHR 42 "ishr" code(1, 2, Int);
    ITOF 43 "itof" code(1, 1, Int);
    LABEL 44 "label" code(0, 1, Untyped);
    LD 45 "ld" code(1, 2, Int);
    LDMS 46 "ldms" code(1, 3, Int);
    LOG 47 "log" code(1, 1, Float);
    LOOP 48 "loop" code(0, 0, Untyped).block(Opens);
    LT 49 "lt" code(1, 2, Float);
    MAD 50 "mad" code(1, 3, Float);
    MIN 51 "min" code(1, 2, Float);
    MAX 52 "max" code(1, 2, Float);
    CUSTOMDATA 53 "customdata" other(Layout::CustomData);
    MOV 54 "mov" code(1, 1, Untyped).tight();
    MOVC 55 "movc" code(1, 3, Untyped).tight();
    MUL 56 "mul" code(1, 2, Float);
    NE 57 "ne" code(1, 2, Float);
    NOP 58 "nop" code(0, 0, Untyped);
    NOT 59 "not" code(1, 1, Uint);
    OR 60 "or" code(1, 2, Uint);
    RESINFO 61 "resinfo" code(1, 2, Int).controls(ResourceInfo);
    RET 62 "ret" code(0, 0, Untyped);
    RETC 63 "retc" code(0, 1, Untyped).controls(Test);
    ROUND_NE 64 "round_ne" code(1, 1, Float);
    ROUND_NI 65 "round_ni" code(1, 1, Float);
    ROUND_PI 66 "round_pi" code(1, 1, Float);
    ROUND_Z 67 "round_z" code(1, 1, Float);
    RSQ 68 "rsq" code(1, 1, Float);
    SAMPLE 69 "sample" code(1, 3, Float);
    SAMPLE_C 70 "sample_c" code(1, 4, Float);
    SAMPLE_C_LZ 71 "sample_c_lz" code(1, 4, Float);
    SAMPLE_L 72 "sample_l" code(1, 4, Float);
    SAMPLE_D 73 "sample_d" code(1, 5, Float);
    SAMPLE_B 74 "sample_b" code(1, 4, Float);
    SQRT 75 "sqrt" code(1, 1, Float);
    SWITCH 76 "switch" code(0, 1, Int).block(Opens);
    SINCOS 77 "sincos" code(2, 1, Float);
    UDIV 78 "udiv" code(2, 2, Uint);
    ULT 79 "ult" code(1, 2, Uint);
    UGE 80 "uge" code(1, 2, Uint);
    UMUL 81 "umul" code(2, 2, Uint);
    UMAD 82 "umad" code(1, 3, Uint);
    UMAX 83 "umax" code(1, 2, Uint);
    UMIN 84 "umin" code(1, 2, Uint);
    USHR 85 "ushr" code(1, 2, Uint);
    UTOF 86 "utof" code(1, 1, Uint);
    XOR 87 "xor" code(1, 2, Uint);
    DCL_RESOURCE 88 "dcl_resource" declares(1, 1);
    DCL_CONSTANTBUFFER 89 "dcl_constantbuffer" declares(1, 0);
    DCL_SAMPLER 90 "dcl_sampler" declares(1, 0);
    DCL_INDEXRANGE 91 "dcl_indexrange" declares(1, 1);
    DCL_OUTPUTTOPOLOGY 92 "dcl_outputtopology" declares(0, 0);
    DCL_INPUTPRIMITIVE 93 "dcl_inputprimitive" declares(0, 0);
    DCL_MAXOUT 94 "dcl_maxout" declares(0, 1);
    DCL_INPUT 95 "dcl_input" declares(1, 0);
    DCL_INPUT_SGV 96 "dcl_input_sgv" declares(1, 1);
    DCL_INPUT_SIV 97 "dcl_input_siv" declares(1, 1);
    DCL_INPUT_PS 98 "dcl_input_ps" declares(1, 0);
    DCL_INPUT_PS_SGV 99 "dcl_input_ps_sgv" declares(1, 1);
    DCL_INPUT_PS_SIV 100 "dcl_input_ps_siv" declares(1, 1);
    DCL_OUTPUT 101 "dcl_output" declares(1, 0);
    DCL_OUTPUT_SGV 102 "dcl_output_sgv" declares(1, 1);
    DCL_OUTPUT_SIV 103 "dcl_output_siv" declares(1, 1);
    DCL_TEMPS 104 "dcl_temps" declares(0, 1);
    DCL_INDEXABLE_TEMP 105 "dcl_indexableTemp" declares(0, 3);
    DCL_GLOBAL_FLAGS 106 "dcl_globalFlags" declares(0, 0);
    RESERVED107 107 "reserved107" other(Layout::Unknown);
    LOD 108 "lod" code(1, 3, Float);
    GATHER4 109 "gather4" code(1, 3, Float);
    SAMPLEPOS 110 "samplepos" code(1, 2, Untyped);
    SAMPLEINFO 111 "sampleinfo" code(1, 1, Untyped).controls(SampleInfo);
    RESERVED112 112 "reserved112" other(Layout::Unknown);
    HS_DECLS 113 "hs_decls" code(0, 0, Untyped);
    HS_CONTROL_POINT_PHASE 114 "hs_control_point_phase" code(0, 0, Untyped);
    HS_FORK_PHASE 115 "hs_fork_phase" code(0, 0, Untyped);
    HS_JOIN_PHASE 116 "hs_join_phase" code(0, 0, Untyped);
    EMIT_STREAM 117 "emit_stream" code(0, 1, Untyped);
    CUT_STREAM 118 "cut_stream" code(0, 1, Untyped);
    EMIT_THEN_CUT_STREAM 119 "emit_then_cut_stream" code(0, 1, Untyped);
    FCALL 120 "fcall" other(Layout::FunctionCall);
    BUFINFO 121 "bufinfo" code(1, 1, Int);
    DERIV_RTX_COARSE 122 "deriv_rtx_coarse" code(1, 1, Float);
    DERIV_RTX_FINE 123 "deriv_rtx_fine" code(1, 1, Float);
    DERIV_RTY_COARSE 124 "deriv_rty_coarse" code(1, 1, Float);
    DERIV_RTY_FINE 125 "deriv_rty_fine" code(1, 1, Float);
    GATHER4_C 126 "gather4_c" code(1, 4, Float);
    GATHER4_PO 127 "gather4_po" code(1, 4, Untyped);
    GATHER4_PO_C 128 "gather4_po_c" code(1, 5, Float);
    RCP 129 "rcp" code(1, 1, Float);
    F32TOF16 130 "f32tof16" code(1, 1, Float);
    F16TOF32 131 "f16tof32" code(1, 1, Uint);
    UADDC 132 "uaddc" code(2, 2, Uint);
    USUBB 133 "usubb" code(2, 2, Uint);
    COUNTBITS 134 "countbits" code(1, 1, Uint);
    FIRSTBIT_HI 135 "firstbit_hi" code(1, 1, Uint);
    FIRSTBIT_LO 136 "firstbit_lo" code(1, 1, Uint);
    FIRSTBIT_SHI 137 "firstbit_shi" code(1, 1, Uint);
    UBFE 138 "ubfe" code(1, 3, Uint);
    IBFE 139 "ibfe" code(1, 3, Int);
    BFI 140 "bfi" code(1, 4, Uint);
    BFREV 141 "bfrev" code(1, 1, Uint);
    SWAPC 142 "swapc" code(2, 3, Untyped).tight();
    DCL_STREAM 143 "dcl_stream" declares(1, 0);
    DCL_FUNCTION_BODY 144 "dcl_function_body" declares(0, 1);
    DCL_FUNCTION_TABLE 145 "dcl_function_table" declares_layout(Layout::FunctionTable);
    DCL_INTERFACE 146 "dcl_interface" declares_layout(Layout::Interface);
    DCL_INPUT_CONTROL_POINT_COUNT 147 "dcl_input_control_point_count" declares(0, 0);
    DCL_OUTPUT_CONTROL_POINT_COUNT 148 "dcl_output_control_point_count" declares(0, 0);
    DCL_TESSELLATOR_DOMAIN 149 "dcl_tessellator_domain" declares(0, 0);
    DCL_TESSELLATOR_PARTITIONING 150 "dcl_tessellator_partitioning" declares(0, 0);
    DCL_TESSELLATOR_OUTPUT_PRIMITIVE 151 "dcl_tessellator_output_primitive" declares(0, 0);
    DCL_HS_MAX_TESSFACTOR 152 "dcl_hs_max_tessfactor" declares(0, 1);
    DCL_HS_FORK_PHASE_INSTANCE_COUNT 153 "dcl_hs_fork_phase_instance_count" declares(0, 1);
    DCL_HS_JOIN_PHASE_INSTANCE_COUNT 154 "dcl_hs_join_phase_instance_count" declares(0, 1);
    DCL_THREAD_GROUP 155 "dcl_thread_group" declares(0, 3);
    DCL_UAV_TYPED 156 "dcl_uav_typed" declares(1, 1);
    DCL_UAV_RAW 157 "dcl_uav_raw" declares(1, 0);
    DCL_UAV_STRUCTURED 158 "dcl_uav_structured" declares(1, 1);
    DCL_TGSM_RAW 159 "dcl_tgsm_raw" declares(1, 1);
    DCL_TGSM_STRUCTURED 160 "dcl_tgsm_structured" declares(1, 2);
    DCL_RESOURCE_RAW 161 "dcl_resource_raw" declares(1, 0);
    DCL_RESOURCE_STRUCTURED 162 "dcl_resource_structured" declares(1, 1);
    LD_UAV_TYPED 163 "ld_uav_typed" code(1, 2, Untyped);
    STORE_UAV_TYPED 164 "store_uav_typed" code(1, 2, Untyped);
    LD_RAW 165 "ld_raw" code(1, 2, Int);
    STORE_RAW 166 "store_raw" code(1, 2, Untyped);
    LD_STRUCTURED 167 "ld_structured" code(1, 3, Int);
    STORE_STRUCTURED 168 "store_structured" code(1, 3, Untyped).tight();
    ATOMIC_AND 169 "atomic_and" code(1, 2, Uint);
    ATOMIC_OR 170 "atomic_or" code(1, 2, Uint);
    ATOMIC_XOR 171 "atomic_xor" code(1, 2, Uint);
    ATOMIC_CMP_STORE 172 "atomic_cmp_store" code(1, 3, Untyped);
    ATOMIC_IADD 173 "atomic_iadd" code(1, 2, Int);
    ATOMIC_IMAX 174 "atomic_imax" code(1, 2, Int);
    ATOMIC_IMIN 175 "atomic_imin" code(1, 2, Int);
    ATOMIC_UMAX 176 "atomic_umax" code(1, 2, Uint);
    ATOMIC_UMIN 177 "atomic_umin" code(1, 2, Uint);
    IMM_ATOMIC_ALLOC 178 "imm_atomic_alloc" code(1, 1, Untyped);
    IMM_ATOMIC_CONSUME 179 "imm_atomic_consume" code(1, 1, Untyped);
    IMM_ATOMIC_IADD 180 "imm_atomic_iadd" code(1, 3, Int);
    IMM_ATOMIC_AND 181 "imm_atomic_and" code(1, 3, Uint);
    IMM_ATOMIC_OR 182 "imm_atomic_or" code(1, 3, Uint);
    IMM_ATOMIC_XOR 183 "imm_atomic_xor" code(1, 3, Uint);
    IMM_ATOMIC_EXCH 184 "imm_atomic_exch" code(1, 3, Untyped);
    IMM_ATOMIC_CMP_EXCH 185 "imm_atomic_cmp_exch" code(1, 4, Untyped);
    IMM_ATOMIC_IMAX 186 "imm_atomic_imax" code(1, 3, Int);
    IMM_ATOMIC_IMIN 187 "imm_atomic_imin" code(1, 3, Int);
    IMM_ATOMIC_UMAX 188 "imm_atomic_umax" code(1, 3, Uint);
    IMM_ATOMIC_UMIN 189 "imm_atomic_umin" code(1, 3, Uint);
    SYNC 190 "sync" code(0, 0, Untyped).controls(Sync);
    DADD 191 "dadd" code(1, 2, Double);
    DMAX 192 "dmax" code(1, 2, Double);
    DMIN 193 "dmin" code(1, 2, Double);
    DMUL 194 "dmul" code(1, 2, Double);
    DEQ 195 "deq" code(1, 2, Double);
    DGE 196 "dge" code(1, 2, Double);
    DLT 197 "dlt" code(1, 2, Double);
    DNE 198 "dne" code(1, 2, Double);
    DMOV 199 "dmov" code(1, 1, Double);
    DMOVC 200 "dmovc" code(1, 3, Double);
    DTOF 201 "dtof" code(1, 1, Double);
    FTOD 202 "ftod" code(1, 1, Float);
    EVAL_SNAPPED 203 "eval_snapped" code(1, 2, Untyped);
    EVAL_SAMPLE_INDEX 204 "eval_sample_index" code(1, 2, Untyped);
    EVAL_CENTROID 205 "eval_centroid" code(1, 1, Float);
    DCL_GSINSTANCES 206 "dcl_gsinstances" declares(0, 1);
    ABORT 207 "abort" code(0, 0, Untyped);
    DEBUG_BREAK 208 "debug_break" code(0, 0, Untyped);
    RESERVED209 209 "reserved209" other(Layout::Unknown);
    DDIV 210 "ddiv" code(1, 2, Double);
    DFMA 211 "dfma" code(1, 3, Double);
    DRCP 212 "drcp" code(1, 1, Double);
    MSAD 213 "msad" code(1, 3, Uint);
    DTOI 214 "dtoi" code(1, 1, Double);
    DTOU 215 "dtou" code(1, 1, Double);
    ITOD 216 "itod" code(1, 1, Int);
    UTOD 217 "utod" code(1, 1, Uint);
    RESERVED218 218 "reserved218" other(Layout::Unknown);
    GATHER4_S 219 "gather4_s" code(2, 3, Untyped);
    GATHER4_C_S 220 "gather4_c_s" code(2, 4, Untyped);
    GATHER4_PO_S 221 "gather4_po_s" code(2, 4, Untyped);
    GATHER4_PO_C_S 222 "gather4_po_c_s" code(2, 5, Untyped);
    LD_S 223 "ld_s" code(2, 2, Untyped);
    LDMS_S 224 "ldms_s" code(2, 3, Untyped);
    LD_UAV_TYPED_S 225 "ld_uav_typed_s" code(2, 2, Untyped);
    LD_RAW_S 226 "ld_raw_s" code(2, 2, Untyped);
    LD_STRUCTURED_S 227 "ld_structured_s" code(2, 3, Untyped);
    SAMPLE_L_S 228 "sample_l_s" code(2, 4, Untyped);
    SAMPLE_C_LZ_S 229 "sample_c_lz_s" code(2, 4, Untyped);
    SAMPLE_CL_S 230 "sample_cl_s" code(2, 4, Untyped);
    SAMPLE_B_CL_S 231 "sample_b_cl_s" code(2, 5, Untyped);
    SAMPLE_D_CL_S 232 "sample_d_cl_s" code(2, 6, Untyped);
    SAMPLE_C_CL_S 233 "sample_c_cl_s" code(2, 5, Untyped);
    CHECK_ACCESS_FULLY_MAPPED 234 "check_access_fully_mapped" code(1, 1, Untyped);
}

impl Opcode {
    /// Creates the opcode with a number. Only the lowest 11 bits are used, as in a file.
    pub const fn new(number: u16) -> Self {
        Self(number & 0x7FF)
    }

    /// Returns the number.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Returns the table entry, or `None` for an unknown number.
    pub fn info(self) -> Option<&'static OpcodeInfo> {
        OPCODES.get(usize::from(self.0))
    }

    /// Returns the opcode with a mnemonic.
    pub fn from_name(name: &str) -> Option<Self> {
        let row = OPCODES.iter().find(|row| row.name == name)?;
        Some(Self(row.number))
    }
}

/// Formats the mnemonic, or `opcode300` for an unknown number.
impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.info() {
            Some(info) => f.write_str(info.name),
            None => write!(f, "opcode{}", self.0),
        }
    }
}

impl fmt::Debug for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_at_their_numbers() {
        assert_eq!(OPCODES.len(), 235);
        for (row, info) in OPCODES.iter().enumerate() {
            assert_eq!(usize::from(info.number), row, "{}", info.name);
            let opcode = Opcode::new(info.number);
            assert_eq!(Opcode::from_name(info.name), Some(opcode));
            assert_eq!(opcode.info(), Some(info));
        }
    }

    #[test]
    fn numbers_without_a_row_are_kept() {
        let unknown = Opcode::new(300);
        assert_eq!((unknown.number(), unknown.info()), (300, None));
        assert_eq!(unknown.to_string(), "opcode300");
        assert_eq!(Opcode::new(0x800), Opcode::ADD);
    }

    #[test]
    fn blocks_that_open_are_closed() {
        let count = |block| OPCODES.iter().filter(|row| row.block == block).count();
        assert_eq!(count(Opens), count(Closes));
    }
}
