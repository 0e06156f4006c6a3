import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { WIDGET_EVENTS } from "../../../shared/analytics.ts";
import { entriesOf, organization, report, start, widget, world } from "../../harness/worker/organization.ts";
import { admin, request } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";

const ok = { status: 200 };

async function tokenOf(org_id: number): Promise<string> {
  return (await admin("POST", `/organizations/${org_id}/tokens`, { name: "CI" })).token;
}

describe("credits", () => {
  it("are granted once per Idempotency-Key", async () => {
    const here = await world({ credits: 0 });
    const path = `/organizations/${here.org_id}/credits`;
    const grant = (body: object, key: string, status = 200) =>
      admin("POST", path, body, { status, headers: { "Idempotency-Key": key } });
    const first = await grant({ amount: 500, note: "May" }, "k1");
    expect(first).toEqual({ credit: { balance: 500, reserved: 0, available: 500 } });
    const again = await Promise.all([1, 2, 3].map(() => grant({ amount: 500, note: "May" }, "k1")));
    expect(again).toEqual([first, first, first]);
    expect((await grant({ amount: 501, note: "May" }, "k1", 409)).detail).toMatch(/Idempotency-Key/);
    await grant({ amount: 500, note: "May" }, "k2");
    await admin("POST", path, { amount: 1 }, ok);
    await admin("POST", path, { amount: 1 }, ok);
    expect(await organization(here)).toMatchObject({ credit: { balance: 1_002 } });
    const { items } = await admin("GET", "/audit");
    expect(items.filter(({ action }: { action: string }) => action === "organization.credit")).toHaveLength(4);
  });

  it("are corrected down to what is reserved", async () => {
    const here = await world({ credits: 500 });
    await start(here);
    const path = `/organizations/${here.org_id}/credits`;
    const refused = await admin("POST", path, { amount: -201 }, { status: 422 });
    expect(refused.detail).toMatchObject([{ loc: ["body", "amount"], msg: expect.stringMatching(/200/) }]);
    expect(await admin("POST", path, { amount: -200, note: "Wrong" }, ok)).toEqual({
      credit: { balance: 300, reserved: 300, available: 0 },
    });
    expect(await entriesOf(here)).toMatchObject([
      { id: 2, amount: -200, kind: "correction", note: "Wrong", session_id: null },
      { id: 1, amount: 500, kind: "grant" },
    ]);
  });

  it("refuse invalid amounts", async () => {
    const here = await world();
    const path = `/organizations/${here.org_id}/credits`;
    for (const body of [{}, { amount: 0 }, { amount: 1.5 }, { amount: "5" }, { amount: 1e300 }, { amount: 1, more: 1 }])
      await admin("POST", path, body, { status: 422 });
    await admin("POST", path, { amount: 1 }, { status: 422, headers: { "Idempotency-Key": "k".repeat(256) } });
    await admin("POST", "/organizations/99999/credits", { amount: 1 }, { status: 404 });
    await admin("POST", path, { amount: 1 }, { status: 403, token: await tokenOf(here.org_id) });
    expect(await entriesOf(here)).toHaveLength(1);
  });

  it("are listed newest first, page by page, and sum up to the balance", async () => {
    const here = await world({ credits: 0 });
    for (const amount of [5, 6, 7, -1, 9]) await admin("POST", `/organizations/${here.org_id}/credits`, { amount }, ok);
    const seen: { id: number; amount: number }[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { items: typeof seen; next_cursor: string | null } = await admin(
        "GET",
        `/organizations/${here.org_id}/ledger?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(seen.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
    expect(seen.reduce((sum, { amount }) => sum + amount, 0)).toBe((await organization(here)).credit.balance);
  });

  it("name the project of a charge, as long as it is the organization's", async () => {
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }, { type: "ended" }]);
    const charge = async () => {
      const { items } = await admin("GET", `/organizations/${here.org_id}/ledger`);
      return items.find((entry: { kind: string }) => entry.kind === "charge");
    };
    await admin("PATCH", `/projects/${here.project_id}`, { name: "Harbour" });
    expect(await charge()).toMatchObject({ session_id, project_id: here.project_id, project_name: "Harbour" });
    const { items } = await admin("GET", `/organizations/${here.org_id}/ledger`);
    expect(items.at(-1)).toMatchObject({ kind: "grant", project_id: null, project_name: null });
    const other = await world();
    await admin("PATCH", `/projects/${here.project_id}`, { org_id: other.org_id });
    expect(await charge()).toMatchObject({ session_id, project_id: null, project_name: null });
  });
});

describe("reports", () => {
  it("list a project's sessions newest first, running ones at once", async () => {
    const here = await world();
    vi.useFakeTimers({ toFake: ["Date"] });
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      vi.setSystemTime(Date.now() + 1_000);
      ids.push((await start(here)).session_id);
    }
    vi.useRealTimers();
    const path = `/projects/${here.project_id}/sessions?limit=2`;
    const first = await admin("GET", path);
    expect(first.items).toMatchObject([
      { id: ids[2], status: "starting", agent_name: "Ava", provider: "provider_a", charged: null },
      { id: ids[1] },
    ]);
    const second = await admin("GET", `${path}&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ items: [{ id: ids[0] }], next_cursor: null });
    await admin("GET", `${path}&cursor=junk`, undefined, { status: 422 });
    await admin("GET", "/projects/99999/sessions", undefined, { status: 404 });
  });

  it("count a project's events per UTC day and name", async () => {
    stopClock();
    const here = await world();
    const post = (events: object[], status = 200) => widget(here.read_key, "POST", "/analytics", { events }, status);
    expect(await post([{ name: "open" }, { name: "open", visitor_id: "v" }, { name: "my_own_1", page: "/x" }])).toEqual(
      {
        success: true,
        accepted: 3,
      },
    );
    await post([{ name: "open", properties: { a: [1] }, at: 5 }]);
    const today = new Date().toISOString().slice(0, 10);
    const counts = [
      { day: today, name: "my_own_1", count: 1 },
      { day: today, name: "open", count: 3 },
    ];
    const path = `/projects/${here.project_id}/analytics`;
    expect(await admin("GET", `${path}?from=${today}&to=${today}`)).toEqual({ items: counts, next_cursor: null });
    expect((await admin("GET", path)).items).toEqual(counts);
    expect((await admin("GET", `${path}?to=2020-01-01`)).items).toEqual([]);
    const refused = (query: string) => admin("GET", `${path}?${query}`, undefined, { status: 422 });
    await refused("from=yesterday");
    await refused("from=2026-02-30");
    await refused("from=2026-02-02&to=2026-02-01");
    for (const events of [[], [{ name: "Bad Name" }], [{}], Array(51).fill({ name: "open" })]) await post(events, 422);
    expect(JSON.stringify((await env.DB.prepare("SELECT * FROM analytics_counts").all()).results)).not.toMatch(/"v"/);
  });

  it("let no public key fill the database with names", async () => {
    stopClock();
    const here = await world();
    for (let batch = 0; batch < 6; batch += 1) {
      const events = Array.from({ length: 50 }, (_, n) => ({ name: `n_${batch}_${n}` }));
      await widget(here.read_key, "POST", "/analytics", { events });
    }
    await widget(here.read_key, "POST", "/analytics", { events: [{ name: "n_0_0" }] });
    const { items } = await admin("GET", `/projects/${here.project_id}/analytics`);
    expect(items.length).toBeLessThanOrEqual(250);
    expect(items[0]).toMatchObject({ name: "n_0_0", count: 2 });
  });

  it("count the widget's own names whatever else a page has counted", async () => {
    stopClock();
    const here = await world();
    const count = (names: readonly string[]) =>
      widget(here.read_key, "POST", "/analytics", { events: names.map((name) => ({ name })) });
    const junk = (from: number) => Array.from({ length: 50 }, (_, n) => `junk_${from + n}`);
    for (let from = 0; from < 300; from += 50) await count(junk(from));
    await count(WIDGET_EVENTS);
    await count(["too_late"]);
    const { items } = await admin("GET", `/projects/${here.project_id}/analytics`);
    const counted = new Map(items.map(({ name, count }: { name: string; count: number }) => [name, count]));
    expect(WIDGET_EVENTS.map((name) => counted.get(name))).toEqual(WIDGET_EVENTS.map(() => 1));
    expect(counted.has("too_late")).toBe(false);
  });

  it("show an organization nothing of another", async () => {
    const here = await world();
    const there = await world();
    const token = await tokenOf(there.org_id);
    const { session_id } = await start(here);
    const hidden = (method: string, path: string) => admin(method, path, undefined, { token, status: 404 });
    await hidden("GET", `/organizations/${here.org_id}/ledger`);
    await hidden("GET", `/projects/${here.project_id}/sessions`);
    await hidden("GET", `/sessions/${session_id}`);
    await hidden("POST", `/sessions/${session_id}/end`);
    await hidden("GET", `/projects/${here.project_id}/analytics`);
    await hidden("DELETE", `/projects/${here.project_id}/subjects/ana`);
    await admin("GET", `/sessions/ses_x`, undefined, { status: 404 });
    expect((await request("GET", `/admin/v1/sessions/${session_id}`)).status).toBe(401);

    const own = await tokenOf(here.org_id);
    await report(here.key, session_id, [{ type: "connected" }]);
    expect(await admin("GET", `/sessions/${session_id}`, undefined, { token: own })).toMatchObject({
      status: "active",
    });
    await admin("POST", `/sessions/${session_id}/end`, undefined, { token: own, status: 200 });
    const { items } = await admin("GET", `/organizations/${here.org_id}/ledger`, undefined, { token: own });
    expect(items.at(-1)).toMatchObject({ amount: 100_000 });
  });
});
