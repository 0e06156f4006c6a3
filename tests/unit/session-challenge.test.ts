import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SessionError } from "../../widget/errors.ts";
import { endWorld, gate, settled, startWorld, type World } from "./session-harness.ts";

let harness: World;
beforeEach(() => {
  harness = startWorld();
});
afterEach(() => endWorld(harness));

const turnstile = { site_key: "0x4AAA", script: "https://challenges.cloudflare.com/turnstile/v0/api.js" };
const started = () => harness.requests.filter(({ path }) => !path.endsWith("/events"));

describe("where the service asks for a challenge", () => {
  it("the session is asked for with its token, once it was passed", async () => {
    const passed = gate<string>();
    harness.onChallenge(() => passed.promise);
    const session = harness.session({ turnstile });
    const starting = session.start();
    await settled();
    expect(harness.did).toContain("challenge 0x4AAA");
    expect(harness.did, "the microphone is asked for in the click").toContain("microphone");
    expect(started()).toEqual([]);
    passed.open("token");
    await starting;
    expect(started()).toMatchObject([{ path: "session", body: { turnstile_token: "token" } }]);
    await session.end();
  });

  it("each start passes one of its own, the external provider's too", async () => {
    const session = harness.session({ turnstile });
    await session.start();
    await session.end();
    await session.start();
    await session.end();
    expect(harness.did.filter((what) => what.startsWith("challenge"))).toHaveLength(2);
    const external = harness.session({ turnstile, provider: "provider_x" });
    harness.onChallenge(async () => "a/b");
    await external.start();
    await external.end();
    expect(started().at(-1)?.path).toBe("extprovider-convai/signed-url?agent_id=7&turnstile_token=a%2Fb");
  });

  it("nothing is asked for without it, and the failure is told", async () => {
    harness.onChallenge(async () => {
      throw new SessionError("vendor_failed", "error 300030");
    });
    const session = harness.session({ turnstile });
    await session.start();
    expect(session.state).toMatchObject({ status: "error", error: { code: "vendor_failed", message: "error 300030" } });
    expect(harness.requests).toEqual([]);
  });

  it("a visitor who hangs up meanwhile gives it up", async () => {
    harness.onChallenge(
      (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("given up")))),
    );
    const session = harness.session({ turnstile });
    const starting = session.start();
    await settled();
    await session.end();
    await starting;
    expect(session.state).toMatchObject({ status: "ended", reason: "completed" });
    expect(harness.requests).toEqual([]);
  });
});

it("elsewhere none is loaded", async () => {
  const session = harness.session({ turnstile: null });
  await session.start();
  expect(harness.did.some((what) => what.startsWith("challenge"))).toBe(false);
  expect(started()[0]?.body).not.toHaveProperty("turnstile_token");
  await session.end();
});
