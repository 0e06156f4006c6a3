/** Words of the page, trimmed; nothing for what is absent or blank. */
export const textOf = (value: unknown): string | undefined =>
  value === null || value === undefined || value === "" ? undefined : String(value).trim() || undefined;
