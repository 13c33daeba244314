//! What servers ask for, lawfully in each revision, and what clients answer.

use elicitlint::{Mode, Revision};
use serde_json::{Map, Value, json};

use super::talk::{Action, Answer};
use crate::rewrite::Seeded;

/// A request for input.
#[derive(Clone, Debug)]
pub enum Question {
    Form { params: Value, content: Value, required: Option<String> },
    Link { params: Value },
    Roots,
    Sampling,
}

const NAMES: [&str; 8] = ["branch", "nights", "contact", "day", "size", "topping", "agreed", "note"];

impl Question {
    /// A form or a link that no other message of the session asks for.
    pub fn elicitation(numbers: &mut Seeded, revision: Revision, modes: &[Mode], fresh: u32) -> Self {
        match modes[numbers.below(modes.len())] {
            Mode::Form => Self::form(numbers, revision, fresh),
            Mode::Url => {
                let mut params = json!({"mode": "url", "message": format!("Please connect your calendar, part {fresh}"),
                    "url": format!("https://calendar.example.com/connect/{}", opaque(numbers, 12))});
                if revision == Revision::V2025_11_25 {
                    params["elicitationId"] = json!(uuid(numbers));
                }
                Self::Link { params }
            }
        }
    }

    fn form(numbers: &mut Seeded, revision: Revision, fresh: u32) -> Self {
        let (mut properties, mut content, mut required) = (Map::new(), Map::new(), Vec::new());
        let first = numbers.below(NAMES.len());
        for index in 0..numbers.below(5) {
            let name = NAMES[(first + index) % NAMES.len()];
            let (schema, value) = field(numbers, revision);
            properties.insert(name.to_owned(), schema);
            match numbers.below(3) {
                0 => {}
                1 => drop(content.insert(name.to_owned(), value)),
                _ => {
                    required.push(name.to_owned());
                    content.insert(name.to_owned(), value);
                }
            }
        }
        let mut schema = json!({"type": "object", "properties": properties});
        if !required.is_empty() || numbers.below(3) == 0 {
            schema["required"] = json!(required);
        }
        let question = ["Which branch shall be deployed?", "How long will you stay?", "Please confirm."];
        let message = format!("{} (question {fresh})", question[numbers.below(3)]);
        let mut params = json!({"message": message, "requestedSchema": schema});
        if revision != Revision::V2025_06_18 && numbers.below(2) == 0 {
            params["mode"] = json!("form");
        }
        Self::Form { params, content: Value::Object(content), required: required.first().cloned() }
    }

    pub fn method(&self) -> &'static str {
        match self {
            Self::Form { .. } | Self::Link { .. } => "elicitation/create",
            Self::Roots => "roots/list",
            Self::Sampling => "sampling/createMessage",
        }
    }

    pub fn params(&self) -> Option<Value> {
        match self {
            Self::Form { params, .. } | Self::Link { params } => Some(params.clone()),
            Self::Roots => None,
            Self::Sampling => Some(
                json!({"messages": [{"role": "user", "content": {"type": "text", "text": "Name a tree"}}], "maxTokens": 9}),
            ),
        }
    }

    pub fn mode(&self) -> Option<Mode> {
        match self {
            Self::Form { .. } => Some(Mode::Form),
            Self::Link { .. } => Some(Mode::Url),
            Self::Roots | Self::Sampling => None,
        }
    }

    /// The answer, and where it stands if it is one to an elicitation.
    pub fn answer(&self, numbers: &mut Seeded, at: &str) -> (Value, Option<Answer>) {
        let mode = match self {
            Self::Roots => return (json!({"roots": [{"uri": "file:///home/ada/project"}]}), None),
            Self::Sampling => {
                let text = json!({"type": "text", "text": "Oak"});
                return (json!({"role": "assistant", "content": text, "model": "m"}), None);
            }
            Self::Form { .. } => Mode::Form,
            Self::Link { .. } => Mode::Url,
        };
        let (action, mut result) = match numbers.below(6) {
            0 => (Action::Decline, json!({"action": "decline"})),
            1 => (Action::Cancel, json!({"action": "cancel"})),
            2 => (Action::Cancel, json!({"action": "cancel", "content": null})),
            _ => (Action::Accept, json!({"action": "accept"})),
        };
        let mut needs = None;
        if let (Action::Accept, Self::Form { content, required, .. }) = (action, self) {
            // Where nothing is filled in, some clients leave the content out.
            if content.as_object().is_some_and(|content| !content.is_empty()) || numbers.below(2) == 0 {
                result["content"] = content.clone();
            }
            needs.clone_from(required);
        }
        (result, Some(Answer { at: at.to_owned(), mode, action, required: needs }))
    }
}

/// A field and a value that it takes.
fn field(numbers: &mut Seeded, revision: Revision) -> (Value, Value) {
    let mut fields = vec![
        (json!({"type": "string"}), json!("main")),
        (
            json!({"type": "string", "title": "Branch", "description": "Where to deploy", "minLength": 1, "maxLength": 40}),
            json!("main"),
        ),
        (json!({"type": "string", "format": "email"}), json!("ada@example.com")),
        (json!({"type": "string", "format": "uri"}), json!("https://example.com/a")),
        (json!({"type": "string", "format": "date"}), json!("2026-05-04")),
        (json!({"type": "string", "format": "date-time"}), json!("2026-05-04T10:00:00Z")),
        (json!({"type": "number", "minimum": 0.5, "maximum": 100}), json!(95.5)),
        (json!({"type": "integer", "title": "Nights", "minimum": 1}), json!(3)),
        (json!({"type": "boolean"}), json!(true)),
        (json!({"type": "boolean", "default": false}), json!(false)),
        (json!({"type": "string", "enum": ["small", "large"]}), json!("small")),
    ];
    if revision == Revision::V2025_06_18 {
        fields.push((json!({"type": "string", "enum": ["s", "l"], "enumNames": ["Small", "Large"]}), json!("l")));
    } else {
        let choices = json!([{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]);
        fields.extend([
            (json!({"type": "string", "default": "main"}), json!("next")),
            (json!({"type": "integer", "minimum": 1, "maximum": 9, "default": 2}), json!(9)),
            (json!({"type": "string", "enum": ["small", "large"], "default": "large"}), json!("small")),
            (json!({"type": "string", "oneOf": choices}), json!("s")),
            (json!({"type": "array", "items": {"type": "string", "enum": ["red", "green", "blue"]}, "minItems": 1, "maxItems": 2}), json!(["red", "blue"])),
            (json!({"type": "array", "items": {"anyOf": choices}, "default": ["s"]}), json!(["l"])),
        ]);
    }
    fields.swap_remove(numbers.below(fields.len()))
}

/// Letters and digits that tell nothing.
pub fn opaque(numbers: &mut Seeded, length: usize) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyzABCDEFG23";
    (0..length).map(|_| char::from(LETTERS[numbers.below(LETTERS.len())])).collect()
}

pub fn uuid(numbers: &mut Seeded) -> String {
    let mut hex = |count: usize| -> String { (0..count).map(|_| format!("{:x}", numbers.below(16))).collect() };
    format!("{}-{}-4{}-9{}-{}", hex(8), hex(4), hex(3), hex(3), hex(12))
}
