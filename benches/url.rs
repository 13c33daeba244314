//! How much a verdict on a URL costs beside parsing it.

mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use elicitlint::{Context, Linter, Revision};

fn urls(criterion: &mut Criterion) {
    let urls = support::url::urls();
    let kinds = [
        ("ascii", urls.ascii()),
        ("international", urls.international.clone()),
        ("address", urls.addresses.clone()),
        ("all", urls.all()),
    ];
    for (kind, urls) in kinds {
        compare(criterion, &format!("url/{kind}"), &urls);
    }
    for (kind, url) in support::url::worst() {
        compare(criterion, &format!("url/worst/{kind}"), &[url]);
    }
}

fn compare(criterion: &mut Criterion, name: &str, urls: &[String]) {
    let linter = Linter::new();
    let context = Context::new(Revision::V2025_11_25).server("https://mcp.example.com");
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(urls.iter().map(|url| url.len() as u64).sum()));
    group.bench_function("anchor: Url::parse", |bencher| {
        bencher.iter(|| urls.iter().for_each(|url| drop(black_box(url::Url::parse(black_box(url))))));
    });
    group.bench_function("vet_url", |bencher| {
        bencher.iter(|| urls.iter().for_each(|url| drop(black_box(linter.vet_url(black_box(url), &context)))));
    });
    group.finish();
}

criterion_group!(benches, urls);
criterion_main!(benches);
