//! Base64 as archives use it for bodies.
//! In: RFC 4648 text, with white space or not. Out: bytes.
//! Never: half of a body.

/// Decodes the standard alphabet or that of URLs; none where the text is not base64.
pub(super) fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0_u32);
    let mut symbols = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    for symbol in symbols.by_ref().take_while(|symbol| *symbol != b'=') {
        bits = bits << 6 | value(symbol)?;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).ok()?);
        }
    }
    // Six bits left over are a symbol too many, and only padding may follow padding.
    (count < 6 && symbols.all(|symbol| symbol == b'=')).then_some(bytes)
}

fn value(symbol: u8) -> Option<u32> {
    let (first, base) = match symbol {
        b'A'..=b'Z' => (b'A', 0),
        b'a'..=b'z' => (b'a', 26),
        b'0'..=b'9' => (b'0', 52),
        b'+' | b'-' => return Some(62),
        b'/' | b'_' => return Some(63),
        _ => return None,
    };
    Some(u32::from(symbol - first) + base)
}
