/** How JSON writes half of a character, and the sign U+0000: neither can stand there otherwise. */
const ESCAPED = /\\u(?:[dD][89a-fA-F]|0000)/;

/** What is half of a character alone. */
const HALVES = /\p{Surrogate}/gu;

const readable = (text: string) => text.replace(HALVES, "\ufffd").replaceAll("\0", "\ufffd");

/**
 * Parses what others wrote. A text that was cut between the halves of a character, as an emoji has them, ends with the sign for what
 * cannot be read: models and receivers of webhooks refuse JSON with half a character, and all that stands beside it. So do those for
 * U+0000 who keep texts in PostgreSQL.
 * @throws SyntaxError
 */
export const parseWholeJson = (text: string): unknown =>
  JSON.parse(
    text,
    ESCAPED.test(text) ? (_, value) => (typeof value === "string" ? readable(value) : value) : undefined,
  );
