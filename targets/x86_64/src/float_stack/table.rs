//! The opcodes of the x87 stack.

use avarice_target::Opcode;

use crate::op;

/// How an instruction on registers is done on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Pushes its result: `dst, memory`.
    Push(Opcode),
    /// Reads the top: `memory, src`. There is a form that pops as well.
    Read(Opcode),
    /// Pops what it stores: `memory, src`.
    Pop(Opcode),
    /// Replaces the top: `dst, src`, and memory for arithmetic with an operand there.
    Unary(Opcode),
    /// `dst, left, right`.
    Binary(&'static Arithmetic),
    /// Compares the top with a place: `left, right`.
    Compare(Opcode),
    /// Replaces the top by a place's value if a condition holds: `dst, src (tied), other`.
    Conditional(Opcode),
}

/// The ways to do an operation whose operands are the top and another place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arithmetic {
    /// `top = top op other`
    pub to_top: Opcode,
    /// `top = other op top`
    pub to_top_reversed: Opcode,
    /// `other = other op top`
    pub to_place: Opcode,
    /// `other = top op other`
    pub to_place_reversed: Opcode,
}

const ADD: Arithmetic = Arithmetic {
    to_top: op::ADD_FST0r,
    to_top_reversed: op::ADD_FST0r,
    to_place: op::ADD_FrST0,
    to_place_reversed: op::ADD_FrST0,
};
const SUB: Arithmetic = Arithmetic {
    to_top: op::SUB_FST0r,
    to_top_reversed: op::SUBR_FST0r,
    to_place: op::SUB_FrST0,
    to_place_reversed: op::SUBR_FrST0,
};
const MUL: Arithmetic = Arithmetic {
    to_top: op::MUL_FST0r,
    to_top_reversed: op::MUL_FST0r,
    to_place: op::MUL_FrST0,
    to_place_reversed: op::MUL_FrST0,
};
const DIV: Arithmetic = Arithmetic {
    to_top: op::DIV_FST0r,
    to_top_reversed: op::DIVR_FST0r,
    to_place: op::DIV_FrST0,
    to_place_reversed: op::DIVR_FrST0,
};

use Form::{Binary, Compare, Conditional, Pop, Push, Read, Unary};

