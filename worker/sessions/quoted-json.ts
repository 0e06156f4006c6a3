/** A value as JSON for a model to read: no text in it can close the block around it or break its line. */
export const quotedJson = (value: unknown): string =>
  JSON.stringify(value, null, 1).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
