//! One case of a rule: what is judged, with what around it, and which rules fire where.

use elicitlint::recording::Input;
use elicitlint::{
    Capabilities, CheckOptions, Context, Linter, Mode, Policy, Profile, Report, Revision, Severity, check,
};

/// A finding, as tests compare it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fired {
    pub rule: String,
    pub severity: Severity,
    pub pointer: String,
}

/// What surrounds the bytes of a case.
#[derive(Clone, Debug, Default)]
pub struct Around {
    pub revision: Option<Revision>,
    pub carrier: Option<String>,
    /// JSON of the `elicitation` capability, `none`, or nothing.
    pub capabilities: Option<String>,
    pub server: Option<String>,
    pub profile: Profile,
    /// TOML of a policy that holds besides.
    pub policy: Option<String>,
}

impl Around {
    fn linter(&self) -> Linter {
        let policy = self.policy.as_deref().map_or_else(Policy::new, |policy| Policy::from_toml(policy).unwrap());
        Linter::with_policy(&policy.profile(self.profile)).unwrap()
    }

    fn context(&self, assumed: Revision) -> Context {
        let carrier = self.carrier.as_ref().map(|carrier| carrier.parse().unwrap());
        let mut context = Context::new(self.revision.unwrap_or(assumed)).carrier(carrier.unwrap_or_default());
        if let Some(capabilities) = &self.capabilities {
            context = context.capabilities(declared(capabilities));
        }
        if let Some(server) = &self.server {
            context = context.server(server);
        }
        context
    }

    /// Vets the params of one elicitation; 2025-11-25 unless said otherwise.
    pub fn params(&self, params: &[u8]) -> Vec<Fired> {
        fired(&self.linter().vet(params, &self.context(Revision::V2025_11_25)))
    }

    /// Vets one JSON-RPC message.
    pub fn message(&self, message: &[u8]) -> Vec<Fired> {
        let reports = self.linter().vet_message(message, &self.context(Revision::Unknown));
        reports.iter().flat_map(fired).collect()
    }

    /// Checks a recording.
    pub fn recording(&self, recording: &[u8]) -> Vec<Fired> {
        let mut found = Vec::new();
        let options = CheckOptions::default().revision(self.revision.unwrap_or_default());
        check(&self.linter(), "recording", Input::Stream(&mut &*recording), &options, &mut |finding| {
            found.push(Fired { rule: finding.rule, severity: finding.severity, pointer: finding.pointer });
        })
        .unwrap();
        found
    }
}

fn fired(report: &Report<'_>) -> Vec<Fired> {
    let of = |finding| Fired {
        rule: report.rule(finding).id().to_owned(),
        severity: finding.severity(),
        pointer: report.pointer(finding),
    };
    report.findings().iter().map(of).collect()
}

/// The capabilities that a JSON text declares.
pub fn declared(json: &str) -> Capabilities {
    if json == "none" {
        return Capabilities::none();
    }
    let declared: serde_json::Value = serde_json::from_str(json).unwrap();
    let has = |mode: &str| declared.as_object().unwrap().contains_key(mode);
    match (has("form"), has("url")) {
        (true, true) => Capabilities::none().with(Mode::Form).with(Mode::Url),
        (false, true) => Capabilities::none().with(Mode::Url),
        (_, false) => Capabilities::none().with(Mode::Form),
    }
}

pub fn rules(fired: &[Fired]) -> Vec<(&str, &str)> {
    fired.iter().map(|fired| (fired.rule.as_str(), fired.pointer.as_str())).collect()
}

/// What is worse than information.
pub fn loud(fired: &[Fired]) -> Vec<&Fired> {
    fired.iter().filter(|fired| fired.severity > Severity::Info).collect()
}
