import { expect, test } from "vitest";
import { makeSite } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";
import { ask, type Bill, billOf, installMeter } from "./meter.ts";

/** `npm run bench` prints these lines; the test holds the ones that every page view pays. */
const line = (name: string, bill: Bill) =>
  `cost| ${name.padEnd(34)}${Object.values(bill)
    .map((value) => String(value).padStart(8))
    .join("")}`;
const HEAD = `cost| ${"".padEnd(34)}${["calls", "obj r", "obj w", "alarms", "D1 r", "D1 w", "KV r", "KV w"].map((name) => name.padStart(8)).join("")}`;

test("what a page view and a session cost", async () => {
  // No alarm's work falls into the bill of another's request.
  stopClock(farNoon());
  const { channel, agent, project } = await makeSite({
    features: { external_provider: true, memory: false, tools: true },
  });
  await installMeter();
  const view = () => ask("GET", "/widget/v1/config", channel.key);
  const first = await billOf(view);
  const hot = await billOf(view);
  await billOf(() => admin("PATCH", `/projects/${project}`, { name: "Corner" }));
  const changed = await billOf(view);
  await billOf(() => admin("PATCH", `/agents/${agent}`, { name: "Eve" }));
  const agent_changed = await billOf(view);

  let session = "";
  const start = await billOf(async () => {
    const { session_id } = await ask("POST", "/widget/v1/session", channel.key, { agent_id: agent });
    session = `/widget/v1/session/${session_id}/events`;
  });
  const report = (...events: object[]) => billOf(() => ask("POST", session, channel.key, { events }));
  const connected = await report({ type: "connected" });
  const heartbeat = await report({ type: "heartbeat" });
  const transcript = await report({ type: "user_transcript", text: "Hello" }, { type: "agent_transcript", text: "Hi" });
  const ended = await report({ type: "ended" });

  // A minute's conversation as the widget reports it: heartbeats every 20 seconds, an exchange every 10.
  const whole = [start, connected, ...Array(3).fill(heartbeat), ...Array(6).fill(transcript), ended] as Bill[];
  const sum = Object.fromEntries(
    Object.keys(start).map((field) => [field, whole.reduce((total, bill) => total + bill[field as keyof Bill], 0)]),
  ) as unknown as Bill;
  console.log(
    [
      HEAD,
      line("page view, first with a key", first),
      line("page view, first after a change", changed),
      line("page view, hot", hot),
      line("start of a session", start),
      line("connected", connected),
      line("heartbeat", heartbeat),
      line("two transcripts", transcript),
      line("end", ended),
      line("a minute's session, 12 requests", sum),
    ].join("\n"),
  );

  // One call to the key's gate, and nothing else anywhere: who made the change has compiled it.
  for (const seen of [hot, changed, agent_changed]) {
    expect(seen).toMatchObject({ object_calls: 1, d1_rows_read: 0, d1_rows_written: 0, kv_reads: 0, kv_writes: 0 });
    expect(seen.object_rows_written).toBeLessThanOrEqual(1);
  }
});
