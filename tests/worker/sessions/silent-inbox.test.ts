import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { findOrganization, termsOf } from "../../../worker/storage/organizations.ts";
import { openPage } from "../../harness/worker/live-socket.ts";
import { report, start } from "../../harness/worker/organization.ts";
import { ask, connected, deskOf, shown, staffed, withPerson } from "../../harness/worker/person.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";

const SILENT_SECONDS = 130;

/** `at` sets the clock to so many seconds after the last ping, which the runtime notes by a clock of its own. */
async function withClock() {
  let since = Date.now();
  stopClock(since);
  const here = await withPerson();
  const inbox = await staffed(here);
  const ping = async () => {
    await inbox.ping();
    since = await runInDurableObject(deskOf(here), (_, state) =>
      Math.max(...state.getWebSockets().map((one) => Number(state.getWebSocketAutoResponseTimestamp(one)))),
    );
  };
  return { here, inbox, ping, at: (seconds: number) => vi.setSystemTime(since + seconds * 1000) };
}

const openInboxes = async (project_id: number) =>
  (await env.DB.prepare("SELECT COUNT(*) AS n FROM open_inboxes WHERE project_id = ?")
    .bind(project_id)
    .first("n")) as number;

it("an inbox whose network died without a close is offered to no visitor", async () => {
  const { here, inbox, ping, at } = await withClock();
  await ping();
  at(SILENT_SECONDS - 10);
  const [first, second] = [await start(here), await start(here)];
  for (const { session_id } of [first, second]) await report(here.key, session_id, [connected]);
  expect(await ask(here, first.session_id)).toMatchObject({ handled_by: "waiting" });
  at(SILENT_SECONDS + 5);
  expect(await ask(here, second.session_id)).toMatchObject({
    handled_by: "agent",
    whispers: [expect.stringContaining("nobody")],
  });
  expect(await inbox.close_code()).toBe(4408);
  expect(await openInboxes(here.project_id)).toBe(0);
});

it("pages report for it no longer once a session begins", async () => {
  const { here, inbox, ping, at } = await withClock();
  await ping();
  const heartbeat = async (session_id: string) =>
    (await report(here.key, session_id, [connected])).session.heartbeat_seconds;
  expect(await heartbeat((await start(here)).session_id)).toBe(5);
  at(SILENT_SECONDS + 5);
  const { session_id } = await start(here);
  expect(await inbox.close_code()).toBe(4408);
  await vi.waitFor(async () => expect(await heartbeat(session_id)).toBeUndefined());
  expect(await openInboxes(here.project_id)).toBe(0);
});

it("pages report for it no longer either where a kill took it along", async () => {
  const here = await withPerson();
  const organization = await findOrganization(env.DB, here.org_id, null);
  // What is left of it: the ledger goes on telling the desk, and the row of the socket.
  await here.ledger.running(here.project_id, true, organization && termsOf(organization));
  const heartbeat = async (session_id: string) =>
    (await report(here.key, session_id, [connected])).session.heartbeat_seconds;
  const { session_id } = await start(here);
  await vi.waitFor(async () => expect(await heartbeat(session_id)).toBeUndefined());
  await staffed(here);
  await vi.waitFor(async () => expect(await heartbeat(session_id)).toBe(5));
  const [{ id, ...left }] = (await env.DB.prepare("SELECT * FROM open_inboxes").all()).results as [{ id: string }];
  const columns = Object.keys(left);
  await env.DB.prepare(
    `INSERT INTO open_inboxes (id, ${columns}) SELECT 'left', ${columns} FROM open_inboxes WHERE id = ?`,
  )
    .bind(id)
    .run();
  await env.DB.prepare("UPDATE open_inboxes SET opened_at = opened_at - 600000").run();
  const other = await staffed(here);
  await vi.waitFor(async () => expect(await openInboxes(here.project_id)).toBe(2));
  other.close();
  await vi.waitFor(async () => expect(await openInboxes(here.project_id)).toBe(1));
});

it("a client that never pings is there for as long as its socket is", async () => {
  const { here, at } = await withClock();
  at(SILENT_SECONDS * 10);
  const { session_id } = await start(here);
  await report(here.key, session_id, [connected]);
  expect(await ask(here, session_id)).toMatchObject({ handled_by: "waiting" });
});

it("a visitor whose person fell silent is told, and gets the agent back", async () => {
  const { here, inbox, ping, at } = await withClock();
  const { session_id, session_secret } = await start(here);
  await report(here.key, session_id, [connected]);
  await ping();
  inbox.send({ type: "join", session_id, name: "Ada" });
  await inbox.next((frame) => frame.type === "session" && frame.handled_by === "person");
  const page = await openPage(session_id, session_secret);
  expect(await page.of("person")).toMatchObject({ status: "joined" });
  const alarm = () => runDurableObjectAlarm(deskOf(here));
  at(SILENT_SECONDS + 5);
  expect(await alarm()).toBe(true);
  expect(await inbox.close_code()).toBe(4408);
  at(SILENT_SECONDS + 30);
  expect(await alarm()).toBe(true);
  expect(await page.of("person")).toEqual({ type: "person", status: "waiting" });
  at(SILENT_SECONDS + 70);
  expect(await alarm()).toBe(true);
  expect(await page.of("person")).toMatchObject({ status: "left", name: "Ada" });
  expect(await shown(session_id)).toMatchObject({ handled_by: "agent" });
});
