//! Counts for people: rules by their findings; sessions, elicitations and answers.
//! In: what was found and read. Out: lines, the count first.
//! Never: a line that begins with text from the wire, a server as it was written.

use std::collections::BTreeMap;

use super::Totals;
use super::plural;
use super::safe;
use crate::check::AnswerCounts;
use crate::check::ElicitationCount;

/// Rules by their findings, then what the inputs held.
pub(super) fn statistics(totals: &Totals) -> String {
    let mut text = by_rule(totals);
    if !text.is_empty() {
        text.push('\n');
    }
    text + &held(totals)
}

fn by_rule(totals: &Totals) -> String {
    let mut rows: Vec<_> = totals.by_rule.iter().collect();
    rows.sort_by_key(|(rule, (severity, count))| (std::cmp::Reverse((*count, *severity)), *rule));
    rows.into_iter().map(|(rule, (severity, count))| format!("{count:>7}  {:<7}  {rule}\n", severity.name())).collect()
}

fn held(totals: &Totals) -> String {
    let (mut kinds, mut sessions, mut completions) = (BTreeMap::<_, u64>::new(), 0, 0);
    let mut answers = AnswerCounts::default();
    for input in &totals.inputs {
        let of = &input.statistics;
        for kind in &of.elicitations {
            let (carrier, mode) = (kind.carrier.name(), kind.mode.map_or("unknown mode", |mode| mode.name()));
            *kinds.entry([carrier, mode, kind.revision.unwrap_or("unknown revision"), server(kind)]).or_default() +=
                kind.count;
        }
        sessions += of.sessions;
        completions += of.completions;
        answers.accept += of.answers.accept;
        answers.decline += of.answers.decline;
        answers.cancel += of.answers.cancel;
        answers.other += of.answers.other;
        answers.error += of.answers.error;
    }
    let line = |count: u64, noun| format!("{count:>7}  {}\n", without_count(&plural(count, noun)));
    let part =
        |count: u64, name: &str| if count > 0 { format!("{count:>7}    {}\n", safe(name)) } else { String::new() };
    let mut text = line(sessions, "session") + &line(kinds.values().sum(), "elicitation");
    for (kind, count) in &kinds {
        text += &part(*count, &kind.join(", "));
    }
    let AnswerCounts { accept, decline, cancel, other, error, .. } = answers;
    text += &line(accept + decline + cancel + other + error, "answer");
    let actions =
        [(accept, "accept"), (decline, "decline"), (cancel, "cancel"), (other, "another action"), (error, "an error")];
    for (count, action) in actions {
        text += &part(count, action);
    }
    text + &line(completions, "completion")
}

fn server(kind: &ElicitationCount) -> &str {
    kind.server.as_deref().unwrap_or("unknown server")
}

/// The noun of "3 answers".
fn without_count(counted: &str) -> &str {
    counted.split_once(' ').map_or(counted, |(_, noun)| noun)
}
