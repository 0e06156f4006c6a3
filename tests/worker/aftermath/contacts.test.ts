import { afterEach, describe, expect, it, vi } from "vitest";
import { report, start, type World, widget, world } from "../../harness/worker/organization.ts";
import { admin, apiKey, operator, request } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";
import { receiver } from "./receiver.ts";

const form = { fields: ["name", "email", "message"], consent_text: "You may write to me." };
const ada = { type: "contact", name: "Ada", email: "ada@example.com", consent: true };
const agent = { collect_contact: form };
const CLOSED = { time_zone: "UTC", week: {}, closed: "contact" };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const contacts = async ({ project_id }: World) => (await admin("GET", `/projects/${project_id}/contacts`)).items;

async function exported({ project_id }: World, format: string): Promise<string> {
  const response = await request("GET", `/admin/v1/projects/${project_id}/contacts?format=${format}`, {
    headers: operator,
  });
  expect(response.status).toBe(200);
  return response.text();
}

describe("a contact of a session", () => {
  it("is an event, a row and a webhook, and is deleted everywhere with the row", async () => {
    const here = await world({ agent });
    const hook = await admin("POST", `/projects/${here.project_id}/webhooks`, {
      url: "https://crm.example/",
      events: ["contact.created", "session.ended"],
    });
    const received = receiver();
    const { session_id, tools } = await start(here);
    expect(tools.map(({ name, kind }) => [name, kind])).toEqual([["collect_contact", "client"]]);
    await report(here.key, session_id, [{ type: "connected" }, ada]);
    await report(here.key, session_id, [ada, { type: "ended" }]);
    const [row, ...more] = await contacts(here);
    expect(more).toEqual([]);
    expect(row).toEqual({
      id: row.id,
      session_id,
      agent_id: here.agent_id,
      name: "Ada",
      email: "ada@example.com",
      phone: null,
      message: null,
      consent_text: form.consent_text,
      at: expect.any(Number),
      done_at: null,
    });
    await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 50_000 });
    expect(received.map(({ type }) => type)).toEqual(["contact.created", "session.ended"]);
    expect(received[0]?.data).toMatchObject({ contact_id: row.id, email: "ada@example.com", session_id });
    expect(received[1]?.data).toMatchObject({ contact_id: row.id });
    const shown = await admin("GET", `/sessions/${session_id}`);
    expect(shown.events.filter(({ type }: { type: string }) => type === "contact")).toHaveLength(2);
    await admin("DELETE", `/contacts/${row.id}`, undefined, { status: 204 });
    await admin("DELETE", `/contacts/${row.id}`, undefined, { status: 404 });
    expect(await contacts(here)).toEqual([]);
    expect(JSON.stringify(await admin("GET", `/sessions/${session_id}`))).not.toContain("ada@example.com");
    const left = (await admin("GET", `/webhooks/${hook.id}/deliveries`)).items;
    expect(left.map(({ event }: { event: string }) => event)).toEqual(["session.ended"]);
    expect((await admin("GET", "/audit")).items[0]).toMatchObject({
      action: "contact.delete",
      target: `contact:${row.id}`,
    });
  });

  it("is deleted with its own events, and leaves those of another contact", async () => {
    const here = await world({ agent });
    const { session_id } = await start(here);
    const wrong = { ...ada, email: "ada@exampel.com" };
    const told = { ...ada, message: 'A "quoted"\nline, é and 👩‍👩‍👧' };
    await report(here.key, session_id, [{ type: "connected" }, wrong, told, wrong, ada]);
    const left = async () => {
      const { events } = await admin("GET", `/sessions/${session_id}`);
      return events.filter(({ type }: { type: string }) => type === "contact");
    };
    const remove = async (email: string, message: string | null = null) => {
      const rows: { id: number; email: string; message: string | null }[] = await contacts(here);
      const { id } = rows.find((row) => row.email === email && row.message === message) ?? {};
      await admin("DELETE", `/contacts/${id}`, undefined, { status: 204 });
    };
    await remove(wrong.email);
    expect(await left()).toMatchObject([{ message: told.message }, { email: ada.email }]);
    await remove(told.email, told.message);
    expect(await left()).toMatchObject([{ email: ada.email }]);
    await remove(ada.email);
    expect(await left()).toEqual([]);
  });

  it("stores the consent text that was agreed to: the agent's own, else the one that the page showed", async () => {
    const seen = { ...ada, consent_text: "Ich möchte Antwort bekommen." };
    const own = await world({ agent });
    const { session_id } = await start(own);
    await report(own.key, session_id, [{ type: "connected" }, seen]);
    expect(await contacts(own)).toMatchObject([{ consent_text: form.consent_text }]);
    const plain = await world();
    const opening = await start(plain);
    await admin("PATCH", `/projects/${plain.project_id}`, { hours: CLOSED });
    const { type: _, ...loose } = seen;
    await report(plain.key, opening.session_id, [{ type: "connected" }, seen]);
    await widget(plain.read_key, "POST", "/contacts", { ...loose, email: "b@example.com" });
    await widget(plain.read_key, "POST", "/contacts", { ...loose, email: "c@example.com", consent_text: undefined });
    expect((await contacts(plain)).map((row: { consent_text: string }) => row.consent_text)).toEqual([
      "I agree to be contacted about my request.",
      seen.consent_text,
      seen.consent_text,
    ]);
    await report(own.key, session_id, [{ ...seen, consent_text: "x".repeat(1_001) }], 422);
  });

  it("is taken within an hour after the end", async () => {
    const here = await world({ agent });
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }, { type: "ended" }]);
    await report(here.key, session_id, [ada]);
    expect(await contacts(here)).toHaveLength(1);
  });

  it("needs a form, consent, and a way to reach the visitor", async () => {
    const plain = await world();
    const { session_id } = await start(plain);
    const refused = await report(plain.key, session_id, [{ type: "connected" }, ada], 422);
    expect(refused.detail).toMatchObject([{ loc: ["body", "events", 1] }]);
    const here = await world({ agent });
    const { session_id: other } = await start(here);
    for (const wrong of [
      { ...ada, consent: false },
      { ...ada, consent: undefined },
      { type: "contact", name: "Ada", consent: true },
      { ...ada, email: "ada" },
      { ...ada, email: "ada@localhost" },
      { ...ada, email: "a b@example.com" },
      { ...ada, email: undefined, phone: "12" },
      { ...ada, email: undefined, phone: "call me" },
      { ...ada, message: "x".repeat(10_001) },
      { ...ada, name: 7 },
    ])
      await report(here.key, other, [wrong], 422);
    expect(await contacts(here)).toEqual([]);
  });

  it("keeps scripts, emoji and 10,000 characters as they are, and disarms formulas in a CSV", async () => {
    const here = await world({ agent });
    const { session_id } = await start(here);
    const unusual = [
      { ...ada, name: "<script>alert(1)</script>", message: '👩‍👩‍👧‍👦 "quoted", and\nmore' },
      { ...ada, name: '=HYPERLINK("http://x")', message: "@SUM(1)" },
      { ...ada, email: undefined, phone: "+49 30 1234567", message: "é".repeat(10_000) },
      { ...ada, name: "-1", email: "b@example.com" },
    ];
    await report(here.key, session_id, [{ type: "connected" }, ...unusual]);
    const rows = await contacts(here);
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(unusual.map(({ name }) => name).reverse());
    expect(rows[1].message).toHaveLength(10_000);
    const lines = (await exported(here, "ndjson")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
    const csv = await exported(here, "csv");
    expect(csv.split("\r\n")[0]).toBe(
      '"id","at","name","email","phone","message","consent_text","session_id","agent_id","done_at"',
    );
    expect(csv).toContain('"\'=HYPERLINK(""http://x"")"');
    expect(csv).toContain(`,"'+49 30 1234567",`);
    expect(csv).toContain(`,"'@SUM(1)",`);
    expect(csv).toContain(`,"'-1","b@example.com",`);
    await admin("GET", `/projects/${here.project_id}/contacts?format=xml`, undefined, { status: 422 });
  });
});

