import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { runCron } from "../../../worker/cron.ts";
import { DeliveryQueue } from "../../../worker/objects/delivery-queue/delivery-queue.ts";
import { analyzeAgain, retryStuckAnalyses } from "../../../worker/sessions/analyze-session.ts";
import { requestAnalyses } from "../../../worker/storage/analyses.ts";
import { findSession } from "../../../worker/storage/sessions.ts";
import { report, start, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { type Received, receiver } from "./receiver.ts";

const MODEL = "https://model.example/v1";
const bindings = { ...env, ANALYSIS_BASE_URL: MODEL, ANALYSIS_API_KEY: "k", ANALYSIS_MODEL: "m" };
const actor = { kind: "operator", operator_id: null, name: "operator", role: "owner" } as const;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The model gives another summary each time it is asked. */
function modelAndReceiver(): { analyzed: () => Received[]; asked: () => number } {
  let asked = 0;
  const received = receiver((_, url) => {
    if (!url.startsWith(MODEL)) return new Response(null, { status: 204 });
    asked += 1;
    const content = JSON.stringify({ summary: `Summary ${asked}`, fields: {}, criteria: {} });
    return Response.json({ choices: [{ message: { content } }] });
  });
  return { analyzed: () => received.filter(({ type }) => type === "session.analyzed"), asked: () => asked };
}

const cron = () =>
  runCron({ cron: "0 * * * *", scheduledTime: Date.now(), noRetry() {} } as ScheduledController, bindings);

it("is sent once where the queue failed after the analysis, and anew for another analysis", async () => {
  const here = await world();
  await admin("POST", `/projects/${here.project_id}/webhooks`, {
    url: "https://crm.example/",
    events: ["session.analyzed"],
  });
  const { session_id } = await start(here);
  const events = [{ type: "connected" }, { type: "user_transcript", text: "Hi" }, { type: "ended" }];
  await report(here.key, session_id, events);
  await here.ledger.publishPending();
  const { analyzed, asked } = modelAndReceiver();

  const enqueue = vi.spyOn(DeliveryQueue.prototype, "enqueue").mockImplementation(async () => {
    throw new Error("the queue is in trouble");
  });
  await requestAnalyses(env.DB, [session_id], 0);
  await retryStuckAnalyses(bindings);
  const { analysis } = await admin("GET", `/sessions/${session_id}`);
  expect(analysis).toMatchObject({ status: "done", summary: "Summary 1" });
  expect(analyzed()).toEqual([]);

  enqueue.mockRestore();
  await cron();
  await vi.waitFor(() => expect(analyzed()).toHaveLength(1), { timeout: 50_000 });
  expect(analyzed()[0]?.data).toMatchObject({ session_id, summary: "Summary 1" });
  expect(asked()).toBe(1);
  await cron();

  const session = await findSession(env.DB, session_id);
  if (!session) throw new Error("no session");
  const work: Promise<unknown>[] = [];
  await analyzeAgain(bindings, actor, session, (one) => work.push(one));
  await Promise.all(work);
  await vi.waitFor(() => expect(analyzed()).toHaveLength(2), { timeout: 50_000 });
  expect(analyzed()[1]?.data).toMatchObject({ session_id, summary: "Summary 2" });
  expect(analyzed()[1]?.id).not.toBe(analyzed()[0]?.id);
});
