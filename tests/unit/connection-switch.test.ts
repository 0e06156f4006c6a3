import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { switchConnection } from "../../widget/session/connection-switch.ts";
import type { Conversation } from "../../widget/session/conversation.ts";
import type { SessionConnection } from "../../widget/session/session-connection.ts";
import type { Message } from "../../widget/session/state.ts";
import { gate, settled } from "./session-harness.ts";

const START = 1_000_000;
const message = (id: string, final = true): Message => ({ id, role: "user", text: `Words ${id}`, final, at: START });

/** A conversation over one connection, in whose place another one can be had. */
function talking() {
  const did: string[] = [];
  const transport = (name: string) => ({
    close: () => void did.push(`close ${name}`),
    sendNote: (note: string) => void did.push(`note to ${name}: ${note}`),
  });
  const [first, other] = [transport("first"), transport("other")];
  const conversation = { state: { status: "listening", transcript: [message("a")], order: ["a"] } };
  const connection = {
    transport: first as typeof first | null,
    scopeNext: (anchor: string | undefined) => void did.push(`after ${anchor}`),
    open: async () => {},
    async reconnect(signal: AbortSignal, ready: () => Promise<void>) {
      did.push(`open at ${Date.now() - START}`);
      signal.addEventListener("abort", () => did.push("abort"));
      await this.open();
      signal.throwIfAborted();
      await ready();
      signal.throwIfAborted();
      this.transport = other;
    },
  };
  const giveUp = new AbortController();
  let input = 0;
  return {
    did,
    conversation,
    connection,
    giveUp,
    speak: (loudness: number) => {
      input = loudness;
    },
    begin: (in_ms = 60_000) =>
      switchConnection(
        conversation as unknown as Conversation,
        connection as unknown as SessionConnection,
        in_ms,
        () => input,
        () => did.push(`switched at ${Date.now() - START}`),
        giveUp.signal,
      ),
  };
}

let call: ReturnType<typeof talking>;
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  call = talking();
});
afterEach(() => {
  expect(vi.getTimerCount(), "timers left").toBe(0);
  vi.useRealTimers();
});

it("opens the other connection after two quiet seconds, and switches to it after two more", async () => {
  const switching = call.begin();
  await vi.advanceTimersByTimeAsync(4_000);
  await switching;
  expect(call.did).toEqual(["after a", "open at 2000", "close first", "switched at 4000"]);
});

it.each<[string, (loud: boolean) => void]>([
  ["the visitor speaks", (loud) => call.speak(loud ? 0.1 : 0)],
  ["the agent speaks", (loud) => Object.assign(call.conversation.state, { status: loud ? "speaking" : "listening" })],
  [
    "words are not recognised yet",
    (loud) => Object.assign(call.conversation.state, { transcript: [message("a", !loud)] }),
  ],
])("waits while %s", async (_, make) => {
  make(true);
  const switching = call.begin();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(call.did).toEqual([]);
  make(false);
  // The next look is a tenth of a second away.
  await vi.advanceTimersByTimeAsync(4_100);
  await switching;
  expect(call.did).toEqual(["after a", "open at 12100", "close first", "switched at 14100"]);
});

it("waits for no quiet moment once eight seconds are left", async () => {
  call.speak(0.1);
  const switching = call.begin(20_000);
  await vi.advanceTimersByTimeAsync(12_000);
  await switching;
  expect(call.did).toEqual(["after a", "open at 12000", "close first", "switched at 12000"]);
});

it("tells the agent what was said meanwhile over the connection that it leaves", async () => {
  const opened = gate();
  call.connection.open = () => opened.promise;
  const switching = call.begin();
  await vi.advanceTimersByTimeAsync(2_000);
  call.conversation.state = {
    ...call.conversation.state,
    transcript: [...call.conversation.state.transcript, message("b")],
  };
  opened.open();
  await vi.advanceTimersByTimeAsync(2_000);
  await switching;
  expect(call.did.at(-1)).toMatch(/^note to other: .*Words b/s);
  expect(call.did.at(-1)).not.toContain("Words a");
});

it("keeps the one it has where no other can be had", async () => {
  call.connection.open = () => Promise.reject(new Error("unreachable"));
  const switching = call.begin();
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(switching).resolves.toBeUndefined();
  expect(call.did).toEqual(["after a", "open at 2000"]);
});

it("gives the other up that is not there as the vendor hangs up", async () => {
  const opened = gate();
  call.connection.open = () => opened.promise;
  const switching = call.begin(20_000);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(call.did).toEqual(["after a", "open at 2000"]);
  await vi.advanceTimersByTimeAsync(1);
  opened.open();
  await switching;
  expect(call.did).toEqual(["after a", "open at 2000", "abort"]);
});

it("does nothing where the connection broke while it waited", async () => {
  const switching = call.begin();
  await vi.advanceTimersByTimeAsync(1_000);
  call.connection.transport = null;
  await vi.advanceTimersByTimeAsync(1_000);
  await switching;
  expect(call.did).toEqual([]);
});

it("leaves the field where the connection broke while the other was opened", async () => {
  const switching = call.begin();
  await vi.advanceTimersByTimeAsync(2_000);
  call.connection.transport = null;
  await vi.advanceTimersByTimeAsync(2_000);
  await switching;
  expect(call.did).toEqual(["after a", "open at 2000", "abort"]);
});

it("is given up by its signal, and does not touch a connection that is in use", async () => {
  const switching = call.begin();
  await vi.advanceTimersByTimeAsync(1_000);
  call.giveUp.abort();
  await vi.advanceTimersByTimeAsync(1_000);
  await switching;
  expect(call.did).toEqual([]);

  call = talking();
  const switched = call.begin();
  await vi.advanceTimersByTimeAsync(4_000);
  await switched;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call.did).not.toContain("abort");
});

it("has nothing to leave without a connection", async () => {
  call.connection.transport = null;
  await call.begin();
  await settled();
  expect(call.did).toEqual([]);
});
