import { css } from "../../css.ts";

/** The suggested questions. */
export const startersStyles = css`
  .starters {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 6px;
    margin: 12px 0 0;
    padding: 0;
    list-style: none;
  }
  .starters button {
    padding: 8px 12px;
    border: 1px solid var(--_border);
    border-radius: 18px;
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-size: var(--_small);
    text-align: start;
    cursor: pointer;
  }
  .starters button:hover {
    background: var(--_soft);
  }
`;
