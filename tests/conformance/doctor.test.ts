import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Visit } from "../../scripts/doctor/visit.ts";
import { startBundledServer } from "../harness/service/bundled-server.ts";
import { Admin, eventually } from "../harness/service/operator.ts";
import { ADMIN_TOKEN } from "../harness/service/secrets.ts";
import type { Server } from "../harness/service/server.ts";
import { compatibleStandIn } from "../harness/vendors/compatible.ts";
import { elevenLabsStandIn } from "../harness/vendors/elevenlabs.ts";
import { geminiStandIn } from "../harness/vendors/gemini.ts";
import { INWORLD_API_KEY, inworldStandIn } from "../harness/vendors/inworld.ts";
import { openaiStandIn } from "../harness/vendors/openai.ts";
import type { StandIn } from "../harness/vendors/stand-in.ts";
import { workersAiStandIn } from "../harness/vendors/workers-ai.ts";
import { xaiStandIn } from "../harness/vendors/xai.ts";

/** `npm run doctor`: the first thing that an operator runs with a real account, here with the stand-ins. */

const DOCTOR = join(import.meta.dirname, "../../scripts/doctor/doctor.ts");
/** Of one run, with a service and a browser of its own, on a busy machine. */
const LONGEST_MS = 240_000;
const opened: StandIn[] = [];
afterAll(async () => {
  for (const service of services.values()) await (await service).server.stop();
  await Promise.all(opened.map((one) => one.close()));
});

