import { expect, test, vi } from "vitest";
import { PUBLIC_CALLS } from "../../../scripts/docs/public-calls.ts";
import { MAX_CONTEXT_BYTES, MAX_EVENTS_PER_REQUEST, MAX_TOOL_RESULT_BYTES } from "../../../shared/limits.ts";
import { FIND_ORDER, makeChannel, makeSite } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";
import { ask, billOf, installMeter } from "./meter.ts";

/** The largest request of each call, held against the rows and calls that docs/security.md names. */
test("no call of a public key costs more than its row says", async () => {
  stopClock(farNoon());
  const { channel, agent, project } = await makeSite({
    features: { external_provider: true, memory: true, tools: true },
  });
  await admin("PATCH", `/agents/${agent}`, { tools: [FIND_ORDER] });
  await admin("PATCH", `/agents/${agent}`, { collect_contact: { fields: ["email", "message"], consent_text: "Yes." } });
  for (let n = 0; n < 20; n += 1)
    await admin("POST", `/projects/${project}/webhooks`, {
      url: `https://crm.example/${n}`,
      events: ["contact.created"],
    });
  await installMeter();
  const many = <T>(make: (n: number) => T) => Array.from({ length: MAX_EVENTS_PER_REQUEST }, (_, n) => make(n));
  const over: string[] = [];
  const held = async (
    route: keyof typeof PUBLIC_CALLS,
    path: string,
    body?: object,
    { key = channel.key, ...headers }: Record<string, string> = {},
  ) => {
    let answer: Record<string, unknown> = {};
    const [method = ""] = route.split(" ");
    const bill = await billOf(async () => {
      answer = await ask(method, path, key, body, headers);
    });
    const { cost } = PUBLIC_CALLS[route] ?? { cost: { rows: 0, calls: 0 } };
    const rows = bill.d1_rows_written + bill.object_rows_written + bill.alarms_set;
    console.log(`public| ${route.padEnd(46)} ${rows} rows, ${bill.object_calls} calls, ${bill.kv_writes} KV writes`);
    if (rows > cost.rows || bill.object_calls > cost.calls || bill.kv_writes > 1)
      over.push(`${route}: ${rows} rows, ${bill.object_calls} calls, ${bill.kv_writes} KV writes`);
    return answer;
  };
  // Once for a project: its store makes its tables and sets its alarm.
  const first = await billOf(() => ask("POST", "/widget/v1/analytics", channel.key, { events: [{ name: "open" }] }));
  expect(first.object_rows_written + first.alarms_set).toBeLessThanOrEqual(50);
  await held("GET /widget/v1/config", "/widget/v1/config");
  await held("GET /widget/v1/context", "/widget/v1/context");
  await held("POST /widget/v1/analytics", "/widget/v1/analytics", { events: many((n) => ({ name: `name_${n}` })) });
  await held("GET /widget/v1/session/readiness", `/widget/v1/session/readiness?agent_id=${agent}`);
  await held("POST /widget/v1/session/queue", "/widget/v1/session/queue", { agent_id: agent });
  const contact = { email: "ada@example.com", message: "m".repeat(4_000), consent: true, agent_id: agent };
  await held("POST /widget/v1/contacts", "/widget/v1/contacts", contact);
  const context = { told: "c".repeat(MAX_CONTEXT_BYTES - 100) };
  const visitor = { agent_id: agent, visitor_id: "v".repeat(64), context };
  const { session_id } = await held("POST /widget/v1/session", "/widget/v1/session", visitor);
  const events = "POST /widget/v1/session/:session_id/events";
  const path = `/widget/v1/session/${session_id}/events`;
  await held(events, path, { events: many((n) => ({ type: "user_transcript", text: `word ${n}` })) });
  vi.stubGlobal("fetch", async () => Response.json("x".repeat(MAX_TOOL_RESULT_BYTES - 100)));
  const call = { session_id, name: "find_order", call_id: "c", arguments: {} };
  await held("POST /widget/v1/tools/execute", "/widget/v1/tools/execute", call);
  vi.unstubAllGlobals();
  await held("POST /widget/v1/session/:session_id/extend", `/widget/v1/session/${session_id}/extend`);
  await held(events, path, {
    events: [...many((n) => ({ type: "agent_transcript", text: `w ${n}` })).slice(1), { type: "ended" }],
  });
  const ofSubdomains = await makeChannel(project, agent, { allowed_domains: ["*.shop.example"] });
  await admin("PATCH", `/projects/${project}`, { widget_config: { features: { acrossSubdomains: true } } });
  const from = { key: ofSubdomains.key, Origin: "https://www.shop.example" };
  const left = await ask("POST", "/widget/v1/session", from.key, { agent_id: agent }, from);
  const said = [{ type: "connected" }, { type: "user_transcript", text: "w".repeat(1_000) }];
  await ask("POST", `/widget/v1/session/${left.session_id}/events`, from.key, { events: said }, from);
  const handover = `/widget/v1/session/${left.session_id}/handover`;
  const { session_secret } = left;
  const { ticket } = await held("POST /widget/v1/session/:session_id/handover", handover, { session_secret }, from);
  const end = [{ type: "ended", reason: "visitor_left" }];
  await ask("POST", `/widget/v1/session/${left.session_id}/events`, from.key, { events: end }, from);
  const taken = await held("POST /widget/v1/handover", "/widget/v1/handover", { ticket }, from);
  expect(taken.conversation).toMatchObject({ session_id: left.session_id });
  expect(over).toEqual([]);
});
