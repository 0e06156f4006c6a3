import type { Service, Site } from "../../harness/service/workerd/service.ts";

/** What the service has acknowledged: after any crash it must still be true. */
export class Acknowledged {
  readonly started = new Set<string>();
  readonly ended = new Set<string>();
  /** Amounts by `Idempotency-Key`; those in `unsure` were sent, but their answer was lost. */
  readonly granted = new Map<string, number>();
  readonly unsure = new Map<string, number>();
}

type Post = (path: string, body: unknown) => Promise<{ status: number; body: Record<string, unknown> }>;

/** What a hostile page does with a session that it has started: all that ever ended one without its price. */
async function abuse(post: Post, id: string, secret: unknown, random: () => number): Promise<void> {
  const events = (types: object[]) => post(`/session/${id}/events`, { events: types });
  const reconnect = (session_secret: unknown) => post(`/session/${id}/reconnect`, { session_secret });
  const acts = [
    () => events([{ type: "connected" }, { type: "ended" }]),
    () => events([{ type: "failed", reason: "x" }, { type: "connected" }]),
    () => events([{ type: "failed", reason: "x" }]),
    () => events(Array.from({ length: 50 }, () => ({ type: "user_transcript", text: "x".repeat(1_000) }))),
    () => events([{ type: "usage", id: "r", input_tokens: 1 }]),
    () => reconnect(secret),
    () => reconnect(secret),
    () => reconnect("sss_made_up"),
  ];
  for (let n = Math.floor(random() * 5); n > 0; n -= 1) {
    const { status } = (await acts[Math.floor(random() * acts.length)]?.()) ?? {};
    // 503 only while the server dies.
    if (status === 500) throw new Error("a hostile page got a 500");
  }
}

/** One caller: talks, hangs up or vanishes, until the server dies under it. */
export async function call(
  service: Service,
  site: Site,
  facts: Acknowledged,
  random: () => number,
  hostile = false,
): Promise<void> {
  const { url } = service;
  const post: Post = async (path, body) => {
    const response = await fetch(`${url}/widget/v1${path}`, {
      method: "POST",
      headers: { "x-api-key": site.channelKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  try {
    for (;;) {
      if (random() < 0.15)
        await grant(service, site, facts, `grant-${facts.granted.size}-${random()}`, 1 + Math.floor(random() * 500));
      const started = await post("/session", { agent_id: site.agent });
      if (started.status === 429) continue;
      if (started.status !== 200) throw new Error(`start: ${started.status} ${JSON.stringify(started.body)}`);
      const id = String(started.body.session_id);
      facts.started.add(id);
      if (hostile) {
        await abuse(post, id, started.body.session_secret, random);
        continue;
      }
      const events = (types: object[]) => post(`/session/${id}/events`, { events: types });
      if (random() < 0.2) continue;
      if (random() < 0.1) {
        await events([{ type: "failed", reason: "no microphone" }]);
        continue;
      }
      await events([{ type: "connected" }, { type: "user_transcript", text: "Hello" }]);
      if (random() < 0.5) await events([{ type: "heartbeat" }]);
      if (random() < 0.2) continue;
      const { status } = await events([{ type: "ended" }]);
      if (status === 200) facts.ended.add(id);
      if (random() < 0.3) await events([{ type: "ended" }]);
    }
  } catch (error) {
    // The server is gone, as it should be; anything else is for the test.
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
  }
}

/** A grant whose answer may get lost; the same key sent again must not grant twice. */
export async function grant(
  service: Service,
  site: Site,
  facts: Acknowledged,
  key: string,
  amount: number,
): Promise<void> {
  facts.unsure.set(key, amount);
  await service.admin("POST", `/organizations/${site.org}/credits`, { amount, note: key }, { "Idempotency-Key": key });
  facts.unsure.delete(key);
  facts.granted.set(key, amount);
}
