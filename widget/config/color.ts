/** Contrast as WCAG 2.2 measures it, on sRGB colours. Pure; used before the click, so small. */

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];

/** Reads `#rgb`, `#rrggbb`, `#rrggbbaa` (alpha is dropped) and a computed `rgb(…)`; null for anything else. */
export function parseColor(value: string): Rgb | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(value)?.[1];
  if (hex) {
    const width = hex.length === 3 ? 1 : 2;
    const channel = (index: number) => {
      const digits = hex.slice(index * width, (index + 1) * width);
      return Number.parseInt(width === 1 ? digits + digits : digits, 16);
    };
    return [channel(0), channel(1), channel(2)];
  }
  const rgb = /^rgba?\((\d+), (\d+), (\d+)/.exec(value);
  return rgb && [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])];
}

export const toHex = (color: Rgb): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** `share` of `other` (0 to 1) in `color`. */
export const mix = (color: Rgb, other: Rgb, share: number): Rgb => {
  const channel = (index: 0 | 1 | 2) => Math.round(color[index] + (other[index] - color[index]) * share);
  return [channel(0), channel(1), channel(2)];
};

function luminance(color: Rgb): number {
  const linear = (index: 0 | 1 | 2) => {
    const share = color[index] / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2);
}

/** 1 (the same) to 21 (black on white). */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const least = (color: Rgb, grounds: readonly Rgb[]) => Math.min(...grounds.map((ground) => contrast(color, ground)));

/** Black or white, whichever reads better on all of `grounds`. */
export const readableOn = (...grounds: Rgb[]): Rgb => (least(WHITE, grounds) >= least(BLACK, grounds) ? WHITE : BLACK);

/** The colour nearest to `color`, towards black or white, that has `ratio` against every one of `grounds`. */
export function withContrast(color: Rgb, grounds: readonly Rgb[], ratio: number): Rgb {
  const end = readableOn(...grounds);
  for (let step = 0; step < 40; step++) {
    const candidate = mix(color, end, step / 40);
    if (least(candidate, grounds) >= ratio) return candidate;
  }
  return end;
}
