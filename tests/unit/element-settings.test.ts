import { describe, expect, it, vi } from "vitest";
import { readPageOptions } from "../../widget/config/page-options.ts";
import { hintText } from "../../widget/debug/hint-text.ts";
import { type RawElementOptions, readElementOptions } from "../../widget/element/element-options.ts";
import { urlInStack } from "../../widget/element/script-url.ts";
import { placeWidget } from "../../widget/element/snippet.ts";

const HOME = "https://voice.example.com";

/** Of a page's own objects that throw as they are read. */
const UNREADABLE = {
  toJSON: () => {
    throw new Error("not now");
  },
};

function read(raw: RawElementOptions) {
  const hints: string[] = [];
  const hint = (text: string) => hints.push(text);
  const coded: Parameters<typeof readElementOptions>[2] = (code, ...details) => hint(hintText(code, details));
  return { settings: { ...readElementOptions(raw, HOME, coded, false), ...readPageOptions(raw, coded) }, hints };
}

describe("attributes", () => {
  it("have defaults, and say nothing about what is absent", () => {
    const { settings, hints } = read({ apiKey: null, theme: "", context: null });
    expect(settings).toMatchObject({
      apiKey: "",
      baseUrl: HOME,
      agentId: null,
      locale: undefined,
      theme: "auto",
      placement: "bottom-right",
      preload: "hover",
    });
    expect(settings.context).toBeUndefined();
    expect(hints).toEqual([]);
  });

  it.each([
    ["", true],
    ["true", true],
    [true, true],
    // As Vue, React 18 and Svelte write `false` before the element is defined, and templates of a shop.
    ["false", false],
    [false, false],
    [null, false],
    [undefined, false],
  ])("debug=%j is %s", (given, on) => {
    expect(read({ debug: given as string }).settings.debug).toBe(on);
  });

  it("become domain values", () => {
    const { settings, hints } = read({
      apiKey: " svc_pk_abc ",
      baseUrl: "https://api.example.com/voice/",
      agentId: "42",
      model: "provider_b",
      context: '{"plan":"pro"}',
      theme: "dark",
      placement: "inline",
      preload: "eager",
    });
    expect(settings).toMatchObject({
      apiKey: "svc_pk_abc",
      baseUrl: "https://api.example.com/voice",
      agentId: 42,
      model: "provider_b",
      context: { plan: "pro" },
      theme: "dark",
      placement: "inline",
      preload: "eager",
    });
    expect(hints).toEqual([]);
  });

  it("keep a visitor's id to the letter, since its hash is of every character", () => {
    expect(read({ userId: " ada\n", userHash: " abc " }).settings).toMatchObject({ userId: " ada\n", userHash: "abc" });
    expect(read({ userId: " " }).settings.userId).toBeUndefined();
  });

  it("may be set as properties", () => {
    expect(read({ agentId: 7, context: { a: 1 } }).settings).toMatchObject({ agentId: 7, context: { a: 1 } });
    expect(read({ context: { balance: 1n } })).toMatchObject({ settings: { context: { balance: 1n } }, hints: [] });
  });

  it.each([
    "https://api.example.com/voice//",
    "https://api.example.com/voice/?a=/b/#c/",
    "HTTPS://api.example.com/voice#",
  ])("the address of the service is its origin and path: %s", (baseUrl) => {
    expect(read({ baseUrl })).toMatchObject({ settings: { baseUrl: "https://api.example.com/voice" }, hints: [] });
  });

  it.each<[RawElementOptions, string]>([
    [{ theme: "purple" }, "auto, light, dark"],
    [{ placement: "center" }, "bottom-right, bottom-left"],
    [{ preload: "always" }, "hover, none, idle, eager"],
    [{ agentId: "abc" }, "agent-id"],
    [{ agentId: "-1" }, "agent-id"],
    [{ agentId: 1.5 }, "agent-id"],
    [{ model: "gpt" }, "provider_a, provider_b"],
    [{ baseUrl: "javascript:alert(1)" }, "base-url"],
    [{ baseUrl: "https://" }, "base-url"],
    // The browser refuses every request to an address that names a user.
    [{ baseUrl: "https://user:secret@voice.example.com" }, "base-url"],
    [{ context: "{bad" }, "context"],
    [{ context: "[1]" }, "context"],
    [{ context: '"text"' }, "context"],
    [{ context: UNREADABLE }, "context"],
  ])("%o is ignored with one hint that says what to write", (raw, told) => {
    const { settings, hints } = read(raw);
    expect(hints).toHaveLength(1);
    expect(hints[0]).toContain("is ignored");
    expect(hints[0]).toContain(told);
    const { model: _model, ...rest } = settings;
    expect(rest).toEqual({ ...read({}).settings, model: undefined, ...rest });
    expect(settings).toMatchObject({ theme: "auto", placement: "bottom-right", agentId: null, baseUrl: HOME });
  });

  it("come from a script's data-* under the same names", () => {
    const given: [string, string][] = [];
    const widget = { setAttribute: (...attribute: [string, string]) => void given.push(attribute) };
    const append = vi.fn();
    const querySelector = (selector: string) => (selector === "body" ? { append } : null);
    vi.stubGlobal("document", { createElement: () => widget, querySelector });
    const dataset = { apiKey: "k", baseUrl: "https://a.example", placement: "inline", debug: "" };
    placeWidget({ dataset } as unknown as HTMLScriptElement);
    vi.unstubAllGlobals();
    expect(append).toHaveBeenCalledWith(widget);
    expect(given).toEqual([
      ["api-key", "k"],
      ["data-turbo-permanent", ""],
      ["base-url", "https://a.example"],
      ["placement", "inline"],
      ["debug", ""],
    ]);
  });
});

describe("the script's own address", () => {
  it.each([
    ["Chromium", "Error\n    at we (https://voice.example.com/voice-widget.js:1:19)\n    at https://x.example/:2:3"],
    ["Chromium, top level", "Error\n    at https://voice.example.com/voice-widget.js:1:19"],
    ["Firefox", "we@https://voice.example.com/voice-widget.js:1:19\n@https://x.example/:2:3\n"],
    ["WebKit", "we@https://voice.example.com/voice-widget.js:1:19\nmodule code@https://voice.example.com/a.js:1:2"],
  ])("is found in a stack of %s", (_browser, stack) => {
    expect(urlInStack(stack)).toBe("https://voice.example.com/voice-widget.js");
  });

  it("keeps port and query", () => {
    expect(urlInStack("Error\n at f (http://localhost:8787/v/voice-widget.js?v=1.2:10:5)")).toBe(
      "http://localhost:8787/v/voice-widget.js?v=1.2",
    );
    expect(urlInStack("")).toBeUndefined();
  });
});
