//! The list of public suffixes that a policy brings along.
//! In: its text, as <https://publicsuffix.org/list/> defines it. Out: a list that is looked up without allocation.
//! Never: the file itself, a line that is passed over in silence.

use std::collections::BTreeMap;
use std::fmt;
use std::iter;
use std::ops::Range;
use std::sync::Arc;

use publicsuffix::Psl as _;
use publicsuffix::Type;

use super::Policy;
use super::suffixes::Suffixes;
use crate::error::Error;
use crate::link::Section;
use crate::link::SuffixList;

/// The lines that open and close a section, as comments have them.
const SECTIONS: [(Type, &str, &str); 2] = [
    (Type::Icann, "===BEGIN ICANN DOMAINS===", "===END ICANN DOMAINS==="),
    (Type::Private, "===BEGIN PRIVATE DOMAINS===", "===END PRIVATE DOMAINS==="),
];

/// The longest label of a name (RFC 1035 section 2.3.4), in bytes.
const LABEL: usize = 63;

/// A list that was read.
pub(crate) struct ListedSuffixes(publicsuffix::List);

/// A list that a policy file names and that was not read yet.
#[derive(Clone, Debug)]
pub(crate) struct NamedList {
    /// As the policy file has it.
    pub(crate) path: String,
    /// Where the policy file says so.
    pub(crate) span: Option<Range<usize>>,
}

/// Rules in ASCII with their sections.
type Rules = BTreeMap<String, Type>;

impl Policy {
    /// Takes public suffixes from this list in place of the one that is compiled in, which is as old as the release.
    ///
    /// `text` is a whole list as <https://publicsuffix.org/list/> defines it, with both of its sections told apart by
    /// their comments; a rule outside of a section is an error, and so is a section that does not end, which is how a
    /// broken download looks. Wildcards may stand at the beginning of a rule only, where the official list has them.
    ///
    /// The list decides which domain somebody registered wherever a linter judges or shows a link, also beside the server
    /// of a [`Context`](crate::Context). What a context says of the server by itself, fingerprints of findings, the
    /// names in the policy and what in a text is taken for a link stay with the compiled list.
    ///
    /// ```
    /// let text = "// ===BEGIN ICANN DOMAINS===\ncom\n// ===END ICANN DOMAINS===\n\
    ///     // ===BEGIN PRIVATE DOMAINS===\ntenants.example.com\n// ===END PRIVATE DOMAINS===\n";
    /// let policy = elicitlint::Policy::new().public_suffix_list(text)?;
    /// let linter = elicitlint::Linter::with_policy(&policy)?;
    /// let report = linter.vet_url("https://www.one.tenants.example.com/", &elicitlint::Context::default());
    /// let domain = report.consent().url.and_then(|url| url.registrable_domain);
    /// assert_eq!(domain.as_deref(), Some("one.tenants.example.com"));
    /// # Ok::<(), elicitlint::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no such list. The error has the span in `text`.
    pub fn public_suffix_list(mut self, text: &str) -> Result<Self, Error> {
        self.suffixes = Suffixes::Listed(Arc::new(ListedSuffixes::read(text)?));
        self.named_list = None;
        Ok(self)
    }

    /// The file that a policy file names as `hosts.public-suffix-list`, while no list was given: read it, relative to
    /// the policy file, and hand its text to [`Policy::public_suffix_list`].
    #[must_use]
    pub fn public_suffix_list_file(&self) -> Option<&str> {
        self.named_list.as_ref().map(|list| list.path.as_str())
    }

    /// An error where a list was named and never read: silence would judge by another list.
    pub(crate) fn check_list_was_read(&self) -> Result<(), Error> {
        let Some(list) = &self.named_list else { return Ok(()) };
        let path = list.path.escape_debug();
        let problem = format!("the public suffix list `{path}` was not read: give its text to the policy");
        Err(Error::policy(problem).at(list.span.clone()))
    }
}

