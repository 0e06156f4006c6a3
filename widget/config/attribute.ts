/** `apiKey` → `api-key`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A value of the page as trimmed text; `undefined` if it is absent or blank. */
export const textOf = (value: unknown): string | undefined => `${value ?? ""}`.trim() || undefined;
