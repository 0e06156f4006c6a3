import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import {
  HOUR_BYTES,
  HOUR_BYTES_OF_VISITOR,
  HOUR_REQUESTS_OF_VISITOR,
  MAX_INBOXES,
  MAX_WHISPERS,
} from "../../../shared/limits.ts";
import type { DeskOutside } from "../../../worker/objects/project-desk/outside.ts";
import { DeskTable } from "../../../worker/objects/project-desk/table.ts";
import { handshake, openInbox, openPage } from "../../harness/worker/live-socket.ts";
import { report, start, world } from "../../harness/worker/organization.ts";
import {
  ask,
  asked,
  connected,
  deskOf,
  shown,
  staffed,
  tokenOf,
  waiting,
  withPerson,
} from "../../harness/worker/person.ts";
import { admin, apiKey, call } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";

/** What the sockets of people and pages may reach, and what they may leave. */

const HOUR = 3_600_000;

test("who gets a project neither sees nor reaches what runs in it for the organization before", async () => {
  const here = await withPerson();
  const after = await world();
  const inbox = await staffed(here);
  const { session_id, page } = await waiting(here);
  await page.of("person");
  await admin("PATCH", `/projects/${here.project_id}`, { org_id: after.org_id });
  expect(await inbox.close_code()).toBe(4401);

  const theirs = await openInbox(here.project_id, await tokenOf(after));
  expect(await theirs.of("sessions")).toMatchObject({ items: [] });
  theirs.send({ type: "available", on: true });
  for (const frame of [{ type: "follow" }, { type: "join", name: "Eve" }, { type: "whisper", text: "Hi" }]) {
    theirs.send({ ...frame, session_id });
    expect(await theirs.of("error")).toMatchObject({ of: frame.type, status: 409 });
  }
  page.send({ type: "message", text: "Is anybody there?" });
  await page.of("message");
  // Whoever sees both goes on with it, and the new organization hears nothing of that.
  await admin("POST", `/sessions/${session_id}/join`, { name: "Ada" }, { status: 200 });
  await page.next(({ type, status }) => type === "person" && status === "joined");
  await admin("POST", `/sessions/${session_id}/messages`, { text: "Yes" }, { status: 200 });
  await page.next(({ type, text }) => type === "message" && text === "Yes");
  await theirs.handled();
  expect(theirs.frames).toEqual([]);
});

test("nobody is told of a visitor who asks for a person again and again", async () => {
  stopClock(farNoon());
  const here = await withPerson();
  const from = (address: string) => ({ ...apiKey(here.key), "CF-Connecting-IP": address });
  const begin = (address: string) =>
    call("POST", "/widget/v1/session", 200, { headers: from(address), body: { agent_id: here.agent_id } });
  const { session_id } = await begin("203.0.113.9");
  const other = await begin("203.0.113.10");
  const misses = async (id: string) =>
    (await shown(id)).events.filter(({ type }: { type: string }) => type === "person_missed").length;
  for (let n = 0; n < HOUR_REQUESTS_OF_VISITOR + 2; n += 1) {
    const { session } = await report(here.key, session_id, [asked]);
    expect(session.handled_by).toBe("agent");
    expect(session.whispers).toHaveLength(1);
  }
  expect(await misses(session_id)).toBe(HOUR_REQUESTS_OF_VISITOR);
  await report(here.key, other.session_id, [asked]);
  expect(await misses(other.session_id)).toBe(1);
});

test("what visitors write to people is bounded by the hour, each and all, also after the desk forgot", async () => {
  const here = await withPerson();
  const now = farNoon();
  await runInDurableObject(deskOf(here), async (_, state) => {
    const write = (visitor: string, bytes: number, at = now) =>
      new DeskTable(state.storage.sql).admit(visitor, { requests: 0, bytes }, at);
    expect(write("a", HOUR_BYTES_OF_VISITOR)).toBe(true);
    expect(write("a", 1)).toBe(false);
    expect(write("", HOUR_BYTES - HOUR_BYTES_OF_VISITOR), "visitors whom nobody tells apart").toBe(true);
    expect(write("b", 1), "all together").toBe(false);
    expect(write("a", 1, now + HOUR)).toBe(true);
  });
});

