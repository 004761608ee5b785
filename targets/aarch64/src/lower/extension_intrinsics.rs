//! Intrinsics that are one instruction of an extension: checksums, AES, SHA, SM3 and SM4.

use avarice_ir::{CastOp, Inst, InstKind};
use avarice_lower::Result;
use avarice_target::Opcode;

use super::Selector;
use crate::op;
use crate::subtarget::{self, Features};

/// Names after `llvm.aarch64.`, without types.
const CHECKSUMS: &[(&str, Opcode)] = &[
    ("crc32b", op::CRC32Brr),
    ("crc32cb", op::CRC32CBrr),
    ("crc32ch", op::CRC32CHrr),
    ("crc32cw", op::CRC32CWrr),
    ("crc32cx", op::CRC32CXrr),
    ("crc32h", op::CRC32Hrr),
    ("crc32w", op::CRC32Wrr),
    ("crc32x", op::CRC32Xrr),
];

/// Names after `llvm.aarch64.crypto.`, without types, and the feature that has the instruction.
const CRYPTO: &[(&str, Opcode, &str, Features)] = &[
    ("aesd", op::AESDrr, "aes", Features::AES),
    ("aese", op::AESErr, "aes", Features::AES),
    ("aesimc", op::AESIMCrr, "aes", Features::AES),
    ("aesmc", op::AESMCrr, "aes", Features::AES),
    ("bcaxs", op::BCAX, "sha3", Features::SHA3),
    ("bcaxu", op::BCAX, "sha3", Features::SHA3),
    ("eor3s", op::EOR3, "sha3", Features::SHA3),
    ("eor3u", op::EOR3, "sha3", Features::SHA3),
    ("rax1", op::RAX1, "sha3", Features::SHA3),
    ("sha1c", op::SHA1Crrr, "sha2", Features::SHA2),
    ("sha1h", op::SHA1Hrr, "sha2", Features::SHA2),
    ("sha1m", op::SHA1Mrrr, "sha2", Features::SHA2),
    ("sha1p", op::SHA1Prrr, "sha2", Features::SHA2),
    ("sha1su0", op::SHA1SU0rrr, "sha2", Features::SHA2),
    ("sha1su1", op::SHA1SU1rr, "sha2", Features::SHA2),
    ("sha256h", op::SHA256Hrrr, "sha2", Features::SHA2),
    ("sha256h2", op::SHA256H2rrr, "sha2", Features::SHA2),
    ("sha256su0", op::SHA256SU0rr, "sha2", Features::SHA2),
    ("sha256su1", op::SHA256SU1rrr, "sha2", Features::SHA2),
    ("sha512h", op::SHA512H, "sha3", Features::SHA3),
    ("sha512h2", op::SHA512H2, "sha3", Features::SHA3),
    ("sha512su0", op::SHA512SU0, "sha3", Features::SHA3),
    ("sha512su1", op::SHA512SU1, "sha3", Features::SHA3),
    ("sm3partw1", op::SM3PARTW1, "sm4", Features::SM4),
    ("sm3partw2", op::SM3PARTW2, "sm4", Features::SM4),
    ("sm3ss1", op::SM3SS1, "sm4", Features::SM4),
    ("sm3tt1a", op::SM3TT1A, "sm4", Features::SM4),
    ("sm3tt1b", op::SM3TT1B, "sm4", Features::SM4),
    ("sm3tt2a", op::SM3TT2A, "sm4", Features::SM4),
    ("sm3tt2b", op::SM3TT2B, "sm4", Features::SM4),
    ("sm4e", op::SM4E, "sm4", Features::SM4),
    ("sm4ekey", op::SM4ENCKEY, "sm4", Features::SM4),
    ("xar", op::XAR, "sha3", Features::SHA3),
];

impl Selector<'_, '_> {
    /// Selects an intrinsic of an extension by its name after `llvm.aarch64.`; `false` if it is another one.
    pub(super) fn lower_extension_intrinsic(&mut self, inst: Inst, name: &str) -> Result<bool> {
        if let Some((_, opcode)) = CHECKSUMS.iter().find(|row| row.0 == name) {
            self.require_feature(name, "crc", Features::CRC)?;
            let [sum, mut data] = self.operands(inst);
            // The instruction looks at the low bits only.
            let bits = match name {
                "crc32b" | "crc32cb" => 8,
                "crc32h" | "crc32ch" => 16,
                _ => 0,
            };
            if let Some((extension, InstKind::Cast(CastOp::ZExt))) = self.def_kind(data) {
                let narrow = self.function.operand(extension, 0);
                if self.options.optimize && self.int_bits(narrow) == Some(bits) {
                    data = narrow;
                }
            }
            let dst = self.result_reg(inst)?;
            let (sum, data) = (self.use_value(sum)?, self.use_value(data)?);
            self.emit(*opcode).def(dst).reg(sum).reg(data).done();
            return Ok(true);
        }
        let Some(stem) = name.strip_prefix("crypto.") else {
            return Ok(false);
        };
        let stem = stem.split('.').next().unwrap_or(stem);
        match CRYPTO.iter().find(|row| row.0 == stem) {
            Some((_, opcode, feature, flag)) => {
                self.require_feature(name, feature, *flag)?;
                self.lower_one_instruction(inst, *opcode)
            }
            None => Ok(false),
        }
    }

    fn require_feature(&self, name: &str, feature: &str, flag: Features) -> Result<()> {
        let function = self.module.globals[self.global].function();
        let attrs = function.and_then(|function| function.attrs.function);
        match subtarget::features(self.module.attrs(attrs)).contains(flag) {
            true => Ok(()),
            false => self.unsupported(format!(
                "intrinsic llvm.aarch64.{name} without the feature {feature}"
            )),
        }
    }
}
