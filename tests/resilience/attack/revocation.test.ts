import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSite, Service, type Site } from "../../harness/service/workerd/service.ts";
import { now } from "./clock.ts";

const PROCESSES = 3;
const ROUNDS = 4;

const service = new Service({ vars: { VISITOR_MINUTE_LIMIT: "0" } });
let site: Site;
beforeAll(async () => {
  await service.start();
  site = await makeSite(service);
});
afterAll(() => service.stop());

interface Report {
  passes: number;
  refusals: number;
  lastPass: number;
}

const limits = { minute_limit: 1_000_000_000, day_limit: 1_000_000_000 };
const message = <T>(child: ChildProcess, wanted: (message: unknown) => boolean) =>
  new Promise<T>((done) => child.on("message", (said) => wanted(said) && done(said as T)));

/** Hammers with a key from several processes, kills the key meanwhile, and lets them go on until all were refused often. */
async function attack(key: string, kill: () => Promise<unknown>): Promise<{ answered: number; reports: Report[] }> {
  const children: ChildProcess[] = Array.from({ length: PROCESSES }, () =>
    fork(join(import.meta.dirname, "hammer.ts"), [`${service.url}/widget/v1/config`, key]),
  );
  const refused = children.map((child) => message(child, (said) => said === "refused"));
  await Promise.all(children.map((child) => message(child, (said) => said === "passing")));
  await kill();
  const answered = now();
  await Promise.all(refused);
  const reports = await Promise.all(
    children.map((child) => {
      const report = message<Report>(child, (said) => typeof said === "object");
      child.send("stop");
      return report;
    }),
  );
  return { answered, reports };
}

test(`no request passes after a revocation has answered, from ${PROCESSES} processes`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { key, id } = await service.admin<{ key: string; id: number }>("POST", `/projects/${site.project}/keys`, {
      name: `Round ${round}`,
      ...limits,
    });
    const { answered, reports } = await attack(key, () => service.admin("DELETE", `/keys/${id}`));
    for (const { passes, refusals, lastPass } of reports) {
      expect(passes).toBeGreaterThan(0);
      expect(refusals).toBeGreaterThan(0);
      expect(lastPass).toBeLessThan(answered);
    }
  }
});

test(`nor after a channel's key was regenerated`, async () => {
  const channel = await service.admin<{ key: string; id: number }>("POST", `/projects/${site.project}/channels`, {
    name: "Renewed",
    agent_id: site.agent,
    ...limits,
  });
  let key = channel.key;
  for (let round = 0; round < ROUNDS; round++) {
    let renewed = "";
    const { answered, reports } = await attack(key, async () => {
      ({ key: renewed } = await service.admin<{ key: string }>("POST", `/channels/${channel.id}/regenerate`, {}));
    });
    for (const { refusals, lastPass } of reports) {
      expect(refusals).toBeGreaterThan(0);
      expect(lastPass).toBeLessThan(answered);
    }
    key = renewed;
  }
});
