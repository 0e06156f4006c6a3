import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { organization, report, world } from "../../harness/worker/organization.ts";
import { admin, apiKey, request } from "../../harness/worker/request.ts";
import { opening, signals, terms } from "./new-ledger.ts";

const LINES = 7;
/** How many answers have which status. */
function statuses(answers: Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe("voice lines", () => {
  it("admits exactly as many of 60 starts at once as there are lines, through the whole Worker", async () => {
    const here = await world({ organization: { voice_lines: LINES } });
    const { key, agent_id, ledger } = here;
    const burst = () =>
      Promise.all(
        Array.from({ length: 60 }, () =>
          request("POST", "/widget/v1/session", { headers: apiKey(key), body: { agent_id } }),
        ),
      );

    const first = await burst();
    expect(statuses(first)).toEqual({ 200: LINES, 429: 60 - LINES });
    expect(await organization(here)).toMatchObject({
      lines: { total: LINES, in_use: LINES },
      credit: { reserved: LINES * 300 },
    });

    // An eviction and an extra alarm change nothing.
    await evictDurableObject(ledger);
    await runDurableObjectAlarm(ledger);
    await runDurableObjectAlarm(ledger);
    expect(statuses(await burst())).toEqual({ 429: 60 });

    const started = (await first.find(({ status }) => status === 200)?.json()) as { session_id: string };
    await report(key, started.session_id, [{ type: "ended" }]);
    await evictDurableObject(ledger);
    expect(statuses(await burst())).toEqual({ 200: 1, 429: 59 });
  });

  it("holds with evictions and alarms between and during the starts", async () => {
    const { ledger, org_id } = await world({ organization: { voice_lines: LINES } });
    const now = terms({ org_id, version: Date.now() * 2, voice_lines: LINES });
    const open = (name: string) => ledger.open(opening(name), now);
    let admitted = 0;
    for (let round = 0; round < 6; round += 1) {
      const alarms = [runDurableObjectAlarm(ledger), runDurableObjectAlarm(ledger)];
      const results = await Promise.all(Array.from({ length: 10 }, (_, n) => open(`ses_${round}_${n}`)));
      admitted += results.filter(({ ok }) => ok).length;
      await Promise.all(alarms);
      await evictDurableObject(ledger);
    }
    expect(admitted).toBe(LINES);
    expect((await ledger.summary(now)).lines).toEqual({ total: LINES, in_use: LINES });
  });

  it("takes line and credit in one step", async () => {
    const { ledger, org_id } = await world({ credits: 350, organization: { voice_lines: LINES } });
    const now = terms({ org_id, version: Date.now() * 2, voice_lines: LINES });
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ledger.open(opening(`ses_${n}`), now).then((result) => result.ok)),
    );
    // 300 for the first; 50 are less than a minute's, so nobody else gets a line.
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await ledger.summary(now)).toMatchObject({
      credit: { balance: 350, reserved: 300, available: 50 },
      lines: { in_use: 1 },
    });
  });

  it("after the number of lines was lowered, admits nobody new and ends no running call", async () => {
    const here = await world({ organization: { voice_lines: 2 } });
    const { key, agent_id } = here;
    const post = () => request("POST", "/widget/v1/session", { headers: apiKey(key), body: { agent_id } });
    const [a] = await Promise.all([post(), post()]);
    await admin("PATCH", `/organizations/${here.org_id}`, { voice_lines: 1 });
    expect((await organization(here)).lines).toEqual({ total: 1, in_use: 2 });
    const { session_id } = (await a.json()) as { session_id: string };
    await report(key, session_id, [{ type: "ended" }]);
    expect((await post()).status).toBe(429);
  });

  it("stores nothing for an organization that it does not know", async () => {
    const { ledger, org_id } = await world({ credits: 0 });
    expect(await ledger.lease("ses_x")).toBeNull();
    expect(await ledger.report("ses_x", { project_id: 1, agent_id: null }, signals())).toMatchObject({ ok: false });
    expect(await ledger.entries(null, 10)).toEqual([]);
    await ledger.publishPending();
    await ledger.configure(terms({ org_id }));
    expect((await ledger.summary(terms({ org_id }))).credit.balance).toBe(0);
    expect(await runDurableObjectAlarm(ledger)).toBe(false);
  });
});
