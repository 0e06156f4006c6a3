import { css } from "../../css.ts";

/** The choice of an agent. */
export const agentPickerStyles = css`
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
  /* The list of agents shrinks, so that the button below it stays visible. */
  .stage.welcome:has(.picker) {
    flex: 1 1 auto;
    justify-content: safe center;
    min-block-size: 0;
    padding-block: 4px 12px;
  }
  .stage.welcome:has(.picker) > * {
    flex: none;
  }
  .stage.welcome > .picker {
    flex: 0 1 auto;
    min-block-size: 112px;
    max-block-size: max(132px, 34cqb);
  }
  .picker {
    display: grid;
    gap: 8px;
    inline-size: 100%;
    max-block-size: max(132px, 28cqb);
    margin: 14px 0 0;
    padding: 3px;
    overflow-y: auto;
    border: 0;
    text-align: start;
    scrollbar-width: thin;
  }
  .stage:has(.picker) .orb {
    --size: 84px;
  }
  .stage:has(.picker) :is(.greeting, .primary) {
    margin-block-start: 16px;
  }
  @container (max-height: 600px) {
    .stage:has(.picker) .orb {
      display: none;
    }
  }
  @container (max-height: 500px) {
    .stage.welcome:has(.picker) :is(.greeting, .hint) {
      display: none;
    }
  }
  .picker legend {
    padding: 0 0 8px;
    color: var(--_muted);
    font-size: var(--_small);
  }
  .picker label {
    position: relative;
    display: flex;
    gap: 12px;
    align-items: center;
    padding: 10px 14px;
    border: 1px solid var(--_edge);
    border-radius: 14px;
    background: var(--_bg);
    cursor: pointer;
  }
  .picker label:has(:checked) {
    border-color: var(--_ink);
    background: var(--_soft);
    box-shadow: inset 0 0 0 1px var(--_ink);
  }
  .picker label::before {
    content: "";
    flex: none;
    box-sizing: border-box;
    inline-size: 18px;
    block-size: 18px;
    border: 1.5px solid var(--_edge);
    border-radius: 50%;
    background: var(--_bg);
  }
  .picker label:has(:checked)::before {
    border: 5.5px solid var(--_ink);
  }
  .picker b,
  .picker small {
    display: block;
    overflow-wrap: anywhere;
    line-height: 1.3;
  }
  .picker b {
    font-weight: 600;
  }
  .picker small {
    color: var(--_muted);
    font-size: var(--_small);
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
  @media (forced-colors: active) {
    .picker label:has(:checked) {
      border: 2px solid Highlight;
    }
  }
`;
