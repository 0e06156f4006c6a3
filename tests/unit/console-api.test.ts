import { afterEach, expect, test, vi } from "vitest";
import { Api } from "../../console/api.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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

/** The limits in milliseconds that calls have asked for; each is over at once. */
function limitsOver(): number[] {
  const asked: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    asked.push(ms);
    const end = new AbortController();
    setTimeout(() => end.abort(new DOMException("It took too long.", "TimeoutError")));
    return end.signal;
  });
  return asked;
}

const never = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

test("a call that hangs ends, and a change says that it may have been made", async () => {
  const asked = limitsOver();
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => never(signal));
  const late = (text: string) => ({ name: "ApiFailure", status: 0, message: expect.stringContaining(text) });
  await expect(new Api().get("/me")).rejects.toMatchObject(late("not answered for 30 seconds. Check"));
  for (const method of ["post", "patch", "delete"] as const)
    await expect(new Api()[method]("/agents/1")).rejects.toMatchObject(late("60 seconds. It may have done this"));
  expect(asked).toEqual([30_000, 60_000, 60_000, 60_000]);
});

test("an answer that stops after its head ends, too", async () => {
  limitsOver();
  vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => ({
    ok: true,
    status: 200,
    json: () => never(signal),
  }));
  await expect(new Api().get("/me")).rejects.toMatchObject({ message: expect.stringContaining("30 seconds") });
});

/** A file of five parts, one each `pause` seconds; endless where `pause` is. */
function slowFile(pause: number) {
  return async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start(stream) {
        signal?.addEventListener("abort", () => stream.error(signal.reason));
      },
      async pull(stream) {
        for (let part = 0; part < 5; part++) {
          stream.enqueue(new TextEncoder().encode("a,b\r\n"));
          await new Promise((done) => setTimeout(done, pause * 1000));
        }
        stream.close();
      },
    });
    return new Response(body, { headers: { "Content-Type": "text/csv" } });
  };
}

test("a long file is waited for while it goes on, and given up where nothing comes any more", async () => {
  vi.useFakeTimers();
  try {
    vi.stubGlobal("fetch", slowFile(25));
    const file = new Api().download("/sessions", {});
    await vi.advanceTimersByTimeAsync(130_000);
    expect((await file).size).toBe(25);
    expect((await file).type).toBe("text/csv");

    vi.stubGlobal("fetch", slowFile(3600));
    const stopped = expect(new Api().download("/sessions", {})).rejects.toMatchObject({
      name: "ApiFailure",
      message: expect.stringContaining("not answered for 30 seconds. Check"),
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await stopped;

    vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => never(signal));
    const silent = expect(new Api().download("/sessions", {})).rejects.toMatchObject({ name: "ApiFailure" });
    await vi.advanceTimersByTimeAsync(30_000);
    await silent;
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  } finally {
    vi.useRealTimers();
  }
});

test("the time in which somebody signs in again is not the call's", async () => {
  const asked = limitsOver();
  let signedIn = false;
  vi.stubGlobal("fetch", async () => (signedIn ? Response.json({ name: "Ada" }) : Response.json({}, { status: 401 })));
  const api = new Api(async () => {
    await new Promise((done) => setTimeout(done, 20));
    signedIn = true;
    return true;
  });
  await expect(api.patch("/agents/1")).resolves.toEqual({ name: "Ada" });
  expect(asked).toEqual([60_000, 60_000]);
});
