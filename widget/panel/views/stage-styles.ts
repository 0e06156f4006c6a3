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
    padding-block: 4px 10px;
  }
  /* The ring around the picture, at its widest, stays clear of the words. */
  .stage.call {
    gap: 26px;
    padding-block: 20px 12px;
  }
  .greeting {
    margin: min(26px, 4cqb) 0 0;
    font-size: 1.4em;
    font-weight: 650;
    line-height: 1.25;
    text-wrap: balance;
  }
  /* Smaller where there is more to show. */
  .stage:has(.about) .orb.large {
    max-block-size: 96px;
  }
  .about {
    max-inline-size: 30ch;
    margin: 10px 0 0;
    color: var(--_muted);
    text-wrap: balance;
  }
  .stage .primary {
    margin-block-start: min(26px, 4cqb);
  }

  .status {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    min-block-size: 0;
    margin: 0;
    color: var(--_muted);
    font-weight: 500;
  }
  /* In a typed conversation the status is below the transcript, and three dots in the transcript mean "thinking". */
  .stage.aside {
    order: 1;
  }
  .stage.aside ~ :is(.card, .ending) {
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
