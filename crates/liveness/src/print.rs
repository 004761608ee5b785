//! Printed forms used by more than one debug output.

use std::fmt;

use avarice_mir::Reg;
use avarice_target::{PhysReg, RegUnit, TargetDesc};

/// A number as C's `%e` prints it: `1.000000e+00`, `INF`.
#[derive(Clone, Copy, Debug)]
pub struct Exponent(pub f32);

impl fmt::Display for Exponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = f64::from(self.0);
        if value.is_infinite() {
            return f.write_str(if value > 0.0 { "INF" } else { "-INF" });
        }
        if value.is_nan() {
            return f.write_str("nan");
        }
        let text = format!("{value:.6e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, digits) = match exponent.strip_prefix('-') {
            Some(digits) => ('-', digits),
            None => ('+', exponent),
        };
        write!(f, "{mantissa}e{sign}{digits:0>2}")
    }
}

/// A register unit's printed form: the names of its roots joined by `~`.
#[derive(Clone, Copy, Debug)]
pub struct UnitName(pub &'static TargetDesc, pub RegUnit);

impl fmt::Display for UnitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.units[self.1.index()].name)
    }
}

/// A register's printed form: `%3`, `$eax`, `$noreg`.
#[derive(Clone, Copy, Debug)]
pub struct RegName(pub &'static TargetDesc, pub Reg);

impl RegName {
    /// The printed form of a physical register.
    pub fn phys(target: &'static TargetDesc, reg: PhysReg) -> Self {
        Self(target, Reg::phys(reg))
    }
}

impl fmt::Display for RegName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.1.as_virtual(), self.1.as_physical()) {
            (Some(reg), _) => write!(f, "{reg}"),
            (_, Some(reg)) => write!(f, "${}", self.0.reg(reg).name),
            _ => f.write_str("$noreg"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_have_two_digits() {
        assert_eq!(Exponent(0.0).to_string(), "0.000000e+00");
        assert_eq!(Exponent(1.5e-3).to_string(), "1.500000e-03");
        assert_eq!(Exponent(2.5e12).to_string(), "2.500000e+12");
        assert_eq!(Exponent(f32::INFINITY).to_string(), "INF");
    }
}
