import { css } from "../../css.ts";

/** Markdown and tools in messages. */
export const richTextStyles = css`
  /* In messages. */
  .text > :is(p, ol, ul) + :is(p, ol, ul) {
    margin-block-start: 0.5em;
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
    background: var(--_bg);
    font-family: ui-monospace, monospace;
    font-size: var(--_small);
  }
`;
