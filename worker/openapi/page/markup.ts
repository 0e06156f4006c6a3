/** Text as markup: nothing in it can open a tag or leave an attribute. */
export const text = (value: unknown): string =>
  String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The little Markdown that descriptions use: paragraphs, `code` and **strong**. */
export const prose = (value: unknown): string =>
  typeof value !== "string" || value === ""
    ? ""
    : value
        .split("\n\n")
        .map((paragraph) => `<p>${inline(paragraph)}</p>`)
        .join("");

export const inline = (value: string): string =>
  text(value)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");

export const json = (value: unknown): string => `<pre><code>${text(JSON.stringify(value, null, 2))}</code></pre>`;
