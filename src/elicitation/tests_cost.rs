//! What reading a message and its elicitation costs, beside a typed parse with serde_json of the same bytes.
//!
//! As a test it compares what both read. For a count of instructions, run one side many times under callgrind:
//! `READ=ours TIMES=1000` or `READ=typed TIMES=1000`, with `MESSAGE=form` or `MESSAGE=url`, and take the difference to
//! `TIMES=3000`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hint::black_box;

use serde::Deserialize;

use super::*;

/// A string that stays borrowed inside an `Option`.
#[derive(Deserialize)]
#[serde(transparent)]
struct Borrowed<'a>(#[serde(borrow)] Cow<'a, str>);

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    method: Borrowed<'a>,
    #[serde(rename = "id")]
    _id: u64,
    #[serde(borrow)]
    params: TypedParams<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TypedParams<'a> {
    #[serde(borrow)]
    mode: Option<Borrowed<'a>>,
    #[serde(borrow)]
    message: Borrowed<'a>,
    #[serde(borrow)]
    url: Option<Borrowed<'a>>,
    #[serde(borrow, rename = "elicitationId")]
    _elicitation_id: Option<Borrowed<'a>>,
    #[serde(borrow)]
    requested_schema: Option<TypedSchema<'a>>,
}

#[derive(Deserialize)]
struct TypedSchema<'a> {
    #[serde(borrow)]
    properties: BTreeMap<Cow<'a, str>, TypedField<'a>>,
    #[serde(borrow, rename = "required")]
    _required: Option<Vec<Cow<'a, str>>>,
}

#[derive(Deserialize)]
struct TypedField<'a> {
    #[serde(borrow, rename = "type")]
    _field_type: Borrowed<'a>,
    #[serde(borrow)]
    title: Option<Borrowed<'a>>,
    #[serde(borrow, rename = "description")]
    _description: Option<Borrowed<'a>>,
    #[serde(borrow, rename = "format")]
    _format: Option<Borrowed<'a>>,
    #[serde(borrow, rename = "enum")]
    _choices: Option<Vec<Cow<'a, str>>>,
    #[serde(rename = "minimum")]
    _minimum: Option<f64>,
    #[serde(rename = "maximum")]
    _maximum: Option<f64>,
    #[serde(rename = "maxLength")]
    _max_length: Option<u64>,
    #[serde(rename = "default")]
    _default: Option<serde_json::Value>,
}

pub(crate) const FORM: &str = concat!(
    r#"{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"mode":"form","message":"Tell me about the trip "#,
    r#"you want to book next month","requestedSchema":{"type":"object","properties":{"city":{"type":"string","title":"#,
    r#""City","description":"City to visit","maxLength":60},"nights":{"type":"integer","title":"Nights","minimum":1,"#,
    r#""maximum":30,"default":2},"email":{"type":"string","title":"Email","description":"Where to send the voucher","#,
    r#""format":"email"},"class":{"type":"string","enum":["economy","comfort","business"],"title":"Class"},"#,
    r#""insured":{"type":"boolean","title":"Travel insurance","default":true}},"required":["city","email"]}}}"#,
);

const URL: &str = concat!(
    r#"{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"mode":"url","message":"Please sign in to "#,
    r#"continue with your account","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"#,
    r#""https://auth.example.com/oauth/authorize?response_type=code&client_id=mcp-files&redirect_uri=https%3A%2F%2F"#,
    r#"mcp.example.com%2Fcallback&scope=files.read&state=q3v9u8yC0Xk2Jd7&code_challenge=abcdefghijklmnopqrstuvwxyz"#,
    r#"0123456789&code_challenge_method=S256"}}"#,
);

fn chosen(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

#[test]
fn one_pass_reads_what_a_typed_parse_reads() {
    let limits = Limits::default();
    let read = chosen("READ");
    let reads = |side: &str| read.as_deref().is_none_or(|read| read == side);
    let (reads_ours, reads_typed) = (reads("ours"), reads("typed"));
    let times = chosen("TIMES").map_or(1, |times| times.parse().unwrap());
    for (name, text) in [("form", FORM), ("url", URL)] {
        if chosen("MESSAGE").is_some_and(|message| message != name) {
            continue;
        }
        for _ in 0..times {
            let ours =
                reads_ours.then(|| black_box(Received::read(black_box(text.as_bytes()), &limits).unwrap().unwrap()));
            let typed = reads_typed
                .then(|| black_box(serde_json::from_slice::<Request<'_>>(black_box(text.as_bytes())).unwrap()));
            if let (Some(ours), Some(typed)) = (ours, typed) {
                compare(&ours, &typed);
            }
        }
    }
}

fn compare(ours: &Received<'_>, typed: &Request<'_>) {
    let elicitation = ours.elicitation.as_ref().expect("read in one pass");
    assert_eq!(ours.message.method_name(), Some(&*typed.method.0));
    let texts = [
        (&elicitation.mode, typed.params.mode.as_ref()),
        (&elicitation.message, Some(&typed.params.message)),
        (&elicitation.url, typed.params.url.as_ref()),
    ];
    for (member, typed) in texts {
        assert_eq!(member.text().map(|text| text.as_str()), typed.map(|text| &*text.0));
    }
    let fields = elicitation.fields().iter().map(|field| (field.name.as_str(), field.title.text().unwrap().as_str()));
    let schema = typed.params.requested_schema.iter().flat_map(|schema| &schema.properties);
    let typed: BTreeMap<_, _> = schema.map(|(name, field)| (&**name, &*field.title.as_ref().unwrap().0)).collect();
    assert_eq!(fields.collect::<BTreeMap<_, _>>(), typed);
}
