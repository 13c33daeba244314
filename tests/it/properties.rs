//! What must not change the findings, tried on every example of every contract.

use elicitlint::{Context, Contract, Linter, Policy, Profile, Report, Revision, Severity, Span};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::rewrite::{Json, Seeded};

/// Rule, severity, pointer, span.
type Found = (String, Severity, String, Option<Span>);

/// The params in the examples of all contracts, with the rule that they belong to.
fn examples() -> Vec<(String, Json)> {
    let linter = Linter::new();
    let of = |contract: &Contract| {
        let examples = contract.prose().unwrap().examples;
        let params = examples.into_iter().filter_map(|example| Json::read(&example.json?));
        params.map(|params| (contract.id().to_owned(), params)).collect::<Vec<_>>()
    };
    let examples: Vec<_> = linter.rules().flat_map(|(contract, _)| of(contract)).collect();
    assert!(examples.len() >= 100, "{} examples", examples.len());
    examples
}

fn contexts() -> Vec<Context> {
    [Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28, Revision::Unknown].map(Context::new).into()
}

fn found(report: &Report<'_>) -> Vec<Found> {
    let of =
        |finding| (report.rule(finding).id().to_owned(), finding.severity(), report.pointer(finding), finding.span());
    let mut found: Vec<_> = report.findings().iter().map(of).collect();
    found.sort();
    found
}

fn vet(linter: &Linter, params: &str, context: &Context) -> Vec<Found> {
    found(&linter.vet(params.as_bytes(), context))
}