test("a page's socket is opened so often, and past that no object is asked", async () => {
  const here = await withPerson();
  await staffed(here);
  const { session_id, session_secret } = await start(here);
  await report(here.key, session_id, [connected]);
  await ask(here, session_id);
  const path = `/widget/v1/session/${session_id}/live`;
  const open = () => handshake(path, ["voice-widget.live", `voice-widget.secret.${session_secret}`]);
  const statuses: number[] = [];
  for (let n = 0; n < 22; n += 1) {
    const answer = await open();
    answer.webSocket?.accept();
    answer.webSocket?.close();
    statuses.push(answer.status);
  }
  expect(statuses.filter((status) => status === 101).length).toBe(20);
  expect(statuses.at(-1)).toBe(429);
  const lookups = vi.spyOn(env.ORG_LEDGER, "getByName");
  for (let n = 0; n < 60; n += 1) await open();
  lookups.mockClear();
  const last = await open();
  expect([last.status, Number(last.headers.get("Retry-After"))]).toEqual([429, expect.any(Number)]);
  expect(lookups).not.toHaveBeenCalled();
  lookups.mockRestore();
});

test("what no browser sends as an origin is no page's address", async () => {
  const here = await withPerson();
  const inbox = await staffed(here);
  for (const [Origin, page] of [
    ["https://shop.example", "https://shop.example"],
    [`https://${"a".repeat(2_000)}.example`, null],
    ["javascript:alert(1)", null],
    ["null", null],
    ["Call 0900 1234 to be helped", null],
  ]) {
    const headers = { ...apiKey(here.key), Origin: String(Origin) };
    const { session_id } = await call("POST", "/widget/v1/session", 200, {
      headers,
      body: { agent_id: here.agent_id },
    });
    expect(await inbox.next((frame) => frame.session_id === session_id)).toMatchObject({ page });
  }
});

test("a page that sends without end is closed, and nobody waits for what it sent", async () => {
  const now = farNoon();
  stopClock(now);
  const here = await withPerson();
  const inbox = await staffed(here);
  const { session_id, session_secret, page } = await waiting(here);
  await page.of("person");
  for (let n = 0; n < 1_100; n += 1) page.send({ type: "nonsense" });
  expect(await page.close_code()).toBe(1008);
  expect(page.frames.length).toBeLessThanOrEqual(1_000);
  // Opened again it is not heard before its time.
  const again = await openPage(session_id, session_secret);
  again.send({ type: "typing", on: true });
  expect(await again.close_code()).toBe(1008);
  await inbox.handled();
  expect(inbox.closed).toBeNull();
  stopClock(now + 10_000);
  const later = await openPage(session_id, session_secret);
  later.send({ type: "message", text: "Sorry" });
  await later.next(({ type, text }) => type === "message" && text === "Sorry");
});

test("what is too long for a frame is refused at once: nothing of it waits for what its page sent before", async () => {
  const here = await withPerson();
  await staffed(here);
  const { page } = await waiting(here);
  await page.of("person");
  const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>();
  await runInDurableObject(deskOf(here), (desk) => {
    const { outside } = desk as unknown as { outside: DeskOutside };
    const { end } = outside;
    outside.end = (...about) => hungUp.then(() => end.apply(outside, about));
  });
  page.send({ type: "leave" });
  page.send({ type: "message", text: "a".repeat(1_000_000) });
  expect(await page.of("error")).toMatchObject({ of: "", status: 413 });
  page.send({ type: "nonsense" });
  hangUp();
  expect(await page.close_code()).toBe(4410);
});

test("of what a page sends while the service waits, a megabyte waits with it", async () => {
  const here = await withPerson();
  await staffed(here);
  const { page } = await waiting(here);
  await page.of("person");
  await runInDurableObject(deskOf(here), (desk) => {
    const { outside } = desk as unknown as { outside: DeskOutside };
    outside.end = () => new Promise(() => {});
  });
  page.send({ type: "leave" });
  for (let n = 0; n < 25; n += 1) page.send({ type: "nonsense", text: "a".repeat(47_000) });
  expect(await page.close_code()).toBe(1008);
});

