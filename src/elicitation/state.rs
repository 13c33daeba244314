//! What everybody can read in a `requestState` (2026-07-28, basic/patterns/mrtr).
//! In: the state. Out: whether it decodes to data, and whether these say who may do what.
//! Never: a key; whether a signature is right only the server knows.

use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::Kind;
use crate::recording::base64;
use crate::text::Place;

/// What a state shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StateKind {
    /// Nothing that we can read; or signed data that expire.
    Opaque,
    /// Data, unsigned and telling on whom or what the request works.
    Privileged,
    /// Other data, or data with a signature and no expiry.
    Readable,
}

/// Words in names of members that say who may do what, to what, for how much.
const PRIVILEGED: [&str; 36] = [
    "account",
    "admin",
    "amount",
    "approved",
    "authorized",
    "balance",
    "command",
    "confirmed",
    "currency",
    "customer",
    "dir",
    "directory",
    "email",
    "file",
    "filename",
    "filepath",
    "folder",
    "group",
    "groups",
    "owner",
    "path",
    "permission",
    "permissions",
    "price",
    "privilege",
    "role",
    "roles",
    "scope",
    "scopes",
    "sub",
    "tenant",
    "total",
    "uid",
    "user",
    "userid",
    "username",
];
/// Words in names of members that hold a signature.
const SIGNATURES: [&str; 6] = ["digest", "hmac", "mac", "sig", "signature", "tag"];
/// Shorter than this is no signature.
const SIGNATURE_BYTES: usize = 8;

impl StateKind {
    pub(crate) fn of(state: &str) -> Self {
        let state = state.trim();
        if let Some(data) = Data::of_text(state) {
            return data.kind(false);
        }
        let parts: Vec<_> = state.split(['.', ':', '|', '~']).flat_map(|part| part.split("--")).collect();
        if let [header, payload, signature] = parts.as_slice()
            && let Some(kind) = of_token(header, payload, signature)
        {
            return kind;
        }
        if let [header, _, _, _, _] = parts.as_slice() {
            // Encrypted: only its header can be read.
            if Data::of_encoded(header).is_some_and(|header| header.algorithm.is_some()) {
                return Self::Opaque;
            }
        }
        let found = parts.iter().enumerate().find_map(|(index, part)| Some((index, Data::of_encoded(part)?)));
        let Some((index, data)) = found else { return Self::Opaque };
        let others = parts.iter().enumerate().filter(|(other, _)| *other != index);
        data.kind(others.into_iter().any(|(_, part)| is_signature(part)))
    }
}

/// A JSON Web Token: signed, so that its payload can be read and not changed.
fn of_token(header: &str, payload: &str, signature: &str) -> Option<StateKind> {
    let algorithm = Data::of_encoded(header)?.algorithm?;
    let payload = Data::of_encoded(payload)?;
    let is_signed = algorithm != "none" && is_signature(signature);
    Some(if is_signed && payload.expires { StateKind::Opaque } else { payload.kind(is_signed) })
}

fn is_signature(part: &str) -> bool {
    hexadecimal(part).or_else(|| base64(part)).is_some_and(|bytes| bytes.len() >= SIGNATURE_BYTES)
}

/// What decoded data say.
#[derive(Debug, Default)]
struct Data {
    privileged: bool,
    signed: bool,
    expires: bool,
    algorithm: Option<String>,
}

impl Data {
    /// Data in base64 or hexadecimal digits.
    fn of_encoded(part: &str) -> Option<Self> {
        const SHORTEST: usize = 4;
        let decoded = [hexadecimal(part), base64(part)].into_iter().flatten();
        let mut texts = decoded.filter_map(|bytes| String::from_utf8(bytes).ok());
        texts.find_map(|text| Self::of_text(&text).filter(|_| part.len() >= SHORTEST))
    }

    /// JSON, or the fields of a form.
    fn of_text(text: &str) -> Option<Self> {
        Self::of_json(text).or_else(|| Self::of_form(text))
    }

    fn of_json(text: &str) -> Option<Self> {
        let mut data = Self::default();
        let mut cursor = Cursor::new(text, Place::START, DEPTH_OF_RECORD);
        if !matches!(cursor.kind(), Some(Kind::Object | Kind::Array)) {
            return None;
        }
        data.read(&mut cursor);
        cursor.finish().ok().map(|_| data)
    }

    fn read(&mut self, cursor: &mut Cursor<'_>) {
        match cursor.kind() {
            Some(Kind::Object) => {
                cursor.object(|name, cursor| {
                    self.name(name);
                    if name.as_str() == "alg" {
                        self.algorithm = cursor.string().map(|text| text.as_str().to_owned());
                    }
                    self.read(cursor);
                });
            }
            Some(Kind::Array) => {
                cursor.array(|_, cursor| self.read(cursor));
            }
            _ => {}
        }
    }

