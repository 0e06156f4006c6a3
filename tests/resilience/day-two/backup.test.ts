import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { holdConversation } from "../../../scripts/deploy/smoke.ts";
import { ADMIN_TOKEN } from "../../harness/service/secrets.ts";
import { makeSite, Service, type Site } from "../../harness/service/workerd/service.ts";
import { Acknowledged, call } from "../crash/load.ts";
import { randomFrom } from "../random.ts";

const root = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "voice-widget-backup-"));
const file = join(folder, "all.ndjson.gz");
const vars = { VISITOR_MINUTE_LIMIT: "0" };
const original = new Service({ vars, logs: true });
const second = new Service({ vars, logs: true });
let site: Site;

interface Organization {
  credit: { balance: number; reserved: number; available: number };
  lines: { total: number; in_use: number };
}
interface Entry {
  id: number;
  amount: number;
  session_id: string | null;
}

beforeAll(async () => {
  await original.start();
  site = await makeSite(original, { credit: 1_000_000, lines: 500 });
  // Before there are calls: nobody reports for them while it starts, and they would end.
  await second.start();
  // As `npm run deploy` leaves an installation in another account.
  await holdConversation(second.url, ADMIN_TOKEN, { provider_a: "demo" });
});
afterAll(async () => {
  await original.stop();
  await second.stop();
  rmSync(folder, { recursive: true });
});

