import { css } from "../../css.ts";

/** The question for consent. */
export const consentStyles = css`
  .consent {
    outline: none;
  }
`;
