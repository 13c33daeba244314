//! Rules on the members of an elicitation and how it may travel.
//! In: an elicitation, or a fact about it. Out: findings of group `protocol`.
//! Never: two findings for one fault; `mode-ambiguous` stands instead of `form-schema-missing`.

use super::Found;
use super::Setting;
use super::Sink;
use crate::conversation::Fact;
use crate::conversation::FactKind;
use crate::elicitation::Answer;
use crate::elicitation::COMPLETE;
use crate::elicitation::Carrier;
use crate::elicitation::Elicitation;
use crate::elicitation::Mode;
use crate::elicitation::Revision;
use crate::elicitation::bits_of_chance;
use crate::finding::Evidence;
use crate::finding::Relation;
use crate::json::Kind;
use crate::json::Member;
use crate::message::Message;
use crate::text::Part;
use crate::text::Role;

/// Methods of drafts.
const DRAFT_METHODS: [&str; 2] = ["elicitation/confirm", "elicitation/track"];
/// The error code of drafts for "URL elicitation required".
const DRAFT_URL_REQUIRED: i64 = -32604;
/// The error code of drafts for "missing required client capability".
const DRAFT_MISSING_CAPABILITY: i64 = -32003;

pub(super) fn message_missing(elicitation: &Elicitation<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.message.text().is_none() {
        sink.add(at(elicitation, Role::Message, &elicitation.message));
    }
}

pub(super) fn mode_unknown(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.applied_mode().is_none() && !must_be_url(setting) {
        sink.add(at(elicitation, Role::Mode, &elicitation.mode));
    }
}

pub(super) fn mode_ambiguous(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.is_ambiguous() && !must_be_url(setting) {
        sink.add(match elicitation.url.is_absent() {
            true => at(elicitation, Role::ElicitationId, &elicitation.elicitation_id),
            false => at(elicitation, Role::Url, &elicitation.url),
        });
    }
}

pub(super) fn mode_member_mismatch(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.mode.is_absent() {
        return;
    }
    match elicitation.applied_mode() {
        Some(Mode::Form) if must_be_url(setting) => {}
        Some(Mode::Form) if !elicitation.url.is_absent() => sink.add(at(elicitation, Role::Url, &elicitation.url)),
        Some(Mode::Form) if !elicitation.elicitation_id.is_absent() => {
            sink.add(at(elicitation, Role::ElicitationId, &elicitation.elicitation_id));
        }
        Some(Mode::Url) => {
            if let Some(schema) = &elicitation.schema {
                sink.add(Found::at(Part::new(Role::Schema, schema.place)));
            }
        }
        _ => {}
    }
}

pub(super) fn form_schema_missing(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let is_form = elicitation.applied_mode() == Some(Mode::Form) && !elicitation.is_ambiguous();
    if is_form && elicitation.schema.is_none() && !must_be_url(setting) {
        sink.add(whole(elicitation));
    }
}

pub(super) fn url_missing(elicitation: &Elicitation<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.applied_mode() == Some(Mode::Url) && elicitation.url.text().is_none() {
        sink.add(at(elicitation, Role::Url, &elicitation.url));
    }
}

pub(super) fn elicitation_id_missing(elicitation: &Elicitation<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.applied_mode() == Some(Mode::Url) && elicitation.elicitation_id.text().is_none() {
        sink.add(at(elicitation, Role::ElicitationId, &elicitation.elicitation_id));
    }
}

pub(super) fn server_initiated_request(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if setting.context.carrier == Carrier::Request {
        sink.add(whole(elicitation));
    }
}

/// What a client or server of the drafts of URL mode sent. The fault itself, where it is one, is told by another rule.
pub(super) fn legacy_draft_shape(elicitation: &Elicitation<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.mode.text().is_some_and(|mode| mode.as_str() == "oob") {
        sink.add(at(elicitation, Role::Mode, &elicitation.mode).reason("URL mode was called `oob`"));
    }
    if let Some(place) = elicitation.draft_key {
        sink.add(Found::at(Part::new(Role::Whole, place)).reason("no revision has this member"));
    }
}