/// Instructions on x87 registers of 80 bits and what they are on the stack.
const FORMS: &[(Opcode, Form)] = &[
    (op::LD_Fp080, Push(op::LD_F0)),
    (op::LD_Fp180, Push(op::LD_F1)),
    (op::LD_Fp32m80, Push(op::LD_F32m)),
    (op::LD_Fp64m80, Push(op::LD_F64m)),
    (op::LD_Fp80m, Push(op::LD_F80m)),
    (op::ILD_Fp16m80, Push(op::ILD_F16m)),
    (op::ILD_Fp32m80, Push(op::ILD_F32m)),
    (op::ILD_Fp64m80, Push(op::ILD_F64m)),
    (op::ST_Fp80m32, Read(op::ST_F32m)),
    (op::ST_Fp80m64, Read(op::ST_F64m)),
    (op::IST_Fp16m80, Read(op::IST_F16m)),
    (op::IST_Fp32m80, Read(op::IST_F32m)),
    (op::IST_Fp64m80, Pop(op::IST_FP64m)),
    (op::ISTT_Fp16m80, Pop(op::ISTT_FP16m)),
    (op::ISTT_Fp32m80, Pop(op::ISTT_FP32m)),
    (op::ISTT_Fp64m80, Pop(op::ISTT_FP64m)),
    (op::ST_FpP80m, Pop(op::ST_FP80m)),
    (op::ST_FpP80m32, Pop(op::ST_FP32m)),
    (op::ST_FpP80m64, Pop(op::ST_FP64m)),
    (op::TST_Fp80, Read(op::TST_F)),
    (op::XAM_Fp80, Read(op::XAM_F)),
    (op::ABS_Fp80, Unary(op::ABS_F)),
    (op::CHS_Fp80, Unary(op::CHS_F)),
    (op::SQRT_Fp80, Unary(op::SQRT_F)),
    (op::ADD_Fp80m32, Unary(op::ADD_F32m)),
    (op::ADD_Fp80m64, Unary(op::ADD_F64m)),
    (op::ADD_FpI16m80, Unary(op::ADD_FI16m)),
    (op::ADD_FpI32m80, Unary(op::ADD_FI32m)),
    (op::SUB_Fp80m32, Unary(op::SUB_F32m)),
    (op::SUB_Fp80m64, Unary(op::SUB_F64m)),
    (op::SUB_FpI16m80, Unary(op::SUB_FI16m)),
    (op::SUB_FpI32m80, Unary(op::SUB_FI32m)),
    (op::SUBR_Fp80m32, Unary(op::SUBR_F32m)),
    (op::SUBR_Fp80m64, Unary(op::SUBR_F64m)),
    (op::SUBR_FpI16m80, Unary(op::SUBR_FI16m)),
    (op::SUBR_FpI32m80, Unary(op::SUBR_FI32m)),
    (op::MUL_Fp80m32, Unary(op::MUL_F32m)),
    (op::MUL_Fp80m64, Unary(op::MUL_F64m)),
    (op::MUL_FpI16m80, Unary(op::MUL_FI16m)),
    (op::MUL_FpI32m80, Unary(op::MUL_FI32m)),
    (op::DIV_Fp80m32, Unary(op::DIV_F32m)),
    (op::DIV_Fp80m64, Unary(op::DIV_F64m)),
    (op::DIV_FpI16m80, Unary(op::DIV_FI16m)),
    (op::DIV_FpI32m80, Unary(op::DIV_FI32m)),
    (op::DIVR_Fp80m32, Unary(op::DIVR_F32m)),
    (op::DIVR_Fp80m64, Unary(op::DIVR_F64m)),
    (op::DIVR_FpI16m80, Unary(op::DIVR_FI16m)),
    (op::DIVR_FpI32m80, Unary(op::DIVR_FI32m)),
    (op::ADD_Fp80, Binary(&ADD)),
    (op::SUB_Fp80, Binary(&SUB)),
    (op::MUL_Fp80, Binary(&MUL)),
    (op::DIV_Fp80, Binary(&DIV)),
    (op::UCOM_FpIr80, Compare(op::UCOM_FIr)),
    (op::UCOM_Fpr80, Compare(op::UCOM_Fr)),
    (op::COM_FpIr80, Compare(op::COM_FIr)),
    (op::COM_Fpr80, Compare(op::COM_FST0r)),
    (op::CMOVB_Fp80, Conditional(op::CMOVB_F)),
    (op::CMOVBE_Fp80, Conditional(op::CMOVBE_F)),
    (op::CMOVE_Fp80, Conditional(op::CMOVE_F)),
    (op::CMOVP_Fp80, Conditional(op::CMOVP_F)),
    (op::CMOVNB_Fp80, Conditional(op::CMOVNB_F)),
    (op::CMOVNBE_Fp80, Conditional(op::CMOVNBE_F)),
    (op::CMOVNE_Fp80, Conditional(op::CMOVNE_F)),
    (op::CMOVNP_Fp80, Conditional(op::CMOVNP_F)),
];

/// How an instruction on x87 registers is done; `None` for any other.
pub(super) fn form(opcode: Opcode) -> Option<Form> {
    let found = FORMS.iter().find(|(pseudo, _)| *pseudo == opcode);
    found.map(|(_, form)| *form)
}

/// Instructions and the ones that do the same and pop.
const POPPING: &[(Opcode, Opcode)] = &[
    (op::ADD_FrST0, op::ADD_FPrST0),
    (op::SUB_FrST0, op::SUB_FPrST0),
    (op::SUBR_FrST0, op::SUBR_FPrST0),
    (op::MUL_FrST0, op::MUL_FPrST0),
    (op::DIV_FrST0, op::DIV_FPrST0),
    (op::DIVR_FrST0, op::DIVR_FPrST0),
    (op::ST_F32m, op::ST_FP32m),
    (op::ST_F64m, op::ST_FP64m),
    (op::ST_Frr, op::ST_FPrr),
    (op::IST_F16m, op::IST_FP16m),
    (op::IST_F32m, op::IST_FP32m),
    (op::COM_FIr, op::COM_FIPr),
    (op::COM_FST0r, op::COMP_FST0r),
    (op::COMP_FST0r, op::FCOMPP),
    (op::UCOM_FIr, op::UCOM_FIPr),
    (op::UCOM_Fr, op::UCOM_FPr),
    (op::UCOM_FPr, op::UCOM_FPPr),
];

/// Whether an instruction pops both numbers that it compares.
pub(super) fn pops_twice(opcode: Opcode) -> bool {
    matches!(opcode, op::FCOMPP | op::UCOM_FPPr)
}

/// The instruction that does what `opcode` does and pops.
pub(super) fn popping(opcode: Opcode) -> Option<Opcode> {
    let found = POPPING.iter().find(|(plain, _)| *plain == opcode);
    found.map(|(_, popping)| *popping)
}
