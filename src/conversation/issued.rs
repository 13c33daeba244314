//! Ids of elicitations that lead to a link, and the notifications that they are complete (2025-11-25).
//! In: elicitations and notifications. Out: facts; those on ids that were never issued at the end of the session.
//! Never: an id in clear.

use super::Fact;
use super::FactKind;
use super::Facts;
use super::Turn;
use super::asking::Ask;
use super::bounded::Bounded;
use crate::elicitation::COMPLETE;
use crate::elicitation::Carrier;
use crate::elicitation::Mode;
use crate::elicitation::Revision;
use crate::finding::Earlier;
use crate::json::Digest;
use crate::json::Raw;
use crate::message::Side;
use crate::recording::RecordPlace;
use crate::text::Role;

/// What an id stands for.
#[derive(Clone, Copy, Debug)]
struct Interaction {
    /// Where it leads; none while only its completion is known.
    url: Option<Digest>,
    place: RecordPlace,
    completed: Option<RecordPlace>,
}

/// A fact that only the end of the session tells, with the message that it is about.
#[derive(Debug)]
pub(crate) struct Late {
    pub(crate) record: Box<[u8]>,
    pub(crate) place: RecordPlace,
    pub(crate) side: Option<Side>,
    pub(crate) revision: Revision,
    pub(crate) fact: Fact,
    id: Digest,
}

#[derive(Debug)]
pub(super) struct Issued {
    by_id: Bounded<Digest, Interaction>,
    late: Vec<Late>,
    most: usize,
}

impl Issued {
    /// A notification is short. One that is longer is not kept.
    const BYTES_KEPT: usize = 4 << 10;

    pub(super) fn new(limit: usize) -> Self {
        Self { by_id: Bounded::new(limit), late: Vec::new(), most: limit }
    }

    pub(super) fn forgotten(&self) -> u64 {
        self.by_id.forgotten
    }

    /// Notes the id of an elicitation that some client takes for a link.
    pub(super) fn note(&mut self, ask: &Ask<'_>, turn: &Turn<'_, '_>, facts: &mut Facts) {
        let Some(id) = &ask.outline.id else { return };
        let is_form = ask.outline.mode == Some(Mode::Form) && !ask.outline.is_ambiguous;
        if is_form && ask.carrier != Carrier::UrlRequiredError {
            return;
        }
        let place = turn.arrival.place;
        let url = ask.outline.url.or(Some(Digest::default()));
        let digest = Digest::of(id.as_str());
        match self.by_id.get_mut(&digest) {
            Some(Interaction { url: Some(known), place, .. }) => {
                if Some(*known) != url {
                    let pointer = match ask.carrier {
                        Carrier::UrlRequiredError => "/error/data/elicitations",
                        _ => "/params/elicitationId",
                    };
                    let earlier = Earlier::new(*place, pointer, "the interaction that has this id");
                    let fact = Fact::new(FactKind::IdMovedOn, Role::ElicitationId, id.place());
                    facts.add(fact.of_elicitation(ask.place).earlier(Some(earlier)));
                }
            }
            Some(completed) => (completed.url, completed.place) = (url, place),
            None => {
                self.by_id.insert(digest, Interaction { url, place, completed: None });
            }
        }
    }

    /// Notes a notification that an interaction is complete. `has_begun` is true where the session was seen from its
    /// beginning.
    pub(super) fn note_completion(&mut self, turn: &Turn<'_, '_>, has_begun: bool, facts: &mut Facts) {
        if turn.message.method_name() != Some(COMPLETE) || turn.side == Some(Side::Client) {
            return;
        }
        let params = turn.message.params.as_ref().and_then(|params| params.raw);
        let Some(id) = params.and_then(|params| params.get("elicitationId")).and_then(Raw::text) else { return };
        let (digest, place) = (Digest::of(id.as_str()), turn.arrival.place);
        let fact = |kind| Fact::new(kind, Role::ElicitationId, id.place());
        match self.by_id.get_mut(&digest) {
            Some(Interaction { completed: Some(before), .. }) => {
                let earlier = Earlier::new(*before, "/params/elicitationId", "the first notification");
                facts.add(fact(FactKind::CompletedAgain).earlier(Some(earlier)));
            }
            Some(issued) => issued.completed = Some(place),
            None => {
                self.by_id.insert(digest, Interaction { url: None, place, completed: Some(place) });
                let record = turn.arrival.record;
                if has_begun && self.late.len() < self.most && record.len() <= Self::BYTES_KEPT {
                    self.late.push(Late {
                        record: record.into(),
                        place,
                        side: turn.side,
                        revision: turn.revision,
                        fact: fact(FactKind::CompletedUnknown),
                        id: digest,
                    });
                }
            }
        }
    }

    /// The completions of ids that were never issued. None where an id may have been issued and forgotten.
    pub(super) fn finish(self) -> Vec<Late> {
        let Self { by_id, mut late, .. } = self;
        late.retain(|late| by_id.forgotten == 0 && by_id.get(&late.id).is_some_and(|known| known.url.is_none()));
        late
    }
}
