import { css } from "../css.ts";

/** A conversation that a reload cut off: its transcript, and below it the button that continues it. */
export const resumedStyles = css`
  .stage.welcome:has(~ .transcript:not([hidden])) {
    flex: none;
    order: 1;
    padding-block: 4px 12px;
  }
  .stage.welcome:has(~ .transcript:not([hidden])) > :is(.orb, .greeting, .about) {
    display: none;
  }
  .stage.welcome:has(~ .transcript:not([hidden])) > .primary {
    margin-block-start: 8px;
  }
`;
