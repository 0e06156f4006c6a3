/** Contrast as WCAG 2.2 measures it, on `#rgb`, `#rrggbb` and `#rrggbbaa` (alpha left out). */

type Rgb = readonly [number, number, number];

export const TEXT_RATIO = 4.5;
export const CONTROL_RATIO = 3;

function rgb(hex: string): Rgb {
  const digits = hex.slice(1);
  const channel = (index: number) =>
    Number.parseInt(
      digits.length === 3 ? (digits[index] ?? "0").repeat(2) : digits.slice(index * 2, index * 2 + 2),
      16,
    );
  return [channel(0), channel(1), channel(2)];
}

function luminance(hex: string): number {
  const [red, green, blue] = rgb(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export const readableOn = (ground: string): string =>
  contrast("#ffffff", ground) >= contrast("#000000", ground) ? "#ffffff" : "#000000";

/** The nearest colour towards black or white that has `ratio` on the ground: what the widget does to bad choices. */
export function corrected(color: string, ground: string, ratio: number): string {
  const end = rgb(readableOn(ground));
  const start = rgb(color);
  for (let step = 0; step <= 40; step++) {
    const channels = start.map((channel, index) => Math.round(channel + ((end[index] ?? 0) - channel) * (step / 40)));
    const candidate = `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
    if (contrast(candidate, ground) >= ratio) return candidate;
  }
  return readableOn(ground);
}
