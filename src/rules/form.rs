//! Rules on what a form asks for.
//! In: what is asked for, and what says so. Out: findings of group `form`, at the words that say it.
//! Never: two findings on one field; a value in a finding.

use super::Found;
use super::Setting;
use super::Sink;
use crate::asked::Asked;
use crate::asked::Certainty;
use crate::asked::Sort;
use crate::elicitation::Revisions;

pub(super) fn form_secret_field(asked: &Asked, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if asked.sort() == Sort::Secret && asked.certainty == Certainty::Plain {
        add(asked, sink);
    }
}

pub(super) fn form_secret_field_likely(asked: &Asked, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let is_likely = asked.sort() == Sort::Secret && asked.certainty == Certainty::Likely;
    if is_likely || (is_oauth_in_general(asked, setting) && asked.certainty != Certainty::Message) {
        add(asked, sink);
    }
}

pub(super) fn form_secret_message(asked: &Asked, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let is_secret = asked.sort() == Sort::Secret || is_oauth_in_general(asked, setting);
    if is_secret && asked.certainty == Certainty::Message {
        add(asked, sink);
    }
}

pub(super) fn form_oauth_code(asked: &Asked, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if asked.sort() == Sort::OAuth {
        add(asked, sink);
    }
}

pub(super) fn form_personal_data(asked: &Asked, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if asked.sort() == Sort::Personal {
        add(asked, sink);
    }
}

/// True for what OAuth hands back where the message could be of the first revision, which knows no URL mode: there it is
/// a secret like any other, and `form-oauth-code` is silent.
fn is_oauth_in_general(asked: &Asked, setting: &Setting<'_>) -> bool {
    asked.sort() == Sort::OAuth && setting.revisions.contains(Revisions::V2025_06_18)
}

fn add(asked: &Asked, sink: &mut Sink<'_>) {
    sink.add(Found::at(asked.part).span(asked.span).reason(asked.what()));
}
