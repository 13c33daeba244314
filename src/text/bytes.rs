//! The look for bytes of note in texts that mostly have none.
//! In: bytes, and what is of note. Out: where the first of them stands.
//! Never: a byte behind the block in which that one stands.

/// Bytes that are looked at together.
const BLOCK: usize = 16;

/// Where the first byte stands of which `is` holds.
///
/// Blocks without one are passed over without a branch for each byte. `is` should be comparisons that are joined by `|`:
/// then a block takes as many instructions as a byte would.
pub(crate) fn position(bytes: &[u8], is: impl Fn(u8) -> bool) -> Option<usize> {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    // Numbers and not truth values, which compilers do not put side by side.
    let holds_one = |block: &[u8; BLOCK]| block.iter().fold(0, |found, byte| found | u8::from(is(*byte))) != 0;
    let passed = BLOCK * blocks.iter().take_while(|block| !holds_one(block)).count();
    let rest = bytes.get(passed..)?;
    rest.iter().position(|byte| is(*byte)).map(|at| passed + at)
}

/// True where `is` holds of a byte: see [`position`].
pub(crate) fn any(bytes: &[u8], is: impl Fn(u8) -> bool) -> bool {
    position(bytes, is).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_byte_of_note_is_found_wherever_it_stands() {
        for length in 0..70 {
            assert_eq!(position(&vec![b'a'; length], |byte| byte == b'%'), None, "{length}");
            for at in 0..length {
                let mut bytes = vec![b'a'; length];
                for byte in bytes.iter_mut().skip(at).step_by(7) {
                    *byte = b'%';
                }
                assert_eq!(position(&bytes, |byte| byte == b'%'), Some(at), "{at} of {length}");
            }
        }
    }
}
