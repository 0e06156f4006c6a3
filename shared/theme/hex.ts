/** `#rgb`, `#rrggbb`, `#rrggbbaa`. */
export const HEX: RegExp = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
