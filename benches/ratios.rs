//! The goals of docs/performance.md as ratios of two measurements of one run.
//! In: nothing, or the name of an entry and how often to run it. Out: a table; nothing for an entry, which is for callgrind.
//! Never: an absolute time as a result: it says more about the machine than about the code.

mod support;

use std::hint::black_box;
use std::time::Instant;

use elicitlint::recording::Input;
use elicitlint::{CheckOptions, Context, Linter, Revision, check};
use support::json::{self, FORM, request};
use support::typed::{FormParams, Head, Message, UrlParams};
use support::url::urls;

/// Something to measure: what it is called, and how it is run once.
type Entry = (&'static str, Box<dyn Fn()>);

/// What is compared: the goal, its anchor and its subject.
const GOALS: [(&str, &str, &str); 12] = [
    ("A1 ASCII https URL", "parse-ascii", "vet-ascii"),
    ("A2 mixed URLs", "parse-all", "vet-all"),
    ("A3 international host", "parse-international", "vet-international"),
    ("A  address as host", "parse-address", "vet-address"),
    ("B1 form, message", "typed-form", "message-form"),
    ("B1 form, params", "typed-form-params", "params-form"),
    ("B2 URL, message", "typed-url-and-parse", "message-url"),
    ("B2 URL, params", "typed-url-params-and-parse", "params-url"),
    ("B  URL, reading alone", "typed-url", "message-url"),
    ("C0 recording", "heads", "check"),
    ("C0 recording of short lines", "heads-short", "check-short"),
    ("E  form of 10,000 fields", "value-wide", "message-wide"),
];

fn main() {
    let entries = entries();
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let Some(name) = arguments.next() else { return table(&entries) };
    let times: u32 = arguments.next().map_or(1, |times| times.parse().expect("a number of times"));
    let run = entry(&entries, &name);
    (0..times).for_each(|_| run());
}

fn table(entries: &[Entry]) {
    println!("{:<30} {:>7} {:>7} {:>7}   subject / anchor", "median of 31 paired rounds", "ratio", "lowest", "highest");
    for (goal, anchor, subject) in GOALS {
        let (low, median, high) = ratio(entry(entries, anchor), entry(entries, subject));
        println!("{goal:<30} {median:>7.2} {low:>7.2} {high:>7.2}   {subject} / {anchor}");
    }
}

fn entry<'e>(entries: &'e [Entry], name: &str) -> &'e dyn Fn() {
    entries.iter().find(|(known, _)| *known == name).map(|(_, run)| run).unwrap_or_else(|| {
        panic!("no entry {name}: use one of {:?}", entries.iter().map(|(name, _)| *name).collect::<Vec<_>>())
    })
}

/// Subject over anchor, one after the other in each round, so that both meet the same noise: quartiles and median.
fn ratio(anchor: &dyn Fn(), subject: &dyn Fn()) -> (f64, f64, f64) {
    let times = repetitions(anchor);
    let mut ratios: Vec<f64> = (0..31)
        .map(|_| {
            let anchor = seconds(anchor, times);
            seconds(subject, times) / anchor
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    (ratios[7], ratios[15], ratios[23])
}

/// How often something must run to take about five milliseconds.
fn repetitions(run: &dyn Fn()) -> u32 {
    run();
    let once = seconds(run, 1).max(1e-9);
    (0.005 / once).ceil() as u32
}

fn seconds(run: &dyn Fn(), times: u32) -> f64 {
    let start = Instant::now();
    (0..times).for_each(|_| run());
    start.elapsed().as_secs_f64()
}

fn entries() -> Vec<Entry> {
    let mut entries = Vec::new();
    url_entries(&mut entries);
    request_entries(&mut entries);
    recording_entries(&mut entries);
    entries
}

fn url_entries(entries: &mut Vec<Entry>) {
    let urls = urls();
    let kinds = [
        ("parse-ascii", "vet-ascii", urls.ascii()),
        ("parse-all", "vet-all", urls.all()),
        ("parse-international", "vet-international", urls.international),
        ("parse-address", "vet-address", urls.addresses),
    ];
    for (anchor, subject, urls) in kinds {
        let (linter, context, own) = (Linter::new(), context(), urls.clone());
        let parse = move || own.iter().for_each(|url| drop(black_box(url::Url::parse(black_box(url)))));
        let vet = move || urls.iter().for_each(|url| drop(black_box(linter.vet_url(black_box(url), &context))));
        entries.push((anchor, Box::new(parse)));
        entries.push((subject, Box::new(vet)));
    }
}

fn request_entries(entries: &mut Vec<Entry>) {
    let url_params = json::url_params();
    let requests = [
        ("message-form", "params-form", FORM.to_owned()),
        ("message-url", "params-url", url_params.clone()),
        ("message-wide", "params-wide", json::wide_form()),
    ];
    for (message, params, text) in requests {
        let (linter, context, whole) = (Linter::new(), context(), request(&text));
        let (alone, around) = (linter.clone(), context.clone());
        let vet_message = move || drop(black_box(linter.vet_message(black_box(whole.as_bytes()), &context)));
        let vet = move || drop(black_box(alone.vet(black_box(text.as_bytes()), &around)));
        entries.push((message, Box::new(vet_message)));
        entries.push((params, Box::new(vet)));
    }
    let form = request(FORM);
    entries.push(("typed-form", Box::new(move || drop(black_box(typed::<Message<'_, FormParams<'_>>>(&form))))));
    entries.push(("typed-form-params", Box::new(|| drop(black_box(typed::<FormParams<'_>>(FORM))))));
    let url = request(&url_params);
    let whole = url.clone();
    entries.push(("typed-url", Box::new(move || drop(black_box(typed::<Message<'_, UrlParams<'_>>>(&whole))))));
    let parse = move || {
        let read: Message<'_, UrlParams<'_>> = typed(&url);
        drop(black_box(url::Url::parse(&read.params.url)));
    };
    entries.push(("typed-url-and-parse", Box::new(parse)));
    let parse = move || {
        let read: UrlParams<'_> = typed(&url_params);
        drop(black_box(url::Url::parse(&read.url)));
    };
    entries.push(("typed-url-params-and-parse", Box::new(parse)));
    let wide = request(&json::wide_form());
    entries.push(("value-wide", Box::new(move || drop(black_box(typed::<serde_json::Value>(&wide))))));
}

fn recording_entries(entries: &mut Vec<Entry>) {
    let short: String =
        json::recording(4 << 20).lines().filter(|line| line.len() < 600).map(|line| format!("{line}\n")).collect();
    let recordings = [("heads", "check", json::recording(1 << 20)), ("heads-short", "check-short", short)];
    for (anchor, subject, recording) in recordings {
        let (linter, own) = (Linter::new(), recording.clone());
        let heads = move || {
            for line in black_box(&own).lines() {
                drop(black_box(serde_json::from_str::<Head<'_>>(line)));
            }
        };
        let lint = move || {
            let input = Input::Stream(&mut black_box(&recording).as_bytes());
            black_box(check(&linter, "bench", input, &CheckOptions::default(), &mut |_| {}).unwrap());
        };
        entries.push((anchor, Box::new(heads)));
        entries.push((subject, Box::new(lint)));
    }
}

fn typed<'a, T: serde::Deserialize<'a>>(text: &'a str) -> T {
    serde_json::from_str(black_box(text)).unwrap()
}

fn context() -> Context {
    Context::new(Revision::V2025_11_25).server("https://mcp.example.com")
}
