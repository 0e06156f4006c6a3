import { css } from "../../css.ts";

/** Markdown and tools in messages. */
export const richTextStyles = css`
  /* In messages. */
  .text :is(p, ol, ul, pre, blockquote, .table, hr) + :is(p, ol, ul, pre, blockquote, .table, hr) {
    margin-block-start: 0.5em;
  }
  .text :is(pre, blockquote, .table, hr) {
    margin: 0;
  }
  .text blockquote {
    padding-inline-start: 0.8em;
    border-inline-start: 3px solid var(--_border);
  }
  /* Their parts have a direction each, and they none. */
  .text :is(blockquote, table):has(:dir(rtl)) {
    direction: rtl;
  }
  .text :is(pre, .table) {
    max-inline-size: 100%;
    overflow-x: auto;
    scrollbar-width: thin;
  }
  .text pre {
    padding: 0.5em 0.7em;
    border-radius: 8px;
    background: var(--_surface);
    white-space: pre;
  }
  .text table {
    border-collapse: collapse;
    font-size: 0.933em;
    overflow-wrap: normal;
  }
  .text :is(th, td) {
    padding: 0.25em 0.6em;
    border: 1px solid var(--_border);
    text-align: start;
  }
  .text hr {
    border: 0;
    border-block-start: 1px solid var(--_border);
  }
  .text :is(ol, ul) {
    padding-inline-start: 1.4em;
  }
  .text a {
    color: var(--_ink);
    text-underline-offset: 2px;
  }
  .text code {
    padding: 0.1em 0.3em;
    border-radius: 5px;
    background: var(--_surface);
    font-family: ui-monospace, monospace;
    font-size: var(--_small);
  }
  .text pre code {
    padding: 0;
    background: none;
  }
`;