/** Runs one of the two commands as npm does. */
function run(command: "backup" | "restore", url: string, path: string, environment: object = {}) {
  const script = join(root, `scripts/backup/${command}.ts`);
  const env = { ...process.env, ADMIN_TOKEN, ...environment };
  return new Promise<{ code: number; said: string }>((done) => {
    execFile(process.execPath, [script, "--url", url, path], { cwd: folder, env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
}

const organization = (service: Service) => service.admin<Organization>("GET", `/organizations/${site.org}`);

async function ledger(service: Service): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const path = `/organizations/${site.org}/ledger?limit=200${cursor && `&cursor=${cursor}`}`;
    const page: { items: Entry[]; next_cursor: string | null } = await service.admin("GET", path);
    all.push(...page.items);
    cursor = page.next_cursor;
  }
  return all;
}
const sum = (entries: Entry[]) => entries.reduce((total, { amount }) => total + amount, 0);

async function post(service: Service, path: string, body: unknown, key = site.channelKey) {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const response = await fetch(`${service.url}/widget/v1${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const config = async (service: Service, key: string) =>
  (await fetch(`${service.url}/widget/v1/config`, { headers: { "x-api-key": key } })).status;

describe("backup, destroy, restore under load", () => {
  const open: string[] = [];
  let revoked: string;
  let known: Entry[];

  test("a backup is taken while callers come and go", async () => {
    const made = await original.admin<{ id: number; key: string }>("POST", `/projects/${site.project}/keys`, {
      name: "Old",
    });
    revoked = made.key;
    expect(await config(original, revoked)).toBe(200);
    await original.admin("DELETE", `/keys/${made.id}`);

    for (let i = 0; i < 5; i++) {
      const { body } = await post(original, "/session", { agent_id: site.agent });
      open.push(String(body.session_id));
      await post(original, `/session/${body.session_id}/events`, { events: [{ type: "connected" }] });
    }
    const facts = new Acknowledged();
    const random = randomFrom(inject("seed"));
    const callers = Array.from({ length: 4 }, () => call(original, site, facts, random));
    // The load is under way: somebody has ended a call already.
    while (facts.ended.size === 0) await sleep(20);
    known = await ledger(original);
    for (const id of open) await post(original, `/session/${id}/events`, { events: [{ type: "heartbeat" }] });
    const { code, said } = await run("backup", original.url, file);
    expect(said).toContain("is whole");
    expect(code).toBe(0);
    // Only its owner can read it.
    expect(statSync(file).mode & 0o077).toBe(0);
    await original.running.kill();
    await Promise.all(callers);
  });

  test("restored, under the visitors' requests: everything is as it was", async () => {
    let stop = false;
    const visitors = (async () => {
      const seen = new Set<number>();
      while (!stop) {
        seen.add(await config(second, site.channelKey));
        seen.add((await post(second, "/session", { agent_id: site.agent })).status);
        await sleep(20);
      }
      return seen;
    })();
    const { code, said } = await run("restore", second.url, file);
    stop = true;
    const seen = await visitors;
    expect(said).toContain("Done");
    expect(code).toBe(0);
    // Unknown until the end, then known: nobody met half an installation.
    expect([...seen].filter((status) => ![200, 401, 429].includes(status))).toEqual([]);

    const entries = await ledger(second);
    const { credit, lines } = await organization(second);
    expect(sum(entries)).toBe(credit.balance);
    expect(credit.available).toBe(credit.balance - credit.reserved);
    const kept = new Map(entries.map((entry) => [entry.id, entry]));
    for (const entry of known) expect(kept.get(entry.id)).toEqual(entry);
    const charged = entries.flatMap(({ session_id }) => session_id ?? []);
    expect(new Set(charged).size).toBe(charged.length);
    expect(lines.in_use).toBeGreaterThanOrEqual(open.length);

    expect(await config(second, site.channelKey)).toBe(200);
    expect(await config(second, site.consoleKey)).toBe(200);
    expect(await config(second, revoked)).toBe(401);
    // The calls that were open go on, and are charged once.
    for (const id of open) {
      const { status } = await post(second, `/session/${id}/events`, {
        events: [{ type: "heartbeat" }, { type: "ended" }],
      });
      expect(status).toBe(200);
    }
    const after = await ledger(second);
    expect(after.filter(({ session_id }) => open.includes(session_id ?? ""))).toHaveLength(open.length);
    expect(sum(after)).toBe((await organization(second)).credit.balance);
  });

  test("the second time it is refused: the installation is in use", async () => {
    const { code, said } = await run("restore", second.url, file);
    expect(said).toContain("This installation is in use");
    expect(code).toBe(1);
  });
});

describe("anything but a whole archive of this installation is refused and changes nothing", () => {
  const lines = () => gunzipSync(readFileSync(file)).toString().trimEnd().split("\n");
  const packed = (text: string) => gzipSync(text);
  const manifest = (change: object) => JSON.stringify({ ...JSON.parse(lines()[0] ?? ""), ...change });

  test.each<[string, () => Buffer, RegExp]>([
    ["cut in half", () => readFileSync(file).subarray(0, statSync(file).size / 2), /ends in the middle/],
    ["without its end", () => packed(lines().slice(0, -1).join("\n")), /its end is missing/],
    [
      "with a line missing",
      () =>
        packed(
          lines()
            .filter((_, index) => index !== 2)
            .join("\n"),
        ),
      /its content was changed/,
    ],
    [
      "with another balance",
      () =>
        packed(
          lines()
            .join("\n")
            .replace(/"balance":\d+/, '"balance":99999999'),
        ),
      /its content was changed/,
    ],
    [
      "a bit turned over",
      () => {
        const bytes = readFileSync(file);
        bytes[200] = (bytes[200] ?? 0) ^ 4;
        return bytes;
      },
      /damaged|no archive of this service|newer version/,
    ],
    ["something else", () => packed('{"name":"holiday photos"}\n'), /no archive of this service/],
    ["no gzip at all", () => Buffer.from("hello"), /no archive/],
    ["empty", () => packed(""), /empty/],
    ["of a newer format", () => packed(`${manifest({ version: 99, more: 1 })}\n`), /newer version/],
  ])("%s", async (_, bytes, reason) => {
    const bad = join(folder, "bad.ndjson.gz");
    writeFileSync(bad, bytes());
    // Nobody is asked: not even whether a service is there.
    const { code, said } = await run("restore", "http://127.0.0.1:9", bad);
    expect(said).toMatch(reason);
    expect(said).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  });

  test("of another installation: its KEY_SECRET is asked for, and nothing is there afterwards", async () => {
    const other = new Service({ vars: { ...vars, KEY_SECRET: "somebody-elses-secret-0123456789" } });
    try {
      await other.start();
      const { code, said } = await run("restore", other.url, file);
      expect(said).toContain("another KEY_SECRET");
      expect(code).toBe(1);
      expect((await other.admin<{ items: unknown[] }>("GET", "/organizations")).items).toEqual([]);
    } finally {
      await other.stop();
    }
  });
});

describe("faults outside of the archive are explained in plain words", () => {
  test("nothing answers, a wrong token, a file that is there already", async () => {
    const nobody = await run("backup", "http://127.0.0.1:9", join(folder, "never.ndjson.gz"));
    expect(nobody).toMatchObject({ code: 1, said: expect.stringMatching(/Nothing answers at http:\/\/127.0.0.1:9/) });
    expect(existsSync(join(folder, "never.ndjson.gz"))).toBe(false);
    const token = await run("backup", second.url, join(folder, "never.ndjson.gz"), {
      ADMIN_TOKEN: "a-wrong-token-0123456789",
    });
    expect(token).toMatchObject({ code: 1, said: expect.stringContaining("refuses the token") });
    const there = await run("backup", second.url, file);
    expect(there).toMatchObject({ code: 1, said: expect.stringContaining("is there already") });
  });

  test("the service dies under a backup: no file is left that looks like one", async () => {
    const path = join(folder, "torn.ndjson.gz");
    const plan = await second.admin<object>("GET", "/backup");
    const dying = createServer((request, response) => {
      if (request.url !== "/admin/v1/backup") request.socket.destroy();
      else response.end(JSON.stringify(plan));
    });
    await new Promise<void>((done) => dying.listen(0, "127.0.0.1", done));
    const { code, said } = await run("backup", `http://127.0.0.1:${(dying.address() as AddressInfo).port}`, path);
    dying.close();
    expect(said).toContain("Nothing answers");
    expect(code).toBe(1);
    expect(existsSync(path)).toBe(false);
    expect(existsSync(`${path}.part`)).toBe(false);
  });
});
