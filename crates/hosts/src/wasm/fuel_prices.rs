//! What each instruction burns: fuel follows time, so that no module gains time by the instructions that it
//! chooses.
//!
//! Most instructions burn one. Dearer ones were measured in loops of their own (`croupier-bench fuel-rates`),
//! each waiting for the one before, and burn at least half of what they took on the reference machine. What
//! an address misses in the caches no price can tell beforehand: for that there is the second clock
//! (`watch.rs`). Whoever changes a price changes the version in
//! [`FUEL_SCHEDULE`](crate::inside::FUEL_SCHEDULE).

use wasmtime::{OperatorCost, VariableOperatorCost};

/// What a page of memory burns that a module has from the system: its sixteen pages are cleared when they are
/// first touched.
pub(super) const FUEL_PER_PAGE: u64 = 60_000;

/// What printing so many bytes burns: an estimate on the safe side, so that nobody holds a table up by it.
pub(super) fn fuel_of_print(bytes: u64) -> u64 {
    1000 + 20 * bytes
}

macro_rules! burns {
    ($prices:ident, $($fuel:literal: $($instruction:ident)+;)+) => { $($($prices.$instruction = $fuel;)+)+ };
}

/// The prices.
pub(super) fn prices() -> OperatorCost {
    let mut prices = OperatorCost::default();
    numbers(&mut prices);
    vectors(&mut prices);
    burns!(prices,
        // A loop of nothing but a branch pays for looking at both clocks.
        5: Br BrTable;
        3: BrIf;
        20: Call CallIndirect CallRef ReturnCall ReturnCallIndirect ReturnCallRef;
        // Calls of ours, each of which leaves the module.
        255: RefFunc TableGrow;
        130: MemoryGrow;
        25: MemoryFill;
        40: MemoryCopy MemoryInit;
        10: TableSet TableCopy TableInit TableFill;
        2: TableGet;
    );
    prices.variable = VariableOperatorCost {
        memory_grow_per_page: 1,
        table_copy_per_element: 7,
        table_init_per_element: 7,
        table_fill_per_element: 4,
        table_grow_per_element: 2,
        ..VariableOperatorCost::new()
    };
    prices
}

fn numbers(prices: &mut OperatorCost) {
    burns!(prices,
        14: I32DivS I32DivU I32RemS I32RemU I64DivS I64DivU I64RemS I64RemU;
        9: F32Add F32Sub F32Mul F32Min F32Max F64Add F64Sub F64Mul F64Min F64Max;
        10: F32Ceil F32Floor F32Trunc F32Nearest F64Ceil F64Floor F64Trunc F64Nearest;
        21: F32Div;
        27: F64Div;
        28: F32Sqrt;
        38: F64Sqrt;
    );
}

fn vectors(prices: &mut OperatorCost) {
    burns!(prices,
        2: I8x16Popcnt I8x16ShrS I8x16ShrU I8x16Shl I16x8Abs I32x4Abs I64x2Abs I8x16Abs I16x8ExtendLowI8x16S
            I16x8ExtendLowI8x16U I16x8ExtendHighI8x16U I32x4ExtendLowI16x8S I32x4ExtendLowI16x8U
            I32x4ExtendHighI16x8U I64x2ExtendLowI32x4S I64x2ExtendLowI32x4U I64x2ExtendHighI32x4U
            I16x8AllTrue;
        4: I16x8ExtAddPairwiseI8x16S I16x8ExtAddPairwiseI8x16U I32x4ExtAddPairwiseI16x8S I64x2ExtendHighI32x4S
            F32x4ConvertI32x4S F32x4ConvertI32x4U F64x2ConvertLowI32x4S I8x16LtU I8x16GtU I8x16LeU I8x16GeU
            I16x8LtU I16x8GtU I16x8LeU I16x8GeU I32x4LtU I32x4GtU I32x4LeU I32x4GeU I64x2Ne I64x2LtS I64x2GtS
            I64x2LeS I64x2GeS I16x8Mul I32x4Mul I64x2Mul I32x4DotI16x8S;
        6: I32x4ExtAddPairwiseI16x8U I32x4ExtendHighI16x8S I16x8ExtendHighI8x16S F64x2ConvertLowI32x4U
            I16x8Q15MulrSatS I16x8ExtMulLowI8x16S I16x8ExtMulLowI8x16U I16x8ExtMulHighI8x16U
            I32x4ExtMulLowI16x8S I32x4ExtMulHighI16x8S I32x4ExtMulLowI16x8U I32x4ExtMulHighI16x8U
            I64x2ExtMulLowI32x4S I64x2ExtMulLowI32x4U I64x2ExtMulHighI32x4U I16x8RelaxedQ15mulrS;
        10: F32x4Add F32x4Sub F32x4Mul F64x2Add F64x2Sub F64x2Mul F32x4RelaxedMadd F32x4RelaxedNmadd
            F64x2RelaxedMadd F64x2RelaxedNmadd F32x4Ceil F32x4Floor F32x4Trunc F32x4Nearest F64x2Ceil
            F64x2Floor F64x2Trunc F64x2Nearest F32x4DemoteF64x2Zero F64x2PromoteLowF32x4 I16x8ExtMulHighI8x16S
            I64x2ExtMulHighI32x4S;
        18: F32x4Min F32x4Max F64x2Min F64x2Max F32x4RelaxedMin F32x4RelaxedMax F64x2RelaxedMin
            F64x2RelaxedMax I32x4TruncSatF32x4S I32x4TruncSatF32x4U I32x4TruncSatF64x2SZero
            I32x4TruncSatF64x2UZero I32x4RelaxedTruncF32x4S I32x4RelaxedTruncF32x4U
            I32x4RelaxedTruncF64x2SZero I32x4RelaxedTruncF64x2UZero;
        20: I16x8RelaxedDotI8x16I7x16S I32x4RelaxedDotI8x16I7x16AddS;
        21: F32x4Div;
        27: F64x2Div;
        28: F32x4Sqrt;
        38: F64x2Sqrt;
    );
}
