//! Colours of the text formats.
//! In: whether the stream takes colour, and how wide it is. Out: ANSI styles, or nothing.
//! Never: a style around text that is not escaped.

use annotate_snippets::Renderer;
use annotate_snippets::renderer::DecorStyle;
use anstyle::AnsiColor;
use anstyle::Effects;

use crate::finding::Severity;

/// How text is dressed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    pub(crate) colour: bool,
    /// Columns of the terminal that shows it; none where no terminal does.
    pub(crate) width: Option<usize>,
}

impl Style {
    /// The word of a severity in its colour.
    pub(super) fn severity(self, severity: Severity) -> String {
        let colour = match severity {
            Severity::Error => AnsiColor::BrightRed,
            Severity::Warning => AnsiColor::Yellow,
            Severity::Info => AnsiColor::BrightBlue,
        };
        self.dressed(severity.name(), colour.on_default().effects(Effects::BOLD))
    }

    /// A line that begins with a severity and a colon, with the severity in its colour.
    pub(crate) fn told(self, line: &str) -> String {
        let known = [Severity::Error, Severity::Warning];
        let rest = |severity: &Severity| Some((*severity, line.strip_prefix(severity.name())?));
        match known.iter().find_map(rest).filter(|(_, rest)| rest.starts_with(": ")) {
            Some((severity, rest)) => format!("{}{rest}", self.severity(severity)),
            None => line.to_owned(),
        }
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.dressed(text, anstyle::Style::new().bold())
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.dressed(text, anstyle::Style::new().dimmed())
    }

    /// What points from a title to a place, as the renderer draws it.
    pub(super) fn arrow(self) -> String {
        self.dressed("-->", AnsiColor::BrightBlue.on_default().effects(Effects::BOLD))
    }

    pub(super) fn dressed(self, text: &str, style: anstyle::Style) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// The renderer of snippets.
    pub(super) fn renderer(self) -> Renderer {
        let renderer = if self.colour { Renderer::styled() } else { Renderer::plain() };
        renderer.decor_style(DecorStyle::Ascii)
    }
}
