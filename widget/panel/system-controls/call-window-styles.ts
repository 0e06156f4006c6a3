import { css } from "../../css.ts";

/** The small window over other tabs, a document of its own. */
export const callWindowStyles = css`
  body {
    display: grid;
    align-content: center;
    justify-items: center;
    gap: 6px;
    box-sizing: border-box;
    min-block-size: 100vh;
    margin: 0;
    padding: 12px;
    background: var(--_bg);
    color: var(--_text);
    font-family: inherit;
    text-align: center;
  }
  h1,
  p {
    margin: 0;
    font-size: 16px;
    line-height: 1.4;
  }
  p {
    min-block-size: 1.4em;
    color: var(--_muted);
    font-size: 14px;
  }
  div {
    display: flex;
    gap: 16px;
    margin-block-start: 8px;
  }
  button {
    display: grid;
    place-items: center;
    inline-size: 48px;
    block-size: 48px;
    padding: 0;
    border: 1px solid var(--_edge);
    border-radius: 50%;
    background: none;
    color: inherit;
    cursor: pointer;
  }
  button:focus-visible {
    outline: 2px solid currentcolor;
    outline-offset: 2px;
  }
  .end {
    border-color: transparent;
    background: var(--_danger);
    color: var(--_on-danger);
  }
  svg {
    inline-size: 22px;
    block-size: 22px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.8;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .solid {
    fill: currentcolor;
    stroke: none;
  }
  @media (forced-colors: active) {
    button {
      border-color: ButtonText;
    }
  }
`;
