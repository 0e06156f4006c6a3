import { css } from "../../css.ts";

/** The suggested questions. */
export const startersStyles = css`
  .stage:has(~ .starters) .orb.large {
    max-block-size: 96px;
  }
  .starters {
    flex: none;
    margin: 0 14px;
    padding: 0;
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: min(var(--_radius), 16px);
    background: var(--_bg);
    list-style: none;
  }
  .starters li + li {
    border-block-start: 1px solid var(--_border);
  }
  .starters button {
    display: flex;
    gap: 8px;
    align-items: center;
    justify-content: space-between;
    inline-size: 100%;
    min-block-size: 34px;
    padding: 5px 14px;
    font-size: var(--_small);
    line-height: 1.35;
    text-align: start;
    overflow-wrap: anywhere;
  }
  /* Which way a press leads: into the conversation. */
  .starters button::after {
    content: "";
    flex: none;
    inline-size: 6px;
    block-size: 6px;
    border: solid var(--_muted);
    border-width: 1.5px 1.5px 0 0;
    transform: rotate(45deg);
  }
  .starters button:dir(rtl)::after {
    transform: rotate(-135deg);
  }
  .starters button:hover {
    background: var(--_soft);
  }
  .starters button:focus-visible {
    outline-offset: -2px;
  }
`;
