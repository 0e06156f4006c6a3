import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { elevenLabsStandIn } from "../harness/vendors/elevenlabs.ts";
import { geminiStandIn } from "../harness/vendors/gemini.ts";
import { openaiStandIn } from "../harness/vendors/openai.ts";
import type { StandIn } from "../harness/vendors/stand-in.ts";

/** `npm run doctor`: the first thing that an operator runs with a real account, here with the stand-ins. */

const DOCTOR = join(import.meta.dirname, "../../scripts/doctor/doctor.ts");
const opened: StandIn[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));

function run(vendor: string, env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [DOCTOR, vendor], { env: { ...process.env, ...env } });
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

const STEPS = ["token and connection", "the agent speaks", "a spoken sentence is answered", "it hangs up"];

describe("npm run doctor", () => {
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
    expect(call?.over).not.toBeNull();
  });

  test("gemini: the same over a WebSocket", async () => {
    const gemini = await open(geminiStandIn());
    const one = await run("gemini", { GEMINI_BASE_URL: gemini.origin, GEMINI_API_KEY: gemini.key });
    expect(one.output).toContain("gemini works");
  });

  test("elevenlabs: its agents have their own tools", async () => {
    const elevenlabs = await open(elevenLabsStandIn());
    const env = { ELEVENLABS_BASE_URL: elevenlabs.origin, ELEVENLABS_API_KEY: elevenlabs.key };
    const other = await run("elevenlabs", { ...env, ELEVENLABS_AGENT_ID: "agent_bakery" });
    expect(other.output).toContain("elevenlabs works");
    expect(other.output).toContain("the agent's own stand at the vendor");
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

  test("no key, no such vendor, and one that is only to be had deployed", async () => {
    const none = await run("xai", { XAI_API_KEY: "" });
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining("Set XAI_API_KEY in the environment") });
    expect(await run("nobody", {})).toMatchObject({
      code: 1,
      output: expect.stringContaining("Vendors: demo, openai"),
    });
    expect(await run("workers-ai", {})).toMatchObject({ code: 1, output: expect.stringContaining("npm run deploy") });
  });
});
