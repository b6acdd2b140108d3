//! The use cases: load, decide, append, apply.
//!
//! Owns the clock, the making of ids and the order in which the other crates are asked. Must not
//! know arguments, screens, MCP or HTTP: a front end gives values and gets reports.

mod app;
mod artifact;
mod behind;
mod certificate;
mod change;
mod check;
mod checkpoint;
mod ci;
mod clock;
mod commit;
mod complete;
mod copy;
mod deep;
mod doctor;
mod document;
mod drafted;
mod entry;
mod error;
mod export;
mod foreign;
mod gate;
mod gc;
mod hook;
mod import;
mod install;
mod interview;
mod interviewer;
mod key;
mod line_end;
mod list;
mod log;
mod mind;
mod mind_refusal;
mod mind_watch;
mod new;
mod objection;
mod observe;
mod plain_path;
mod plan;
pub mod preflight;
mod record;
mod refresh;
mod replay;
mod review;
mod rewritten;
mod show;
mod signature;
mod signing;
mod stand;
mod status;
mod statusline;
mod suggestion;
mod trace;
mod trial;
mod typed;
mod verify;
mod weakened;

pub use app::{App, AppSetup, Caller, OpenCharter};
pub use behind::BehindRow;
pub use change::{BindReport, ChangeReport, CompletionStand, RegisterChanges};
pub use check::{CheckCounts, CheckReport, CheckVerdict};
pub use checkpoint::CheckpointReport;
pub use ci::{AbandonedRow, AgainstRow, CiAsk, CiReport, CiVerdict, DifferenceKind, DifferenceRow};
pub use clock::Clock;
pub use deep::{
    BillReport, DeepOptions, DeepStand, Handed, content_of, deferral_of, edition_of,
    parse_deep_replies, parts_of,
};
pub use doctor::{DoctorReport, Examined, FindingRow, Mend, MendedRow, SettingRow};
pub use document::{DOCUMENTS, DocumentRow};
pub use drafted::DraftedReport;
pub use error::{Error, ErrorKind, ErrorReport, problem};
pub use export::{
    ActRow, Export, ExportReport, Integrity, Provenance, ProvenanceState, Sign, VerifyExportReport,
};
pub use foreign::{RegisterForm, RegisterReport};
pub use gate::{GateAsk, GateCounts, GateReplay, GateReport, NewGateReport, SourceReport};
pub use gc::{GcReport, GcRow};
pub use hook::{HookAnswer, HookCall, HookEvent, HookReport};
pub use import::{ImportReport, ImportRow, ImportedForm, UnreadRow};
pub use install::{
    Act, AgentRow, FileAction, FileRow, InstallAsk, InstallMode, InstallPlaces, InstallReport,
    InstalledReport, KeptRow, Presence,
};
pub use interview::{EndReport, NeedContext, NeedReport, ReplyRow, parse_replies};
pub use key::{MakeKey, make_seal};
pub use list::{CharterRow, ListReport};
pub use log::{LogEnd, LogLane, LogPart, LogReport, LogRow, LogRows};
pub use mind::{
    ChosenReport, FoundRow, MindOffer, MindOrder, MindReport, MindTest, MindTestReport, wants_model,
};
pub use mind_refusal::MindRefusal;
pub use mind_watch::{MindWait, MindWatch, Patience};
pub use new::{NewCharter, NewReport};
pub use objection::ObjectionReport;
pub use plan::{
    ApproveReport, MustNameRow, PlanAsk, PlanNextRow, PlanReport, PlanStageRow, PlanVerdictRow,
    PlanWriteReport,
};
pub use record::{Base, Prove, ProveReport, RecordReport, RecordedRow};
pub use refresh::{Consent, Rerun};
pub use replay::{ProtectionRow, ReplayAsk, ReplayPlace, ReplayReport, ReplayResult, ReplayRow};
pub use review::{ArtifactRow, ReviewAsk, ReviewReport, ReviewSource, SourceRow};
pub use show::{ShowReport, ShownItem};
pub use signing::{KeyAsk, KeyReport, KeyTask};
pub use stand::{Replied, Stand, TakeUp};
pub use trace::{Trace, TraceAgreed, TraceAnswer, TraceEvidence};
pub use typed::typed;
pub use verify::{VerifyReport, VerifyStep};
