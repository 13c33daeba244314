//! Where a JSON value ends, by its quotes and brackets alone, in as many pieces as it comes.
//! In: bytes. Out: the end of the value, or the line feeds on the way.
//! Never: a check of the grammar.

/// What was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The value ends before this index.
    Ended(usize),
    /// A line feed stands before this index, between tokens.
    Line(usize),
    /// A line feed stands before this index, in a string: no JSON.
    Broken(usize),
    /// The piece is over.
    More,
}

/// The state between two pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Structure {
    depth: u64,
    in_string: bool,
    escaped: bool,
    /// The last byte that is no white space.
    last: u8,
}

impl Structure {
    /// The state where this many brackets are open.
    pub(super) fn within(depth: u64) -> Self {
        Self { depth, ..Self::default() }
    }

    /// Goes on over `piece` until there is something to say.
    pub(super) fn feed(&mut self, piece: &[u8]) -> Step {
        let mut position = 0;
        while let Some(&byte) = piece.get(position) {
            position += 1;
            if self.in_string {
                match self.string_byte(byte) {
                    Some(step) => return step(position),
                    None if self.in_string && !self.escaped => {
                        let rest = piece.get(position..).unwrap_or_default();
                        position += memchr::memchr3(b'"', b'\\', b'\n', rest).unwrap_or(rest.len());
                    }
                    None => {}
                }
                continue;
            }
            match byte {
                b'\n' => return Step::Line(position),
                b' ' | b'\t' | b'\r' => continue,
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Step::Ended(position);
                    }
                }
                _ => {}
            }
            self.last = byte;
        }
        Step::More
    }

    /// True where a value may begin: after a comma, a colon or an opening bracket.
    pub(super) fn awaits_value(&self) -> bool {
        matches!(self.last, b',' | b':' | b'[')
    }

    fn string_byte(&mut self, byte: u8) -> Option<fn(usize) -> Step> {
        match byte {
            b'\n' => return Some(Step::Broken),
            _ if self.escaped => self.escaped = false,
            b'\\' => self.escaped = true,
            b'"' => {
                self.in_string = false;
                self.last = b'"';
            }
            _ => {}
        }
        None
    }
}
