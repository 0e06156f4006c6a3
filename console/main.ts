import { App } from "./app.ts";
import { CannedAnswers } from "./inbox/canned-answers.ts";
import { ClosedAlerts } from "./inbox/closed-alerts.ts";
import { Composer } from "./inbox/composer.ts";
import { EarlierConversations } from "./inbox/earlier-conversations.ts";
import { KeepAnswer } from "./inbox/keep-answer.ts";
import { Transcript } from "./inbox/transcript.ts";
import { installApp } from "./installed-app.ts";
import { PasteDialog } from "./look/paste-dialog.ts";
import { Preview } from "./look/preview.ts";
import { Palette } from "./navigation/palette.ts";
import { Rail } from "./navigation/rail.ts";
import { AnalysisEditor } from "./parts/analysis-editor.ts";
import { Choice } from "./parts/choice.ts";
import { Confirm } from "./parts/confirm.ts";
import { Copy } from "./parts/copy.ts";
import { DeleteWhole } from "./parts/delete-whole.ts";
import { Domains } from "./parts/domains.ts";
import { HoursEditor } from "./parts/hours-editor.ts";
import { Once } from "./parts/once.ts";
import { TestCall } from "./parts/test-call.ts";
import { ToolsEditor } from "./parts/tools-editor.ts";
import { TryTool } from "./parts/try-tool.ts";
import { Agent } from "./screens/agent.ts";
import { AgentStates } from "./screens/agent-states.ts";
import { Agents } from "./screens/agents.ts";
import { Analytics } from "./screens/analytics.ts";
import { Audit } from "./screens/audit.ts";
import { Channels } from "./screens/channels.ts";
import { Contacts } from "./screens/contacts.ts";
import { DayReport } from "./screens/day.ts";
import { EditSource } from "./screens/edit-source.ts";
import { Home } from "./screens/home.ts";
import { Inbox } from "./screens/inbox.ts";
import { Keys } from "./screens/keys.ts";
import { Knowledge } from "./screens/knowledge.ts";
import { Ledger } from "./screens/ledger.ts";
import { Look } from "./screens/look.ts";
import { NewSite } from "./screens/new-site.ts";
import { NewSource } from "./screens/new-source.ts";
import { OpeningHours } from "./screens/opening-hours.ts";
import { Operators } from "./screens/operators.ts";
import { Organization } from "./screens/organization.ts";
import { Overview } from "./screens/overview.ts";
import { Project } from "./screens/project.ts";
import { ProjectSettings } from "./screens/project-settings.ts";
import { Projects } from "./screens/projects.ts";
import { Questions } from "./screens/questions.ts";
import { Rules } from "./screens/rules.ts";
import { Session } from "./screens/session.ts";
import { Sessions } from "./screens/sessions.ts";
import { SignIn } from "./screens/sign-in.ts";
import { SiteSetup } from "./screens/site-setup.ts";
import { SourcePages } from "./screens/source-pages.ts";
import { Sources } from "./screens/sources.ts";
import { Status } from "./screens/status.ts";
import { Terms } from "./screens/terms.ts";
import { Tokens } from "./screens/tokens.ts";
import { TryQuestion } from "./screens/try-question.ts";
import { Webhooks } from "./screens/webhooks.ts";
import { keepTranslatedTextsCurrent } from "./translated.ts";

/** Names of the elements; `vc-app`, which is in the page already, comes last. */
const ELEMENTS: Record<string, CustomElementConstructor> = {
  "vc-agent": Agent,
  "vc-agents": Agents,
  "vc-agent-states": AgentStates,
  "vc-analysis": AnalysisEditor,
  "vc-analytics": Analytics,
  "vc-audit": Audit,
  "vc-canned-answers": CannedAnswers,
  "vc-earlier-conversations": EarlierConversations,
  "vc-channels": Channels,
  "vc-choice": Choice,
  "vc-closed-alerts": ClosedAlerts,
  "vc-composer": Composer,
  "vc-confirm": Confirm,
  "vc-contacts": Contacts,
  "vc-copy": Copy,
  "vc-day": DayReport,
  "vc-delete-whole": DeleteWhole,
  "vc-domains": Domains,
  "vc-hours": HoursEditor,
  "vc-home": Home,
  "vc-inbox": Inbox,
  "vc-inbox-transcript": Transcript,
  "vc-keep-answer": KeepAnswer,
  "vc-keys": Keys,
  "vc-knowledge": Knowledge,
  "vc-ledger": Ledger,
  "vc-look": Look,
  "vc-new-site": NewSite,
  "vc-once": Once,
  "vc-opening-hours": OpeningHours,
  "vc-operators": Operators,
  "vc-organization": Organization,
  "vc-overview": Overview,
  "vc-palette": Palette,
  "vc-paste": PasteDialog,
  "vc-preview": Preview,
  "vc-project": Project,
  "vc-project-settings": ProjectSettings,
  "vc-projects": Projects,
  "vc-rail": Rail,
  "vc-rules": Rules,
  "vc-questions": Questions,
  "vc-session": Session,
  "vc-sessions": Sessions,
  "vc-sign-in": SignIn,
  "vc-site-setup": SiteSetup,
  "vc-edit-source": EditSource,
  "vc-new-source": NewSource,
  "vc-source-pages": SourcePages,
  "vc-sources": Sources,
  "vc-status": Status,
  "vc-terms": Terms,
  "vc-test-call": TestCall,
  "vc-tokens": Tokens,
  "vc-tools": ToolsEditor,
  "vc-try-tool": TryTool,
  "vc-webhooks": Webhooks,
  "vc-try-question": TryQuestion,
  "vc-app": App,
};

installApp();
keepTranslatedTextsCurrent();
for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
