import { afterEach, expect, it, vi } from "vitest";
import { listDevices } from "../../widget/panel/views/device-list.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("names microphones, and none where the browser does not", async () => {
  const device = { kind: "audioinput", deviceId: "a", label: "Desk (046d:0a44)" };
  vi.stubGlobal("navigator", { mediaDevices: { enumerateDevices: async () => [device, { ...device, label: "" }] } });
  expect(await listDevices()).toMatchObject({ microphones: [{ id: "a", name: "Desk" }], named: true });
});

// github.com/neutralinojs/webview/issues/25, github.com/block/buzz/issues/3118
it.each<[string, object | undefined]>([
  ["there is nothing to ask", undefined],
  ["it cannot list", {}],
  ["it gives nothing", { enumerateDevices: () => undefined }],
  ["it refuses", { enumerateDevices: () => Promise.reject(new Error("no")) }],
  [
    "it throws",
    {
      enumerateDevices: () => {
        throw new TypeError("Illegal invocation");
      },
    },
  ],
  ["it never answers", { enumerateDevices: () => new Promise(() => {}) }],
])("is empty where %s, so that the settings are shown", async (_, mediaDevices) => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { mediaDevices });
  const listed = listDevices();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await listed).toEqual({ microphones: [], speakers: [], named: false });
  expect(vi.getTimerCount()).toBe(0);
});
