import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { report, start } from "../../harness/worker/organization.ts";
import { ask, connected, withPerson } from "../../harness/worker/person.ts";
import { admin } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";
import { receiver } from "../aftermath/receiver.ts";

const MINUTE = 60_000;

it("a help desk that has taken nothing for a while is nobody to wait for, until it takes something again", async () => {
  const now = farNoon();
  stopClock(now);
  let status = 500;
  const received = receiver(() => new Response(null, { status }));
  const here = await withPerson();
  const hook = await admin("POST", `/projects/${here.project_id}/webhooks`, {
    url: "https://desk.example/",
    events: ["person.requested", "person.missed"],
  });
  const asks = async () => {
    const { session_id } = await start(here);
    await report(here.key, session_id, [connected]);
    return (await ask(here, session_id)).handled_by;
  };
  const delivered = async () => {
    const before = received.length;
    await vi.waitFor(async () => {
      await runDurableObjectAlarm(env.DELIVERY_QUEUE.getByName(String(hook.id)));
      expect(received.length).toBeGreaterThan(before);
    });
  };
  expect(await asks()).toBe("waiting");
  await delivered();
  // It may have been a deployment.
  vi.setSystemTime(now + 5 * MINUTE);
  expect(await asks()).toBe("waiting");
  vi.setSystemTime(now + 20 * MINUTE);
  expect(await asks()).toBe("agent");
  status = 204;
  await delivered();
  vi.setSystemTime(now + 21 * MINUTE);
  expect(await asks()).toBe("waiting");
});
