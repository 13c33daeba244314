//! How much a verdict on a request costs beside parsing it.

mod support;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use elicitlint::{Context, Linter, Revision};
use support::json::{self, FORM, request};
use support::typed::{FormParams, Message, UrlParams};

fn form(criterion: &mut Criterion) {
    let (params, message) = (FORM.to_owned(), request(FORM));
    let mut group = group(criterion, "request/form", &message);
    group.bench_function("anchor: typed serde_json", |bencher| {
        bencher.iter(|| {
            drop(black_box(serde_json::from_str::<Message<'_, FormParams<'_>>>(black_box(&message)).unwrap()))
        });
    });
    vet(group, &params, &message);
}

fn url(criterion: &mut Criterion) {
    let params = json::url_params();
    let message = request(&params);
    let mut group = group(criterion, "request/url", &message);
    group.bench_function("anchor: typed serde_json", |bencher| {
        bencher
            .iter(|| drop(black_box(serde_json::from_str::<Message<'_, UrlParams<'_>>>(black_box(&message)).unwrap())));
    });
    group.bench_function("anchor: typed serde_json and Url::parse", |bencher| {
        bencher.iter(|| {
            let read: Message<'_, UrlParams<'_>> = serde_json::from_str(black_box(&message)).unwrap();
            drop(black_box(url::Url::parse(&read.params.url)));
        });
    });
    vet(group, &params, &message);
}

fn worst(criterion: &mut Criterion) {
    let text = |unit: &str| json::form_with_message(&unit.repeat(60_000 / unit.len()));
    let cases = [
        ("fields", json::wide_form()),
        ("escapes", json::form_with_message(&json::escaped(300_000))),
        ("long message", json::form_with_message(&"a".repeat(1 << 20))),
        ("dots", text("a.")),
        ("dots alone", text(".")),
        ("dashes", text("-")),
        ("punycode", text("xn--")),
        ("signs", text("@")),
        ("links", text("https://a.com/ ")),
    ];
    for (name, params) in cases {
        let message = request(&params);
        let mut group = group(criterion, &format!("request/worst/{name}"), &message);
        group.bench_function("anchor: serde_json::Value", |bencher| {
            bencher.iter_batched(
                || (),
                |()| serde_json::from_str::<serde_json::Value>(black_box(&message)).unwrap(),
                BatchSize::LargeInput,
            );
        });
        vet(group, &params, &message);
    }
}

fn group<'c>(criterion: &'c mut Criterion, name: &str, message: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(message.len() as u64));
    group
}

fn vet(mut group: BenchmarkGroup<'_, WallTime>, params: &str, message: &str) {
    let linter = Linter::new();
    let context = Context::new(Revision::V2025_11_25).server("https://mcp.example.com");
    group.bench_function("vet_message", |bencher| {
        bencher.iter(|| drop(black_box(linter.vet_message(black_box(message.as_bytes()), &context))));
    });
    group.bench_function("vet", |bencher| {
        bencher.iter(|| drop(black_box(linter.vet(black_box(params.as_bytes()), &context))));
    });
    group.finish();
}

criterion_group!(benches, form, url, worst);
criterion_main!(benches);