/// Tries rewritings of every example in every context; the findings must be those of the original.
fn assert_same(rewritings: impl Fn(&Json) -> Vec<String>) {
    let linter = Linter::with_policy(&Policy::new().profile(Profile::Strict)).unwrap();
    let mut problems = Vec::new();
    for (rule, params) in examples() {
        let rewritten = rewritings(&params);
        for context in contexts() {
            let expected = vet(&linter, &params.write(""), &context);
            for other in &rewritten {
                let actual = vet(&linter, other, &context);
                if actual != expected {
                    problems.push(format!("{rule}: {other}\n  {expected:?}\n  {actual:?}"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn escapes_in_strings_and_keys_do_not_change_the_findings() {
    assert_same(|params| {
        [(1, 1), (2, 2), (2, 3), (5, 4), (20, 5)]
            .map(|(every, seed)| params.escaped(every, &mut Seeded(seed)).write(""))
            .into()
    });
}

#[test]
fn white_space_between_tokens_does_not_change_the_findings() {
    assert_same(|params| [" ", "\n", "\r\n\t", "     "].map(|blank| params.write(blank)).into());
}

#[test]
fn the_order_of_keys_does_not_change_the_findings() {
    assert_same(|params| {
        // Of a repeated key the last counts, and in a form that is too large the last fields do not.
        let report = vet(&Linter::new(), &params.write(""), &Context::default());
        let is_ordered = |(rule, ..): &Found| rule == "input-duplicate-key" || rule == "input-oversized";
        if report.iter().any(is_ordered) {
            return Vec::new();
        }
        (1..=5).map(|seed| params.shuffled(&mut Seeded(seed)).write("")).collect()
    });
}

/// Findings of the groups that do not ask what carried the params, with pointers into the params.
fn carried(linter: &Linter, message: &str, params_at: &str, context: &Context) -> Vec<Found> {
    let reports = linter.vet_message(message.as_bytes(), context);
    let mut carried = Vec::new();
    for report in &reports {
        let group_of =
            |rule: &str| linter.rules().find(|(known, _)| known.id() == rule).map(|(known, _)| known.group());
        let judged = |(rule, ..): &Found| matches!(group_of(rule), Some("url" | "lookalike" | "text" | "form"));
        for (rule, severity, pointer, span) in found(report).into_iter().filter(judged) {
            let inside = pointer.strip_prefix(params_at).unwrap_or_else(|| panic!("{pointer} in {message}"));
            carried.push((rule, severity, inside.to_owned(), span));
        }
    }
    carried.sort();
    carried
}

#[test]
fn what_carries_the_params_does_not_change_what_they_say() {
    let request =
        |params: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{params}}}"#);
    let error = |params: &str| {
        let data = format!(r#"{{"elicitations":[{params}]}}"#);
        format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32042,"message":"m","data":{data}}}}}"#)
    };
    let entry = |params: &str| format!(r#"{{"k":{{"method":"elicitation/create","params":{params}}}}}"#);
    let input = |params: &str| {
        let requests = entry(params);
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"input_required","inputRequests":{requests},"requestState":"s"}}}}"#
        )
    };
    let task = |params: &str| {
        let requests = entry(params);
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"taskId":"t","status":"input_required","inputRequests":{requests}}}}}"#
        )
    };
    type Carry<'c> = (&'c dyn Fn(&str) -> String, &'c str);
    let request: Carry<'_> = (&request, "/params");
    let error: Carry<'_> = (&error, "/error/data/elicitations/0");
    let input: Carry<'_> = (&input, "/result/inputRequests/k/params");
    let task: Carry<'_> = (&task, "/result/inputRequests/k/params");
    let linter = Linter::with_policy(&Policy::new().profile(Profile::Strict)).unwrap();
    let mut found = 0;
    let mut problems = Vec::new();
    for (rule, mut params) in examples() {
        let is_url = matches!(params.member_mut("mode"), Some(Json::Text(mode)) if mode == "url");
        let mut pairs = vec![(Revision::V2026_07_28, request, input), (Revision::V2026_07_28, request, task)];
        if is_url {
            pairs.push((Revision::V2025_11_25, request, error));
        }
        let params = params.write("");
        for (revision, (one, one_at), (other, other_at)) in pairs {
            let context = Context::new(revision);
            let expected = carried(&linter, &one(&params), one_at, &context);
            let actual = carried(&linter, &other(&params), other_at, &context);
            found += expected.len();
            if actual != expected {
                problems.push(format!("{rule}: {}\n  {expected:?}\n  {actual:?}", other(&params)));
            }
        }
    }
    assert!(found > 100, "only {found} findings were compared");
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn a_sentence_added_to_the_message_removes_no_finding_on_another_part() {
    let linter = Linter::with_policy(&Policy::new().profile(Profile::Strict)).unwrap();
    let sentences =
        [" Thank you.", " See https://trusted.example/ first.", " https://a.test/?a=\\\"\\n\\u202e", "\\ud800"];
    let mut problems = Vec::new();
    for (rule, params) in examples() {
        for (context, sentence) in contexts().iter().flat_map(|context| sentences.map(|sentence| (context, sentence))) {
            let mut longer = params.clone();
            let Some(Json::Text(message)) = longer.member_mut("message") else { continue };
            message.push_str(sentence);
            let after = vet(&linter, &longer.write(""), context);
            let before = vet(&linter, &params.write(""), context);
            let lost: Vec<_> = before.iter().filter(|found| found.2 != "/message" && !after.contains(found)).collect();
            if !lost.is_empty() {
                problems.push(format!("{rule}: {}\n  lost {lost:?}", longer.write("")));
            }
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn a_rule_finds_alone_what_it_finds_among_all() {
    let all = Linter::with_policy(&Policy::new().profile(Profile::Strict)).unwrap();
    let examples: Vec<_> = examples().into_iter().map(|(_, params)| params.write("")).collect();
    let context = Context::default();
    let of_all: Vec<_> = examples.iter().map(|params| vet(&all, params, &context)).collect();
    for (contract, _) in all.rules() {
        let alone = Linter::with_policy(&Policy::new().profile(Profile::Strict).select(contract.id())).unwrap();
        let own = |found: &[Found]| -> Vec<Found> {
            found.iter().filter(|(rule, ..)| rule == contract.id()).cloned().collect()
        };
        for (params, among) in examples.iter().zip(&of_all) {
            assert_eq!(own(&vet(&alone, params, &context)), own(among), "{}: {params}", contract.id());
        }
    }
}

#[test]
fn findings_stand_in_the_order_of_their_places() {
    let linter = Linter::with_policy(&Policy::new().profile(Profile::Strict)).unwrap();
    for (_, params) in examples() {
        let params = params.write("");
        let report = linter.vet(params.as_bytes(), &Context::default());
        assert!(report.findings().is_sorted_by_key(|finding| finding.part().place), "{params}: {report:?}");
    }
}

/// Texts that no example thinks of; the numbers are the same in every run.
#[test]
fn escapes_do_not_change_the_findings_of_generated_texts() {
    let generator = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner =
        TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::with_cases(500) }, generator);
    let url = "(https?|ftp|JavaScript|data|myapp)?:?[/\\\\]{0,3}([a-z]{1,5}@)?(10[.]0[.]0[.]1|xn--[a-z]{1,4}|[a-z0-9.%\u{e9}\u{430}-]{1,12})(:[0-9]{0,5})?[/?#a-z=&%\\t]{0,12}";
    let message = "([a-zA-Z ]{0,8}|https?://[a-z.]{1,10}|[a-z]{1,6}[.]com|\\PC{0,3}){0,4}";
    let linter = Linter::with_policy(&Policy::new().profile(Profile::Strict)).unwrap();
    let strategy = (url, message, proptest::bool::ANY, 0..u64::MAX);
    runner
        .run(&strategy, |(url, message, is_form, seed)| {
            let text = |text: &str| serde_json::to_string(text).unwrap();
            let (url, message) = (text(&url), text(&message));
            let params = if is_form {
                format!(
                    r#"{{"message":{message},"requestedSchema":{{"type":"object","properties":{{{message}:{{"type":"string","title":{url}}}}}}}}}"#
                )
            } else {
                format!(r#"{{"mode":"url","message":{message},"elicitationId":"e","url":{url}}}"#)
            };
            let escaped = Json::read(&params).unwrap().escaped(2, &mut Seeded(seed)).write("\n");
            for context in contexts() {
                proptest::prop_assert_eq!(vet(&linter, &params, &context), vet(&linter, &escaped, &context));
            }
            Ok(())
        })
        .unwrap();
}
