//! A client that asks elicitlint before it asks a person: `cargo run --example client < examples/params.json`.
//! In: the params of one elicitation on standard input. Out: verdict, reasons, and what a dialog should show, as text.
//! Never: a link to open where the verdict is block; the exit code is then 1.

use std::fmt::{self, Write as _};
use std::io::{self, Read as _};
use std::process::ExitCode;

use elicitlint::{
    Capabilities, Consent, Context, DefaultValue, FieldConsent, Limits, Linter, Mode, Refusal, Report, Revision,
    UrlConsent, Verdict,
};

fn main() -> io::Result<ExitCode> {
    let linter = Linter::new();
    // What the client knows from its own transport and its own handshake, never from the message.
    let context = Context::new(Revision::V2025_11_25)
        .capabilities(Capabilities::none().with(Mode::Form).with(Mode::Url))
        .server("https://mcp.example.com");

    let params = received()?;
    let report = linter.vet(&params, &context);
    let mut page = String::new();
    let _infallible = write_page(&mut page, &report);
    print!("{page}");
    Ok(if report.verdict() == Verdict::Block { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Standard input, up to one byte over the limit: the linter then says that it is too long.
fn received() -> io::Result<Vec<u8>> {
    let most = u64::try_from(Limits::default().record_bytes).map_or(u64::MAX, |bytes| bytes + 1);
    let mut bytes = Vec::new();
    io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn write_page(page: &mut String, report: &Report<'_>) -> fmt::Result {
    writeln!(page, "verdict: {}", report.verdict())?;
    for (finding, pointer) in report.findings().iter().zip(report.pointers(report.findings())) {
        let rule = report.rule(finding).id();
        writeln!(page, "  {} {rule} at {pointer}: {}", finding.severity(), report.message(finding))?;
    }
    let consent = report.consent();
    match report.verdict() {
        Verdict::Block => write_refusal(page, &consent),
        Verdict::Allow | Verdict::Warn => write_dialog(page, &consent),
    }
}

fn write_refusal(page: &mut String, consent: &Consent) -> fmt::Result {
    let answer = match consent.refusal {
        Refusal::InvalidParams => "the error -32602",
        _ => "the action `decline`",
    };
    writeln!(page, "\nNothing is shown; the server gets {answer}.")
}

/// The dialog. Texts of a consent are escaped already; what must be sent back as it is, is not.
fn write_dialog(page: &mut String, consent: &Consent) -> fmt::Result {
    let server = consent.server.as_deref().unwrap_or("A server");
    writeln!(page, "\n{server} asks: {}", consent.message.as_deref().unwrap_or("(no message)"))?;
    if let Some(url) = &consent.url {
        write_link(page, url)?;
    }
    consent.fields.iter().try_for_each(|field| write_field(page, field))?;
    if !consent.text_links.is_empty() {
        writeln!(page, "  {} links in the text are not clickable", consent.text_links.len())?;
    }
    writeln!(page, "  [accept] [decline] [cancel]")
}

fn write_link(page: &mut String, url: &UrlConsent) -> fmt::Result {
    writeln!(page, "  link:   {}", url.display)?;
    for (name, value) in [("site", &url.registrable_domain), ("host", &url.host_ascii), ("opens", &url.href)] {
        writeln!(page, "  {:<7} {}", format!("{name}:"), value.as_deref().unwrap_or("nothing"))?;
    }
    Ok(())
}

fn write_field(page: &mut String, field: &FieldConsent) -> fmt::Result {
    let required = if field.required { " (required)" } else { "" };
    write!(page, "  field:  {}{required}", field.label)?;
    match &field.default {
        Some(DefaultValue::Boolean(value)) => write!(page, " = {value}")?,
        Some(DefaultValue::Number(value)) => write!(page, " = {value}")?,
        // The debug form escapes what acts on a terminal.
        Some(DefaultValue::Text(value)) => write!(page, " = {value:?}")?,
        Some(DefaultValue::List(values)) => write!(page, " = {values:?}")?,
        _ => {}
    }
    writeln!(page)
}