    /// `name=value` pairs, as in the query of a URL.
    fn of_form(text: &str) -> Option<Self> {
        let mut data = Self::default();
        let mut count = 0;
        for pair in text.split(['&', ';']) {
            let (name, value) = pair.split_once('=')?;
            let is_name =
                !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.[]".contains(&byte));
            if !is_name || value.is_empty() || value.contains('=') {
                return None;
            }
            data.name(name);
            count += 1;
        }
        (count > 1 || data.privileged).then_some(data)
    }

    fn name(&mut self, name: &str) {
        self.expires |= matches!(name, "exp" | "expires" | "expiresAt" | "expires_at");
        for word in words(name) {
            self.privileged |= PRIVILEGED.contains(&word.as_str());
            self.signed |= SIGNATURES.contains(&word.as_str());
        }
    }

    fn kind(&self, has_signature: bool) -> StateKind {
        let is_signed = self.signed || has_signature;
        if self.privileged && !is_signed { StateKind::Privileged } else { StateKind::Readable }
    }
}

/// The words of a name, in lower case: `userId`, `user_id` and `user-id` have the same, and the whole name is one too.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![name.to_ascii_lowercase(), String::new()];
    for character in name.chars() {
        if !character.is_ascii_alphanumeric() || character.is_ascii_uppercase() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (character.is_ascii_alphanumeric(), words.last_mut()) {
            word.push(character.to_ascii_lowercase());
        }
    }
    words
}

fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2));
    digits.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect::<Option<Vec<_>>>().filter(|bytes| !bytes.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(text: &str) -> String {
        const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let mut encoded = String::new();
        for group in text.as_bytes().chunks(3) {
            let bits =
                group.iter().fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte)) << (8 * (3 - group.len()));
            for index in 0..=group.len() {
                encoded.push(char::from(ALPHABET[bits >> (18 - 6 * index) & 63]));
            }
        }
        encoded
    }

    #[test]
    fn data_are_told_from_what_nobody_can_read() {
        let signature = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let token = |header: &str, payload: &str, signature: &str| {
            format!("{}.{}.{signature}", encoded(header), encoded(payload))
        };
        let signed = r#"{"alg":"HS256"}"#;
        let cases = [
            // As in the specification: base64 of {"location":"New York"}.
            ("eyJsb2NhdGlvbiI6Ik5ldyBZb3JrIn0".to_owned(), StateKind::Readable),
            ("AEAD-protected blob".to_owned(), StateKind::Opaque),
            ("unprotected-state-0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11".to_owned(), StateKind::Opaque),
            ("v1.UHmKoQEvNWueUoruS-i02pZNR7umVcp4P7kUztfgHS5tCUP_zcn0VrzS4hnZcOlH".to_owned(), StateKind::Opaque),
            ("q9Zk3vT1mB8xYw5nLr7cHs2dJf6gKp4a".to_owned(), StateKind::Opaque),
            (String::new(), StateKind::Opaque),
            (r#"{"step":2}"#.to_owned(), StateKind::Readable),
            (r#"{"step":2,"userId":"ana"}"#.to_owned(), StateKind::Privileged),
            (r#"{"step":2,"user_id":"ana","mac":"5f1e"}"#.to_owned(), StateKind::Readable),
            ("step=2&path=/etc".to_owned(), StateKind::Privileged),
            ("step=2&city=Faro".to_owned(), StateKind::Readable),
            (encoded("role=admin"), StateKind::Privileged),
            (encoded(r#"{"a":{"b":[{"totalAmount":5}]}}"#), StateKind::Privileged),
            (format!("v1.{}", encoded(r#"{"isAdmin":true}"#)), StateKind::Privileged),
            (format!("{}.{signature}", encoded(r#"{"isAdmin":true}"#)), StateKind::Readable),
            ("7b2273746570223a327d".to_owned(), StateKind::Readable),
            (token(signed, r#"{"sub":"ana","exp":1}"#, signature), StateKind::Opaque),
            (token(signed, r#"{"sub":"ana"}"#, signature), StateKind::Readable),
            (token(r#"{"alg":"none"}"#, r#"{"sub":"ana","exp":1}"#, ""), StateKind::Privileged),
            (format!("{}..b.c.d", encoded(r#"{"alg":"dir","enc":"A256GCM"}"#)), StateKind::Opaque),
        ];
        for (state, kind) in cases {
            assert_eq!(StateKind::of(&state), kind, "{state}");
        }
    }
}
