//! Prose in lines of a width.
//! In: our own words. Out: the same words, broken between them.
//! Never: text from the wire; where it breaks would be a choice of whoever sent it.

/// The text in lines of at most so many characters, where its words allow it.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::with_capacity(text.len());
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length <= width;
            lines.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        lines.push_str(word);
        column += length;
    }
    lines
}

/// Prose for a terminal of this width; as it is written where there is none. Lines that begin with a blank, such as the
/// rest of an entry of a list, stay lines.
pub(crate) fn paragraphs(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let is_alone = |line: &str| line.is_empty() || line.starts_with([' ', '*', '-', '|']);
    let mut joined: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        match joined.last_mut().filter(|_| goes_on && !is_alone(line)) {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
            }
            None => joined.push(line.to_owned()),
        }
        goes_on = !is_alone(line);
    }
    let wrapped = joined.iter().map(|line| {
        let words = line.trim_start();
        let indent = " ".repeat(line.len() - words.len());
        let room = width.saturating_sub(indent.len());
        wrapped(words, room).lines().map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
    });
    wrapped.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_fits_a_terminal_and_stays_as_it_is_elsewhere() {
        let text = "One two three\nfour five.\n\nSix seven:\n* eight\n  nine\nten eleven twelve";
        assert_eq!(paragraphs(text, None), text);
        assert_eq!(
            paragraphs(text, Some(14)),
            "One two three\nfour five.\n\nSix seven:\n* eight\n  nine\nten eleven\ntwelve"
        );
        assert_eq!(paragraphs(text, Some(80)).lines().next(), Some("One two three four five."));
        assert_eq!(paragraphs("word-longer-than-that a", Some(5)), "word-longer-than-that\na");
    }
}
