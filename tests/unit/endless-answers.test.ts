import { afterEach, expect, test, vi } from "vitest";
import { ConnectionRefused } from "../../worker/objects/voice-agent/connection-refused.ts";
import { signConversation } from "../../worker/providers/elevenlabs.ts";
import { verifyTurnstile } from "../../worker/providers/turnstile.ts";
import type { Variables } from "../../worker/variables.ts";

afterEach(() => vi.unstubAllGlobals());

/** An answer that has no end, and what was read of it. */
function endless(status: number) {
  const read = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      read.bytes += 16_384;
      controller.enqueue(new Uint8Array(16_384).fill(0x20));
      if (read.bytes > 50_000_000) controller.close();
    },
  });
  return { read, answer: new Response(body, { status }) };
}

const settings = {
  ...{ ELEVENLABS_API_KEY: "k", ELEVENLABS_BASE_URL: "https://api.example", TURNSTILE_SECRET: "s" },
  TURNSTILE_BASE_URL: "https://challenges.example",
} as Variables;
const { signal } = new AbortController();

test.each<[string, number, (answer: Response) => Promise<unknown>]>([
  ["an address of ElevenLabs", 200, () => signConversation("agent_1", settings, signal)],
  ["Turnstile's word", 200, () => verifyTurnstile("t", settings, signal)],
  ["a voice server's refusal", 403, async (answer) => Promise.reject(await ConnectionRefused.from(answer, "a server"))],
])("of an answer without end only the start is read: %s", async (_, status, ask) => {
  const { read, answer } = endless(status);
  vi.stubGlobal("fetch", async () => answer);
  await expect(ask(answer)).rejects.toThrow();
  expect(read.bytes).toBeLessThan(100_000);
});
