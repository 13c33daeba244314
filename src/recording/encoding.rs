//! Base64 as archives use it for bodies.
//! In: RFC 4648 text, with white space or not. Out: bytes.
//! Never: half of a body.

/// Decodes the standard alphabet or that of URLs; none where the text is not base64.
pub(crate) fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut symbols) = (0_u32, 0);
    let mut padded = false;
    for symbol in text.bytes() {
        match symbol {
            b'=' => padded = true,
            b' ' | b'\t' | b'\r' | b'\n' => {}
            // Only padding may follow padding.
            _ if padded => return None,
            _ => {
                bits = bits << 6 | value(symbol)?;
                symbols += 1;
            }
        }
        if symbols == 4 {
            let [_, first, second, third] = bits.to_be_bytes();
            bytes.extend_from_slice(&[first, second, third]);
            (bits, symbols) = (0, 0);
        }
    }
    // What is left of a group of four is shifted to the front of its three bytes.
    let [_, first, second, _] = (bits << (6 * (4 - symbols))).to_be_bytes();
    match symbols {
        0 => {}
        2 => bytes.push(first),
        3 => bytes.extend_from_slice(&[first, second]),
        _ => return None,
    }
    Some(bytes)
}

#[inline]
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
