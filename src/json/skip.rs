//! The fast way over a value that nobody reads.
//! In: the text of a record and an offset. Out: the offset after the value, its grammar checked.
//! Never: an answer for what is wrong or unusual. That is left to the slow way, which knows what to say.

use super::string;

/// Containers that the fast way enters.
const DEPTH: usize = 16;
/// Keys of open objects that the fast way compares.
const KEYS: usize = 24;

/// Skips the value at `position`. None for text that is not JSON, for more than `depth` levels or [`DEPTH`], and, where
/// keys are `counted`, for objects whose keys are repeated, escaped or many.
pub(super) fn skip(text: &str, position: usize, depth: u32, counted: bool) -> Option<Skipped> {
    let depth = usize::try_from(depth).unwrap_or(DEPTH).min(DEPTH);
    Skip { text, bytes: text.as_bytes(), position, depth, deepest: 0, open: Open::default() }.value(counted)
}

/// A value that was passed.
pub(super) struct Skipped {
    /// Offset after it.
    pub(super) end: usize,
    /// Levels of nesting in it.
    pub(super) levels: u32,
}

struct Skip<'a> {
    text: &'a str,
    bytes: &'a [u8],
    position: usize,
    depth: usize,
    deepest: usize,
    open: Open<'a>,
}

/// The containers around the position, and the keys of those that are objects.
struct Open<'a> {
    /// One bit a level, the innermost lowest: set for an object.
    objects: u64,
    level: usize,
    /// Number of keys when each level began.
    begins: [u8; DEPTH],
    keys: [&'a str; KEYS],
    count: u8,
}

impl Default for Open<'_> {
    fn default() -> Self {
        Self { objects: 0, level: 0, begins: [0; DEPTH], keys: [""; KEYS], count: 0 }
    }
}

impl<'a> Skip<'a> {
    fn value(mut self, counted: bool) -> Option<Skipped> {
        loop {
            match self.next()? {
                b'"' => self.position = string::scan(self.text, self.position).ok()?.1,
                open @ (b'{' | b'[') => {
                    self.enter(open == b'{')?;
                    let is_empty = self.next()? == open + 2;
                    if !is_empty {
                        if open == b'{' {
                            self.key(counted)?;
                        }
                        continue;
                    }
                }
                b't' => self.literal(b"true")?,
                b'f' => self.literal(b"false")?,
                b'n' => self.literal(b"null")?,
                _ => self.number()?,
            }
            if self.after_value(counted)? {
                return Some(Skipped { end: self.position, levels: u32::try_from(self.deepest).ok()? });
            }
        }
    }

    /// Leaves containers that end here and moves to the next value. True where the outermost one ended.
    fn after_value(&mut self, counted: bool) -> Option<bool> {
        while self.open.level > 0 {
            let is_object = self.open.objects & 1 == 1;
            match (self.next()?, is_object) {
                (b',', false) => {
                    self.position += 1;
                    return Some(false);
                }
                (b',', true) => {
                    self.position += 1;
                    self.next()?;
                    self.key(counted)?;
                    return Some(false);
                }
                (b'}', true) | (b']', false) => self.leave()?,
                _ => return None,
            }
        }
        Some(true)
    }

    /// The next byte that is no white space.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        loop {
            match *self.bytes.get(self.position)? {
                b' ' | b'\t' | b'\n' | b'\r' => self.position += 1,
                byte => return Some(byte),
            }
        }
    }

    /// Reads a key and its colon.
    #[inline]
    fn key(&mut self, counted: bool) -> Option<()> {
        if *self.bytes.get(self.position)? != b'"' {
            return None;
        }
        let (source, end) = string::scan(self.text, self.position).ok()?;
        self.position = end;
        if counted {
            self.open.add(source.plain()?)?;
        }
        (self.next()? == b':').then(|| self.position += 1)
    }

    #[inline]
    fn enter(&mut self, is_object: bool) -> Option<()> {
        if self.open.level >= self.depth {
            return None;
        }
        *self.open.begins.get_mut(self.open.level)? = self.open.count;
        self.open.objects = self.open.objects << 1 | u64::from(is_object);
        self.open.level += 1;
        self.deepest = self.deepest.max(self.open.level);
        self.position += 1;
        Some(())
    }

    #[inline]
    fn leave(&mut self) -> Option<()> {
        self.open.level -= 1;
        self.open.objects >>= 1;
        self.open.count = *self.open.begins.get(self.open.level)?;
        self.position += 1;
        Some(())
    }

    fn literal(&mut self, word: &[u8]) -> Option<()> {
        self.position += self.bytes.get(self.position..)?.starts_with(word).then_some(word.len())?;
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        self.accept(|byte| byte == b'-');
        if !self.accept(|byte| byte == b'0') {
            self.digits()?;
        }
        if self.accept(|byte| byte == b'.') {
            self.digits()?;
        }
        if self.accept(|byte| matches!(byte, b'e' | b'E')) {
            self.accept(|byte| matches!(byte, b'+' | b'-'));
            self.digits()?;
        }
        Some(())
    }

    #[inline]
    fn digits(&mut self) -> Option<()> {
        let start = self.position;
        while self.accept(|byte| byte.is_ascii_digit()) {}
        (self.position > start).then_some(())
    }

    #[inline]
    fn accept(&mut self, wanted: impl Fn(u8) -> bool) -> bool {
        let found = self.bytes.get(self.position).is_some_and(|byte| wanted(*byte));
        self.position += usize::from(found);
        found
    }
}

impl<'a> Open<'a> {
    /// Adds a key of the innermost object; none where it is there already, or where there is no room.
    #[inline]
    fn add(&mut self, key: &'a str) -> Option<()> {
        let begin = usize::from(*self.begins.get(self.level.checked_sub(1)?)?);
        let end = usize::from(self.count);
        if self.keys.get(begin..end)?.contains(&key) {
            return None;
        }
        *self.keys.get_mut(end)? = key;
        self.count += 1;
        Some(())
    }
}
