import type { WidgetConfigPatch } from "../../shared/config.ts";

type Values = Record<string, unknown>;

/** Applies changed values over stored ones; `null` removes one. `undefined` if none is left. */
function overlaid(stored: Values | null | undefined, change: Values | null | undefined): Values | undefined {
  const kept = Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null && value !== undefined);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** The same for each language, and for each text in it. */
function translated(stored: Values | undefined, change: Values | null | undefined): Values | undefined {
  if (change === null) return undefined;
  const merged = Object.entries(change ?? {}).map(([tag, words]) => [
    tag,
    words && overlaid(stored?.[tag] as Values, words as Values),
  ]);
  return overlaid(stored, Object.fromEntries(merged));
}

/** Applies a change over the owner's settings, group by group; `null` removes a value or a whole group. */
export function mergeConfig(stored: WidgetConfigPatch, change: WidgetConfigPatch): WidgetConfigPatch {
  const merged: Record<string, Values | undefined> = {};
  for (const group of ["designTokens", "branding", "copy", "features"] as const) {
    if (change[group] === null) continue;
    const values = { ...change[group] } as Values;
    if (group === "copy") {
      const { translations } = (change.copy ?? {}) as Values;
      values.translations = translated(stored.copy?.translations as Values, translations as Values);
    }
    merged[group] = overlaid(stored[group], values);
  }
  return JSON.parse(JSON.stringify(merged)) as WidgetConfigPatch;
}
