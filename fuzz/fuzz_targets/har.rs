#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| elicitlint_fuzz::reader("har", data));
