//! Every shape that the pages and schemas of the three revisions allow is quiet, apart from information.
//!
//! `tests/corpus/specification/<revision>/*.jsonl`: the lines before the first `# ` begin each case of a file; a line
//! `# row shape` begins a case, and names the requirement and the shape.

use std::fs;
use std::path::{Path, PathBuf};

use elicitlint::recording::Input;
use elicitlint::{
    ByCarrier, Capabilities, Carrier, CheckOptions, Context, Linter, Mode, Report, Revision, Severity, Verdict, check,
};
use serde_json::Value;

/// The revisions, and how many shapes each has, so that none gets lost.
const REVISIONS: [(&str, usize); 3] = [("2025-06-18", 32), ("2025-11-25", 61), ("2026-07-28", 61)];

/// One shape: a session from its handshake on.
struct Case {
    name: String,
    lines: Vec<String>,
}

fn cases_of(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.is_ascii(), "{}", path.display());
    let file = path.file_name().unwrap().to_str().unwrap();
    let (mut handshake, mut cases) = (Vec::new(), Vec::<Case>::new());
    for line in text.lines() {
        match (line.strip_prefix("# "), cases.last_mut()) {
            (Some(name), _) => {
                cases.push(Case { name: format!("{file}: {name}"), lines: handshake.clone() });
            }
            (None, Some(case)) => case.lines.push(line.to_owned()),
            (None, None) => handshake.push(line.to_owned()),
        }
    }
    cases
}

fn cases(revision: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/specification").join(revision);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().flat_map(|file| cases_of(file)).collect()
}

/// The elicitations of a line, found without the library: carrier and params.
fn elicitations(line: &str) -> Vec<(Carrier, Value)> {
    let line: Value = serde_json::from_str(line).unwrap();
    let message = line.get("msg").unwrap_or(&line);
    let create = |entry: &Value| entry["method"] == "elicitation/create";
    let mut found = Vec::new();
    if create(message) {
        found.push((Carrier::Request, message["params"].clone()));
    }
    for entry in message["error"]["data"]["elicitations"].as_array().into_iter().flatten() {
        found.push((Carrier::UrlRequiredError, entry.clone()));
    }
    for holder in [&message["result"], &message["params"]] {
        let carrier = if holder.get("taskId").is_some() { Carrier::Task } else { Carrier::InputRequest };
        let entries = holder["inputRequests"].as_object().into_iter().flat_map(|entries| entries.values());
        found.extend(entries.filter(|entry| create(entry)).map(|entry| (carrier, entry["params"].clone())));
    }
    found
}

fn loud(report: &Report<'_>) -> Vec<String> {
    let loud = report.findings().iter().filter(|finding| finding.severity() > Severity::Info);
    loud.map(|finding| format!("{} {}", report.rule(finding).id(), report.pointer(finding))).collect()
}

fn vet(linter: &Linter, revision: Revision, carrier: Carrier, params: &Value) -> Vec<String> {
    let both = Capabilities::none().with(Mode::Form).with(Mode::Url);
    let context = Context::new(revision).carrier(carrier).capabilities(both).server("https://mcp.example.com");
    let params = serde_json::to_vec(params).unwrap();
    let report = linter.vet(&params, &context);
    assert_eq!(report.verdict() == Verdict::Allow, loud(&report).is_empty());
    loud(&report)
}

#[test]
fn every_shape_of_the_specification_is_quiet() {
    let linter = Linter::new();
    let mut problems = Vec::new();
    for (revision, count) in REVISIONS {
        let cases = cases(revision);
        assert_eq!(cases.len(), count, "shapes of {revision}");
        for Case { name, lines } in cases {
            let recording = lines.join("\n");
            let mut note = |problem: String| problems.push(format!("{revision}/{name}: {problem}"));
            let input = Input::Stream(&mut recording.as_bytes());
            let summary = check(&linter, &name, input, &CheckOptions::default(), &mut |finding| {
                if finding.severity > Severity::Info {
                    note(format!("{}:{} {}", finding.rule, finding.line, finding.pointer));
                }
                if finding.revision != Some(revision) {
                    note(format!("judged by revision {:?}", finding.revision));
                }
            })
            .unwrap();
            let found: Vec<_> = lines.iter().flat_map(|line| elicitations(line)).collect();
            let counted = (summary.elicitations, summary.messages, summary.unreadable);
            let expected = (u64::try_from(found.len()).unwrap(), u64::try_from(lines.len()).unwrap(), 0);
            if counted != expected {
                note(format!("elicitations, messages, unreadable: {counted:?} instead of {expected:?}"));
            }
            for (carrier, params) in found {
                for problem in vet(&linter, revision.parse().unwrap(), carrier, &params) {
                    note(format!("vet: {problem}"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

/// What the shapes of each revision hold, so that no carrier goes unseen. Two answers fewer than elicitations with
/// 2025-11-25: both refused by an error. Three fewer with 2026-07-28: two never retried, one polled twice.
#[test]
fn the_shapes_cover_every_carrier_and_answer() {
    let linter = Linter::new();
    let mut sums = REVISIONS.map(|_| ByCarrier::default());
    for ((revision, _), sum) in REVISIONS.iter().zip(&mut sums) {
        for Case { name, lines } in cases(revision) {
            let recording = lines.join("\n");
            let input = Input::Stream(&mut recording.as_bytes());
            let by = check(&linter, &name, input, &CheckOptions::default(), &mut |_| {}).unwrap().by_carrier;
            sum.request_form += by.request_form;
            sum.request_url += by.request_url;
            sum.url_required_errors += by.url_required_errors;
            sum.url_required_entries += by.url_required_entries;
            sum.input_required += by.input_required;
            sum.input_form += by.input_form;
            sum.input_url += by.input_url;
            sum.completions += by.completions;
            sum.answers += by.answers;
        }
    }
    let [first, second, third] = sums;
    assert_eq!((first.request_form, first.answers), (31, 30));
    assert_eq!((second.request_form, second.request_url, second.answers), (45, 11, 54));
    assert_eq!((second.url_required_errors, second.url_required_entries, second.completions), (5, 6, 5));
    assert_eq!((third.input_required, third.input_form, third.input_url, third.answers), (61, 54, 9, 60));
    assert_eq!((third.request_form, third.request_url, third.url_required_errors), (0, 0, 0));
}
