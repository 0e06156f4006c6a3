import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { sessionSecret } from "../../../worker/sessions/session-secret.ts";
import { FIND_ORDER, type World, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";
import { ask, billOf, installMeter, turnsOf } from "./meter.ts";

afterEach(() => vi.unstubAllGlobals());

interface Call {
  here: World;
  session_id: string;
  /** A request of the session, with these fields. */
  post(path: string, body: object): Promise<unknown>;
  report(...events: object[]): Promise<unknown>;
}

interface Feature {
  /** Rows that a call with it reads in D1, where no call writes more than its ledger's entry. */
  reads: number;
  agent?: object;
  start?: object;
  prepare?(here: World): Promise<unknown>;
  during?(call: Call): Promise<unknown>;
}

/** The entry, and the project, which is read after the end. */
const EVERY_CALL = 2;
const SAID = [
  { type: "user_transcript", text: "Hello, I like rye" },
  { type: "agent_transcript", text: "Hi" },
];
const HOURS = "We are open from nine to five.";
const source = (text: string) => (here: World) =>
  admin("POST", `/projects/${here.project_id}/sources`, { kind: "text", title: "Shop", text });
let names = 0;
const runTool = ({ post, session_id }: Call, name: string, args: object) =>
  post("tools/execute", { session_id, name, call_id: `c${++names}`, arguments: args });

const FEATURES: Record<string, Feature> = {
  nothing: { reads: EVERY_CALL },
  "an agent that remembers": { reads: EVERY_CALL, agent: { memory: true }, start: { visitor_id: "ana" } },
  "what the page tells of the visitor": { reads: EVERY_CALL, start: { context: { cart: "bread" } } },
  "a tool": { reads: EVERY_CALL, agent: { tools: [FIND_ORDER] }, during: (call) => runTool(call, "find_order", {}) },
  "a rating": { reads: EVERY_CALL, during: ({ report }) => report({ type: "feedback", rating: 5 }) },
  usage: {
    reads: EVERY_CALL,
    during: ({ report }) => report({ type: "usage", id: `u${++names}`, total_tokens: 9 }),
  },
  "a place in the queue": {
    reads: EVERY_CALL,
    during: ({ here, post }) => post("session/queue", { agent_id: here.agent_id }),
  },
  "another connection": {
    reads: EVERY_CALL,
    during: async ({ session_id, post }) =>
      post(`session/${session_id}/reconnect`, { session_secret: await sessionSecret(env.KEY_SECRET, session_id) }),
  },
  "more time": {
    reads: EVERY_CALL,
    during: async ({ session_id, post }) =>
      post(`session/${session_id}/extend`, { session_secret: await sessionSecret(env.KEY_SECRET, session_id) }),
  },
  // Which webhooks the project has.
  "a contact": {
    reads: EVERY_CALL + 2,
    agent: { collect_contact: { fields: ["email"], consent_text: "Yes." } },
    during: ({ report }) => report({ type: "contact", email: "ada@example.com", consent: true }),
  },
  // The same, and whose telephones are told.
  "a person who is asked for": {
    reads: EVERY_CALL + 4,
    agent: { person: { enabled: true, wait_seconds: 60 } },
    during: ({ report }) => report({ type: "person_requested", reason: "An order" }),
  },
  // The project's sources and their pages, which people write.
  "knowledge that the agent is told": {
    reads: EVERY_CALL + 5,
    agent: { knowledge: true },
    prepare: source(HOURS),
  },
  "knowledge that it searches": {
    reads: EVERY_CALL + 7,
    agent: { knowledge: true },
    prepare: source(`${HOURS}\n\n`.repeat(900)),
    during: (call) => runTool(call, "search_knowledge", { query: "When are you open?" }),
  },
  // Whether D1 has anything of the session.
  "a project that keeps nothing": {
    reads: EVERY_CALL + 2,
    prepare: (here) => admin("PATCH", `/projects/${here.project_id}`, { retention_days: 0 }),
  },
};

async function costOf({ agent = {}, start = {}, prepare, during }: Feature) {
  const here = await world({ agent });
  await prepare?.(here);
  const session = async () => {
    const post = (path: string, body: object) => ask("POST", `/widget/v1/${path}`, here.key, body);
    const opened = await post("session", { agent_id: here.agent_id, ...start });
    const session_id = String(opened.session_id);
    const report = (...events: object[]) => post(`session/${session_id}/events`, { events });
    await report({ type: "connected" });
    await report(...SAID);
    await during?.({ here, session_id, post, report });
    await report({ type: "ended" });
    await here.ledger.followUpPending();
  };
  // The first one loads what all others find loaded.
  await session();
  return billOf(session);
}

test("a call writes one row in the database that all projects share, whatever its agent and page do", async () => {
  stopClock(farNoon());
  vi.stubGlobal("fetch", async () => Response.json({ state: "on its way" }));
  await installMeter();
  for (const [name, feature] of Object.entries(FEATURES)) {
    const bill = await costOf(feature);
    const { "D1.read": reads = 0, "D1.write": writes = 0 } = turnsOf();
    console.log(`feature| ${name.padEnd(36)}${JSON.stringify({ ...bill, reads, writes })}`);
    expect(bill.d1_rows_written, name).toBe(1);
    expect(bill.d1_rows_read, name).toBeLessThanOrEqual(feature.reads);
  }
}, 300_000);
