//! A report as one HTML file: filters in style sheets, no script, nothing from elsewhere.
//! In: findings as they come. Out: a page that is well-formed XML too, for every screen and for paper.
//! Never: a link to anywhere but the page itself, a style or script that the policy of the page does not name.

mod policy;

use std::fmt::Write as _;
use std::io;
use std::io::Write;
use std::ops::Range;

use crate::finding::Severity;
use crate::linter::Linter;
use crate::rules::Contract;

use super::Shown;
use super::Totals;
use super::VERSION;
use super::Writer;
use super::markup::escaped;
use super::markup::prose;
use super::place::pointer;
use super::place::position;
use super::plural;
use super::safe;
use super::shown::Snippet;
use super::shown::WhereTo;
use super::shown::Words;

const STYLE: &str = include_str!("html/report.css");
/// Servers that have a filter of their own; those that come later share the last.
const SERVERS: usize = 40;

pub(super) struct Html {
    linter: Linter,
    /// Servers in the order in which they came, with their findings.
    servers: Vec<(String, u64)>,
}

impl Html {
    pub(super) fn new(linter: &Linter) -> Self {
        Self { linter: linter.clone(), servers: Vec::new() }
    }
}

impl Writer for Html {
    fn begin(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let style = self.style();
        let policy = policy::of(&style);
        write!(
            output,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\"/>\n\
             <meta name=\"referrer\" content=\"no-referrer\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>elicitlint report</title>\n<style>{style}</style>\n</head>\n<body>\n\
             <header>\n<h1>elicitlint report</h1>\n<p>What MCP servers asked of a person, judged by elicitlint \
             {VERSION}. Links are shown as text: nothing here can be opened.</p>\n</header>\n<main>\n"
        )
    }

    fn finding(&mut self, shown: &Shown, output: &mut dyn Write) -> io::Result<()> {
        let article = self.article(shown);
        output.write_all(article.as_bytes())
    }

    fn end(&mut self, totals: &Totals, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "</main>")?;
        output.write_all(self.summary(totals).as_bytes())?;
        let mut rules = String::new();
        for (rule, _) in self.linter.rules().filter(|(rule, _)| totals.by_rule.contains_key(rule.id())) {
            push_rule(&mut rules, rule);
        }
        if !rules.is_empty() {
            writeln!(output, "<section id=\"rules\">\n<h2>The rules behind it</h2>\n{rules}</section>")?;
        }
        output.write_all(b"</body>\n</html>\n")
    }
}

impl Html {
    /// The style sheet; a choice of a rule or server hides what is not of it.
    fn style(&self) -> String {
        let mut style = String::from(STYLE);
        // The name of a rule has lower-case letters, digits and hyphens only.
        let rules = self.linter.rules().map(|(rule, _)| ("rule", format!("rule-{}", rule.id())));
        let servers = (0..=SERVERS).map(|number| ("server", format!("s{number}")));
        for (filter, class) in rules.chain(servers) {
            // The class stands last, so that a browser tries each selector on few elements only.
            let _infallible = writeln!(
                style,
                "body:has(#{filter} option:not([value=all]):checked):not(:has(#{filter} option[value={class}]:checked)) \
                 article.{class} {{ display: none; }}"
            );
        }
        style
    }

    /// The class of a server; the first is that of findings without one.
    fn server(&mut self, name: Option<&str>) -> usize {
        let Some(name) = name else { return 0 };
        let known = self.servers.iter().position(|(known, _)| known == name);
        let place = known.unwrap_or(self.servers.len()).min(SERVERS - 1);
        match self.servers.get_mut(place) {
            Some((_, count)) => *count += 1,
            None => self.servers.push((name.to_owned(), 1)),
        }
        place + 1
    }

