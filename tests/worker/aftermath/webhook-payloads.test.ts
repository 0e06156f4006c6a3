import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { OPERATOR_EVENTS, WEBHOOK_EVENTS } from "../../../shared/webhooks.ts";
import { updateAlerts } from "../../../worker/projects/alerts.ts";
import { analyzeAgain } from "../../../worker/sessions/analyze-session.ts";
import { document, eventDeviations } from "../../harness/worker/documented.ts";
import { report, start, type World, world } from "../../harness/worker/organization.ts";
import { storeOf } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";
import { receiver } from "./receiver.ts";

const MODEL = "https://model.example/v1";
const url = "https://crm.example/";
const actor = { kind: "operator", operator_id: null, name: "operator", role: "owner" } as const;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** One visitor asks for a person and nobody comes; another is answered. */
async function missedAndMet(here: World): Promise<void> {
  const asked = [{ type: "connected" }, { type: "person_requested", reason: "An order" }];
  const missed = await start(here);
  await report(here.key, missed.session_id, asked);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
  await runDurableObjectAlarm(env.PROJECT_DESK.getByName(String(here.project_id)));
  vi.useRealTimers();
  const met = await start(here);
  await report(here.key, met.session_id, asked);
  await admin("POST", `/sessions/${met.session_id}/join`, { name: "Ada" }, { status: 200 });
  for (const { session_id } of [missed, met])
    await admin("POST", `/sessions/${session_id}/end`, undefined, { status: 200 });
}

test("each kind of event is sent with the body that the document's webhooks show, and no field more", async () => {
  const content = JSON.stringify({ summary: "Short", fields: {}, criteria: {} });
  const received = receiver((_, to) =>
    to.startsWith(MODEL) ? Response.json({ choices: [{ message: { content } }] }) : new Response(null, { status: 204 }),
  );
  const here = await world({
    credits: 1_000,
    agent: {
      collect_contact: { fields: ["name", "email"], consent_text: "Yes." },
      person: { enabled: true, wait_seconds: 10 },
    },
  });
  const hook = { url, events: WEBHOOK_EVENTS, include_transcript: true };
  const made = await admin("POST", `/projects/${here.project_id}/webhooks`, hook);
  const own = await admin("POST", "/webhooks", { url, events: OPERATOR_EVENTS });
  for (const { id } of [made, own]) await admin("POST", `/webhooks/${id}/test`, undefined, { status: 200 });

  const { session_id } = await start(here);
  await report(here.key, session_id, [
    { type: "connected" },
    { type: "user_transcript", text: "Where is my order?" },
    { type: "usage", id: "r1", input_tokens: 7, seconds: 0.5 },
    { type: "contact", email: "ada@example.com", consent: true },
    { type: "ended" },
  ]);
  await here.ledger.publishPending();
  const session = await storeOf(here.project_id).session(here.project_id, session_id);
  if (!session) throw new Error("no session");
  const work: Promise<unknown>[] = [];
  const model = { ...env, ANALYSIS_BASE_URL: MODEL, ANALYSIS_API_KEY: "k", ANALYSIS_MODEL: "m" };
  await analyzeAgain(model, actor, session, (one) => work.push(one));
  await Promise.all(work);

  await missedAndMet(here);

  stopClock();
  await admin("PATCH", `/projects/${here.project_id}`, { daily_session_cap: 1 });
  await expect(start(here)).rejects.toThrow(/402/);
  vi.useRealTimers();
  await admin("POST", `/organizations/${here.org_id}/credits`, { amount: -900 }, { status: 200 });

  // A delivery that is made in the future is not sent yet.
  const before = Date.now() - 700_000;
  await env.DB.prepare("INSERT INTO service_errors VALUES ('unexpected', 1, ?1, 'KV is down')").bind(before).run();
  await updateAlerts(env, before);
  await updateAlerts(env, before + 700_000);

  const events = () => received.filter(({ type }) => type !== undefined).map(({ body }) => JSON.parse(body));
  const kinds = () => [...new Set(events().map(({ type }) => type))].sort();
  const documented = Object.keys(document.webhooks).sort();
  expect(documented).toEqual([...WEBHOOK_EVENTS, ...OPERATOR_EVENTS, "webhook.test"].sort());
  await vi.waitFor(() => expect(kinds()).toEqual(documented), { timeout: 50_000 });
  expect(events().flatMap(eventDeviations)).toEqual([]);
});
