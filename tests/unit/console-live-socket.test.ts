import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveSocket } from "../../console/inbox/live-socket.ts";

class StandInSocket {
  static readonly OPEN = 1;
  static readonly all: StandInSocket[] = [];
  readyState = 1;
  readonly sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    StandInSocket.all.push(this);
  }

  send(data: string): void {
    this.sent.push(data);
  }

  close(): void {}
}

beforeEach(() => {
  vi.useFakeTimers();
  StandInSocket.all.length = 0;
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setInterval, setTimeout }));
  vi.stubGlobal("location", { origin: "https://voice.example" });
  vi.stubGlobal("WebSocket", StandInSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the inbox pings from its first moment on, and opens its socket again where the service closed it as silent", async () => {
  const told: string[] = [];
  const live = new LiveSocket("/admin/v1/projects/3/live", {
    opened: () => told.push("opened"),
    frame: ({ type }) => told.push(type),
    lost: () => told.push("lost"),
    over: () => told.push("over"),
    signedIn: async () => {},
  });
  const [first] = StandInSocket.all as [StandInSocket];
  first.onopen?.();
  expect(first.sent).toEqual(["ping"]);
  for (const sent of [2, 3]) {
    first.onmessage?.({ data: "pong" });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(first.sent).toHaveLength(sent);
  }
  first.onclose?.({ code: 4408 });
  await vi.advanceTimersByTimeAsync(1_500);
  const second = StandInSocket.all[1];
  second?.onopen?.();
  expect([told, second?.sent]).toEqual([["opened", "lost", "opened"], ["ping"]]);
  live.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test("the inbox is connected again within seconds of the machine's sleep, whether the browser has seen its socket die or not", async () => {
  const live = new LiveSocket("/admin/v1/projects/3/live", {
    opened: () => {},
    frame: () => {},
    lost: () => {},
    over: () => {},
    signedIn: async () => {},
  });
  const [first] = StandInSocket.all as [StandInSocket];
  first.onopen?.();
  first.onmessage?.({ data: "pong" });
  const sleep = () => vi.setSystemTime(Date.now() + 3_600_000);
  // Alive after all: it answers, and stays.
  sleep();
  await vi.advanceTimersByTimeAsync(2_000);
  first.onmessage?.({ data: "pong" });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([StandInSocket.all.length, first.sent.length]).toEqual([1, 2]);
  sleep();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(StandInSocket.all).toHaveLength(2);
  // The service is away: tries are half a minute apart by now.
  for (let tries = 2; tries < 9; tries++) {
    StandInSocket.all.at(-1)?.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(40_000);
  }
  const before = StandInSocket.all.length;
  StandInSocket.all.at(-1)?.onclose?.({ code: 1006 });
  sleep();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(StandInSocket.all).toHaveLength(before + 1);
  live.stop();
  expect(vi.getTimerCount()).toBe(0);
});