    fn article(&mut self, shown: &Shown) -> String {
        let record = &shown.record;
        let server = self.server(shown.server.as_deref());
        let [level, rule] = [record.severity.name(), &record.rule].map(escaped);
        let place = escaped(format!("{} {}", position(record), pointer(record)).trim_end());
        let words: String = shown.words.iter().map(words).collect();
        let mut page = format!(
            "<article class=\"{level} rule-{rule} s{server}\">\n<p><b class=\"level\">{level}</b> \
             <a href=\"#rule-{rule}\"><code>{rule}</code></a> <span class=\"place\">{place}</span></p>\n\
             <h3>{words}</h3>\n"
        );
        let mut push = |text: String| page.push_str(&text);
        if let Some(prompt) = &shown.prompt {
            push(format!("<blockquote><span class=\"place\">asks</span> {}</blockquote>\n", escaped(prompt)));
        }
        if let Some(snippet) = &shown.snippet {
            push(format!("<pre>{}</pre>\n", marked(snippet)));
        }
        if let Some(target) = &shown.target {
            push(consent(target, record.severity, shown.server.as_deref()));
        } else if let Some(server) = &shown.server {
            push(format!("<dl><dt>asked by</dt><dd>{}</dd></dl>\n", escaped(server)));
        }
        for related in &record.related {
            let place = format!("{}:{}, {}", safe(&related.path), related.line, related.note);
            push(format!("<p class=\"place\">see {}</p>\n", escaped(&place)));
        }
        push(format!("<p><b>Fix:</b> {}</p>\n", prose(&record.help)));
        if let Some(clause) = &record.spec {
            push(format!("<p class=\"clause\">{}</p>\n", escaped(clause)));
        }
        page.push_str("</article>\n");
        page
    }

    /// Counts, filters and inputs.
    fn summary(&self, totals: &Totals) -> String {
        let mut page = format!("<aside>\n<h2>{}</h2>\n", escaped(&totals.sentence()));
        if totals.failed {
            page.push_str("<p class=\"level error\">An input could not be read.</p>\n");
        }
        if totals.findings() > 0 {
            page.push_str("<fieldset class=\"filters\">\n<legend>Filters</legend>\n");
            let summary = totals.summary;
            let counts = [
                (Severity::Error, summary.errors),
                (Severity::Warning, summary.warnings),
                (Severity::Info, summary.infos),
            ];
            for (severity, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
                let name = severity.name();
                let _infallible = writeln!(
                    page,
                    "<label class=\"level {name}\"><input type=\"checkbox\" id=\"show-{name}\" checked=\"checked\" \
                     autocomplete=\"off\"/> {name} ({count})</label>"
                );
            }
            let rules = totals.by_rule.iter().map(|(rule, (_, count))| {
                let rule = escaped(rule);
                (format!("rule-{rule}"), format!("{rule} ({count})"))
            });
            push_choice(&mut page, "rule", "all rules", rules);
            let named = self.servers.iter().map(|(_, count)| count).sum::<u64>();
            let without = (totals.findings() > named)
                .then(|| (String::from("s0"), format!("no server named ({})", totals.findings() - named)));
            let servers = (1..).zip(&self.servers).map(|(number, (server, count))| {
                let and_others = if number == SERVERS { " and others" } else { "" };
                (format!("s{number}"), format!("{}{and_others} ({count})", escaped(server)))
            });
            if !self.servers.is_empty() {
                push_choice(&mut page, "server", "all servers", without.into_iter().chain(servers));
            }
            page.push_str("</fieldset>\n<p><span class=\"shown\"></span> shown</p>\n");
        }
        for input in &totals.inputs {
            let missed = input.unreadable + input.missing_bodies;
            let missed =
                if missed > 0 { format!(", {} could not be read", plural(missed, "part")) } else { String::new() };
            let _infallible = writeln!(
                page,
                "<p class=\"inputs\"><code>{}</code>: {}, {}, {}{missed}</p>",
                escaped(&safe(&input.path)),
                escaped(input.format),
                plural(input.messages, "message"),
                plural(input.elicitations, "elicitation")
            );
        }
        page.push_str("</aside>\n");
        page
    }
}

fn push_choice(page: &mut String, id: &str, all: &str, options: impl Iterator<Item = (String, String)>) {
    let _infallible = write!(page, "<select id=\"{id}\" aria-label=\"{id}\" autocomplete=\"off\">");
    let _infallible = write!(page, "<option value=\"all\">{all}</option>");
    for (value, label) in options {
        let _infallible = write!(page, "<option value=\"{value}\">{label}</option>");
    }
    page.push_str("</select>\n");
}

