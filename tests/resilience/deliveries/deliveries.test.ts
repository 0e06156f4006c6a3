import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeSite, Service, type Site } from "../../harness/service/workerd/service.ts";
import { randomFrom } from "../random.ts";
import { Receiver } from "./receiver.ts";

/** DELIVERY_SESSIONS=10000 DELIVERY_KILLS=50 is the whole of it. */
const SESSIONS = Number(process.env.DELIVERY_SESSIONS || 200);
const KILLS = Number(process.env.DELIVERY_KILLS || 4);
const CALLERS = 8;
/** An hour, with pauses that are shorter likewise. Milliseconds. */
const DOWN = 3_600;

const service = new Service({
  vars: { VISITOR_MINUTE_LIMIT: "0" },
  logs: true,
  alias: { "./pauses.ts": join(import.meta.dirname, "short-pauses.ts") },
});
const random = randomFrom(inject("seed"));
/** Sessions whose end the service has acknowledged. */
const ended = new Set<string>();
/** Sessions whose contact was acknowledged before their end was sent. */
const contactFirst = new Set<string>();
const receiver = new Receiver(contactFirst, random);
let site: Site;

beforeAll(async () => {
  const url = await receiver.listen();
  await service.start();
  site = await makeSite(service);
  await service.admin("PATCH", `/agents/${site.agent}`, {
    collect_contact: { fields: ["email"], consent_text: "Write to me" },
    max_duration_seconds: 10,
  });
  await service.admin("POST", `/projects/${site.project}/webhooks`, {
    url,
    events: ["session.ended", "contact.created"],
  });
});
afterAll(async () => {
  receiver.close();
  await service.stop();
});

/** Conversations one after the other, until the server is gone or `enough` have ended. */
async function talk(enough: number): Promise<void> {
  const { url } = service;
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${url}/widget/v1${path}`, {
      method: "POST",
      headers: { "x-api-key": site.channelKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { session_id?: string };
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  try {
    while (ended.size < enough) {
      const { session_id = "" } = await post("/session", { agent_id: site.agent });
      const events = (list: object[]) => post(`/session/${session_id}/events`, { events: list });
      await events([{ type: "connected" }, { type: "user_transcript", text: "Hello" }]);
      if (random() < 0.3) {
        await events([{ type: "contact", email: "ada@example.com", consent: true }]);
        contactFirst.add(session_id);
      }
      await events([{ type: "ended" }]);
      ended.add(session_id);
    }
  } catch (error) {
    // The server is gone, as it should be; anything else is for the test.
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
  }
}

test(`${SESSIONS} ended sessions, ${KILLS} kills and a receiver in trouble: every end is delivered, in order, as one body`, {
  timeout: 300_000 + SESSIONS * 1_500,
}, async () => {
  for (let kill = 1; kill <= KILLS; kill++) {
    receiver.down = kill === Math.ceil(KILLS / 2);
    const enough = Math.ceil((SESSIONS * kill) / KILLS);
    const load = Promise.all(Array.from({ length: CALLERS }, () => talk(enough + CALLERS)));
    const failed = load.then(
      () => false,
      () => true,
    );
    while (ended.size < enough) if (await Promise.race([failed, sleep(random() * 30, false)])) await load;
    if (receiver.down) await sleep(DOWN);
    receiver.down = false;
    await service.running.kill();
    await load;
    await service.start();
  }

  const missing = () => [
    ...[...ended].filter((id) => !receiver.taken.has(`session.ended:${id}`)),
    ...[...contactFirst].filter((id) => !receiver.taken.has(`contact.created:${id}`)),
  ];
  while (missing().length > 0) await sleep(200);

  expect(receiver.early, "an end came before the contact was taken").toEqual([]);
  expect([...receiver.bodies.values()].filter((bodies) => bodies.size > 1)).toEqual([]);
  const announced = [...receiver.taken.keys()].filter((name) => name.startsWith("session.ended:"));
  expect(new Set(announced.map((name) => receiver.taken.get(name))).size).toBe(announced.length);

  // Those that nobody acknowledged, or that a kill left open, end by themselves and are announced too.
  const open = () => service.admin<{ lines: { in_use: number } }>("GET", `/organizations/${site.org}`);
  while ((await open()).lines.in_use > 0) await sleep(200);
  const all = async () => {
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { items: { id: string }[]; next_cursor: string | null } = await service.admin(
        "GET",
        `/projects/${site.project}/sessions?limit=200${cursor && `&cursor=${cursor}`}`,
      );
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    return ids;
  };
  for (const id of await all()) while (!receiver.taken.has(`session.ended:${id}`)) await sleep(200);
  console.log(
    `deliveries: ${ended.size} ends acknowledged, ${announced.length} announced before the rest, ${contactFirst.size} contacts, ${receiver.tries} tries`,
  );
});
