import { css } from "../../css.ts";

/** The question for consent. */
export const consentStyles = css`
  .consent {
    outline: none;
    padding: 12px 24px 24px;
  }
  .consent h3 {
    margin: 0 0 8px;
    font-size: 1.2em;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  .consent p {
    margin: 0 0 20px;
    color: var(--_muted);
  }
`;
