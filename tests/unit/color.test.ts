import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BLACK,
  contrast,
  parseColor,
  type Rgb,
  readableOn,
  toHex,
  WHITE,
  withContrast,
} from "../../shared/theme/contrast.ts";
import { deriveColors, resolveTokens } from "../../shared/theme/derive.ts";
import { DEFAULT_TOKENS } from "../../widget/config/token-rules.ts";
import { runs } from "../harness/random/runs.ts";

const channel = fc.integer({ min: 0, max: 255 });
const anyColor = fc.tuple(channel, channel, channel) as fc.Arbitrary<Rgb>;
const hex = anyColor.map(toHex);

describe("contrast", () => {
  it("measures as WCAG 2.2 does", () => {
    expect(contrast(BLACK, WHITE)).toBeCloseTo(21, 5);
    expect(contrast(WHITE, WHITE)).toBe(1);
    expect(contrast([118, 118, 118], WHITE)).toBeCloseTo(4.54, 2);
    expect(contrast(WHITE, [118, 118, 118])).toBeCloseTo(4.54, 2);
  });

  it("reads every way of writing that the tokens and browsers have", () => {
    expect(parseColor("#f0a")).toEqual([255, 0, 170]);
    expect(parseColor("#FF00AA")).toEqual([255, 0, 170]);
    expect(parseColor("#ff00aa80")).toEqual([255, 0, 170]);
    expect(parseColor("rgb(102, 51, 153)")).toEqual([102, 51, 153]);
    expect(parseColor("rgba(102, 51, 153, 0.5)")).toEqual([102, 51, 153]);
    for (const other of ["", "red", "#ff", "#ggg", "#12345", "url(#abc)"]) expect(parseColor(other)).toBeNull();
  });

  it("always finds a readable colour, and leaves a readable one alone", () => {
    fc.assert(
      fc.property(anyColor, anyColor, (color, ground) => {
        const found = withContrast(color, [ground], 4.5);
        expect(contrast(found, ground)).toBeGreaterThanOrEqual(4.5);
        if (contrast(color, ground) >= 4.5) expect(found).toEqual(color);
      }),
    );
  });

  it("takes black or white, whichever reads better", () => {
    expect(readableOn([255, 230, 0])).toEqual(BLACK);
    expect(readableOn([47, 91, 234])).toEqual(WHITE);
  });
});

describe("what is painted", () => {
  const painted = (tokens: Record<string, string>) => {
    const values = new Map<string, string>(deriveColors((token) => tokens[token] ?? ""));
    return (name: string) => parseColor(values.get(name) ?? "") ?? BLACK;
  };

  it("has 4.5:1 in text and 3:1 in controls, whatever colours the owner chose", () => {
    const names = ["accent", "onAccent", "background", "surface", "text", "mutedText", "border", "danger"];
    const tokens = fc.record(Object.fromEntries(names.map((name) => [name, hex])));
    fc.assert(
      fc.property(tokens, (chosen) => {
        const color = painted(chosen);
        for (const ground of ["bg", "surface", "soft"]) {
          for (const text of ["text", "muted", "ink", "danger-ink"]) {
            expect(contrast(color(text), color(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
          }
        }
        for (const fill of ["accent", "danger"]) {
          expect(contrast(color(`on-${fill}`), color(fill)), `on-${fill}`).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(color("danger"), color("bg")), "danger").toBeGreaterThanOrEqual(3);
        for (const ground of ["bg", "surface", "soft"]) {
          for (const edge of ["edge", "accent-edge"]) {
            expect(contrast(color(edge), color(ground)), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
          }
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([false, true])("keeps the default look as it was drawn (dark: %s)", (dark) => {
    const values = Object.fromEntries(resolveTokens(DEFAULT_TOKENS, dark).map(([token, value]) => [token, `${value}`]));
    const look = (token: string) => values[token] ?? "";
    const color = painted(values);
    expect(toHex(color("text"))).toBe(look("text"));
    expect(toHex(color("muted"))).toBe(look("mutedText"));
    expect(toHex(color("surface"))).toBe(look("surface"));
    expect(toHex(color("accent"))).toBe("#2f5bea");
    expect(toHex(color("danger"))).toBe(look("danger"));
    expect(contrast(color("accent"), color("bg"))).toBeGreaterThanOrEqual(3);
  });
});
