import { afterEach, expect, it, vi } from "vitest";
import { microphonePermission } from "../../widget/audio/microphone-permission.ts";

afterEach(() => vi.unstubAllGlobals());

it("says what the browser says of the microphone", async () => {
  const query = vi.fn(async () => ({ state: "prompt" }));
  vi.stubGlobal("navigator", { permissions: { query } });
  expect(await microphonePermission()).toEqual({ state: "prompt" });
  expect(query).toHaveBeenCalledWith({ name: "microphone" });
});

it.each<[string, object]>([
  ["has none", {}],
  ["knows no such permission", { permissions: { query: () => Promise.reject(new TypeError("microphone")) } }],
  ["has a page's own, which throws", { permissions: { query: () => fail() } }],
  ["has a page's own, which answers nothing", { permissions: { query: () => undefined } }],
])("says nothing where the browser %s", async (_what, navigator) => {
  vi.stubGlobal("navigator", navigator);
  expect(await microphonePermission()).toBeFalsy();
});

function fail(): never {
  throw new Error("not here");
}
