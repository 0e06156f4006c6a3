/** `#rgb`, `#rrggbb`, `#rrggbbaa`. */
export const HEX: RegExp = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** The same colour as `#rrggbb`, the only form that a colour input knows. */
export function withSixDigits(hex: string): string {
  const digits = hex.slice(1);
  return digits.length === 3 ? `#${[...digits].map((digit) => digit + digit).join("")}` : hex.slice(0, 7);
}
