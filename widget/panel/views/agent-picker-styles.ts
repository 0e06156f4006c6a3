import { css } from "../../css.ts";

/** The choice of an agent. */
export const agentPickerStyles = css`
  .stage:has(.picker) .orb.large {
    max-block-size: 96px;
  }
  .picker input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .picker label:has(:focus-visible) {
    outline: 2px solid var(--_ink);
    outline-offset: 2px;
  }
  .picker {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    justify-content: safe center;
    gap: 6px;
    inline-size: 100%;
    max-block-size: max(100px, 28cqb);
    margin: 10px 0 0;
    padding: 1px;
    overflow-y: auto;
    border: 0;
    scrollbar-width: thin;
  }
  .picker legend {
    position: absolute;
    clip-path: inset(50%);
  }
  .picker label {
    position: relative;
    display: grid;
    place-items: center;
    min-inline-size: 44px;
    min-block-size: 36px;
    padding: 6px 11px;
    border: 1px solid var(--_edge);
    border-radius: 18px;
    background: var(--_bg);
    line-height: 1.3;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .picker b {
    font-weight: inherit;
  }
  .picker label:has(:checked) {
    border-color: var(--_ink);
    background: var(--_soft);
    box-shadow: inset 0 0 0 1px var(--_ink);
    font-weight: 600;
  }
  /* Beside questions, all of it is smaller. */
  .stage.welcome:has(.picker):has(~ .starters) > .greeting {
    margin-block-start: 8px;
    font-size: 1.2em;
  }
  .stage.welcome:has(.picker):has(~ .starters) > .primary {
    min-block-size: 44px;
    margin-block-start: 10px;
    font-size: 1em;
  }
  .picker + .about {
    max-inline-size: 40ch;
    margin-block-start: 6px;
    font-size: var(--_small);
    line-height: 1.4;
  }
  .change {
    inline-size: 100%;
  }
  .change summary {
    min-block-size: 32px;
    color: var(--_muted);
    font-size: var(--_small);
    line-height: 32px;
    cursor: pointer;
  }
  @media (pointer: coarse) {
    .picker label {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .picker label:has(:checked) {
      border: 2px solid Highlight;
    }
  }
`;
