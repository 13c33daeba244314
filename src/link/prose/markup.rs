//! Links whose text hides where they lead: Markdown, HTML, terminals, chat programs, BBCode.
//! In: a text and the links found in it. Out: for a link that is the text of another, which one a click opens.
//! Never: a renderer: what does not point at a link that was found says nothing.

use super::FoundLink;
use std::ops::Range;

/// A text to click on, and where the address behind it begins.
struct Anchor {
    label: Range<usize>,
    target: usize,
}

/// Points every link that is the text of another at that other one.
pub(super) fn point(text: &str, links: &mut [FoundLink]) {
    for Anchor { label, target } in anchors(text) {
        let Ok(target) = links.binary_search_by_key(&target, |link| link.span.range().start) else { continue };
        let first = links.partition_point(|link| link.span.range().start < label.start);
        let labels = links.iter_mut().enumerate().skip(first);
        for (_, link) in
            labels.take_while(|(_, link)| link.span.range().end <= label.end).filter(|(index, _)| *index != target)
        {
            link.target = Some(target);
        }
    }
}

/// Where a link of one of the notations that put the address first goes on.
#[derive(Clone, Copy, Default)]
struct Open {
    target: usize,
    label: Option<usize>,
}

impl Open {
    fn close(slot: &mut Option<Self>, end: usize, anchors: &mut Vec<Anchor>) {
        if let Some(Self { target, label: Some(label) }) = slot.take() {
            anchors.push(Anchor { label: label..end, target });
        }
    }
}

/// Every link in the notations that we know. One pass.
fn anchors(text: &str) -> Vec<Anchor> {
    let mut anchors = Vec::new();
    let mut brackets = Vec::new();
    let [mut html, mut terminal, mut chat, mut code]: [Option<Open>; 4] = [None; 4];
    let (mut at, mut is_torn) = (0, false);
    while let Some(offset) = text.get(at..).and_then(|rest| rest.find(['[', ']', '<', '|', '>', '\u{1b}', '\u{9d}'])) {
        let place = at + offset;
        let rest = text.get(place..).unwrap_or_default();
        at = place + rest.chars().next().map_or(1, char::len_utf8);
        match rest.as_bytes() {
            [b'[', ..] => {
                if starts(rest, "[url=") {
                    code = Some(Open { target: first(text, place + 5), label: None });
                } else if starts(rest, "[/url]") {
                    Open::close(&mut code, place, &mut anchors);
                }
                brackets.push(place + 1);
            }
            [b']', after @ ..] => {
                if let Some(open) = code.as_mut().filter(|open| open.label.is_none()) {
                    open.label = Some(place + 1);
                }
                if let (Some(label), [b'(', ..]) = (brackets.pop(), after) {
                    anchors.push(Anchor { label: label..place, target: first(text, place + 2) });
                }
            }
            [b'<', ..] if starts(rest, "</a") => Open::close(&mut html, place, &mut anchors),
            [b'<', b'a' | b'A', blank, ..] if !is_torn && (blank.is_ascii_whitespace() || *blank == b'/') => {
                let Some((target, end)) = href(rest) else {
                    // The tag does not end, and so does no other in the rest of the text.
                    is_torn = true;
                    continue;
                };
                html = target.map(|target| Open { target: first(text, place + target), label: Some(place + end) });
                at = place + end;
            }
            [b'<', ..] => chat = Some(Open { target: place + 1, label: None }),
            [b'|', ..] => {
                if let Some(open) = chat.as_mut().filter(|open| open.label.is_none()) {
                    open.label = Some(place + 1);
                }
            }
            [b'>', ..] => Open::close(&mut chat, place, &mut anchors),
            _ => {
                if let Some(opened) = terminal_link(rest) {
                    Open::close(&mut terminal, place, &mut anchors);
                    terminal = opened.map(|(target, end)| Open { target: place + target, label: Some(place + end) });
                }
            }
        }
    }
    anchors
}

fn starts(rest: &str, with: &str) -> bool {
    rest.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
}

/// The first byte of an address at `at` or after blanks, a quote or an angle bracket.
fn first(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.bytes().take(8).take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'<' | b'"' | b'\'')).count()
}

/// Where the value of `href` begins in a tag, if it has one, and where the tag ends; none where it does not end.
fn href(tag: &str) -> Option<(Option<usize>, usize)> {
    let (mut value, mut quote) = (None, None);
    for (index, byte) in tag.bytes().enumerate().skip(2) {
        match (quote, byte) {
            (Some(open), _) => quote = Some(open).filter(|open| *open != byte),
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return Some((value, index + 1)),
            (None, b'=') if value.is_none() => {
                let name = tag.get(..index).unwrap_or_default().trim_ascii_end();
                let start = name.len().saturating_sub(4);
                let is_href = name.get(start..).is_some_and(|name| name.eq_ignore_ascii_case("href"))
                    && !name
                        .get(..start)
                        .is_some_and(|before| before.ends_with(|c: char| c.is_alphanumeric() || c == '-'));
                value = is_href.then_some(index + 1);
            }
            _ => {}
        }
    }
    None
}

/// An OSC 8 sequence at the start of `rest`: none if there is no such sequence; else where address and sequence end,
/// or nothing where it ends a link.
fn terminal_link(rest: &str) -> Option<Option<(usize, usize)>> {
    let body = rest.strip_prefix("\u{1b}]8;").or_else(|| rest.strip_prefix("\u{9d}8;"))?;
    let begin = rest.len() - body.len();
    let parameters = body.bytes().take(256).position(|byte| byte == b';')?;
    let target = begin + parameters + 1;
    let address = rest.get(target..)?;
    let length = address.find(|character: char| character.is_control())?;
    let terminator = match address.get(length..)?.chars().next()? {
        '\u{1b}' => 2,
        bell => bell.len_utf8(),
    };
    Some((length > 0).then_some((target, target + length + terminator)))
}
