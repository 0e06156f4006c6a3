import { describe, expect, it } from "vitest";
import { widgetConfig, widgetConfigPatch } from "../../shared/config.ts";
import { LOCALES } from "../../shared/languages.ts";
import { readConfig } from "../../widget/config/read-config.ts";
import en from "../../widget/i18n/en.ts";
import { textsOf } from "../../widget/panel/view-model.ts";

/** Visitors always see that they talk to a machine. */
describe("the notice of an AI", () => {
  it.each(LOCALES)("exists in %s", async (locale) => {
    const { default: texts } = await import(`../../widget/i18n/${locale}.ts`);
    expect(texts.aiNotice.trim()).not.toBe("");
  });

  it.each(["", "  "])("cannot be emptied by the owner: %j", (aiNotice) => {
    expect(widgetConfigPatch.safeParse({ copy: { aiNotice } }).success).toBe(false);
    expect(widgetConfigPatch.safeParse({ copy: { translations: { de: { aiNotice } } } }).success).toBe(false);
    const { copy } = readConfig({ widget_config: { copy: { aiNotice } } }, ["en"]);
    expect(textsOf(en, copy).aiNotice).toBe("AI assistant");
  });

  it("can be reworded", () => {
    const { copy } = widgetConfig.parse({ copy: { aiNotice: "A computer answers" } });
    expect(textsOf(en, copy).aiNotice).toBe("A computer answers");
  });
});
