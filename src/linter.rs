//! The linter: compiled once, then a pure function of bytes and context.
//! In: params, a message or a URL, and what surrounds it. Out: a report.
//! Never: I/O, an error, a panic. What cannot be judged is a finding that blocks.

#[cfg(feature = "policy")]
mod examples;
mod messages;
mod oauth_url;
mod redirect;
mod revisions;
mod url_parts;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;

use crate::asked;
use crate::context::Context;
use crate::conversation::Fact;
use crate::conversation::about;
use crate::elicitation::Elicitation;
use crate::elicitation::Mode;
use crate::elicitation::Received;
use crate::elicitation::Revisions;
use crate::elicitation::Shown;
use crate::error::Error;
use crate::finding::Finding;
use crate::finding::Level;
use crate::finding::Severity;
use crate::json::Fault;
use crate::json::Repeats;
use crate::json::with_first_members;
use crate::limits::Limit;
use crate::link::Host;
use crate::link::HostClass;
use crate::link::Link;
use crate::link::LinkFacts;
use crate::link::Lookalike;
use crate::link::Origin;
use crate::link::QueryFacts;
use crate::link::prose;
use crate::policy::Policy;
use crate::report::Report;
use crate::report::Subject;
use crate::rules::Contract;
use crate::rules::InputFacts;
use crate::rules::Reading;
use crate::rules::Rules;
use crate::rules::Setting;
use crate::rules::Standing;
use crate::rules::Stop;
use crate::rules::Tables;
use crate::rules::Target;
use crate::rules::Trouble;
use crate::text::Part;
use crate::text::Place;
use crate::text::Role;
use crate::text::Span;
use crate::text::Text;

use revisions::revisions_of;

/// Judges elicitations. Build one per process; a clone shares the tables.
///
/// ```
/// use elicitlint::{Context, Linter, Revision, Verdict};
///
/// let linter = Linter::new();
/// let context = Context::new(Revision::V2025_11_25).server("https://mcp.example.com");
/// let params = br#"{"mode":"url","message":"Sign in","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11",
///     "url":"https://169.254.169.254/latest/meta-data/"}"#;
///
/// let report = linter.vet(params, &context);
/// assert_eq!(report.verdict(), Verdict::Block);
/// assert_eq!(report.rule(&report.findings()[0]).id(), "url-metadata-endpoint");
/// ```
#[derive(Clone)]
pub struct Linter {
    tables: Arc<Tables>,
}

impl std::fmt::Debug for Linter {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Linter").field("policy", &self.tables.policy).finish_non_exhaustive()
    }
}

impl Default for Linter {
    fn default() -> Self {
        Self::new()
    }
}

impl Linter {
    /// A linter of the recommended profile.
    #[must_use]
    pub fn new() -> Self {
        Self::of(Policy::default(), Rules::built_in())
    }

    /// A linter of this policy.
    ///
    /// # Errors
    /// If the policy names a rule or group that does not exist or a public suffix list that was not given, or asks for
    /// what no policy gets: see [`Policy`].
    pub fn with_policy(policy: &Policy) -> Result<Self, Error> {
        Self::compile(policy, &[])
    }

    /// A linter of this policy that also runs user rules. Their examples are run first, so that a rule that does not do
    /// what it says is refused.
    ///
    /// # Errors
    /// If the policy names a rule or group that does not exist, or if a rule is there already, has no `[match]`, has a
    /// wrong pattern, or fails one of its examples.
    #[cfg(feature = "policy")]
    pub fn with_rules(policy: &Policy, rules: &[Contract]) -> Result<Self, Error> {
        for rule in rules {
            if rule.pattern.is_none() {
                return Err(Error::rule(format!("rule `{}` has no [match], so it can find nothing", rule.id())));
            }
        }
        let linter = Self::compile(policy, rules)?;
        rules.iter().try_for_each(examples::run)?;
        Ok(linter)
    }

    fn compile(policy: &Policy, rules: &[Contract]) -> Result<Self, Error> {
        #[cfg(feature = "policy")]
        policy.check_list_was_read()?;
        policy.check()?;
        let compiled = Rules::new(policy, rules)?;
        Ok(Self::of(policy.clone(), compiled))
    }

    fn of(policy: Policy, rules: Rules) -> Self {
        let sites = policy.sites();
        Self { tables: Arc::new(Tables { suffixes: policy.suffixes.clone(), sites, policy, rules }) }
    }

