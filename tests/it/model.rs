//! Sessions that nobody wrote: lawful ones draw no warning and no error; each fault put into one draws its rule.
//!
//! The sessions come from the state machines of the specification, one step a number, so that a failure shrinks to a few
//! messages. The numbers are the same in every run.

mod fault;
mod faults_of_answers;
mod faults_of_asking;
mod faults_of_sessions;
mod forms;
mod handshake;
mod rounds;
mod talk;

use elicitlint::{CheckOptions, Context, FindingRecord, Limits, Linter, Revision, Session, Severity};
use proptest::prelude::{Strategy, any};
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use std::collections::{BTreeMap, BTreeSet};

use crate::rewrite::Seeded;
use crate::script::lint_with;
use fault::Fault;
use talk::Talk;

const REVISIONS: [Revision; 3] = [Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28];

/// Which revision, what holds for the whole session, and its steps.
type Plan = (usize, u64, Vec<u64>);

fn plans() -> impl Strategy<Value = Plan> {
    (0..REVISIONS.len(), any::<u64>(), proptest::collection::vec(any::<u64>(), 4..32))
}

fn runner(cases: u32) -> TestRunner {
    let generator = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::with_cases(cases) }, generator)
}

fn session((revision, setup, steps): &Plan) -> Talk {
    match REVISIONS[*revision] {
        Revision::V2026_07_28 => rounds::session(*setup, steps),
        revision => handshake::session(revision, *setup, steps),
    }
}

fn found(recording: &str) -> Vec<FindingRecord> {
    lint_with(Limits::default(), &CheckOptions::default(), recording.as_bytes()).1
}

fn loud(findings: &[FindingRecord]) -> Vec<(String, u64, String)> {
    let loud = findings.iter().filter(|finding| finding.severity > Severity::Info);
    loud.map(|finding| (finding.rule.clone(), finding.line, finding.pointer.clone())).collect()
}

#[test]
fn lawful_sessions_are_quiet() {
    let linter = Linter::new();
    runner(300)
        .run(&plans(), |plan| {
            let talk = session(&plan);
            let directed = found(&talk.recording());
            proptest::prop_assert!(loud(&directed).is_empty(), "{:?}\n{}", loud(&directed), talk.recording());
            let bare = found(&talk.bare());
            proptest::prop_assert!(loud(&bare).is_empty(), "bare {:?}\n{}", loud(&bare), talk.bare());
            let mut live = Session::new(&linter, Context::default());
            for sent in &talk.sent {
                let text = sent.text();
                let observed = live.observe(sent.side, text.as_bytes());
                proptest::prop_assert!(observed.verdict() == elicitlint::Verdict::Allow, "live {text}");
            }
            Ok(())
        })
        .unwrap();
}

