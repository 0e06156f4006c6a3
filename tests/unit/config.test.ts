import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { branding, copy, designTokens, features } from "../../shared/config.ts";
import { defaultsOf, SETTINGS } from "../../shared/settings.ts";
import { kebab } from "../../widget/config/attribute.ts";
import { DEFAULTS } from "../../widget/config/defaults.ts";
import { isBranding, readConfig } from "../../widget/config/read-config.ts";
import { isToken, readTokens } from "../../widget/config/read-tokens.ts";
import { DEFAULT_TOKENS } from "../../widget/config/token-rules.ts";
import { propertyName } from "../../widget/config/tokens.ts";
import { launcherLook } from "../../widget/element/launcher-look.ts";
import { publishedStyles } from "../../widget/panel/published-styles.ts";
import { runs } from "../harness/random/runs.ts";

describe("defaults", () => {
  it("are those that the service stores", () => {
    expect(DEFAULT_TOKENS).toEqual(designTokens.parse({}));
    const sizes = Object.entries(DEFAULT_TOKENS).filter(([, value]) => typeof value === "number");
    for (const [token, value] of sizes) {
      const name = kebab(token);
      const size = token === "zIndex" ? value : token === "fontSize" ? `${Number(value) / 16}em` : `${value}px`;
      expect(launcherLook(false, null)).toContain(
        `;--_${name}:var(--voice-widget-${name},var(--_page-${name},${size}))!important`,
      );
    }
    expect(DEFAULTS.branding).toEqual(branding.parse({}));
    expect({ ...defaultsOf(SETTINGS.copy), translations: {} }).toEqual(copy.parse({}));
    expect(DEFAULTS.features).toEqual(features.parse({}));
  });
});

describe("design tokens", () => {
  const hostile = [
    "red;}body{display:none",
    "red;}",
    "expression(alert(1))",
    "url(https://evil.example/x)",
    "var(--x)",
    "#fff;color:red",
    "#fff/**/",
    "#ffff",
    "rgb(0,0,0)",
    "javascript:alert(1)",
    "Arial;}body{display:none",
    "Arial'",
    "'Arial",
    '"',
    "Arial\\",
    "a".repeat(201),
    "",
    "1px",
    "1;",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    1e9,
    null,
    true,
    {},
    [],
  ];

  it.each(Object.keys(DEFAULT_TOKENS))("takes nothing hostile for %s", (token) => {
    for (const value of hostile) {
      // A big z-index is one; a font called "1px" is none, and harmless.
      if ((token === "zIndex" && value === 1e9) || (token === "fontFamily" && value === "1px")) continue;
      expect(isToken(token, value), `${token}: ${String(value)}`).toBe(false);
    }
    expect(readTokens(Object.fromEntries(hostile.map((value) => [token, value])))).toEqual(DEFAULT_TOKENS);
  });

  it("takes what the service lets an owner store", () => {
    const stored = {
      ...DEFAULT_TOKENS,
      accent: "#0a7",
      background: "#101418",
      text: "#FFFFFFEE",
      fontFamily: "'Inter Tight', \"Noto Sans JP\", Größe, sans-serif",
      fontSize: 24,
      radius: 0,
      zIndex: 2_147_483_647,
    };
    expect(designTokens.parse(stored)).toEqual(stored);
    expect(readTokens(stored)).toEqual(stored);
  });

  it.each([",", "Inter,", ",Inter", "Inter,,serif", " ", "", "'Inter", '""', "Inter;", "url(x)"])(
    "takes no font %j, as the service does not",
    (fontFamily) => {
      expect(isToken("fontFamily", fontFamily)).toBe(false);
      expect(designTokens.safeParse({ fontFamily }).success).toBe(false);
    },
  );

  it("never takes a value that the service would refuse", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(DEFAULT_TOKENS)), fc.anything(), (token, value) => {
        if (isToken(token, value)) expect(designTokens.safeParse({ [token]: value }).success).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("become one custom property each", () => {
    expect(propertyName("launcherRadius")).toBe("--voice-widget-launcher-radius");
    // The panel publishes each for the page's own slots; the font size comes by its computed value.
    const published = [...publishedStyles.matchAll(/(--voice-widget-[a-z-]+):/g)].map(([, name]) => name);
    const tokens = Object.keys(DEFAULT_TOKENS).filter((token) => token !== "fontSize");
    expect(published.sort()).toEqual(tokens.map(propertyName).sort());
  });
});

describe("the answer of GET /config", () => {
  it("is read whole or by its defaults, never with a throw", () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        const config = readConfig(answer, ["de"]);
        expect(Object.keys(config.features)).toEqual(Object.keys(DEFAULTS.features));
      }),
      { numRuns: runs(100) },
    );
    expect(readConfig({ widget_config: { copy: null, features: [], branding: 7 }, agents: "x" }, ["de"])).toEqual({
      ...DEFAULTS,
      copy: defaultsOf(SETTINGS.copy),
      agents: [],
      agent_id: null,
      hours: null,
      turnstile: null,
    });
  });

  it("gives no link to anything but http(s), and no endless text", () => {
    for (const url of [
      "javascript:alert(1)",
      "data:text/html,x",
      " javascript:alert(1)",
      "https://a b",
      "//a.example",
    ]) {
      expect(isBranding("privacyUrl", url), url).toBe(false);
    }
    expect(isBranding("avatarUrl", "https://a.example/me.png")).toBe(true);
    const config = readConfig({ widget_config: { copy: { welcome: "x".repeat(10_000_000), launcher: "  " } } }, ["de"]);
    expect(config.copy.welcome).toBeNull();
    expect(config.copy.launcher).toBeNull();
  });

  it("says the owner's words in the best language that has them, each by itself", () => {
    const words = {
      launcher: "Talk",
      welcome: "Hi!",
      send: null,
      translations: {
        de: { launcher: "Reden", send: "Los" },
        "de-AT": { launcher: "Plaudern", mute: " " },
        fr: { welcome: "x" },
      },
    };
    const read = (tags: string[]) => readConfig({ widget_config: { copy: words } }, tags).copy;
    expect(read(["de-AT", "de-Latn", "de-AT", "de"])).toMatchObject({ launcher: "Plaudern", send: "Los", mute: null });
    expect(read(["de-CH", "de-Latn", "de-CH", "de"])).toMatchObject({ launcher: "Reden", welcome: "Hi!", send: "Los" });
    expect(read(["it"])).toMatchObject({ launcher: "Talk", send: null });
    const hostile = { launcher: "Talk", translations: { de: "x", fr: null, it: { launcher: 7 } } };
    for (const tag of ["de", "fr", "it"]) {
      expect(readConfig({ widget_config: { copy: hostile } }, [tag]).copy.launcher).toBe("Talk");
    }
  });

  it("keeps only agents that can be started", () => {
    const ava = { id: 3, name: "Ava", description: null, initial_message: "Hi", provider: "provider_a" };
    const { agents, agent_id } = readConfig(
      {
        agents: [ava, { id: "4" }, null, { id: -1 }, { id: 5 }],
        agent_id: 3,
      },
      [],
    );
    expect(agents.map(({ id, name }) => [id, name])).toEqual([
      [3, "Ava"],
      [5, "#5"],
    ]);
    expect(agent_id).toBe(3);
  });

  it("is not fooled by inherited names", () => {
    const stored = Object.create({ accent: "#ff0000" }) as object;
    expect(readTokens(stored)).toEqual(DEFAULT_TOKENS);
  });
});
