/** How JSON writes half of a character, and the sign U+0000: neither can stand there otherwise. */
const ESCAPED = /\\u(?:[dD][89a-fA-F]|0000)/;

/** Each escape: two halves of one character, what cannot be read, any other. */
const ESCAPES = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2}|u0000)|\S)/g;

const readable = (text: string) => text.replace(ESCAPES, (all, unreadable) => (unreadable ? "\\ufffd" : all));

/**
 * Parses what others wrote. Half a character, as a cut emoji leaves it, becomes U+FFFD: models and receivers of webhooks refuse all of
 * a JSON that has one. So does U+0000, which PostgreSQL cannot store.
 * @throws SyntaxError at a position that holds for the text as it was given
 */
export const parseWholeJson = (text: string): unknown => JSON.parse(ESCAPED.test(text) ? readable(text) : text);