/// What a dialog should say of a link before it opens.
fn consent(target: &WhereTo, severity: Severity, server: Option<&str>) -> String {
    let caption = match severity {
        Severity::Error => "A client should refuse to open",
        Severity::Warning | Severity::Info => "Before it opens this, a client should show",
    };
    let url = pieces(&target.url, None, target.domain.as_ref());
    let (before, domain) = target.split_host();
    let host = if domain.is_empty() { escaped(before) } else { format!("{}{}", escaped(before), site(domain)) };
    let rows = [
        ("site", target.registrable.as_deref().map(site)),
        ("host", Some(host)),
        ("reads as", target.decoded.as_deref().map(escaped)),
        ("means", target.address.as_deref().map(escaped)),
        ("is", Some(escaped(target.class))),
        ("asked by", server.map(escaped)),
    ];
    let rows: String =
        rows.into_iter().filter_map(|(name, value)| Some(format!("<dt>{name}</dt><dd>{}</dd>", value?))).collect();
    format!("<figure>\n<figcaption>{caption}</figcaption>\n<p class=\"url\">{url}</p>\n<dl>{rows}</dl>\n</figure>\n")
}

const SITE: (&str, &str) = ("<b class=\"site\">", "</b>");
const FAULT: (&str, &str) = ("<mark>", "</mark>");

fn site(domain: &str) -> String {
    format!("{}{}{}", SITE.0, escaped(domain), SITE.1)
}

fn marked(snippet: &Snippet) -> String {
    pieces(&snippet.text, Some(&snippet.span), snippet.domain.as_ref())
}

/// The text with tags around what is at fault and around the registered domain. The two may overlap: each piece between
/// two ends is marked for itself.
fn pieces(text: &str, fault: Option<&Range<usize>>, site: Option<&Range<usize>>) -> String {
    let marks = || [(fault, FAULT), (site, SITE)].into_iter().filter_map(|(range, tags)| Some((range?, tags)));
    let mut ends: Vec<_> = marks().flat_map(|(range, _)| [range.start, range.end]).collect();
    ends.push(text.len());
    ends.sort_unstable();
    let mut page = String::new();
    let mut start = 0;
    for end in ends {
        let piece = text.get(start..end).filter(|piece| !piece.is_empty()).map(escaped);
        if let Some(piece) = piece {
            let around = marks().filter(|(range, _)| range.start <= start && end <= range.end);
            page.push_str(&around.fold(piece, |inner, (_, (open, close))| format!("{open}{inner}{close}")));
            start = end;
        }
    }
    page
}

fn words(words: &Words) -> String {
    match words {
        Words::Ours(text) => prose(text),
        Words::Wire(text) => format!("<code>{}</code>", escaped(text)),
    }
}

fn push_rule(page: &mut String, rule: &Contract) {
    let [id, summary] = [rule.id(), rule.summary()].map(escaped);
    let _infallible = write!(page, "<div class=\"rule\" id=\"rule-{id}\">\n<h3><code>{id}</code> {summary}</h3>\n");
    let texts = rule.prose().map(|prose| (prose.why, prose.fix)).unwrap_or_default();
    let paragraphs = |text: &str| {
        let lines = |paragraph: &str| prose(&paragraph.lines().collect::<Vec<_>>().join(" "));
        text.trim().split("\n\n").map(|paragraph| format!("<p>{}</p>\n", lines(paragraph))).collect::<String>()
    };
    page.push_str(&paragraphs(&texts.0));
    page.push_str(&paragraphs(&format!("Fix: {}", texts.1)));
    page.push_str("</div>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_may_overlap_and_text_in_them_stays_text() {
        let table = [
            (Some(0..2), None, "<mark>a&lt;</mark>cd"),
            (Some(1..3), Some(2..4), "a<mark>&lt;</mark><b class=\"site\"><mark>c</mark></b><b class=\"site\">d</b>"),
            (Some(4..4), None, "a&lt;cd"),
            (None, Some(0..4), "<b class=\"site\">a&lt;cd</b>"),
        ];
        for (fault, site, expected) in table {
            assert_eq!(pieces("a<cd", fault.as_ref(), site.as_ref()), expected);
        }
    }

    #[test]
    fn every_server_beyond_the_filters_shares_the_last() {
        let mut html = Html::new(&Linter::new());
        let classes: Vec<_> = (0..SERVERS + 5).map(|number| html.server(Some(&number.to_string()))).collect();
        assert_eq!(classes.last(), Some(&SERVERS));
        assert_eq!(html.server(Some("0")), 1);
        assert_eq!(html.server(None), 0);
        assert!(html.style().contains("option[value=s40]"));
    }
}
