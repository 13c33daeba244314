//! The elements of an array, one at a time.
//! In: a raw value. Out: its elements, unread; nothing where it is no array.
//! Never: a list of them.

use super::Cursor;
use super::Raw;

/// Iterates over the elements of an array.
pub(crate) struct Elements<'a> {
    cursor: Cursor<'a>,
    first: bool,
    open: bool,
}

impl<'a> Raw<'a> {
    /// The elements, where the value is an array.
    pub(crate) fn elements(self) -> Elements<'a> {
        let mut cursor = self.cursor();
        let open = cursor.peek() == Some(b'[') && cursor.enter();
        Elements { cursor, first: true, open }
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = Raw<'a>;

    fn next(&mut self) -> Option<Raw<'a>> {
        self.open = self.open && self.cursor.next_item(b']', &mut self.first);
        if self.open { self.cursor.raw() } else { None }
    }
}
