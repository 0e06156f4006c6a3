import { expect, it, vi } from "vitest";
import { widgetConfig } from "../../shared/config.ts";
import { ignoredSettings, invalidSettings } from "../../widget/config/invalid-settings.ts";
import { readConfig } from "../../widget/config/read-config.ts";

it("names what is ignored, and nothing of a config as the service gives it", () => {
  expect(invalidSettings(widgetConfig.parse({}))).toEqual([]);
  expect(invalidSettings(null)).toEqual([]);
  expect(
    invalidSettings({
      branding: { title: "Shop", logoUrl: "javascript:alert(1)", colour: "red", __proto__: null },
      copy: { welcome: "x".repeat(10_000_000), send: "Go", hello: "?" },
      features: { voice: "yes", pause: false, constructor: true },
    }),
  ).toEqual([
    "branding.logoUrl",
    "branding.colour",
    "copy.welcome",
    "copy.hello",
    "features.voice",
    "features.constructor",
  ]);
});

it("is what the owner is told, the design tokens first", () => {
  const settings = {
    designTokens: { accent: "red;}", radius: 12, unknown: 1 },
    features: { voice: "yes", mute: false },
  };
  expect(ignoredSettings(settings).map((text) => text.split(" ignored")[0])).toEqual([
    "The config's designTokens accent, unknown",
    "The config's features.voice",
  ]);
});

it.each([
  ["as the service gives it", {}, false],
  [
    "of an owner",
    { designTokens: { accent: "#112233" }, copy: { send: "Go", translations: { de: { send: "Los" } } } },
    false,
  ],
  ["with a colour that is none", { designTokens: { accent: "red" } }, true],
  ["with a setting that nobody knows", { features: { shout: true } }, true],
  ["with an address that runs", { branding: { logoUrl: "javascript:alert(1)" } }, true],
  ["with a text that is far too long", { copy: { welcome: "x".repeat(10_000_000) } }, true],
  ["with a group that is none", { branding: "x".repeat(1_000_000), features: null }, false],
])("is noticed in a config %s as it is read", async (_what, settings, invalid) => {
  const whole = widgetConfig.parse({});
  const widget_config = Object.fromEntries(
    Object.entries({ ...whole, ...settings }).map(([group, values]) => [
      group,
      typeof values === "object" && values ? { ...whole[group as keyof typeof whole], ...values } : values,
    ]),
  );
  vi.resetModules();
  const { readConfig } = await import("../../widget/config/read-config.ts");
  const { readTokens } = await import("../../widget/config/read-tokens.ts");
  const overlay = await import("../../widget/config/overlay.ts");
  readConfig({ widget_config }, ["de"]);
  readTokens(widget_config.designTokens);
  expect(overlay.hasInvalidSettings).toBe(invalid);
  expect(ignoredSettings(widget_config).length > 0).toBe(invalid);
});

it("is not held up by what is no group, or far too large", () => {
  const large = "x".repeat(1_000_000);
  expect(invalidSettings({ branding: large, copy: [...large], features: null })).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`unknown${index}`, 1]));
  expect(invalidSettings({ features: many })).toHaveLength(10);
});

it("keeps ten megabytes of copy away from the page", () => {
  const hostile = { widget_config: { copy: { welcome: "x".repeat(10_000_000), send: "Go" } } };
  expect(readConfig(hostile, ["en"]).copy).toMatchObject({ welcome: null, send: "Go" });
});