    /// Every rule with the level that it has in this linter.
    pub fn rules(&self) -> impl Iterator<Item = (&Contract, Level)> {
        self.tables.rules.all()
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.tables.policy
    }

    /// Judges the **params** of one elicitation, as received.
    ///
    /// Never fails: bytes that cannot be read, are too large or are a whole message give a report that blocks.
    #[must_use]
    pub fn vet<'a>(&self, params: &'a [u8], context: &Context) -> Report<'a> {
        let limits = &self.tables.policy.limits;
        if params.len() > limits.record_bytes {
            return self.unread(params, context, &[(Limit::RecordBytes, Place::START)], None);
        }
        let (elicitation, repeats) = match Elicitation::of_params(params, limits) {
            Ok(Some(read)) => read,
            Ok(None) => return self.unread(params, context, &[], Some(Trouble::NotAnObject(Place::START))),
            Err(fault) => return self.unread(params, context, &[], Some(Trouble::Fault(fault))),
        };
        if elicitation.envelope {
            return self.unread(params, context, &[], Some(Trouble::Message(elicitation.place)));
        }
        let findings = self.judge(&elicitation, repeats, context, &[]);
        let subject = Subject::Params(Place::START, params.len());
        let mut report = Report::new(&self.tables, params, subject, context, findings);
        if repeats.count > 0
            && let first = with_first_members(params)
            && let Ok(Some((elicitation, _))) = Elicitation::of_params(&first, limits)
        {
            // What a client sees that keeps the first of repeated members.
            let mut findings = self.judge(&elicitation, Repeats::default(), context, &[]);
            let known: BTreeSet<_> = report.findings().iter().map(Finding::key).collect();
            findings.retain(|finding| !known.contains(&finding.key()));
            report.merge(&findings);
        }
        report
    }

    /// Judges a whole JSON-RPC message: one report for each elicitation in it, and one for the message where it is at
    /// fault itself. A message without an elicitation gives none; one that cannot be read gives a report that blocks.
    #[must_use]
    pub fn vet_message<'a>(&self, message: &'a [u8], context: &Context) -> Vec<Report<'a>> {
        if message.len() > self.tables.policy.limits.record_bytes {
            return vec![self.unread(message, context, &[(Limit::RecordBytes, Place::START)], None)];
        }
        match Received::read(message, &self.tables.policy.limits) {
            Ok(Some(received)) => self.vet_received(message, &received, context, &[]),
            Ok(None) => vec![self.unread(message, context, &[], Some(Trouble::NotAnObject(Place::START)))],
            Err(fault) => vec![self.malformed(message, fault, context)],
        }
    }

    /// Judges a URL that stands alone.
    #[must_use]
    pub fn vet_url<'a>(&self, url: &'a str, context: &Context) -> Report<'a> {
        self.vet_alone(url, None, context, &self.tables.policy, |_, _| true)
    }

    /// Judges a URL without an elicitation, and a redirect to it where one is given; `keep` says which findings stay, and
    /// how severe they are.
    fn vet_alone<'a>(
        &self,
        url: &'a str,
        from: Option<&LinkFacts>,
        context: &Context,
        policy: &Policy,
        keep: impl Fn(&Contract, &mut Severity) -> bool,
    ) -> Report<'a> {
        let subject = Subject::Url;
        if url.len() > policy.limits.url_bytes {
            let mut report = self.unread(url.as_bytes(), context, &[(Limit::UrlBytes, Place::START)], None);
            report.subject = subject;
            return report;
        }
        // Only revisions with URL mode send anybody to a URL.
        let with_url_mode = Revisions::V2025_11_25.with(Revisions::V2026_07_28);
        let revisions = Revisions::only(context.revision).unwrap_or(with_url_mode);
        let setting = Setting { context, policy, revisions, elicitation: None, host_is_internal: false };
        let mut findings = Vec::new();
        let text = Text::new(Cow::Borrowed(url), Place::START, false);
        self.tables.rules.check(Stop::Text(&Shown::url(&text)), &setting, &mut findings);
        self.url(url, Part::new(Role::Url, Place::START), from, setting, &mut findings);
        findings.retain_mut(|finding| keep(self.tables.rules.contract(finding.rule), &mut finding.severity));
        self.seal(&setting, &mut findings, Place::START);
        Report::new(&self.tables, url.as_bytes(), subject, context, findings)
    }

    /// Judges an address that a client has resolved a host to, before it connects.
    ///
    /// ```
    /// use elicitlint::{Context, Linter, Revision, Verdict};
    ///
    /// let linter = Linter::new();
    /// let context = Context::new(Revision::V2025_11_25);
    /// let report = linter.vet_address("::ffff:169.254.169.254".parse().unwrap(), &context);
    /// assert_eq!(report.verdict(), Verdict::Block);
    /// ```
    #[must_use]
    pub fn vet_address(&self, address: IpAddr, context: &Context) -> Report<'static> {
        let url = match address {
            IpAddr::V4(address) => format!("https://{address}/"),
            IpAddr::V6(address) => format!("https://[{address}]/"),
        };
        self.vet_url(&url, context).into_owned()
    }

    /// Judges what could not be read of an input.
    pub(crate) fn vet_input(&self, facts: &InputFacts) -> Option<Report<'static>> {
        let context = Context::default();
        let policy = &self.tables.policy;
        let setting = Setting {
            context: &context,
            policy,
            revisions: Revisions::ALL,
            elicitation: None,
            host_is_internal: false,
        };
        let mut findings = Vec::new();
        self.tables.rules.check(Stop::Input(facts), &setting, &mut findings);
        (!findings.is_empty()).then(|| Report::new(&self.tables, &[], Subject::Input, &context, findings))
    }

    /// The report of bytes that do not parse.
    pub(crate) fn malformed<'a>(&self, record: &'a [u8], fault: Fault, context: &Context) -> Report<'a> {
        self.unread(record, context, &[], Some(Trouble::Fault(fault)))
    }

    /// The report of bytes that were not judged.
    pub(crate) fn unread<'a>(
        &self,
        record: &'a [u8],
        context: &Context,
        exceeded: &[(Limit, Place)],
        trouble: Option<Trouble>,
    ) -> Report<'a> {
        let findings = self.judge_unread(Place::START, exceeded, trouble, context);
        Report::new(&self.tables, record, Subject::Unread, context, findings)
    }

    fn judge_unread(
        &self,
        place: Place,
        exceeded: &[(Limit, Place)],
        trouble: Option<Trouble>,
        context: &Context,
    ) -> Vec<Finding> {
        let policy = &self.tables.policy;
        let revisions = Revisions::ALL;
        let setting = Setting { context, policy, revisions, elicitation: None, host_is_internal: false };
        let reading = Reading { place, trouble, exceeded, repeats: Repeats::default() };
        let mut findings = Vec::new();
        self.tables.rules.check(Stop::Reading(&reading), &setting, &mut findings);
        findings
    }

    /// The one walk: elicitation, facts, texts with their links, fields, the URL, reading.
    fn judge(
        &self,
        elicitation: &Elicitation<'_>,
        repeats: Repeats,
        context: &Context,
        facts: &[Fact],
    ) -> Vec<Finding> {
        let Tables { policy, rules, .. } = &*self.tables;
        let revisions = Revisions::only(context.revision).unwrap_or_else(|| revisions_of(elicitation, context.carrier));
        let setting = Setting { context, policy, revisions, elicitation: Some(elicitation), host_is_internal: false };
        let mut findings = Vec::new();
        let mut exceeded = elicitation.exceeded.clone();
        rules.check(Stop::Elicitation(elicitation), &setting, &mut findings);
        for fact in about(facts, Some(elicitation.place)) {
            rules.check(Stop::Fact(fact), &setting, &mut findings);
        }
        elicitation.shown(|shown| {
            if shown.text.len() <= policy.limits.text_bytes {
                exceeded.extend(self.text(&shown, &setting, &mut findings));
            }
        });
        for field in elicitation.fields() {
            rules.check(Stop::Field(field), &setting, &mut findings);
            let part = Part::new(Role::PropertyName, field.name.place());
            let standing = Standing::literal(part, Span::new(0, field.name.len()));
            rules.match_text(Target::FieldName, &field.name, standing, &setting, &mut findings);
        }
        asked::visit(elicitation, policy.limits.text_bytes, |asked| {
            rules.check(Stop::Asked(asked), &setting, &mut findings);
        });
        for url in elicitation.urls().filter(|url| url.len() <= policy.limits.url_bytes) {
            rules.check(Stop::Text(&Shown::url(url)), &setting, &mut findings);
            self.url(url, Part::new(Role::Url, url.place()), None, setting, &mut findings);
        }
        let reading = Reading { place: elicitation.place, trouble: None, exceeded: &exceeded, repeats };
        rules.check(Stop::Reading(&reading), &setting, &mut findings);
        self.seal(&setting, &mut findings, elicitation.place);
        findings
    }

    /// Judges a text and the links in it. Returns the limit that was passed, if one was.
    fn text(
        &self,
        shown: &Shown<'_, '_>,
        setting: &Setting<'_>,
        findings: &mut Vec<Finding>,
    ) -> Option<(Limit, Place)> {
        let Tables { policy, rules, suffixes, .. } = &*self.tables;
        let part = shown.part();
        rules.check(Stop::Text(shown), setting, findings);
        let standing = Standing::literal(part, Span::new(0, shown.text.len()));
        rules.match_text(Target::Text, shown.text, standing, setting, findings);
        if shown.role == Role::Message {
            rules.match_text(Target::Message, shown.text, standing, setting, findings);
        }
        let found = prose::links(shown.text, policy.limits.links);
        let is_beside = shown.role == Role::Message && !found.links.is_empty() && setting.mode() == Some(Mode::Url);
        let asked = setting.elicitation.filter(|_| is_beside).and_then(|elicitation| elicitation.url.text());
        let asked = asked.filter(|url| url.len() <= policy.limits.url_bytes).map(|url| LinkFacts::of(url, suffixes));
        for link in &found.links {
            let raw = link.url(shown.text);
            let facts = LinkFacts::of(&raw, suffixes);
            let target = link.target.and_then(|index| found.links.get(index));
            let target = target.map(|target| LinkFacts::of(&target.url(shown.text), suffixes));
            let link = Link {
                lookalike: self.lookalike(&facts, setting.context),
                span: Some(link.span),
                expected: shown.expects_url,
                disguised: link.is_disguised,
                target: target.as_ref(),
                asked: asked.as_ref(),
                ..Link::new(&raw, &facts, part, Origin::Text(shown.role))
            };
            rules.check(Stop::Link(&link), &around(&link, *setting), findings);
        }
        found.limit_passed.then_some((Limit::Links, part.place))
    }

    fn url(
        &self,
        raw: &str,
        part: Part,
        redirected_from: Option<&LinkFacts>,
        setting: Setting<'_>,
        findings: &mut Vec<Finding>,
    ) {
        let facts = &LinkFacts::of(raw, &self.tables.suffixes);
        let query = QueryFacts::of(raw, facts, &self.tables.suffixes);
        let lookalike = self.lookalike(facts, setting.context);
        let link = Link::new(raw, facts, part, Origin::UrlMember);
        let link = Link { lookalike, query: Some(&query), expected: true, redirected_from, ..link };
        let setting = around(&link, setting);
        let rules = &self.tables.rules;
        rules.check(Stop::Link(&link), &setting, findings);
        if !rules.have_patterns() {
            return;
        }
        let mut match_part =
            |target, text: &str, standing| rules.match_text(target, text, standing, &setting, findings);
        url_parts::visit(&link, &mut match_part);
        url_parts::visit_query(&link, match_part);
    }

    fn lookalike(&self, facts: &LinkFacts, context: &Context) -> Lookalike {
        Lookalike::of(facts, &self.tables.sites, context.server_site())
    }

    /// Puts findings in the order of their places, and says so where there were more than the limit.
    fn seal(&self, setting: &Setting<'_>, findings: &mut Vec<Finding>, place: Place) {
        let limit = setting.policy.limits.findings;
        if findings.len() > limit {
            findings.truncate(limit);
            let exceeded = [(Limit::Findings, place)];
            let reading = Reading { exceeded: &exceeded, ..Reading::default() };
            self.tables.rules.check(Stop::Reading(&reading), setting, findings);
        }
        findings.sort_by_key(|finding| (finding.part.place, finding.rule, finding.span));
    }
}

/// The setting in which a link is judged. What leads from outside to an internal host is judged as if nobody had
/// called the host internal.
fn around<'s>(link: &Link<'_>, setting: Setting<'s>) -> Setting<'s> {
    let is_internal = |facts: &LinkFacts| {
        let covers = |host: Host<'_>| setting.policy.internal.iter().any(|own| own.covers(host.ascii(), host.address));
        facts.host().is_some_and(|host| host.class != HostClass::Metadata && covers(host))
    };
    let host_is_internal = is_internal(link.facts) && link.redirected_from.is_none_or(is_internal);
    Setting { host_is_internal, ..setting }
}

#[cfg(feature = "policy")]
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_cost;
#[cfg(feature = "policy")]
#[cfg(test)]
mod user_rule_tests;
