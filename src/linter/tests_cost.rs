//! What looking for secrets in a form costs, beside reading and judging the same bytes.
//!
//! As a test it says what is found in these forms. For a count of instructions, run it under callgrind with
//! `--dump-before=elicitlint::linter::tests_cost::asking` and the same for `--dump-after`: every second file of the dump,
//! from the second on, is one form, in the order of `forms`; that of the first form also holds the reading of the lists.

use std::hint::black_box;

use crate::asked;
use crate::context::Context;
use crate::elicitation::Elicitation;
use crate::elicitation::Received;
use crate::elicitation::Revision;
use crate::elicitation::tests_cost::FORM;
use crate::limits::Limits;

use super::Linter;

/// Sentences without a word for a secret, and one full of such words that asks for nothing.
const TEXTS: [(&str, &str); 6] = [
    ("English", "Tell us where the parcel shall go and when somebody is at home to take it. "),
    ("German", "Sagen Sie uns, wohin das Paket gehen soll und wann jemand \u{fc}ber die Stra\u{df}e zu Hause ist. "),
    (
        "Russian",
        "\u{421}\u{43a}\u{430}\u{436}\u{438}\u{442}\u{435}, \u{43a}\u{443}\u{434}\u{430} \
         \u{43f}\u{440}\u{438}\u{432}\u{435}\u{437}\u{442}\u{438} \u{437}\u{430}\u{43a}\u{430}\u{437} \u{438} \
         \u{43a}\u{43e}\u{433}\u{434}\u{430} \u{432}\u{44b} \u{434}\u{43e}\u{43c}\u{430}. ",
    ),
    (
        "Japanese",
        "\u{8377}\u{7269}\u{306e}\u{304a}\u{5c4a}\u{3051}\u{5148}\u{3068}\u{3054}\u{5728}\u{5b85}\u{306e}\
         \u{6642}\u{9593}\u{3092}\u{304a}\u{9078}\u{3073}\u{304f}\u{3060}\u{3055}\u{3044}\u{3002}",
    ),
    (
        "Arabic",
        "\u{623}\u{62e}\u{628}\u{631}\u{646}\u{627} \u{625}\u{644}\u{649} \u{623}\u{64a}\u{646} \
         \u{62a}\u{631}\u{633}\u{644} \u{627}\u{644}\u{637}\u{631}\u{62f} \u{648}\u{645}\u{62a}\u{649}. ",
    ),
    ("full", "The password policy of the API key server says how long a token lasts, and who enters it. "),
];

/// Names and messages of all forms.
fn forms() -> impl Iterator<Item = (String, String)> {
    let long = TEXTS.into_iter().flat_map(|(name, text)| {
        [1, 2, 4, 8, 16, 32, 64].map(|kibibytes: usize| {
            let message = text.repeat((kibibytes << 10) / text.len());
            let params = serde_json::json!({"message": message, "requestedSchema": {"type": "object", "properties": {
                "answer": {"type": "string"}}}});
            let message =
                serde_json::json!({"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": params});
            (format!("{name}, {kibibytes} KiB"), message.to_string())
        })
    });
    std::iter::once(("trip".to_owned(), FORM.to_owned())).chain(long)
}

#[inline(never)]
fn reading<'a>(message: &'a str, limits: &Limits) -> Received<'a> {
    black_box(Received::read(black_box(message.as_bytes()), limits).unwrap().unwrap())
}

#[inline(never)]
fn asking(elicitation: &Elicitation<'_>) -> usize {
    let mut found = 0;
    asked::visit(black_box(elicitation), 64 << 10, |_| found += 1);
    found
}

#[inline(never)]
fn judging(linter: &Linter, message: &str, context: &Context) -> usize {
    linter.vet_message(black_box(message.as_bytes()), context).iter().map(|report| report.findings().len()).sum()
}

#[test]
fn long_forms_without_a_question_for_a_secret_are_quiet() {
    let (limits, linter, context) = (Limits::default(), Linter::new(), Context::new(Revision::V2025_11_25));
    for (name, message) in forms() {
        let received = reading(&message, &limits);
        assert_eq!(asking(received.elicitation.as_ref().unwrap()), 0, "{name}");
        assert_eq!(judging(&linter, &message, &context), 0, "{name}");
    }
}
