#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| croupier_record::fuzzing::given(bytes));
