import { css } from "lit";

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
    font-size: 0.9em;
  }
  .note {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    align-self: center;
    max-inline-size: 90%;
    color: var(--_muted);
    font-size: 0.867em;
  }
  .note .icon {
    inline-size: 16px;
    block-size: 16px;
    color: var(--_ink);
  }
`;
