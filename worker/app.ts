import { Hono } from "hono";
import { CALLS_PATH } from "../shared/session.ts";
import { VERSION } from "../shared/version.ts";
import { requireKey } from "./auth/key-check.ts";
import { authenticateOperator, permits } from "./auth/operator-check.ts";
import type { AppEnv } from "./http/app-env.ts";
import { getOnly } from "./http/get-only.ts";
import { notFound, onError } from "./http/on-error.ts";
import { RouteTable } from "./http/route-table.ts";
import * as agents from "./routes/admin/agents.ts";
import * as adminAnalytics from "./routes/admin/analytics.ts";
import * as audit from "./routes/admin/audit.ts";
import * as backup from "./routes/admin/backup.ts";
import * as channels from "./routes/admin/channels.ts";
import * as adminContacts from "./routes/admin/contacts.ts";
import * as credits from "./routes/admin/credits.ts";
import * as demo from "./routes/admin/demo-site.ts";
import * as devices from "./routes/admin/devices.ts";
import * as keys from "./routes/admin/keys.ts";
import * as knowledge from "./routes/admin/knowledge.ts";
import * as operators from "./routes/admin/operators.ts";
import * as organizations from "./routes/admin/organizations.ts";
import * as persons from "./routes/admin/persons.ts";
import * as projects from "./routes/admin/projects.ts";
import * as providers from "./routes/admin/providers.ts";
import * as sessions from "./routes/admin/sessions.ts";
import * as signIn from "./routes/admin/sign-in.ts";
import * as sites from "./routes/admin/sites.ts";
import * as sources from "./routes/admin/sources.ts";
import * as statistics from "./routes/admin/statistics.ts";
import * as status from "./routes/admin/status.ts";
import * as tokens from "./routes/admin/tokens.ts";
import * as webhooks from "./routes/admin/webhooks.ts";
import { agentCall } from "./routes/pages/agent-call.ts";
import { demoSite } from "./routes/pages/demo-site.ts";
import { demoVendor } from "./routes/pages/demo-vendor.ts";
import { earlierFile } from "./routes/pages/earlier-file.ts";
import { embed } from "./routes/pages/embed.ts";
import { healthz } from "./routes/pages/healthz.ts";
import { openApi } from "./routes/pages/openapi.ts";
import { sharedFile } from "./routes/pages/shared-file.ts";
import { analytics } from "./routes/widget/analytics.ts";
import { config } from "./routes/widget/config.ts";
import { contacts } from "./routes/widget/contacts.ts";
import { executeTool } from "./routes/widget/execute-tool.ts";
import { extend } from "./routes/widget/extend.ts";
import { giveHandover, takeHandover } from "./routes/widget/handover.ts";
import { live } from "./routes/widget/live.ts";
import { placeCall } from "./routes/widget/place-call.ts";
import { projectContext } from "./routes/widget/project-context.ts";
import { queue } from "./routes/widget/queue.ts";
import { readiness } from "./routes/widget/readiness.ts";
import { reconnect } from "./routes/widget/reconnect.ts";
import { session } from "./routes/widget/session.ts";
import { sessionEvents } from "./routes/widget/session-events.ts";
import { signedUrl } from "./routes/widget/signed-url.ts";
import { withTelemetry } from "./telemetry.ts";

/** The map: every route, and above it the guards that it passes. Read it downwards. */
export const app = new Hono<AppEnv>({ strict: true, router: new RouteTable() });

app.onError(onError);

app.get("/healthz", healthz);
app.get("/openapi.json", openApi(app));
app.get("/", demoSite);
// The key is in the path: the route has auth/embed-check.ts check it, as requireKey does below.
app.get("/embed/:key{[^/]+\\.js}", embed);
// What pages of other sites load, and files of earlier builds; see docs/deploy.md.
for (const path of ["/voice-widget.js", `/voice-widget-${VERSION}.js`, "/release.json", "/assets/*", "/again/assets/*"])
  app.get(path, sharedFile);
for (const folder of ["/console", "/playground"]) app.get(`${folder}/assets/*`, earlierFile);
// The built-in vendor, at the path an OpenAI client derives from the base address /demo/v1.
app.get("/demo/v1/realtime", demoVendor);
// The same for our other agents: a server of the operator's own, and Workers AI.
app.get("/compatible/v1/realtime", agentCall("compatible"));
app.get("/workers-ai/v1/realtime", agentCall("workers-ai"));