function run(
  vendor: string,
  env: Record<string, string>,
  ...more: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [DOCTOR, vendor, ...more], {
    env: { ...process.env, ...env },
    timeout: LONGEST_MS,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  return new Promise((done) => child.once("close", (code) => done({ code, output })));
}

async function open<One extends StandIn>(made: Promise<One>): Promise<One> {
  const one = await made;
  opened.push(one);
  return one;
}

interface Known {
  standIn: () => Promise<StandIn>;
  env: (vendor: StandIn) => Record<string, string>;
}
const KNOWN = {
  gemini: {
    standIn: geminiStandIn,
    env: (vendor) => ({ GEMINI_BASE_URL: vendor.origin, GEMINI_API_KEY: vendor.key }),
  },
  xai: { standIn: xaiStandIn, env: (vendor) => ({ XAI_BASE_URL: `${vendor.origin}/v1`, XAI_API_KEY: vendor.key }) },
  inworld: {
    standIn: inworldStandIn,
    env: (vendor) => ({ INWORLD_BASE_URL: vendor.origin, INWORLD_API_KEY: INWORLD_API_KEY }),
  },
  compatible: {
    standIn: compatibleStandIn,
    env: (vendor) => ({
      COMPATIBLE_BASE_URL: `${vendor.origin}/v1`,
      COMPATIBLE_API_KEY: vendor.key,
      COMPATIBLE_MODEL: "own-realtime-1",
    }),
  },
  elevenlabs: {
    standIn: elevenLabsStandIn,
    env: (vendor) => ({ ELEVENLABS_BASE_URL: vendor.origin, ELEVENLABS_API_KEY: vendor.key }),
  },
} satisfies Record<string, Known>;

type Name = keyof typeof KNOWN;

/** What runs at once: a vendor in each slot. */
const SLOTS: readonly (readonly Name[])[] = [
  ["gemini", "xai", "elevenlabs"],
  ["inworld", "compatible"],
];

interface Service {
  server: Server;
  vendors: Map<Name, StandIn>;
}
const services = new Map<readonly Name[], Promise<Service>>();

/** The service with this vendor, which other tests use too: each doctor makes an organization of its own there. */
async function serviceWith(name: Name): Promise<{ server: Server; vendor: StandIn }> {
  const names = SLOTS.find((slots) => slots.includes(name)) ?? [];
  const service = services.get(names) ?? start(names);
  services.set(names, service);
  const { server, vendors } = await service;
  return { server, vendor: vendors.get(name) as StandIn };
}

async function start(names: readonly Name[]): Promise<Service> {
  const vendors = new Map<Name, StandIn>();
  for (const name of names) vendors.set(name, await open<StandIn>(KNOWN[name].standIn()));
  const env = [...vendors].map(([name, vendor]) => KNOWN[name].env(vendor));
  const [PROVIDER_A = "", PROVIDER_B = ""] = names;
  return { server: await startBundledServer(Object.assign({ PROVIDER_A, PROVIDER_B }, ...env)), vendors };
}

const STEPS = ["token and connection", "the agent speaks", "a spoken sentence is answered", "it hangs up"];

describe("npm run doctor", { timeout: 2 * LONGEST_MS }, () => {
  test("openai: each step with its time, and the call is over at the vendor", async () => {
    const vendor = await open(openaiStandIn());
    const { code, output } = await run("openai", {
      OPENAI_BASE_URL: `${vendor.origin}/v1`,
      OPENAI_API_KEY: vendor.key,
    });
    expect(output).toContain("openai works");
    expect(code).toBe(0);
    for (const step of [...STEPS, "a tool runs"]) expect(output).toMatch(new RegExp(`✓ ${step}.* \\d+ ms`));
    expect(output).toContain("When do you open tomorrow?");
    expect(output).toContain('{"loaves":7}');
    expect(output).not.toContain(vendor.key);
    const [call] = vendor.calls;
    expect(call?.outputs).toHaveLength(1);
    await eventually(
      async () => call?.over,
      (over) => over !== null,
    );
  });

  test.each(["gemini", "xai", "inworld", "compatible"] as const)(
    "%s: the same call, at a service that runs",
    async (name) => {
      const { server, vendor } = await serviceWith(name);
      const { code, output } = await run(name, { ADMIN_TOKEN }, "--at", server.origin);
      expect(output).toContain(`${name} works`);
      expect(code).toBe(0);
      expect(output).toContain("When do you open tomorrow?");
      expect(output).toContain('{"loaves":7}');
      expect(output).not.toContain(vendor.key);
      const [call] = vendor.calls;
      expect(call?.outputs).toHaveLength(1);
      expect(call?.refused).toEqual([]);
      await eventually(
        async () => call?.over,
        (over) => over !== null,
      );
    },
  );

  test("workers-ai: with a deployed Worker, on which everything is deleted afterwards", async () => {
    const vendor = await open(workersAiStandIn());
    const server = await startBundledServer({ PROVIDER_B: "workers-ai" }, { ai: new URL(vendor.origin) });
    const at = (token: string) => run("workers-ai", { ADMIN_TOKEN: token }, "--at", server.origin);
    try {
      const { code, output } = await at(ADMIN_TOKEN);
      expect(output).toContain("workers-ai works");
      expect(code).toBe(0);
      expect(output).toContain('{"loaves":7}');
      expect(output).not.toContain(ADMIN_TOKEN);
      const admin = new Admin(server.origin);
      const { length } = await eventually(
        async () =>
          (await admin.call<{ items: { name: string }[] }>("GET", "/organizations")).items.filter(({ name }) =>
            name.startsWith("Doctor"),
          ),
        (left) => left.length === 0,
      );
      expect(length, "organizations left").toBe(0);
      expect(await at("another-token-0123456789")).toMatchObject({ code: 1, output: expect.stringContaining("401") });
      const openai = await run("openai", { ADMIN_TOKEN }, "--at", server.origin);
      expect(openai).toMatchObject({ code: 1, output: expect.stringContaining("openai is not configured there") });
    } finally {
      await server.stop();
    }
  });

  test("elevenlabs: its agents have their own tools", async () => {
    const { server } = await serviceWith("elevenlabs");
    const own = { ADMIN_TOKEN, ELEVENLABS_AGENT_ID: "agent_bakery" };
    const { output } = await run("elevenlabs", own, "--at", server.origin);
    expect(output).toContain("elevenlabs works");
    expect(output).toContain("the agent's own stand at the vendor");
  });

  test("what was true for a moment has happened, and the call did not break off", async () => {
    const { server } = await serviceWith("gemini");
    const { api_key } = await new Admin(server.origin).demoSite();
    const visit = await Visit.begin(server.origin, api_key, () => {});
    try {
      await visit.until("(globalThis.looks = (globalThis.looks ?? 0) + 1) === 1", "A look");
      await visit.page.evaluate("doctor.statuses.push({ status: 'error' })");
      await expect(visit.until("false", "Nothing")).rejects.toThrow("the call broke off");
    } finally {
      await visit.close();
    }
  });

  test("a wrong key: what the vendor said, and what to do", async () => {
    const vendor = await open(openaiStandIn());
    const { code, output } = await run("openai", {
      OPENAI_BASE_URL: `${vendor.origin}/v1`,
      OPENAI_API_KEY: "sk-proj-a-wrong-key-0123456789",
    });
    expect(code).toBe(1);
    expect(output).toMatch(/✗ connecting/);
    expect(output).toMatch(/the vendor: 401 /);
    expect(output).toMatch(/what to do: Check the key/);
    expect(output).not.toContain("sk-proj-a-wrong-key-0123456789");
  });

  test("no key, an unknown vendor, and one that needs a deployed Worker", async () => {
    const none = await run("xai", { XAI_API_KEY: "" });
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining("Set XAI_API_KEY in the environment") });
    expect(await run("nobody", {})).toMatchObject({
      code: 1,
      output: expect.stringContaining("Vendors: demo, openai"),
    });
    expect(await run("workers-ai", {})).toMatchObject({ code: 1, output: expect.stringContaining("npm run deploy") });
    const tokenless = await run("workers-ai", { ADMIN_TOKEN: "" }, "--at", "https://voice.example.com");
    expect(tokenless).toMatchObject({ code: 1, output: expect.stringContaining("ADMIN_TOKEN=… npm run doctor") });
  });
});
