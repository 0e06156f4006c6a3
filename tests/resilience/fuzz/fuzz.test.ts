import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ADMIN_TOKEN } from "../../harness/service/secrets.ts";
import { makeSite, Service } from "../../harness/service/workerd/service.ts";
import { describeRequest, faultsOf } from "./answer-faults.ts";
import { type Fixture, type FuzzRequest, requests } from "./requests.ts";
import { Cut, send } from "./send.ts";

/** FUZZ_SEED=… makes the requests of that seed instead of the run's own, FUZZ_RUNS=… so many of them. */
const SEED = Number(process.env.FUZZ_SEED || inject("seed"));
const RUNS = Number(process.env.FUZZ_RUNS || 12_000);
const AT_ONCE = 32;

const service = new Service({ vars: { VISITOR_MINUTE_LIMIT: "0" }, logs: true });
let fixture: Fixture;

beforeAll(async () => {
  await service.start();
  const site = await makeSite(service);
  const { token } = await service.admin<{ token: string }>("POST", `/organizations/${site.org}/tokens`, {
    name: "Fuzz",
  });
  const start = async () => {
    const started = await fetch(`${service.url}/widget/v1/session`, {
      method: "POST",
      headers: { "x-api-key": site.channelKey, "content-type": "application/json" },
      body: JSON.stringify({ agent_id: site.agent }),
    });
    return ((await started.json()) as { session_id: string }).session_id;
  };
  const sessions = await Promise.all(Array.from({ length: 40 }, start));
  fixture = {
    ...site,
    sessions,
    keys: [site.channelKey, site.channelKey, site.channelKey, site.consoleKey],
    tokens: [ADMIN_TOKEN, token],
  };
});
afterAll(() => service.stop());

test(`${RUNS} requests of all kinds: no 5xx, no hang, every refusal in the documented shape`, async () => {
  console.log(`FUZZ_SEED=${SEED} makes these requests again`);
  const queue = fc.sample(requests(fixture), { numRuns: RUNS, seed: SEED });
  const statuses = new Map<number, number>();
  const problems = new Map<string, { count: number; example: string }>();
  let slowest = 0;
  let cut = 0;
  const note = (request: FuzzRequest, kind: string, detail: string) => {
    const name = `${request.operation ?? `${request.method} elsewhere`}: ${kind}`;
    const known = problems.get(name);
    if (known) known.count++;
    else problems.set(name, { count: 1, example: `${detail}\n${describeRequest(request)}` });
  };
  const work = async () => {
    for (let request = queue.pop(); request; request = queue.pop()) {
      try {
        const answer = await send(service.url, request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        slowest = Math.max(slowest, answer.milliseconds);
        const faults = faultsOf(request, answer);
        if (answer.status >= 500 && faults.length > 0) {
          const id = answer.headers.get("x-request-id") ?? "";
          faults.push(`the log says: ${service.log.split("\n").find((line) => id && line.includes(id))}`);
        }
        for (const fault of faults)
          note(request, fault.split("\n")[0] ?? fault, `${fault}\n${answer.status} ${answer.body.slice(0, 300)}`);
      } catch (error) {
        if (error instanceof Cut) cut++;
        else note(request, "no answer", String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));

  console.log(
    `fuzz: slowest ${Math.round(slowest)} ms, ${cut} long bodies cut off`,
    Object.fromEntries([...statuses].sort()),
  );
  expect([...problems].map(([name, { count, example }]) => `${count} × ${name}\n${example}`).join("\n\n")).toBe("");
  expect(await refusedCredentials(), "the requests took away what they need").toEqual([]);
  // A fuzz whose requests are all refused proves little.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(RUNS / 50);
  expect(statuses.get(422) ?? 0).toBeGreaterThan(RUNS / 10);
});

/** The keys and tokens of the requests that the service no longer takes. */
async function refusedCredentials(): Promise<string[]> {
  const refused = async (path: string, headers: Record<string, string>) =>
    (await fetch(service.url + path, { headers })).status === 200 ? [] : [JSON.stringify(headers)];
  const checks = [
    ...[...new Set(fixture.keys)].map((key) => refused("/widget/v1/context", { "x-api-key": key })),
    ...fixture.tokens.map((token) => refused("/admin/v1/me", { authorization: `Bearer ${token}` })),
  ];
  return (await Promise.all(checks)).flat();
}