app.get("/widget/v1/config", requireKey("widget:read", config, "page"));
app.get("/widget/v1/context", requireKey("widget:read", projectContext, "page"));
app.post("/widget/v1/analytics", requireKey("widget:read", analytics, "page"));
app.post("/widget/v1/session", requireKey("widget:session", session));
app.post("/widget/v1/session/:session_id/events", requireKey("widget:read", sessionEvents, "session"));
app.post("/widget/v1/session/:session_id/extend", requireKey("widget:read", extend, "session"));
app.post("/widget/v1/session/:session_id/reconnect", requireKey("widget:session", reconnect));
app.post("/widget/v1/session/:session_id/handover", requireKey("widget:session", giveHandover));
app.post("/widget/v1/handover", requireKey("widget:session", takeHandover));
// The page's socket while a person is asked for or there: the session's secret replaces the key.
app.get("/widget/v1/session/:session_id/live", live);
app.get("/widget/v1/session/readiness", requireKey("widget:session", readiness));
app.post("/widget/v1/session/queue", requireKey("widget:session", queue));
app.post("/widget/v1/contacts", requireKey("widget:read", contacts));
app.get("/widget/v1/extprovider-convai/signed-url", getOnly, requireKey("widget:session", signedUrl));
app.post("/widget/v1/tools/execute", requireKey("widget:tools", executeTool));

// A call that the service places at a vendor: the session's token replaces the key.
app.post(CALLS_PATH, placeCall);

// Who may do what says `permissions.ts`; the use cases ask it, and `permits` asks it once more at the door, so that a
// refusal costs nothing. For what is another organization's `projects/load.ts` answers with 404. An operator with the role
// `read_only` changes nothing.
app.use("/admin/v1/*", authenticateOperator);
app.get("/admin/v1/me", signIn.whoami);
app.post("/admin/v1/sign-in", signIn.signIn);
app.post("/admin/v1/sign-out", signIn.signOut);
app.get("/admin/v1/status", permits("service.read"), status.status);
app.get("/admin/v1/metrics", permits("service.read"), status.metrics);
app.get("/admin/v1/operators", permits("service.read"), operators.list);
app.post("/admin/v1/operators", permits("operator.create"), operators.create);
app.get("/admin/v1/operators/:id", permits("service.read"), operators.read);
app.patch("/admin/v1/operators/:id", permits("operator.update"), operators.update);
app.post("/admin/v1/operators/:id/token", permits("operator.renew_token"), operators.renewToken);
app.delete("/admin/v1/operators/:id", permits("operator.delete"), operators.remove);
app.get("/admin/v1/webhooks", permits("service.read"), webhooks.listOfOperator);
app.post("/admin/v1/webhooks", permits("operators_webhook.change"), webhooks.createForOperator);

app.get("/admin/v1/organizations", organizations.list);
app.post("/admin/v1/organizations", permits("organization.create"), organizations.create);
app.get("/admin/v1/organizations/:id", organizations.read);
app.patch("/admin/v1/organizations/:id", organizations.update);
app.delete("/admin/v1/organizations/:id", permits("organization.delete"), organizations.remove);
app.post("/admin/v1/organizations/:id/credits", permits("organization.credit"), credits.grant);
app.get("/admin/v1/organizations/:id/ledger", credits.ledger);
app.get("/admin/v1/organizations/:id/tokens", tokens.list);
app.post("/admin/v1/organizations/:id/tokens", permits("token.create"), tokens.create);
app.delete("/admin/v1/tokens/:id", permits("token.revoke"), tokens.revoke);

app.get("/admin/v1/projects", projects.list);
app.post("/admin/v1/projects", projects.create);
app.get("/admin/v1/projects/:id", projects.read);
app.patch("/admin/v1/projects/:id", projects.update);
app.delete("/admin/v1/projects/:id", permits("project.delete"), projects.remove);
app.get("/admin/v1/projects/:id/identity-secret", permits("project.read_identity_secret"), projects.identitySecret);
app.post(
  "/admin/v1/projects/:id/identity-secret/rotate",
  permits("project.rotate_identity_secret"),
  projects.rotateIdentitySecret,
);
app.get("/admin/v1/sites", sites.listDays);
app.post("/admin/v1/sites", sites.create);
app.get("/admin/v1/projects/:id/setup", sites.setup);
app.get("/admin/v1/projects/:id/keys", keys.list);
app.post("/admin/v1/projects/:id/keys", keys.create);
app.get("/admin/v1/keys/old", permits("key.list_old"), keys.listOld);
app.patch("/admin/v1/keys/:id", keys.update);
app.delete("/admin/v1/keys/:id", keys.revoke);
app.get("/admin/v1/projects/:id/channels", channels.list);
app.post("/admin/v1/projects/:id/channels", channels.create);
app.get("/admin/v1/channels/:id", channels.read);
app.patch("/admin/v1/channels/:id", channels.update);
app.delete("/admin/v1/channels/:id", channels.remove);
app.post("/admin/v1/channels/:id/regenerate", channels.regenerate);
app.post("/admin/v1/channels/:id/keys", channels.addKey);

