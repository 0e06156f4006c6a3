import { css } from "../../css.ts";

/** The pages under an answer: chips, in one row where they fit. */
export const sourceLinksStyles = css`
  .sources {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 8px 0 0;
    padding: 0;
    list-style: none;
  }
  .sources li {
    max-inline-size: 100%;
  }
  .sources a {
    display: block;
    padding: 4px 12px;
    overflow: hidden;
    border-radius: 999px;
    background: var(--_soft);
    color: var(--_ink);
    font-size: var(--_small);
    text-decoration: none;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (pointer: coarse) {
    .sources a {
      line-height: 36px;
    }
  }
  .sources a:hover {
    text-decoration: underline;
  }
`;
