import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveSocket } from "../../widget/session/person/live-socket.ts";

/** A browser's, which says that it is closed long after it was told to. */
class StandInSocket {
  readyState = 0;
  readonly sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  send(data: string): void {
    this.sent.push(data);
  }

  close(): void {
    this.readyState = 2;
  }
}

const page = new EventTarget();
let over: AbortController;
let sockets: StandInSocket[];
let happened: string[];
let live: LiveSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  over = new AbortController();
  sockets = [];
  happened = [];
  live = new LiveSocket(
    "https://api.example",
    { session_id: "ses_1", session_secret: "sss_1" },
    {
      opened: () => happened.push("opened"),
      frame: ({ type }) => happened.push(type),
      lost: (tries) => happened.push(`lost ${tries}`),
      over: () => happened.push("over"),
    },
    over.signal,
    () => {
      const socket = new StandInSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  );
  sockets[0]?.open();
});
afterEach(() => {
  over.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a socket whose network is gone is lost at once, and another is opened as the network is back", async () => {
  page.dispatchEvent(new Event("offline"));
  expect(happened).toEqual(["opened", "lost 1"]);
  expect(live.connected).toBe(false);
  page.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  sockets[1]?.open();
  expect(happened).toEqual(["opened", "lost 1", "opened"]);
  // The browser's last word of the old one changes nothing.
  sockets[0]?.onmessage?.({ data: '{"type":"person","status":"left"}' });
  sockets[0]?.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(happened).toEqual(["opened", "lost 1", "opened"]);
  expect([sockets.length, live.connected]).toEqual([2, true]);
});

test("a socket that was dropped on the way, without a word to either side, is lost and opened again", async () => {
  const answered = async () => {
    await vi.advanceTimersByTimeAsync(15_000);
    sockets[0]?.onmessage?.({ data: "pong" });
  };
  await answered();
  await answered();
  expect([happened, sockets[0]?.sent]).toEqual([["opened"], ["ping", "ping"]]);
  // No answer any more.
  await vi.advanceTimersByTimeAsync(30_500);
  expect(happened).toEqual(["opened", "lost 1"]);
  sockets[1]?.open();
  expect([sockets.length, live.connected]).toEqual([2, true]);
  over.abort();
  expect(vi.getTimerCount()).toBe(0);
});

test("a socket that died in the machine's sleep is replaced within seconds, one that answers stays", async () => {
  const sleep = () => vi.setSystemTime(Date.now() + 3_600_000);
  sleep();
  await vi.advanceTimersByTimeAsync(2_000);
  sockets[0]?.onmessage?.({ data: "pong" });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(happened).toEqual(["opened"]);
  sleep();
  await vi.advanceTimersByTimeAsync(6_000);
  expect([happened, sockets.length]).toEqual([["opened", "lost 1"], 2]);
});

test("a socket that the service has closed for good is listened to no more, and no other opened", async () => {
  sockets[0]?.onclose?.({ code: 4401 });
  page.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(1);
  expect(happened).toEqual(["opened", "over"]);
  expect(vi.getTimerCount()).toBe(0);
});