describe("opening hours", () => {
  const setHours = (here: World, hours: unknown) => admin("PATCH", `/projects/${here.project_id}`, { hours });

  it("say in the config whether it is open, and refuse a start outside of them", async () => {
    const here = await world();
    expect((await widget(here.key, "GET", "/config")).hours).toEqual({
      open: true,
      opens_at: null,
      closed: null,
      time_zone: null,
    });
    await setHours(here, CLOSED);
    expect((await widget(here.key, "GET", "/config")).hours).toEqual({
      open: false,
      opens_at: null,
      closed: "contact",
      time_zone: "UTC",
    });
    expect(await widget(here.key, "POST", "/session", { agent_id: here.agent_id }, 400)).toEqual({
      detail: "Outside of opening hours",
      code: "outside_hours",
    });
    await setHours(here, { ...CLOSED, closed: undefined });
    await start(here);
    await setHours(here, null);
    expect((await admin("GET", `/projects/${here.project_id}`)).hours).toBeNull();
  });

  it("change the config's ETag when they open", async () => {
    const here = await world();
    await setHours(here, { ...CLOSED, week: { mon: [["09:00", "17:00"]] } });
    const etag = async () =>
      (await request("GET", "/widget/v1/config", { headers: apiKey(here.key) })).headers.get("ETag");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-16T08:59:59Z") });
    const closed = await etag();
    vi.setSystemTime(Date.parse("2026-11-16T09:00:00Z"));
    expect(await etag()).not.toBe(closed);
  });

  it("take contacts without a session where they offer the form, the same one once", async () => {
    // The same on one day.
    stopClock();
    const here = await world();
    const { type: _, ...sent } = ada;
    await widget(here.read_key, "POST", "/contacts", sent, 422);
    await setHours(here, CLOSED);
    const first = await widget(here.read_key, "POST", "/contacts", sent);
    expect(await widget(here.read_key, "POST", "/contacts", sent)).toEqual(first);
    expect(await contacts(here)).toMatchObject([{ id: first.contact_id, session_id: null, name: "Ada" }]);
    await widget(here.read_key, "POST", "/contacts", { name: "Nobody", consent: true }, 422);
  });
});

