import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { ADMIN } from "../../../worker/actor.ts";
import { countUncounted } from "../../../worker/auth/uncounted-costs.ts";
import { handshake } from "../../harness/worker/live-socket.ts";
import { world } from "../../harness/worker/organization.ts";
import { admin, bearer, request, type Sent } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";
import { billOf, installMeter } from "../contract/meter.ts";

/** What a token may have the database of all organizations write, or the operator pay for, that no bound of an organization counts. */

interface Here {
  token: string;
  project_id: number;
  agent_id: number;
  /** A project that the agent is not in. */
  empty: number;
  n: number;
}

const ask = async (method: string, path: string, sent: Sent) => {
  const answer = await request(method, `/admin/v1${path}`, sent);
  await answer.text();
  return answer.status;
};

test.each<[what: string, served: number, once: (here: Here) => Promise<number>]>([
  ["signed in", 200, ({ token }) => ask("POST", "/sign-in", { headers: bearer(token) })],
  [
    "sent an Idempotency-Key",
    // Refused, after its name was written down.
    422,
    ({ token, empty, agent_id, n }) =>
      ask("POST", `/projects/${empty}/channels`, {
        headers: { ...bearer(token), "Idempotency-Key": String(n) },
        body: { name: "Web", agent_id },
      }),
  ],
  [
    "opened an inbox",
    101,
    async ({ token, project_id }) => {
      const protocols = ["voice-widget.live", `voice-widget.token.${token}`];
      const answer = await handshake(`/admin/v1/projects/${project_id}/live`, protocols);
      answer.webSocket?.accept();
      answer.webSocket?.close();
      return answer.status;
    },
  ],
  [
    "searched what agents know",
    200,
    ({ token, project_id, n }) =>
      ask("GET", `/projects/${project_id}/knowledge/search?q=price${n}`, { headers: bearer(token) }),
  ],
])("a token that %s 300 times in a minute costs nothing more", async (what, served, once) => {
  stopClock(farNoon());
  const { org_id, project_id, agent_id } = await world();
  const { id: empty } = await admin("POST", "/projects", { org_id, name: "Second" });
  const tokenOf = () => admin("POST", `/organizations/${org_id}/tokens`, {});
  const [{ id, token }, { token: another }] = [await tokenOf(), await tokenOf()];
  const here = { token, project_id, agent_id, empty, n: 1 };
  expect(await once(here)).toBe(served);
  for (let n = 1; n < 300; n += 1) countUncounted({ kind: "organization", org_id, token_id: id }, what);
  const open = () => env.DB.prepare("SELECT count(*) AS n FROM open_inboxes").first("n");
  await vi.waitFor(async () => expect(await open()).toBe(0));
  await installMeter();
  const bill = await billOf(async () => expect(await once({ ...here, n: 2 })).toBe(429));
  expect(bill).toMatchObject({ d1_rows_written: 0, object_calls: 0 });
  // Another's is its own, an operator who changes things has no such limit, and in the next minute all is as before.
  expect(await once({ ...here, token: another, n: 3 })).toBe(served);
  for (let n = 0; n < 301; n += 1) countUncounted(ADMIN, what);
  stopClock(farNoon() + 60_000);
  expect(await once({ ...here, n: 4 })).toBe(served);
});
