import { expect, it } from "vitest";
import { widgetConfig } from "../../shared/config.ts";
import { readConfig } from "../../widget/config/read-config.ts";
import { invalidSettings, settingsFindings } from "../../widget/debug/invalid-settings.ts";

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

it("is what the self-check tells the owner, the design tokens with it", () => {
  expect(settingsFindings(widgetConfig.parse({}))).toEqual([]);
  const found = settingsFindings({ designTokens: { accent: "red;}", radius: 12 }, features: { voice: "yes" } });
  expect(found.map(({ ok, text }) => [ok, text.split(" is ")[0]])).toEqual([
    [false, "the config's designTokens.accent"],
    [false, "the config's features.voice"],
  ]);
});

it("is not held up by what is no group, or far too large", () => {
  const large = "x".repeat(1_000_000);
  expect(invalidSettings({ branding: large, copy: [...large], features: null })).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`odd${index}`, 1]));
  expect(invalidSettings({ features: many })).toHaveLength(10);
});

it("keeps ten megabytes of copy away from the page", () => {
  const hostile = { widget_config: { copy: { welcome: "x".repeat(10_000_000), send: "Go" } } };
  expect(readConfig(hostile, ["en"]).copy).toMatchObject({ welcome: null, send: "Go" });
});