describe("the queue for a voice line", () => {
  it("moves by itself, holds a voice line for the first in it, and keeps its order", async () => {
    // Whoever does not ask for a while loses the place.
    stopClock();
    const here = await world({ organization: { voice_lines: 1 } });
    const { agent_id } = here;
    const ask = (ticket?: string, more: object = {}) =>
      widget(here.key, "POST", "/session/queue", { agent_id, ticket, ...more });
    const { session_id } = await start(here);
    await widget(here.key, "POST", "/session", { agent_id }, 429);
    const first = await ask();
    const second = await ask();
    expect([first, second]).toMatchObject([
      { place: 1, ready: false },
      { place: 2, ready: false, waiting: 2 },
    ]);
    await report(here.key, session_id, [{ type: "connected" }, { type: "ended" }]);
    expect(await ask(second.ticket)).toMatchObject({ place: 2, ready: false });
    expect(await ask(first.ticket)).toMatchObject({ place: 1, ready: true });
    await widget(here.key, "POST", "/session", { agent_id }, 429);
    await widget(here.key, "POST", "/session", { agent_id, ticket: second.ticket }, 429);
    const started = await start(here, { ticket: first.ticket });
    expect(await ask(second.ticket)).toMatchObject({ place: 1, ready: false });
    await ask(second.ticket, { leave: true });
    await report(here.key, started.session_id, [{ type: "connected" }, { type: "ended" }]);
    await start(here);
  });

  it("holds a voice line for one minute more, once a turn, for whoever asks in time; those behind wait no longer", async () => {
    stopClock();
    const here = await world({ organization: { voice_lines: 1 } });
    const { agent_id } = here;
    const ask = (ticket?: string, more: object = {}) =>
      widget(here.key, "POST", "/session/queue", { agent_id, ticket, ...more });
    const { session_id } = await start(here);
    const first = await ask();
    const second = await ask();
    const later = async (...seconds: number[]) => {
      for (const one of seconds) {
        vi.setSystemTime(Date.now() + one * 1000);
        await ask(second.ticket);
      }
    };
    // Nothing is held yet that could be held longer.
    expect(await ask(first.ticket, { extend: true })).toMatchObject({ ready: false, can_extend: false });
    await report(here.key, session_id, [{ type: "connected" }, { type: "ended" }]);
    const turn = await ask(first.ticket);
    expect(turn).toMatchObject({ place: 1, ready: true, can_extend: true });
    for (let pressed = 0; pressed < 3; pressed++)
      expect(await ask(first.ticket, { extend: true })).toMatchObject({
        place: 1,
        can_extend: false,
        held_until: turn.held_until + 60_000,
      });
    for (let round = 0; round < 5; round++) {
      await later(20);
      expect(await ask(first.ticket)).toMatchObject({ place: 1, ready: true, can_extend: false });
    }
    await later(21);
    // Too late: the second has the line, a new turn is at the end, and `extend` asks for nothing there.
    expect(await ask(first.ticket, { extend: true })).toMatchObject({ place: 2, ready: false, can_extend: false });
    expect(await ask(second.ticket)).toMatchObject({ place: 1, ready: true, can_extend: true });
    await start(here, { ticket: second.ticket });
  });

  it("lets whoever waits leave after closing time", async () => {
    const here = await world({ organization: { voice_lines: 1 } });
    const ask = (more: object, status?: number) =>
      widget(here.key, "POST", "/session/queue", { agent_id: here.agent_id, ...more }, status);
    await start(here);
    const { ticket } = await ask({});
    await admin("PATCH", `/projects/${here.project_id}`, { hours: CLOSED });
    expect(await ask({ ticket }, 400)).toMatchObject({ detail: "Outside of opening hours" });
    expect(await ask({ ticket, leave: true })).toEqual({ success: true, ticket, place: null });
    await admin("PATCH", `/projects/${here.project_id}`, { hours: null });
    expect(await ask({})).toMatchObject({ place: 1, waiting: 1 });
  });
});