impl ListedSuffixes {
    fn read(text: &str) -> Result<Self, Error> {
        let mut rules = rules(text)?;
        if !rules.values().any(|section| *section == Type::Icann) {
            let problem = "this is no public suffix list: it has no rule between the lines of ICANN DOMAINS";
            return Err(Error::policy(problem).at(Some(0..0)));
        }
        complete(&mut rules);
        let mut source = String::with_capacity(text.len());
        for (section, begin) in [(Type::Icann, "// BEGIN ICANN DOMAINS"), (Type::Private, "// BEGIN PRIVATE DOMAINS")] {
            let of_section = rules.iter().filter(|(_, of)| **of == section).map(|(rule, _)| rule.as_str());
            for line in iter::once(begin).chain(of_section) {
                source.push_str(line);
                source.push('\n');
            }
        }
        let list = source.parse().map_err(|error| Error::policy("this is no public suffix list").because(error));
        list.map(Self)
    }
}

impl SuffixList for ListedSuffixes {
    fn suffix(&self, name: &str) -> (usize, Section) {
        let found = self.0.find(name.as_bytes().rsplit(|byte| *byte == b'.'));
        let section = match found.typ {
            Some(Type::Icann) => Section::Icann,
            Some(Type::Private) => Section::Private,
            None => Section::Unknown,
        };
        (found.len, section)
    }
}

impl fmt::Debug for ListedSuffixes {
    /// Thousands of rules would hide the policy around them.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ListedSuffixes").finish_non_exhaustive()
    }
}

/// The rules of a text, each up to the first white space of its line.
fn rules(text: &str) -> Result<Rules, Error> {
    let mut rules = Rules::new();
    let mut open: Option<(Type, &str, Range<usize>)> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let begin = start + (line.len() - line.trim_start().len());
        start += line.len();
        if content.starts_with("//") {
            if let Some((section, _, end)) = SECTIONS.into_iter().find(|(_, begin, _)| content.contains(begin)) {
                refuse_open(open)?;
                open = Some((section, end, begin..begin + content.len()));
            } else if open.as_ref().is_some_and(|(_, end, _)| content.contains(end)) {
                open = None;
            }
            continue;
        }
        let Some(rule) = content.split_whitespace().next() else { continue };
        let wrong = |problem: &str| {
            Error::policy(format!("`{}` {problem}", rule.escape_debug())).at(Some(begin..begin + rule.len()))
        };
        let Some((section, ..)) = &open else {
            return Err(wrong("stands outside of the sections of a public suffix list"));
        };
        let canonical = canonical(rule).ok_or_else(|| {
            wrong("is no rule of a public suffix list: use a domain name, or *. and a domain name, or ! and one")
        })?;
        rules.insert(canonical, *section);
    }
    refuse_open(open)?;
    Ok(rules)
}

fn refuse_open(open: Option<(Type, &str, Range<usize>)>) -> Result<(), Error> {
    let Some((_, end, begin)) = open else { return Ok(()) };
    Err(Error::policy(format!("this section does not end: is the list cut off before `// {end}`?")).at(Some(begin)))
}

/// A rule as names are looked up: in lower-case ASCII.
fn canonical(rule: &str) -> Option<String> {
    let (mark, name) =
        ["!", "*."].into_iter().find_map(|mark| rule.strip_prefix(mark).map(|name| (mark, name))).unwrap_or(("", rule));
    let Ok(url::Host::Domain(name)) = url::Host::parse(name) else { return None };
    let is_label = |label: &str| {
        let is_regular = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        (1..=LABEL).contains(&label.len()) && label.bytes().all(is_regular)
    };
    // An exception takes one label from a wildcard, so that at least one label is left.
    let is_rule = name.split('.').all(is_label) && (mark != "!" || name.contains('.')) && !rule.contains('%');
    is_rule.then(|| format!("{mark}{name}"))
}

/// Adds what wildcards say of names on the way to other rules. The look-up follows a label that some rule names and
/// then forgets the wildcard beside it: with `*.a` and `c.b.a`, the suffix `b.a` would be lost.
fn complete(rules: &mut Rules) {
    let parent = |name: &str| name.split_once('.').map(|(_, parent)| parent.to_owned());
    let on_the_way = rules.keys().flat_map(|rule| iter::successors(parent(rule), |name| parent(name)));
    let said_by_wildcard = |name: String| {
        let section = *rules.get(&format!("*.{}", parent(&name)?))?;
        let is_named = rules.contains_key(&name) || rules.contains_key(&format!("!{name}"));
        (!is_named).then_some((name, section))
    };
    let implied: Vec<_> = on_the_way.filter_map(said_by_wildcard).collect();
    rules.extend(implied);
}

#[cfg(test)]
mod tests;
