import { afterEach, expect, test, vi } from "vitest";
import { Api } from "../../console/api.ts";

afterEach(() => vi.unstubAllGlobals());

/** An answer whose line breaks after its first byte. */
function brokenAnswer(): Response {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode("{"));
      stream.error(new DOMException("The operation was aborted.", "AbortError"));
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}

test("an answer that breaks off is told in words, and the operator may try again", async () => {
  vi.stubGlobal("fetch", async () => brokenAnswer());
  const told = { name: "ApiFailure", status: 0, message: expect.stringContaining("could not be read") };
  await expect(new Api().get("/me")).rejects.toMatchObject(told);
  await expect(new Api().download("/sessions", {})).rejects.toMatchObject(told);
});

test("a screen that is gone hears of its own abort", async () => {
  vi.stubGlobal("fetch", async () => brokenAnswer());
  await expect(new Api().get("/me", { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
});
