import { css } from "../../css.ts";

/** The agent's picture and the status. These rules come before the panel's own. */
export const stageStyles = css`
  .stage {
    display: flex;
    flex: none;
    flex-direction: column;
    align-items: center;
    padding: 0 24px;
    text-align: center;
  }
  .stage.welcome {
    flex: 1 0 auto;
    justify-content: center;
    padding-block: 20px;
  }
  .stage.call {
    padding-block: clamp(4px, 24cqb - 120px, 44px) 12px;
  }
  .body:has(.transcript[hidden]) .stage.call {
    flex: 1 0 auto;
    justify-content: center;
  }
  .greeting {
    margin: clamp(10px, 8cqb - 24px, 26px) 0 0;
    font-size: clamp(1.2em, 3.6cqb, 1.467em);
    font-weight: 650;
    line-height: 1.25;
    letter-spacing: -0.02em;
    text-wrap: balance;
  }
  .about {
    max-inline-size: 30ch;
    margin: 10px 0 0;
    color: var(--_muted);
    text-wrap: balance;
  }
  .stage .primary {
    margin-block-start: clamp(14px, 8cqb - 24px, 26px);
  }
  .hint {
    margin: 12px 0 0;
    color: var(--_muted);
    font-size: var(--_small);
  }

  .status {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    align-items: center;
    justify-content: center;
    min-block-size: 0;
    margin: 0;
    color: var(--_muted);
    font-weight: 500;
  }
  .stage.call .status {
    min-block-size: 1.5em;
    margin-block-start: clamp(4px, 8cqb - 30px, 20px);
  }
  /* In a typed conversation the status is below the transcript, and three dots in the transcript mean "thinking". */
  .stage.aside {
    order: 1;
  }
  .stage.aside ~ :is(.notice, .ending, .consent) {
    order: 2;
  }
  .stage.aside .status[data-status="thinking"] {
    position: absolute;
    clip-path: inset(50%);
  }
  .stage.aside .status:has(span:not(:empty)) {
    padding-block: 6px;
    font-size: var(--_small);
  }
  .said {
    display: contents;
  }
`;
