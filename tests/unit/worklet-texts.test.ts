import { expect, test } from "vitest";
import { withWorkletTexts } from "../../scripts/build/worklet-texts.ts";

const rest = (code: string) => withWorkletTexts(code).split("\n").at(-1);

test("a worklet's text stands in reserve, whatever the quotes, and bundlers still see its file", () => {
  expect(rest('await context.audioWorklet.addModule(new URL("./audio-worklet.js", import.meta.url));')).toBe(
    'await addWorklet(context.audioWorklet, () => new URL("./audio-worklet.js", import.meta.url), () => import("./audio-worklet-text.js"));',
  );
  expect(rest("a.b.audioWorklet.addModule(new URL(`./guard-worklet.js`,import.meta.url)).then(f,g)")).toBe(
    'addWorklet(a.b.audioWorklet, () => new URL(`./guard-worklet.js`,import.meta.url), () => import("./guard-worklet-text.js")).then(f,g)',
  );
});

test("all else stays", () => {
  for (const code of ['registry.addModule("./a-worklet.js");', "audioWorklet.addModule();"])
    expect(withWorkletTexts(code)).toBe(code);
});

test("a worklet whose file is not named fails the build", () => {
  expect(() => withWorkletTexts("c.audioWorklet.addModule(url)")).toThrow("which worklet? url");
});
