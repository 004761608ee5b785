//! Opcodes of atomic read-modify-write instructions (the extension LSE), by ordering and size.

use avarice_target::Opcode;

use crate::op;

/// By ordering (none, acquire, release, both), then by 1, 2, 4 and 8 bytes.
pub(super) type ByOrder = [[Opcode; 4]; 4];

/// Compare and exchange.
pub(super) const CAS: ByOrder = [
    [op::CASB, op::CASH, op::CASW, op::CASX],
    [op::CASAB, op::CASAH, op::CASAW, op::CASAX],
    [op::CASLB, op::CASLH, op::CASLW, op::CASLX],
    [op::CASALB, op::CASALH, op::CASALW, op::CASALX],
];

/// Exchange.
pub(super) const SWP: ByOrder = [
    [op::SWPB, op::SWPH, op::SWPW, op::SWPX],
    [op::SWPAB, op::SWPAH, op::SWPAW, op::SWPAX],
    [op::SWPLB, op::SWPLH, op::SWPLW, op::SWPLX],
    [op::SWPALB, op::SWPALH, op::SWPALW, op::SWPALX],
];

/// Addition.
pub(super) const LDADD: ByOrder = [
    [op::LDADDB, op::LDADDH, op::LDADDW, op::LDADDX],
    [op::LDADDAB, op::LDADDAH, op::LDADDAW, op::LDADDAX],
    [op::LDADDLB, op::LDADDLH, op::LDADDLW, op::LDADDLX],
    [op::LDADDALB, op::LDADDALH, op::LDADDALW, op::LDADDALX],
];

/// Bits cleared.
pub(super) const LDCLR: ByOrder = [
    [op::LDCLRB, op::LDCLRH, op::LDCLRW, op::LDCLRX],
    [op::LDCLRAB, op::LDCLRAH, op::LDCLRAW, op::LDCLRAX],
    [op::LDCLRLB, op::LDCLRLH, op::LDCLRLW, op::LDCLRLX],
    [op::LDCLRALB, op::LDCLRALH, op::LDCLRALW, op::LDCLRALX],
];

/// Bits set.
pub(super) const LDSET: ByOrder = [
    [op::LDSETB, op::LDSETH, op::LDSETW, op::LDSETX],
    [op::LDSETAB, op::LDSETAH, op::LDSETAW, op::LDSETAX],
    [op::LDSETLB, op::LDSETLH, op::LDSETLW, op::LDSETLX],
    [op::LDSETALB, op::LDSETALH, op::LDSETALW, op::LDSETALX],
];

/// Bits inverted.
pub(super) const LDEOR: ByOrder = [
    [op::LDEORB, op::LDEORH, op::LDEORW, op::LDEORX],
    [op::LDEORAB, op::LDEORAH, op::LDEORAW, op::LDEORAX],
    [op::LDEORLB, op::LDEORLH, op::LDEORLW, op::LDEORLX],
    [op::LDEORALB, op::LDEORALH, op::LDEORALW, op::LDEORALX],
];

/// Signed maximum.
pub(super) const LDSMAX: ByOrder = [
    [op::LDSMAXB, op::LDSMAXH, op::LDSMAXW, op::LDSMAXX],
    [op::LDSMAXAB, op::LDSMAXAH, op::LDSMAXAW, op::LDSMAXAX],
    [op::LDSMAXLB, op::LDSMAXLH, op::LDSMAXLW, op::LDSMAXLX],
    [op::LDSMAXALB, op::LDSMAXALH, op::LDSMAXALW, op::LDSMAXALX],
];

/// Signed minimum.
pub(super) const LDSMIN: ByOrder = [
    [op::LDSMINB, op::LDSMINH, op::LDSMINW, op::LDSMINX],
    [op::LDSMINAB, op::LDSMINAH, op::LDSMINAW, op::LDSMINAX],
    [op::LDSMINLB, op::LDSMINLH, op::LDSMINLW, op::LDSMINLX],
    [op::LDSMINALB, op::LDSMINALH, op::LDSMINALW, op::LDSMINALX],
];

/// Unsigned maximum.
pub(super) const LDUMAX: ByOrder = [
    [op::LDUMAXB, op::LDUMAXH, op::LDUMAXW, op::LDUMAXX],
    [op::LDUMAXAB, op::LDUMAXAH, op::LDUMAXAW, op::LDUMAXAX],
    [op::LDUMAXLB, op::LDUMAXLH, op::LDUMAXLW, op::LDUMAXLX],
    [op::LDUMAXALB, op::LDUMAXALH, op::LDUMAXALW, op::LDUMAXALX],
];

/// Unsigned minimum.
pub(super) const LDUMIN: ByOrder = [
    [op::LDUMINB, op::LDUMINH, op::LDUMINW, op::LDUMINX],
    [op::LDUMINAB, op::LDUMINAH, op::LDUMINAW, op::LDUMINAX],
    [op::LDUMINLB, op::LDUMINLH, op::LDUMINLW, op::LDUMINLX],
    [op::LDUMINALB, op::LDUMINALH, op::LDUMINALW, op::LDUMINALX],
];

/// Loads that order what follows. By 1, 2, 4 and 8 bytes.
pub(super) const ACQUIRE: [Opcode; 4] = [op::LDARB, op::LDARH, op::LDARW, op::LDARX];

/// Stores that order what came before. By 1, 2, 4 and 8 bytes.
pub(super) const RELEASE: [Opcode; 4] = [op::STLRB, op::STLRH, op::STLRW, op::STLRX];

/// Loads that a store may depend on: without and with order. By 1, 2, 4 and 8 bytes.
pub(super) const LOAD_EXCLUSIVE: [[Opcode; 4]; 2] = [
    [op::LDXRB, op::LDXRH, op::LDXRW, op::LDXRX],
    [op::LDAXRB, op::LDAXRH, op::LDAXRW, op::LDAXRX],
];

/// Stores that fail if another store has happened since such a load. By 1, 2, 4 and 8 bytes.
pub(super) const STORE_EXCLUSIVE: [[Opcode; 4]; 2] = [
    [op::STXRB, op::STXRH, op::STXRW, op::STXRX],
    [op::STLXRB, op::STLXRH, op::STLXRW, op::STLXRX],
];

/// Compare and exchange as a loop, for processors without instructions for it. By 1, 2, 4 and 8 bytes.
pub(super) const CMP_SWAP: [Opcode; 4] = [
    op::CMP_SWAP_8,
    op::CMP_SWAP_16,
    op::CMP_SWAP_32,
    op::CMP_SWAP_64,
];
