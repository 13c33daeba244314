//! How much linting a recording costs beside reading a method and an id of every line.

mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use elicitlint::recording::Input;
use elicitlint::{CheckOptions, Linter, check};
use support::json;
use support::typed::Head;

const BYTES: usize = 4 << 20;

fn recordings(criterion: &mut Criterion) {
    compare(criterion, "recording/mix", &json::recording(BYTES));
    for (name, recording) in json::worst_recordings(1 << 20) {
        compare(criterion, &format!("recording/worst/{name}"), &recording);
    }
}

fn compare(criterion: &mut Criterion, name: &str, recording: &str) {
    let linter = Linter::new();
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10);
    group.throughput(Throughput::Bytes(recording.len() as u64));
    group.bench_function("anchor: serde_json {method, id}", |bencher| {
        bencher.iter(|| {
            for line in black_box(recording).lines() {
                drop(black_box(serde_json::from_str::<Head<'_>>(line)));
            }
        });
    });
    group.bench_function("check", |bencher| {
        bencher.iter(|| {
            let mut findings = 0_u64;
            let input = Input::Stream(&mut black_box(recording).as_bytes());
            let summary = check(&linter, "bench", input, &CheckOptions::default(), &mut |_| findings += 1).unwrap();
            black_box((summary, findings))
        });
    });
    group.finish();
}

criterion_group!(benches, recordings);
criterion_main!(benches);
