//! Requests and recordings.
//! In: a seed. Out: JSON texts.
//! Never: an elicitation that a rule calls an error, but in the worst cases.

use super::Generator;
use super::url::urls;

/// The params of a form, about 560 bytes.
pub const FORM: &str = r#"{"mode":"form","message":"Please give the details of the repository that should be created.","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Name","description":"Letters, digits and hyphens","minLength":1,"maxLength":39},"visibility":{"type":"string","title":"Visibility","enum":["public","private","internal"],"default":"private"},"members":{"type":"integer","title":"Members","minimum":1,"maximum":50,"default":1},"issues":{"type":"boolean","title":"Track issues","default":true}},"required":["name","visibility"]}}"#;

/// The params of a URL elicitation, about 350 bytes.
pub fn url_params() -> String {
    let url = &urls().oauth[0];
    format!(
        r#"{{"mode":"url","message":"Sign in to read your files.","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"{url}"}}"#
    )
}

/// A request `elicitation/create` around params.
pub fn request(params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{params}}}"#)
}

/// Params with 10,000 fields.
pub fn wide_form() -> String {
    let fields: Vec<_> =
        (0..10_000).map(|n| format!(r#""field{n}":{{"type":"string","title":"Field {n}"}}"#)).collect();
    form_with(&format!("{{{}}}", fields.join(",")), "Fill in.")
}

/// A form with this message, which stands in JSON as it is.
pub fn form_with_message(message: &str) -> String {
    form_with(r#"{"name":{"type":"string"}}"#, message)
}

/// Every letter as an escape that could spell a needle.
pub fn escaped(bytes: usize) -> String {
    "\\u0065\\u006c\\u0069\\u0063\\u0069\\u0074".chars().cycle().take(bytes / 6 * 6).collect()
}

fn form_with(properties: &str, message: &str) -> String {
    format!(
        r#"{{"mode":"form","message":"{message}","requestedSchema":{{"type":"object","properties":{properties}}}}}"#
    )
}

/// A session of about this many bytes, a message a line: requests, progress, results of tools up to 50 KB, and an
/// elicitation with its answer about every hundredth line.
pub fn recording(bytes: usize) -> String {
    let mut generator = Generator::new(2);
    let g = &mut generator;
    let mut lines = String::with_capacity(bytes + (64 << 10));
    lines.push_str(concat!(
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{"form":{},"url":{}}},"clientInfo":{"name":"bench","version":"1"}}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"bench","version":"1"}}}"#,
        "\n"
    ));
    let mut id = 0;
    while lines.len() < bytes {
        id += 1;
        exchange(&mut lines, id, g);
    }
    lines
}

fn exchange(lines: &mut String, id: u64, g: &mut Generator) {
    let (query, token) = (g.sentences(120), g.token(16));
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"search","arguments":{{"query":"{query}","cursor":"{token}"}},"_meta":{{"progressToken":{id}}}}}}}"#
    );
    let progress = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{id},"progress":1,"total":3,"message":"{}"}}}}"#,
        g.sentences(60)
    );
    let length = if g.below(60) == 0 { 50_000 } else { 200 + g.below(3_000) };
    let text = g.sentences(length);
    let result = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"{text}\n"}}],"isError":false}}}}"#
    );
    for line in [call, progress, result] {
        lines.push_str(&line);
        lines.push('\n');
    }
    if g.below(27) == 0 {
        let params = if g.below(2) == 0 { FORM.to_owned() } else { url_params() };
        lines.push_str(&request(&params));
        lines.push_str("\n{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"action\":\"decline\"}}\n");
    }
}

/// Recordings of about this many bytes that cost most.
pub fn worst_recordings(bytes: usize) -> Vec<(&'static str, String)> {
    let fill = |line: &str| line.repeat(bytes / line.len());
    let log = |text: &str| {
        format!(
            "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{{\"level\":\"info\",\"data\":\"{text}\"}}}}\n"
        )
    };
    let candidate = request(FORM) + "\n";
    vec![
        ("one line", log(&Generator::new(3).sentences(bytes))),
        ("every line elicits", fill(&candidate)),
        ("escaped letters", fill(&log(&escaped(600)))),
        ("needles in text", fill(&log(&"elicitation ".repeat(50)))),
        ("nested", fill(&log("x").replace("\"x\"", &format!("{}{}", "[".repeat(200), "]".repeat(200))))),
        ("broken", fill("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"elicitation/create\",\n")),
    ]
}
