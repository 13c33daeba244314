//! How bodies of HTTP messages are written: base64, and what compressed them on the way.
//! In: RFC 4648 text, with white space or not; compressed bytes. Out: bytes.
//! Never: half of a body.

use std::borrow::Cow;

/// The most that a compressed body may grow to.
#[cfg(feature = "gzip")]
const BODY_BYTES: u64 = 256 << 20;

/// The bytes of a body; none where they cannot be had.
pub(super) fn body<'b>(body: &'b [u8], base64: bool, content_encoding: Option<&str>) -> Option<Cow<'b, [u8]>> {
    if base64 {
        return self::base64(std::str::from_utf8(body).ok()?).map(Cow::Owned);
    }
    match content_encoding.unwrap_or_default().trim().to_ascii_lowercase().as_str() {
        "" | "identity" => Some(Cow::Borrowed(body)),
        #[cfg(feature = "gzip")]
        "gzip" | "x-gzip" => inflated(flate2::read::MultiGzDecoder::new(body)),
        #[cfg(feature = "gzip")]
        "deflate" => inflated(flate2::read::ZlibDecoder::new(body)),
        _ => None,
    }
}

#[cfg(feature = "gzip")]
fn inflated<'b>(decoder: impl std::io::Read) -> Option<Cow<'b, [u8]>> {
    let mut bytes = Vec::new();
    let mut limited = std::io::Read::take(decoder, BODY_BYTES);
    std::io::Read::read_to_end(&mut limited, &mut bytes).ok()?;
    Some(Cow::Owned(bytes))
}

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
