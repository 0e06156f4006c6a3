import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { difference } from "../../../worker/storage/audit-values.ts";
import { world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { billOf, installMeter } from "../contract/meter.ts";

const newest = async (query = "") => (await admin("GET", `/audit?limit=1${query}`)).items[0];
const orgToken = (id: number) => admin("POST", `/organizations/${id}/tokens`, { name: "Ours" });
const find = async (query: string) => (await admin("GET", `/audit?${query}`)).items;

test("an entry has the fields that changed, with what they were before", async () => {
  const { org_id, project_id, agent_id } = await world({ agent: { name: "Ava", voice: "alloy" } });
  await admin("PATCH", `/agents/${agent_id}`, { name: "Eva", voice: "alloy", interruptions: "off", memory: false });
  expect(await newest()).toMatchObject({
    change: { name: "Eva", interruptions: "off" },
    before: { name: "Ava", interruptions: "normal" },
  });
  expect(Object.keys((await newest()).change)).toEqual(["name", "interruptions"]);

  await admin("PATCH", `/agents/${agent_id}`, { voice: null });
  expect(await newest()).toMatchObject({ change: { voice: null }, before: { voice: "alloy" } });

  // Settings inside of settings: only those that are other.
  const colours = { designTokens: { accent: "#ff0000", background: "#ffffff" } };
  await admin("PATCH", `/projects/${project_id}`, { widget_config: colours });
  await admin("PATCH", `/projects/${project_id}`, {
    name: "Shop",
    widget_config: { designTokens: { accent: "#00ff00" } },
  });
  expect(await newest()).toMatchObject({ before: { widget_config: { designTokens: { accent: "#ff0000" } } } });
  expect((await newest()).change).toEqual({ name: "Shop", widget_config: { designTokens: { accent: "#00ff00" } } });

  await admin("PATCH", `/organizations/${org_id}`, { credits_per_minute: { provider_a: 77 } });
  const { change, before } = await newest();
  expect([change, Object.keys(before.credits_per_minute)]).toEqual([
    { credits_per_minute: { provider_a: 77 } },
    ["provider_a"],
  ]);

  await admin("PATCH", `/organizations/${org_id}`, { credits_per_minute: { provider_a: 77 } });
  expect(await newest()).toMatchObject({ action: "organization.update", change: {}, before: {} });
  const { id } = await admin("POST", `/projects/${project_id}/keys`, { name: "Kiosk" });
  expect(await newest()).toMatchObject({ change: { name: "Kiosk" }, before: null });
  await admin("PATCH", `/keys/${id}`, { daily_credit_cap: 9 });
  expect(await newest()).toMatchObject({ change: { daily_credit_cap: 9 }, before: { daily_credit_cap: null } });
});

test("no entry has a secret, and one that was changed is told", async () => {
  const hook = (secret: string) => ({ name: "order", kind: "webhook", url: "https://shop.example/", secret });
  const [one, other] = [`whsec_${btoa("a".repeat(32))}`, `whsec_${btoa("b".repeat(32))}`];
  const { agent_id } = await world({ agent: { tools: [hook(one)] } });
  await admin("PATCH", `/agents/${agent_id}`, { tools: [hook(one)] });
  expect((await newest()).change).toEqual({});
  await admin("PATCH", `/agents/${agent_id}`, { tools: [hook(other)] });
  const entry = await newest();
  expect(entry.change.tools).toMatchObject([{ name: "order", secret_changed: true }]);
  expect(entry.before.tools).toMatchObject([{ name: "order" }]);
  const all = JSON.stringify(await find("limit=200"));
  for (const secret of [one, other]) expect(all).not.toContain(secret);
});

test("of a long text an entry has the part that changed, and says how much more there is", async () => {
  const lines = (word: string) => `${"Say hello. ".repeat(300)}${word}${" Be brief.".repeat(300)}`;
  const { agent_id } = await world({ agent: { instructions: lines("Sell tea.") } });
  expect((await newest("&action=agent.create")).change.instructions).toMatch(
    /^Say hello\..{900,} … \[\d+ characters more\]$/,
  );
  await admin("PATCH", `/agents/${agent_id}`, { instructions: lines("Sell coffee.") });
  const { change, before } = await newest();
  expect(change.instructions).toMatch(/^\[3205 characters\] … .*Sell coffee\..* … \[\d+ characters more\]$/);
  expect(before.instructions).toMatch(/^\[3205 characters\] … .*Sell tea\..* … \[\d+ characters more\]$/);
  expect(change.instructions.length).toBeLessThan(1_100);
});

test("half a character is not left where a text is cut", () => {
  const text = (end: string) => `a${"😀".repeat(700)}${end}`;
  const { change, before } = difference({ text: text("b") }, { text: text("c") });
  for (const { text: part } of [change, before] as { text: string }[]) expect(part).not.toMatch(/\p{Surrogate}/u);
});

test("another organization is not told what a project was before it came", async () => {
  const { project_id } = await world();
  const { id } = await admin("POST", "/organizations", { name: "Other", subscription: "active", voice_lines: 1 });
  await admin("PATCH", `/projects/${project_id}`, { org_id: id, name: "Ours" });
  const token = (await orgToken(id)).token;
  const { items } = await admin("GET", "/audit?action=project.update", undefined, { token });
  expect(items).toMatchObject([{ change: { name: "Ours", org_id: id }, before: null }]);
});

test("an entry of an earlier version has no values before", async () => {
  const { agent_id } = await world();
  await env.DB.prepare(
    `INSERT INTO audit_log (at, actor, action, target, change_json) VALUES (1, 'operator', 'agent.update', ?1, '{"name":"Old"}')`,
  )
    .bind(`agent:${agent_id}`)
    .run();
  expect(await newest()).toMatchObject({ change: { name: "Old" }, before: null });
});

test("the log is narrowed by who, what, which thing and when, page by page", async () => {
  const { org_id, project_id, agent_id } = await world();
  const { id: token_id, token } = await orgToken(org_id);
  for (const name of ["Ann", "Eve", "Zoe"]) await admin("PATCH", `/agents/${agent_id}`, { name }, { token });
  await admin("PATCH", `/agents/${agent_id}`, { name: "Ava" });
  await admin("PATCH", `/projects/${project_id}`, { name: "Shop" });

  const named = async (query: string) =>
    (await find(query)).map((entry: { change: { name: string } }) => entry.change.name);
  expect(await named(`actor=token:${token_id}`)).toEqual(["Zoe", "Eve", "Ann"]);
  expect(await named("actor=operator&action=agent.update")).toEqual(["Ava"]);
  expect((await find("kind=agent")).every(({ target }: { target: string }) => target === `agent:${agent_id}`)).toBe(
    true,
  );
  expect(await named(`target=project:${project_id}&action=project.update`)).toEqual(["Shop"]);
  const first = await admin("GET", `/audit?action=agent.update&limit=3`);
  expect(first.items).toHaveLength(3);
  expect(await named(`action=agent.update&limit=3&cursor=${first.next_cursor}`)).toEqual(["Ann"]);

  await env.DB.prepare("UPDATE audit_log SET at = ?1 WHERE change_json ->> '$.name' = 'Eve'")
    .bind(Date.parse("2026-02-03T23:59:59.999Z"))
    .run();
  await env.DB.prepare("UPDATE audit_log SET at = ?1 WHERE change_json ->> '$.name' = 'Ann'")
    .bind(Date.parse("2026-02-03T00:00:00Z"))
    .run();
  expect(await named("from=2026-02-03&to=2026-02-03")).toEqual(["Eve", "Ann"]);
  expect(await named("to=2026-02-02")).toEqual([]);
  expect(await named("from=2026-02-04&kind=agent&action=agent.update")).toEqual(["Ava", "Zoe"]);
});

test("an organization finds only its own, whatever it asks for", async () => {
  const [one, other] = [await world(), await world()];
  await admin("PATCH", `/agents/${other.agent_id}`, { name: "Theirs" });
  const { token } = await orgToken(one.org_id);
  const seen = async (query: string) => (await admin("GET", `/audit?${query}`, undefined, { token })).items;
  expect(await seen(`target=agent:${other.agent_id}`)).toEqual([]);
  expect(await seen("action=agent.update")).toEqual([]);
  expect((await seen("kind=agent")).length).toBe(1);
});

test("a filter that hardly an entry fits has 10,000 looked through, and goes on behind them", async () => {
  const [{ org_id, agent_id }, other] = [await world(), await world()];
  const { token } = await orgToken(org_id);
  await admin("PATCH", `/agents/${agent_id}`, { name: "Eva" }, { token });
  await env.DB.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 25000)
     INSERT INTO audit_log (at, actor, org_id, action, target) SELECT ?2 + n, 'token:7', ?1, 'session.whisper', 'session:x' FROM numbers`,
  )
    .bind(org_id, Date.now())
    .run();
  await installMeter();
  for (const query of ["action=agent.update", "kind=agent", "action=session.whisper&actor=operator"]) {
    const found: { action: string }[] = [];
    let pages = 0;
    for (let cursor: string | null = ""; cursor !== null; pages++) {
      const path: string = `/audit?${query}${cursor && `&cursor=${cursor}`}`;
      const { d1_rows_read } = await billOf(async () => {
        const page = await admin("GET", path, undefined, { token });
        found.push(...page.items);
        cursor = page.next_cursor;
      });
      expect(d1_rows_read, query).toBeLessThan(21_000);
    }
    const last = query.includes("whisper") ? undefined : "agent.";
    expect([pages, found.at(-1)?.action.startsWith("agent.") ? "agent." : undefined]).toEqual([3, last]);
  }
  // One thing's history is found at once, however much else there is, and another's tells nothing.
  const history = await admin("GET", `/audit?target=agent:${agent_id}`, undefined, { token });
  expect([history.items[0].change, history.next_cursor]).toEqual([{ name: "Eva" }, null]);
  const { token: theirs } = await orgToken(other.org_id);
  expect(await admin("GET", "/audit?target=session:x", undefined, { token: theirs })).toEqual({
    items: [],
    next_cursor: null,
  });
});

test.each(["from=never", "to=2026-13-01", "actor=me", "action=agent", "kind=agent:7", "target=7", "target=agent:%0A"])(
  "%s is refused",
  async (query) => {
    const { detail } = await admin("GET", `/audit?${query}`, undefined, { status: 422 });
    expect(detail[0].loc).toEqual(["query", query.split("=")[0]]);
  },
);

test("days the wrong way round are refused, with what to do", async () => {
  const { detail } = await admin("GET", "/audit?from=2026-12-02&to=2026-12-01", undefined, { status: 422 });
  expect(detail).toMatchObject([{ loc: ["query", "from"], msg: "Value error, Write a day that is not after `to`" }]);
});
