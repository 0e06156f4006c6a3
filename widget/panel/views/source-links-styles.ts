import { css } from "../../css.ts";

/** The pages under an answer. */
export const sourceLinksStyles = css`
  .sources {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 8px 0 0;
    padding: 0;
    list-style: none;
  }
  .sources a {
    display: inline-flex;
    align-items: center;
    min-block-size: 24px;
    color: var(--_ink);
    overflow-wrap: anywhere;
    font-size: var(--_small);
  }
`;
