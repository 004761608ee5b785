//! All machine passes in order.

use super::{Pass, Valid};
use crate::allocation_check::require_slot_access;
use crate::stack_warning;
use avarice_regalloc2::machine::{self, Algorithm};

/// All passes in order. Selection comes before them, encoding after.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "finalize-isel",
        title: "Finalize Instruction Selection",
        run: |_| Ok(()),
    },
    Pass {
        name: "early-tailduplication",
        title: "Early Tail Duplication",
        run: |s| {
            if !s.has_attribute("optnone") {
                avarice_regalloc::early_tail_duplication::run(&mut s.function, s.target.hooks);
                s.valid &= Valid::FUNCTION;
            }
            Ok(())
        },
    },
    Pass {
        name: "early-machinelicm",
        title: "Early Machine Loop Invariant Code Motion",
        run: |s| {
            if !s.has_attribute("optnone") {
                s.require_loops();
                s.require_function();
                avarice_regalloc::early_machine_licm::run(
                    &mut s.function,
                    s.target.hooks,
                    s.context,
                );
            }
            Ok(())
        },
    },
    Pass {
        name: "machine-cse",
        title: "Machine Common Subexpression Elimination",
        run: |s| {
            if !s.has_attribute("optnone") {
                s.require_loops();
                s.require_function();
                avarice_regalloc::machine_cse::run(&mut s.function, s.target.hooks, s.context);
            }
            Ok(())
        },
    },
    Pass {
        name: "peephole-opt",
        title: "Peephole Optimizations",
        run: |s| {
            if !s.has_attribute("optnone") {
                s.target.hooks.optimize_peepholes(&mut s.function);
            }
            Ok(())
        },
    },
    Pass {
        name: "detect-dead-lanes",
        title: "Detect Dead Lanes",
        run: |s| {
            s.with_log(|function, _, context, log| {
                avarice_regalloc::detect_dead_lanes::run(function, context, log);
            });
            Ok(())
        },
    },
    Pass {
        name: "processimpdefs",
        title: "Process Implicit Definitions",
        run: |s| {
            avarice_regalloc::process_imp_defs::run(&mut s.function, s.context);
            Ok(())
        },
    },
    Pass {
        name: "unreachable-mbb-elimination",
        title: "Remove unreachable machine basic blocks",
        run: |s| {
            s.remove_unreachable_blocks();
            Ok(())
        },
    },
    Pass {
        name: "livevars",
        title: "Live Variable Analysis",
        run: |s| {
            s.require_live_variables();
            Ok(())
        },
    },
    Pass {
        name: "machine-loops",
        title: "Machine Natural Loop Construction",
        run: |s| {
            s.require_loops();
            Ok(())
        },
    },
    Pass {
        name: "split-critical-edges",
        title: "Split critical edges for regalloc2",
        run: |s| {
            s.remove_unreachable_blocks();
            machine::split_edges(&mut s.function, s.target.hooks, s.context)
                .map_err(|error| s.with_name(error))?;
            s.valid &= Valid::FUNCTION;
            Ok(())
        },
    },
    Pass {
        name: "phi-node-elimination",
        title: "Eliminate PHI nodes for register allocation",
        run: |s| {
            s.offer_live_variables();
            let has_loops = s.valid.contains(Valid::LOOPS);
            avarice_regalloc::phi_elimination::run(
                &mut s.function,
                s.target.hooks,
                s.context,
                has_loops,
            );
            s.valid &= Valid::FUNCTION | Valid::LIVE_VARIABLES | Valid::REACHABLE;
            Ok(())
        },
    },
    Pass {
        name: "twoaddressinstruction",
        title: "Two-Address instruction pass",
        run: |s| {
            s.offer_live_variables();
            let optimize = s.optimize && !s.has_attribute("optnone");
            avarice_regalloc::two_address::run(
                &mut s.function,
                s.target.hooks,
                s.context,
                optimize,
            );
            s.valid &= Valid::FUNCTION | Valid::REACHABLE;
            Ok(())
        },
    },
    Pass {
        name: "liveintervals",
        title: "Live Interval Analysis",
        run: |s| {
            s.compute_live_intervals();
            Ok(())
        },
    },
    Pass {
        name: "register-coalescer",
        title: "Register Coalescer",
        run: |s| {
            s.require_live_intervals();
            let ran = s.with_log(|function, hooks, context, log| {
                avarice_regalloc::coalescer::run(function, hooks, context, log)
            });
            if ran {
                s.dump_intervals();
            }
            Ok(())
        },
    },
    Pass {
        name: "rename-independent-subregs",
        title: "Rename Disconnected Subregister Components",
        run: |s| {
            s.require_live_intervals();
            s.with_log(|function, _, context, log| {
                avarice_regalloc::rename_independent_subregs::run(function, context, log);
            });
            Ok(())
        },
    },
    Pass {
        name: "regallocbasic",
        title: "Basic Register Allocator",
        run: |s| {
            require_slot_access(&s.function, s.target.hooks)?;
            s.require_live_intervals();
            let done = s.with_log(|function, hooks, context, log| {
                avarice_regalloc::allocate_basic::run(function, hooks, context, log)
            });
            s.valid |= Valid::SPILL_SLOTS;
            done.map_err(|error| error.to_string())
        },
    },
    Pass {
        name: "regallocfast",
        title: "Fast Register Allocator",
        run: |s| {
            require_slot_access(&s.function, s.target.hooks)?;
            if !s.function.no_phis {
                let name = String::from_utf8_lossy(&s.function.name);
                return Err(format!(
                    "regallocfast needs code without PHIs: function '{name}'"
                ));
            }
            s.require_function();
            let done = s.with_log(|function, hooks, context, log| {
                avarice_regalloc::allocate_fast::run(function, hooks, context, log)
            });
            done.map_err(|error| error.to_string())?;
            s.valid &= Valid::FUNCTION | Valid::CFG | Valid::LOOPS | Valid::REACHABLE;
            // Its slots are nobody else's to share: the list is empty.
            s.valid |= Valid::SPILL_SLOTS;
            if s.stats.is_enabled() {
                s.count_moves();
            }
            Ok(())
        },
    },
    Pass {
        name: "ion",
        title: "Backtracking Register Allocator of regalloc2",
        run: |s| s.allocate_by_regalloc2(Algorithm::Ion),
    },
    Pass {
        name: "fastalloc",
        title: "Fast Register Allocator of regalloc2",
        run: |s| s.allocate_by_regalloc2(Algorithm::Fastalloc),
    },
    Pass {
        // llc allocates tile registers of x86 before all others. There is nothing to allocate without
        // AMX, which leaves the heading in the log.
        name: "tileconfig",
        title: "Tile Register Configure",
        run: |s| {
            s.require_live_intervals();
            if s.function.target.name == "x86_64" {
                s.with_log(|function, _, _, log| {
                    avarice_regalloc::greedy::write_heading(function, log);
                });
            }
            Ok(())
        },
    },
    Pass {
        name: "greedy",
        title: "Greedy Register Allocator",
        run: |s| {
            require_slot_access(&s.function, s.target.hooks)?;
            s.require_live_intervals();
            let done = s.with_log(|function, hooks, context, log| {
                avarice_regalloc::greedy::run(function, hooks, context, log)
            });
            s.valid |= Valid::SPILL_SLOTS;
            done.map_err(|error| error.to_string())
        },
    },
    Pass {
        name: "virtregrewriter",
        title: "Virtual Register Rewriter",
        run: |s| {
            // The fast allocator has rewritten the code and keeps no intervals.
            s.require_live_intervals();
            let is_rewritten = s.function.no_vregs;
            s.with_log(|function, _, context, log| {
                avarice_regalloc::virt_reg_rewriter::run(function, context, log);
            });
            s.valid &= Valid::FUNCTION | Valid::CFG | Valid::LOOPS | Valid::SPILL_SLOTS;
            if s.stats.is_enabled() && !is_rewritten {
                s.count_moves();
            }
            Ok(())
        },
    },
    Pass {
        name: "stack-slot-coloring",
        title: "Stack Slot Coloring",
        run: |s| {
            if s.valid.contains(Valid::SPILL_SLOTS) && !s.has_attribute("optnone") {
                s.require_cfg();
                s.with_log(|function, hooks, context, log| {
                    avarice_regalloc::stack_slot_coloring::run(function, hooks, context, log);
                });
            }
            s.valid &= Valid::FUNCTION;
            Ok(())
        },
    },
    Pass {
        name: "machine-cp",
        title: "Machine Copy Propagation Pass",
        run: |s| {
            if !s.has_attribute("optnone") {
                s.require_function();
                s.with_log(|function, hooks, context, log| {
                    avarice_regalloc::machine_copy_propagation::run(function, hooks, context, log);
                });
            }
            s.valid = Valid::empty();
            Ok(())
        },
    },
    Pass {
        name: "x86-codegen",
        title: "X86 FP Stackifier",
        run: |s| {
            let done = s.target.hooks.stackify_registers(&mut s.function);
            done.map_err(|why| {
                let name = String::from_utf8_lossy(&s.function.name);
                format!("unsupported: {why}, in function '{name}'")
            })
        },
    },
    Pass {
        name: "prologepilog",
        title: "Prologue/Epilogue Insertion & Frame Finalization",
        run: |s| {
            s.target.frame.lower_frame(&mut s.function);
            let frame = s.target.frame;
            if let Some(why) = frame.frame_error(&s.function) {
                return Err(s.with_name(why));
            }
            avarice_machine::zero_call_used_regs::run(s.module, &mut s.function, frame)
                .map_err(|error| s.with_name(error))?;
            stack_warning::write(s.module, &s.function, s.log);
            Ok(())
        },
    },
    Pass {
        name: "postrapseudos",
        title: "Post-RA pseudo instruction expansion pass",
        run: |s| {
            avarice_emit::post_ra_pseudos::run(&mut s.function, s.target.frame, !s.optimize)
                .map_err(|error| error.to_string())
        },
    },
    Pass {
        name: "branch-folder",
        title: "Control Flow Optimizer",
        run: |s| {
            if !s.has_attribute("optnone") {
                avarice_emit::branch_folding::run(&mut s.function, s.target.hooks);
            }
            Ok(())
        },
    },
    Pass {
        name: "aarch64-ldst-opt",
        title: "AArch64 load / store optimization pass",
        run: |s| {
            if !s.has_attribute("optnone") {
                s.target.frame.pair_accesses(&mut s.function);
            }
            Ok(())
        },
    },
    Pass {
        name: "kcfi",
        title: "Insert KCFI indirect call checks",
        run: |s| {
            let done = avarice_machine::kcfi::run(s.module, &mut s.function, s.target.frame);
            done.map_err(|why| s.with_name(why))
        },
    },
    Pass {
        name: "block-placement",
        title: "Branch Probability Basic Block Placement",
        run: |s| {
            if !s.has_attribute("optnone") {
                avarice_emit::block_placement::run(&mut s.function, s.target.hooks);
            }
            Ok(())
        },
    },
    Pass {
        name: "fentry-insert",
        title: "Insert fentry calls",
        run: |s| {
            avarice_machine::fentry_insert::run(s.module, &mut s.function);
            Ok(())
        },
    },
    Pass {
        name: "patchable-function",
        title: "Implement the 'patchable-function' attribute",
        run: |s| {
            avarice_machine::patchable_function::run(s.module, &mut s.function);
            Ok(())
        },
    },
    Pass {
        name: "break-false-deps",
        title: "BreakFalseDeps",
        run: |s| {
            if !s.has_attribute("optnone") {
                s.target.frame.break_false_dependencies(&mut s.function);
            }
            Ok(())
        },
    },
    Pass {
        name: "x86-indirect-branch-tracking",
        title: "X86 Indirect Branch Tracking",
        run: |s| {
            let frame = s.target.frame;
            frame.mark_branch_targets(s.module, s.addresses, &mut s.function);
            Ok(())
        },
    },
    Pass {
        name: "x86-fixup-bw-insts",
        title: "X86 Byte/Word Instruction Fixup",
        run: |s| {
            if !s.has_attribute("optnone") {
                s.target.frame.widen_moves(&mut s.function);
            }
            Ok(())
        },
    },
    Pass {
        name: "x86-retpoline-thunks",
        title: "X86 Indirect Thunks",
        run: |s| {
            s.target.frame.harden_branches(&mut s.function);
            Ok(())
        },
    },
    Pass {
        name: "x86-return-thunks",
        title: "X86 Return Thunks",
        run: |s| {
            let frame = s.target.frame;
            frame.replace_returns(s.module, &mut s.function);
            Ok(())
        },
    },
    Pass {
        name: "aarch64-sls-hardening",
        title: "AArch64 sls hardening pass",
        run: |s| {
            s.target.frame.harden_branches(&mut s.function);
            Ok(())
        },
    },
    Pass {
        name: "aarch64-ptrauth",
        title: "AArch64 Pointer Authentication",
        run: |s| {
            s.target.frame.authenticate_pointers(&mut s.function);
            Ok(())
        },
    },
    Pass {
        name: "aarch64-branch-targets",
        title: "AArch64 Branch Targets",
        run: |s| {
            let frame = s.target.frame;
            frame.mark_branch_targets(s.module, s.addresses, &mut s.function);
            Ok(())
        },
    },
    Pass {
        name: "branch-relaxation",
        title: "Branch relaxation pass",
        run: |s| {
            avarice_emit::branch_relaxation::run(&mut s.function, s.target.frame, &s.branch_bits);
            Ok(())
        },
    },
    Pass {
        name: "cfi-fixup",
        title: "Insert CFI remember/restore state instructions",
        run: |s| {
            let (register, offset) = s.target.emitter.elf().initial_cfa;
            avarice_emit::cfi_fixup::run(&mut s.function, register, i64::from(offset));
            Ok(())
        },
    },
    Pass {
        name: "cfi-instr-inserter",
        title: "Insert CFI remember/restore state instructions",
        run: |s| {
            let (register, offset) = s.target.emitter.elf().initial_cfa;
            avarice_emit::cfi_inserter::run(&mut s.function, register, i64::from(offset));
            Ok(())
        },
    },
    Pass {
        name: "x86-lvi-ret",
        title: "X86 Load Value Injection (LVI) Ret-Hardening",
        run: |s| {
            s.target.frame.fence_returns(&mut s.function);
            Ok(())
        },
    },
];