/// Of a session a recording may hold the end alone, one side alone, or each message twice.
#[test]
fn parts_of_lawful_sessions_are_quiet() {
    let lines = |recording: &str, keep: &dyn Fn(usize, &str) -> usize| -> String {
        let lines = recording.lines().enumerate();
        lines.flat_map(|(number, line)| vec![format!("{line}\n"); keep(number, line)]).collect()
    };
    let mut runner = runner(1);
    for _ in 0..150 {
        let talk = session(&plans().new_tree(&mut runner).unwrap().current());
        let (directed, bare) = (talk.recording(), talk.bare());
        let half = talk.sent.len() / 2;
        let parts = [
            ("the end", lines(&directed, &|number, _| usize::from(number >= half))),
            ("the end, without directions", lines(&bare, &|number, _| usize::from(number >= half))),
            ("the server", lines(&directed, &|_, line| usize::from(line.contains(r#""dir":"s2c""#)))),
            ("the client", lines(&directed, &|_, line| usize::from(line.contains(r#""dir":"c2s""#)))),
            ("each message twice", lines(&directed, &|_, _| 2)),
        ];
        for (name, recording) in parts {
            assert_eq!(loud(&found(&recording)), [], "{name}:\n{recording}");
        }
    }
}

#[test]
fn the_sessions_hold_what_the_specification_has() {
    let (mut sum, mut actions) = (BTreeMap::<&str, u64>::new(), [0; 3]);
    let mut runner = runner(1);
    for _ in 0..150 {
        let talk = session(&plans().new_tree(&mut runner).unwrap().current());
        let (summary, _) = lint_with(Limits::default(), &CheckOptions::default(), talk.recording().as_bytes());
        let counts = summary.by_carrier;
        for (name, count) in [
            ("forms", counts.request_form),
            ("links", counts.request_url),
            ("errors", counts.url_required_errors),
            ("rounds", counts.input_required),
            ("forms in results", counts.input_form),
            ("links in results", counts.input_url),
            ("completions", counts.completions),
            ("answers", counts.answers),
        ] {
            *sum.entry(name).or_default() += count;
        }
        for answer in talk.sent.iter().flat_map(|sent| &sent.answers) {
            actions[answer.action as usize] += 1;
        }
        let answers = talk.sent.iter().map(|sent| sent.answers.len()).sum::<usize>();
        assert_eq!(usize::try_from(counts.answers).unwrap(), answers, "{}", talk.recording());
        let asks = talk.sent.iter().map(|sent| sent.asks.len()).sum::<usize>();
        assert_eq!(usize::try_from(summary.elicitations).unwrap(), asks, "{}", talk.recording());
    }
    assert!(sum.values().all(|count| *count > 20), "{sum:?}");
    assert!(actions.iter().all(|count| *count > 20), "{actions:?}");
}

fn faults() -> Vec<&'static Fault> {
    let tables = [
        faults_of_asking::FORMS,
        faults_of_asking::LINKS,
        faults_of_answers::ANSWERS,
        faults_of_answers::CAPABILITY,
        faults_of_sessions::SESSIONS,
        faults_of_sessions::ROUNDS,
    ];
    tables.into_iter().flatten().collect()
}

/// Where the findings on a session with a fault in it are others than its rule, or the rule is not among them.
fn problem(fault: &Fault, plan: &Plan, expected: std::ops::Range<usize>, faulty: &Talk) -> Option<String> {
    let findings = found(&faulty.recording());
    let is_expected = |line: u64| expected.contains(&(usize::try_from(line).unwrap() - 1));
    let fires = findings.iter().any(|finding| finding.rule == fault.rule && is_expected(finding.line));
    let may = |rule: &str| rule == fault.rule || fault.besides.contains(&rule);
    let others: Vec<_> = loud(&findings).into_iter().filter(|(rule, ..)| !may(rule)).collect();
    (!fires || !others.is_empty()).then(|| {
        let all: Vec<_> = findings.iter().map(|finding| format!("{}:{}", finding.rule, finding.line)).collect();
        format!("{} -> {} at {expected:?}: {all:?}\n{}{plan:?}\n", fault.name, fault.rule, faulty.recording())
    })
}

#[test]
fn each_fault_in_a_lawful_session_draws_its_rule_and_no_other() {
    /// How often each fault is tried.
    const ENOUGH: usize = 5;
    let faults = faults();
    let names: BTreeSet<_> = faults.iter().map(|fault| fault.name).collect();
    assert_eq!(names.len(), faults.len(), "names are unique");
    assert!(faults.len() >= 60, "{} faults", faults.len());
    let mut tried = BTreeMap::<&str, usize>::new();
    let mut problems = Vec::new();
    let mut runner = runner(1);
    for round in 0..600_u64 {
        let plan = plans().new_tree(&mut runner).unwrap().current();
        let lawful = session(&plan);
        let mut numbers = Seeded(round);
        for fault in &faults {
            let places = fault.places(&lawful);
            if places.is_empty() || tried.get(fault.name).is_some_and(|count| *count >= ENOUGH) {
                continue;
            }
            let first = numbers.below(places.len());
            let applied = (0..places.len()).find_map(|next| {
                let mut faulty = session(&plan);
                let (index, at) = &places[(first + next) % places.len()];
                fault.apply(&mut faulty, *index, at).map(|expected| (expected, faulty))
            });
            let Some((expected, faulty)) = applied else { continue };
            *tried.entry(fault.name).or_default() += 1;
            problems.extend(problem(fault, &plan, expected, &faulty));
        }
    }
    let is_seldom = |fault: &&&Fault| tried.get(fault.name).is_none_or(|count| *count < ENOUGH);
    let seldom: Vec<_> = faults.iter().filter(is_seldom).map(|fault| fault.name).collect();
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
    assert!(seldom.is_empty(), "{seldom:?}");
}
