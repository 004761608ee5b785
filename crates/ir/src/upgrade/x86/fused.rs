//! Fused multiplications and additions: `fma.vf[n]m(add|sub).(ps|pd|ss|sd)` and their FMA4 counterparts.

use crate::entities::Value;
use crate::intrinsics::Intrinsic;

use super::super::builder::Builder;

/// The value of a call of `name`.
pub(super) fn value(builder: &mut Builder<'_>, name: &str) -> Option<Value> {
    let (family, rest) = name.split_once('.')?;
    let operation = rest.split('.').next()?;
    let is_low = rest.split('.').nth(1)?.starts_with('s');
    let [mut a, mut b, mut c] = *builder.args else {
        return None;
    };
    let into = a;
    if is_low {
        a = builder.extract(a, 0);
        b = builder.extract(b, 0);
        c = builder.extract(c, 0);
    }
    // The scalar forms have always changed the sign of the second factor, the others that of the first.
    if operation.starts_with("vfnm") {
        match is_low {
            true => b = builder.fneg(b),
            false => a = builder.fneg(a),
        }
    }
    if operation.ends_with("msub") || operation == "vfmsubadd" {
        c = builder.fneg(c);
    }
    let ret = builder.ty(a);
    if operation == "vfmsubadd" {
        let name = rest.replacen("vfmsubadd", "vfmaddsub", 1);
        return builder.call(&format!("llvm.x86.{family}.{name}"), ret, &[a, b, c]);
    }
    let result = builder.intrinsic(Intrinsic::Fma, ret, &[a, b, c])?;
    if !is_low {
        return Some(result);
    }
    // Those of FMA4 clear what is above the lowest element.
    let into = match family {
        "fma4" => builder.zero(builder.result),
        _ => into,
    };
    Some(builder.insert(into, result, 0))
}
