import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { handleRequest } from "../../../worker/app.ts";
import { report, start, widget, world } from "../../harness/worker/organization.ts";
import { admin, apiKey, requestOf } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";

/** A request whose body is still to come; `send` sends it, and is answered. */
async function begin(path: string, key: string, body: object) {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        ask();
        await sent;
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const context = { waitUntil: () => {} } as unknown as ExecutionContext;
  const answer = handleRequest(requestOf("POST", path, { headers: apiKey(key), body: stream }), env, context);
  await asked;
  return async () => {
    send();
    return answer;
  };
}

test("a key that was revoked while the body was under way opens nothing, and what waits counts once", async () => {
  const now = farNoon();
  stopClock(now);
  const here = await world();
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }]);
  const bodies = {
    "/widget/v1/session": { agent_id: here.agent_id },
    [`/widget/v1/session/${session_id}/events`]: { events: [{ type: "user_transcript", text: "Late" }] },
  };
  const begun = await Promise.all(Object.entries(bodies).map(([path, body]) => begin(path, here.key, body)));
  const good = await begin("/widget/v1/session", here.key, { agent_id: here.agent_id });
  vi.setSystemTime(now + 30_000);
  const answered = await good();
  expect(answered.status).toBe(200);
  const left = (answer: Response) => Number(/"minute";r=(\d+)/.exec(answer.headers.get("RateLimit") ?? "")?.[1]);
  const next = await handleRequest(
    requestOf("GET", "/widget/v1/session/readiness", { headers: apiKey(here.key) }),
    env,
    { waitUntil: () => {} } as unknown as ExecutionContext,
  );
  expect(left(answered) - left(next)).toBe(1);

  const { items } = await admin("GET", `/projects/${here.project_id}/keys`);
  for (const { id } of items) await admin("DELETE", `/keys/${id}`, undefined, { status: 204 });
  for (const send of begun) expect((await send()).status).toBe(401);
  expect((await admin("GET", `/sessions/${session_id}`)).transcript).toEqual([]);
  await widget(here.key, "GET", "/config", undefined, 401);
});