test("a project has so many inboxes open, and says so", async () => {
  const here = await withPerson();
  const path = `/admin/v1/projects/${here.project_id}/live`;
  const open = () => handshake(path, ["voice-widget.live", `voice-widget.token.${env.ADMIN_TOKEN}`]);
  const sockets: WebSocket[] = [];
  for (let n = 0; n < MAX_INBOXES; n += 1) {
    const { webSocket } = await open();
    webSocket?.accept();
    if (webSocket) sockets.push(webSocket);
  }
  expect(sockets).toHaveLength(MAX_INBOXES);
  const refused = await open();
  expect([refused.status, (await refused.json<{ detail: string }>()).detail]).toEqual([
    409,
    expect.stringContaining(`${MAX_INBOXES}`),
  ]);
  const { n } = (await env.DB.prepare("SELECT COUNT(*) AS n FROM open_inboxes").first<{ n: number }>()) ?? { n: -1 };
  expect(n).toBe(MAX_INBOXES);
  for (const socket of sockets) socket.close();
});

test("whispers wait for the agent up to a bound, and it is told of all of them", async () => {
  const now = farNoon();
  stopClock(now);
  const here = await withPerson();
  const { session_id } = await start(here);
  await report(here.key, session_id, [connected]);
  const whisper = (text: string, status: number) =>
    admin("POST", `/sessions/${session_id}/whisper`, { text }, { status });
  for (let n = 0; n < MAX_WHISPERS; n += 1) await whisper(`${n}`, 200);
  vi.setSystemTime(now + 11_000);
  expect((await whisper("more", 429)).detail).toContain("whispers");
  const { session } = await report(here.key, session_id, [{ type: "heartbeat" }]);
  expect(session.whispers).toEqual(Array.from({ length: MAX_WHISPERS }, (_, n) => `${n}`));
  await whisper("more", 200);
});

test("a visitor who is forgotten is forgotten at the desk, too, while a person has the conversation", async () => {
  const here = await withPerson();
  const inbox = await staffed(here);
  const { session_id, session_secret } = await start(here, { visitor_id: "ana" });
  await report(here.key, session_id, [connected]);
  await ask(here, session_id);
  inbox.send({ type: "join", session_id, name: "Ada" });
  const page = await openPage(session_id, session_secret);
  await page.next(({ type, status }) => type === "person" && status === "joined");
  page.send({ type: "message", text: "My number is 12345" });
  await page.of("message");
  await admin("DELETE", `/projects/${here.project_id}/subjects/ana`, undefined, { status: 204 });
  const stored = await runInDurableObject(deskOf(here), async (_, { storage }) =>
    ["conversation", "line", "fact"].flatMap((table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray()),
  );
  expect(JSON.stringify(stored)).not.toMatch(/12345|An order|It is late/);
  expect(stored).toHaveLength(1);
  page.send({ type: "message", text: "Still there?" });
  await page.of("message");
  const again = await openPage(session_id, session_secret);
  expect(await again.of("message")).toMatchObject({ text: "Still there?" });
});

test("what a person wrote stays as it was written: a page's report under its name changes nothing", async () => {
  const here = await withPerson();
  const { session_id, session_secret } = await start(here);
  await report(here.key, session_id, [connected]);
  await admin("POST", `/sessions/${session_id}/join`, { name: "Ada" }, { status: 200 });
  const page = await openPage(session_id, session_secret);
  const inbox = await staffed(here);
  inbox.send({ type: "follow", session_id });
  await inbox.handled();
  await admin("POST", `/sessions/${session_id}/messages`, { text: "We give no refund" }, { status: 200 });
  const { id: item } = await page.of("message");
  await inbox.of("message");
  await report(here.key, session_id, [
    { type: "agent_transcript", item, text: "We give you 1,000" },
    { type: "user_transcript", item, text: "" },
    { type: "user_transcript", item: "next", text: "Thanks" },
  ]);
  // What is told of the report begins with the line that has a name of its own.
  expect(await inbox.of("message")).toMatchObject({ id: "next", text: "Thanks" });
  const lines = (await shown(session_id)).transcript.map(({ role, text }: Record<string, string>) => [role, text]);
  expect(lines).toEqual([
    ["person", "We give no refund"],
    ["user", "Thanks"],
  ]);
  // Nor where the visitor comes back, as by a reload.
  page.close();
  const again = await openPage(session_id, session_secret);
  expect(await again.of("message")).toMatchObject({ role: "person", text: "We give no refund" });
  expect(await again.of("message")).toMatchObject({ role: "user", text: "Thanks" });
});
