import { HEX } from "./hex.ts";

/** Contrast as WCAG 2.2 measures it, on sRGB colours. Pure. */

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];

/** Reads `#rgb`, `#rrggbb`, `#rrggbbaa` (alpha is dropped) and a computed `rgb(…)`; null for anything else. */
export function parseColor(value: string): Rgb | null {
  const hex = HEX.exec(value)?.[1];
  const channels = hex
    ? (hex.length === 3 ? hex.replace(/./g, "$&$&") : hex).match(/../g)?.map((digits) => `0x${digits}`)
    : /^rgba?\((\d+), (\d+), (\d+)/.exec(value)?.slice(1);
  return channels ? (channels.slice(0, 3).map(Number) as unknown as Rgb) : null;
}

export const toHex = (color: Rgb): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** `share` of `other` (0 to 1) in `color`. */
export const mix = (color: Rgb, other: Rgb, share: number): Rgb =>
  other.map((channel, index) => Math.round(channel * share + (color[index] as number) * (1 - share))) as unknown as Rgb;

const WEIGHTS: Rgb = [0.2126, 0.7152, 0.0722];
const luminance = (color: Rgb): number =>
  WEIGHTS.reduce((sum, weight, index) => {
    const share = (color[index] as number) / 255;
    return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
  }, 0);

/** 1 (the same) to 21 (black on white). */
export function contrast(one: Rgb, other: Rgb): number {
  const ratio = (luminance(one) + 0.05) / (luminance(other) + 0.05);
  return Math.max(ratio, 1 / ratio);
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
