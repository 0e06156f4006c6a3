import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type World, world } from "../../harness/worker/organization.ts";
import { changeStore, inStore, storeOf } from "../../harness/worker/project-store.ts";
import { admin, apiKey, ask } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";

const agent = { collect_contact: { fields: ["email"], consent_text: "Yes." } };
const NOON = Date.UTC(2030, 5, 5, 12);

const send = ({ key }: World, n: number, address: string) =>
  ask("POST", "/widget/v1/contacts", {
    headers: { ...apiKey(key), "CF-Connecting-IP": address },
    body: { email: `v${n}@example.com`, consent: true },
  });
const statuses = (answers: Response[]) => answers.map(({ status }) => status);
const countOf = async ({ project_id }: World) =>
  (await admin("GET", `/projects/${project_id}/contacts?limit=200`)).items.length;
/** All that is counted for the project's days, or for visitors. */
const rows = async ({ project_id }: World, visitor: string) =>
  (await inStore(project_id, "contact_counts"))
    .filter((row) => (row.visitor === "") === (visitor === ""))
    .reduce((sum, { count }) => sum + Number(count), 0);

afterEach(() => {
  vi.useRealTimers();
});

describe("contacts without a session", () => {
  it("are at most ten of a visitor in an hour, however many come at once", async () => {
    const here = await world({ agent });
    stopClock(NOON);
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => send(here, n, "203.0.113.7")));
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(10);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("Retry-After")).toBe("3600");
    expect(await refused?.json()).toMatchObject({ code: "contacts_limited", detail: /10 contacts an hour/ });
    expect(await countOf(here)).toBe(10);
    // Another visitor, and the same one an hour later.
    expect((await send(here, 20, "203.0.113.8")).status).toBe(200);
    stopClock(NOON + 3_600_000);
    expect((await send(here, 21, "203.0.113.7")).status).toBe(200);
  });

  it("count a network of IPv6 as one visitor, and the same form once", async () => {
    const here = await world({ agent });
    stopClock(NOON);
    for (let n = 0; n < 12; n++) expect((await send(here, 0, "2001:db8::1")).status).toBe(200);
    for (let n = 1; n < 10; n++) expect((await send(here, n, `2001:db8::${n}`)).status).toBe(200);
    expect((await send(here, 10, "2001:db8::ffff")).status).toBe(429);
    // The visitor's own contact is still found where its answer was lost.
    expect((await send(here, 0, "2001:db8::1")).status).toBe(200);
    expect((await send(here, 10, "2001:db8:0:1::1")).status).toBe(200);
  });

  it("tell nobody that another visitor has sent the same: by its id, who has only an address could ask for everybody's", async () => {
    const here = await world({ agent });
    stopClock(NOON);
    const idOf = async (address: string) =>
      ((await (await send(here, 0, address)).json()) as { contact_id: number }).contact_id;
    const first = await idOf("203.0.113.7");
    const others = await idOf("203.0.113.8");
    expect(others).toBeGreaterThan(first);
    expect([await idOf("203.0.113.7"), await idOf("203.0.113.8")]).toEqual([first, others]);
    expect(await countOf(here)).toBe(2);
  });

  it("are at most 1,000 of a project in a day, and a refused one is counted nowhere", async () => {
    const here = await world({ agent });
    stopClock(NOON);
    expect((await send(here, 0, "203.0.113.1")).status).toBe(200);
    await changeStore(here.project_id, "UPDATE contact_counts SET count = 999 WHERE visitor = ''");
    const answers = await Promise.all([1, 2, 3].map((n) => send(here, n, `203.0.113.${n}`)));
    expect(statuses(answers).toSorted()).toEqual([200, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({ detail: /1,000 contacts a day/ });
    expect(refused?.headers.get("Retry-After")).toBe(String(12 * 3600));
    expect([await rows(here, ""), await rows(here, "any")]).toEqual([1_000, 2]);
    stopClock(NOON + 86_400_000);
    expect((await send(here, 9, "203.0.113.9")).status).toBe(200);
  });

  it("leave their counts for two days", async () => {
    const here = await world({ agent });
    stopClock(NOON);
    await send(here, 0, "203.0.113.1");
    expect(await rows(here, "")).toBe(1);
    stopClock(NOON + 3 * 86_400_000);
    await runDurableObjectAlarm(storeOf(here.project_id) as never);
    expect(await rows(here, "")).toBe(0);
  });

  it("hold at most 4,000 characters of message", async () => {
    const here = await world({ agent });
    const body = { email: "a@example.com", consent: true, message: "x".repeat(4_001) };
    expect((await ask("POST", "/widget/v1/contacts", { headers: apiKey(here.key), body })).status).toBe(422);
  });
});