app.get("/admin/v1/agents", agents.list);
app.post("/admin/v1/agents", agents.create);
app.get("/admin/v1/agents/:id", agents.read);
app.patch("/admin/v1/agents/:id", agents.update);
app.delete("/admin/v1/agents/:id", agents.remove);
app.post("/admin/v1/agents/:id/test-key", sites.testKey);
app.post("/admin/v1/agents/:id/tools/test", agents.testTool);
app.get("/admin/v1/providers", providers.list);

app.get("/admin/v1/projects/:id/sources", sources.list);
app.post("/admin/v1/projects/:id/sources", sources.create);
app.post("/admin/v1/projects/:id/sources/preview", sources.preview);
app.get("/admin/v1/sources/:id", sources.read);
app.get("/admin/v1/sources/:id/pages", sources.pages);
app.get("/admin/v1/pages/:id", sources.page);
app.post("/admin/v1/sources/:id/refresh", sources.refresh);
app.patch("/admin/v1/sources/:id", sources.update);
app.delete("/admin/v1/sources/:id", sources.remove);
app.get("/admin/v1/projects/:id/knowledge/search", knowledge.search);
app.get("/admin/v1/projects/:id/knowledge/meaning", knowledge.meaning);
app.get("/admin/v1/projects/:id/questions", knowledge.questions);
app.get("/admin/v1/projects/:id/questions/topics", knowledge.topics);
app.delete("/admin/v1/questions/:id", knowledge.removeQuestion);

app.get("/admin/v1/projects/:id/sessions", sessions.list);
app.get("/admin/v1/sessions", sessions.listActive);
app.get("/admin/v1/sessions/:id", sessions.read);
app.get("/admin/v1/sessions/:id/transcript", sessions.transcript);
app.post("/admin/v1/sessions/:id/analyze", sessions.analyze);
app.post("/admin/v1/sessions/:id/end", sessions.end);
app.get("/admin/v1/projects/:id/live", persons.live);
app.post("/admin/v1/sessions/:id/join", persons.join);
app.post("/admin/v1/sessions/:id/messages", persons.message);
app.post("/admin/v1/sessions/:id/whisper", persons.whisper);
app.post("/admin/v1/sessions/:id/release", persons.release);
app.get("/admin/v1/push-key", devices.pushKey);
app.get("/admin/v1/projects/:id/devices", devices.list);
app.post("/admin/v1/projects/:id/devices", devices.create);
app.delete("/admin/v1/devices/:id", devices.remove);
app.get("/admin/v1/projects/:id/analytics", adminAnalytics.list);
app.get("/admin/v1/projects/:id/statistics", statistics.list);
app.delete("/admin/v1/projects/:id/subjects/:subject", sessions.forgetSubject);
app.get("/admin/v1/projects/:id/contacts", adminContacts.list);
app.patch("/admin/v1/contacts/:id", adminContacts.update);
app.delete("/admin/v1/contacts/:id", adminContacts.remove);
app.get("/admin/v1/projects/:id/webhooks", webhooks.list);
app.post("/admin/v1/projects/:id/webhooks", webhooks.create);
app.get("/admin/v1/webhooks/:id", webhooks.read);
app.patch("/admin/v1/webhooks/:id", webhooks.update);
app.delete("/admin/v1/webhooks/:id", webhooks.remove);
app.post("/admin/v1/webhooks/:id/secret", permits("webhook.rotate_secret"), webhooks.rotateSecret);
app.post("/admin/v1/webhooks/:id/test", webhooks.test);
app.get("/admin/v1/webhooks/:id/deliveries", webhooks.deliveries);
app.get("/admin/v1/deliveries/:id", webhooks.delivery);
app.post("/admin/v1/deliveries/:id/replay", webhooks.replay);
app.get("/admin/v1/audit", audit.list);
app.get("/admin/v1/backup", permits("backup.read"), backup.plan);
app.get("/admin/v1/backup/tables/:name", permits("backup.read"), backup.table);
app.get("/admin/v1/backup/ledgers/:id", permits("backup.read"), backup.ledger);
app.get("/admin/v1/backup/gates", permits("backup.read"), backup.gates);
app.get("/admin/v1/backup/stores", permits("backup.read"), backup.stores);
app.post("/admin/v1/restore", permits("backup.restore"), backup.begin);
app.post("/admin/v1/restore/parts", permits("backup.restore"), backup.part);
app.post("/admin/v1/restore/finish", permits("backup.restore"), backup.finish);
app.post("/admin/v1/demo-site", permits("demo_site.create"), demo.seed);

// Last: 404, or 405 with Allow where the path exists under another method.
app.notFound(notFound(app));

// Around all of it: request ids, the log, CORS; a preflight never gets here.
export const handleRequest = withTelemetry(app);
