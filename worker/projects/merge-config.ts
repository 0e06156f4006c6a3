import type { WidgetConfigPatch } from "../../shared/config.ts";

/** Lays a change over what the owner set before, group by group; `null` takes a value, or a whole group, back. */
export function mergeConfig(stored: WidgetConfigPatch, change: WidgetConfigPatch): WidgetConfigPatch {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const group of ["designTokens", "branding", "copy", "features"] as const) {
    if (change[group] === null) continue;
    const values = Object.entries({ ...stored[group], ...change[group] }).filter(
      ([, value]) => value !== null && value !== undefined,
    );
    if (values.length > 0) merged[group] = Object.fromEntries(values);
  }
  return merged as WidgetConfigPatch;
}
