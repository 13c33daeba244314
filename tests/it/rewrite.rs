//! JSON texts rewritten without a change of meaning: escapes, white space, order of keys.

/// A JSON value that keeps its strings and numbers as they were written.
#[derive(Clone, Debug)]
pub enum Json {
    Array(Vec<Json>),
    /// A number, true, false or null.
    Atom(String),
    Object(Vec<(String, Json)>),
    /// What stands between the quotes.
    Text(String),
}

/// Pseudo-random numbers; the same seed gives the same numbers.
pub struct Seeded(pub u64);

impl Seeded {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

impl Json {
    /// Reads a text that serde_json takes too; none for any other.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str::<serde::de::IgnoredAny>(text).ok()?;
        let mut rest = text.trim();
        Some(Self::value(&mut rest))
    }

    fn value(rest: &mut &str) -> Self {
        match rest.as_bytes()[0] {
            b'{' => {
                let mut members = Vec::new();
                Self::list(rest, '}', |rest| {
                    let key = Self::string(rest);
                    skip(rest, ":");
                    members.push((key, Self::value(rest)));
                });
                Self::Object(members)
            }
            b'[' => {
                let mut entries = Vec::new();
                Self::list(rest, ']', |rest| entries.push(Self::value(rest)));
                Self::Array(entries)
            }
            b'"' => Self::Text(Self::string(rest)),
            _ => {
                let end = rest.find([',', '}', ']', ' ', '\n', '\r', '\t']).unwrap_or(rest.len());
                let (atom, after) = rest.split_at(end);
                *rest = after.trim_start();
                Self::Atom(atom.to_owned())
            }
        }
    }

    fn list(rest: &mut &str, close: char, mut entry: impl FnMut(&mut &str)) {
        *rest = rest[1..].trim_start();
        while !rest.starts_with(close) {
            entry(rest);
            skip(rest, ",");
        }
        *rest = rest[1..].trim_start();
    }

    fn string(rest: &mut &str) -> String {
        let mut end = 1;
        while rest.as_bytes()[end] != b'"' {
            end += if rest.as_bytes()[end] == b'\\' { 2 } else { 1 };
        }
        let string = rest[1..end].to_owned();
        *rest = rest[end + 1..].trim_start();
        string
    }

    /// The text, with `blank` between all tokens.
    pub fn write(&self, blank: &str) -> String {
        let list = |entries: Vec<String>| entries.join(&format!("{blank},{blank}"));
        match self {
            Self::Array(entries) => {
                format!("[{blank}{}{blank}]", list(entries.iter().map(|entry| entry.write(blank)).collect()))
            }
            Self::Object(members) => {
                let member = |(key, value): &(String, Self)| format!("\"{key}\"{blank}:{blank}{}", value.write(blank));
                format!("{{{blank}{}{blank}}}", list(members.iter().map(member).collect()))
            }
            Self::Atom(atom) => atom.clone(),
            Self::Text(text) => format!("\"{text}\""),
        }
    }

    /// The value with one in `every` characters of all strings and keys written as `\uXXXX`.
    pub fn escaped(&self, every: usize, seeded: &mut Seeded) -> Self {
        self.map_strings(&mut |string| escape(string, every, seeded))
    }

    fn map_strings(&self, map: &mut dyn FnMut(&str) -> String) -> Self {
        match self {
            Self::Array(entries) => Self::Array(entries.iter().map(|entry| entry.map_strings(map)).collect()),
            Self::Object(members) => {
                Self::Object(members.iter().map(|(key, value)| (map(key), value.map_strings(map))).collect())
            }
            Self::Atom(atom) => Self::Atom(atom.clone()),
            Self::Text(text) => Self::Text(map(text)),
        }
    }

    /// The value with the members of every object in another order.
    pub fn shuffled(&self, seeded: &mut Seeded) -> Self {
        match self {
            Self::Array(entries) => Self::Array(entries.iter().map(|entry| entry.shuffled(seeded)).collect()),
            Self::Object(members) => {
                let mut members: Vec<_> =
                    members.iter().map(|(key, value)| (key.clone(), value.shuffled(seeded))).collect();
                for last in (1..members.len()).rev() {
                    members.swap(last, seeded.below(last + 1));
                }
                Self::Object(members)
            }
            other => other.clone(),
        }
    }

    pub fn member_mut(&mut self, name: &str) -> Option<&mut Self> {
        let Self::Object(members) = self else { return None };
        members.iter_mut().rev().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

fn skip(rest: &mut &str, token: &str) {
    *rest = rest.strip_prefix(token).unwrap_or(rest).trim_start();
}

/// The inside of a JSON string with some of its plain characters escaped.
fn escape(string: &str, every: usize, seeded: &mut Seeded) -> String {
    let mut escaped = String::new();
    let mut characters = string.chars();
    while let Some(character) = characters.next() {
        if character == '\\' {
            // An escape that is there already; the four digits after `u` belong to it.
            let kind = characters.next().unwrap();
            let digits = if kind == 'u' { 4 } else { 0 };
            escaped.extend([character, kind]);
            escaped.extend(characters.by_ref().take(digits));
        } else if seeded.below(every) == 0 {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                let is_upper = seeded.below(2) == 0;
                escaped += &if is_upper { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") };
            }
        } else {
            escaped.push(character);
        }
    }
    escaped
}
