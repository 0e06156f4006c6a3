/** `apiKey` → `api-key`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Words of the page, trimmed; nothing for what is absent or blank. */
export const textOf = (value: unknown): string | undefined => `${value ?? ""}`.trim() || undefined;
