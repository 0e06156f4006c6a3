import { globSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeSite, Service, type Site } from "../../harness/service/workerd/service.ts";
import { flood } from "./flood.ts";

const JUNK = 100_000;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const service = new Service();
let site: Site;
beforeAll(async () => {
  await service.start();
  site = await makeSite(service);
});
afterAll(() => service.stop());

/** Durable Objects of a class that ever stored anything, by their files. */
const objects = (className: string) =>
  globSync(`**/*${className}/*.sqlite`, { cwd: join(service.folder, "storage") }).filter(
    (file) => !file.endsWith("metadata.sqlite"),
  );

const request = (key: string) => `GET /widget/v1/config HTTP/1.1\r\nhost: attack\r\nx-api-key: ${key}\r\n\r\n`;
const junk = (text: string, index: number): string => {
  // Most have the right shape; some are a real key with another checksum or another body.
  if (index % 10 === 0) return `${site.channelKey.slice(0, -6)}${text.slice(0, 6)}`;
  if (index % 10 === 1) return `svc_pk_${text.slice(0, 32)}${site.channelKey.slice(-6)}`;
  if (index % 10 === 2) return `svc_pk_${text.slice(0, index % 37)}`;
  return `svc_pk_${text}`;
};

test(`${JUNK} junk keys are refused and create no Durable Object`, async () => {
  const before = objects("KeyGate");
  const text = fc.string({ unit: fc.constantFrom(...BASE62), minLength: 38, maxLength: 38 });
  const texts = fc.sample(text, { numRuns: JUNK, seed: inject("seed") });
  const statuses = await flood(
    service.url,
    texts.map((text, index) => request(junk(text, index))),
    8,
  );
  expect(Object.fromEntries(statuses)).toEqual({ 401: JUNK });
  expect(objects("KeyGate")).toEqual(before);
  expect(objects("KeyGate")).toHaveLength(0);
  // The same look finds the object of a key that is real.
  await fetch(`${service.url}/widget/v1/config`, { headers: { "x-api-key": site.consoleKey } });
  expect(objects("KeyGate")).toHaveLength(1);
});

test("500 requests at once at a limit of 60 admit exactly 60", async () => {
  // Windows are UTC minutes: where not all 500 came in one, as many are sent with another key.
  const minute = () => Math.floor(Date.now() / 60_000);
  let answers: Response[];
  let began: number;
  do {
    const { key } = await service.admin<{ key: string }>("POST", `/projects/${site.project}/keys`, { name: "Sixty" });
    began = minute();
    answers = await Promise.all(
      Array.from({ length: 500 }, () => fetch(`${service.url}/widget/v1/config`, { headers: { "x-api-key": key } })),
    );
  } while (minute() !== began);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(440);
  for (const answer of answers) {
    const body = (await answer.json()) as { detail?: { minute_count: number } };
    if (answer.status === 429) expect(body.detail?.minute_count).toBe(60);
  }
});