pub(super) fn legacy_draft_shape_of_message(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let whole = |place| Found::at(Part::new(Role::Whole, place));
    if let Some(method) = message.method.text().filter(|method| DRAFT_METHODS.contains(&method.as_str())) {
        sink.add(whole(method.place()).reason("no revision has this method"));
    }
    let error = message.error.as_ref();
    let requires = error.and_then(|error| error.data).is_some_and(|data| data.get("requiredCapabilities").is_some());
    let reason = match message.error_code() {
        Some(DRAFT_URL_REQUIRED) => Some("the error that asks for a URL is -32042"),
        Some(DRAFT_MISSING_CAPABILITY) if requires => Some("the error of a missing capability is -32021"),
        _ => None,
    };
    if let (Some(reason), Some(code)) = (reason, error.and_then(|error| error.code)) {
        sink.add(whole(code.place()).reason(reason));
    }
    let declared = message.params.as_ref().and_then(|params| params.capabilities);
    let modes =
        declared.and_then(|declared| declared.get("elicitation")).and_then(|elicitation| elicitation.get("modes"));
    if let Some(modes) = modes.filter(|modes| modes.kind() == Kind::Array) {
        sink.add(whole(modes.place()).reason("modes are members of the capability: {\"form\":{},\"url\":{}}"));
    }
}

pub(super) fn legacy_draft_shape_of_answer(answer: &Answer<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if let Some(action) = answer.action.text().filter(|action| action.as_str() == "reject") {
        sink.add(Found::at(Part::new(Role::Answer, action.place())).reason("a refusal was called `reject`"));
    }
}

pub(super) fn message_empty(elicitation: &Elicitation<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.message.text().is_some_and(|text| text.trim().is_empty()) {
        sink.add(at(elicitation, Role::Message, &elicitation.message));
    }
}

pub(super) fn elicitation_id_guessable(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    /// Bits that an id should have at least.
    const ENOUGH: u32 = 64;
    let Some(id) = elicitation.elicitation_id.text() else { return };
    let bits = bits_of_chance(id);
    if bits < ENOUGH && (elicitation.applied_mode() == Some(Mode::Url) || must_be_url(setting)) {
        let found = at(elicitation, Role::ElicitationId, &elicitation.elicitation_id);
        sink.add(found.evidence(Evidence::Count(bits.into())));
    }
}

pub(super) fn elicitation_id_reused(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::IdMovedOn));
}

/// In a request of the server all of it was removed, which `server-initiated-request` says; the same holds for -32042.
pub(super) fn removed_in_revision(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let is_input = matches!(setting.context.carrier, Carrier::InputRequest | Carrier::Task);
    if is_input && !elicitation.elicitation_id.is_absent() {
        sink.add(at(elicitation, Role::ElicitationId, &elicitation.elicitation_id).reason("elicitationId"));
    }
}

pub(super) fn removed_in_revision_notice(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if let (Some(COMPLETE), Some(place)) = (message.method_name(), message.method.place()) {
        sink.add(Found::at(Part::new(Role::Whole, place)).reason(COMPLETE));
    }
}

pub(super) fn not_yet_in_revision(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if setting.context.revision == Revision::Before2025_06_18 {
        sink.add(whole(elicitation).reason("elicitation"));
    } else if elicitation.applied_mode() == Some(Mode::Url) {
        sink.add(at(elicitation, Role::Mode, &elicitation.mode).reason("URL mode"));
    }
}

pub(super) fn not_yet_in_revision_capability(message: &Message<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let is_older = setting.context.revision == Revision::Before2025_06_18;
    if !is_older || message.method_name() != Some("initialize") {
        return;
    }
    let declared = message.params.as_ref().and_then(|params| params.capabilities?.get("elicitation"));
    sink.extend(declared.map(|declared| Found::at(Part::new(Role::Whole, declared.place())).reason("elicitation")));
}

pub(super) fn unsolicited_elicitation(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::NothingOpen));
}

/// Batches were lawful before 2025-06-18. What elicits came later.
pub(super) fn batch_not_allowed(fact: &Fact, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let revision = setting.context.revision;
    let is_later = revision.is_known() && revision != Revision::Before2025_06_18;
    if let FactKind::BatchBegins { elicits } = fact.kind {
        sink.extend(Found::fact(fact, fact.kind).filter(|_| elicits || is_later));
    }
}

pub(super) fn task_related_missing(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::TaskUnnamed));
}

pub(super) fn task_augmentation_undeclared(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::TaskUndeclared).map(|found| found.related(Relation::Declaration)));
}

pub(super) fn task_input_missing(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::TaskAsksNothing));
}

pub(super) fn task_input_key_reused(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::TaskKeyMovedOn));
}

/// True inside `-32042`, where every entry must be in URL mode: `url-required-error-not-url` judges its mode.
fn must_be_url(setting: &Setting<'_>) -> bool {
    setting.context.carrier == Carrier::UrlRequiredError
}

fn whole(elicitation: &Elicitation<'_>) -> Found {
    Found::at(Part::new(Role::Whole, elicitation.place))
}

/// The member, or the whole elicitation where it is absent.
fn at(elicitation: &Elicitation<'_>, role: Role, member: &Member<'_>) -> Found {
    member.place().map_or_else(|| whole(elicitation), |place| Found::at(Part::new(role, place)))
}
