import { css } from "../css.ts";

/** The panel's layout during a conversation: transcript, notices, the end. */
export const conversationLayoutStyles = css`
  /* The sentence under the status. */
  .why {
    inline-size: 100%;
    font-size: var(--_less);
    font-weight: 400;
    text-wrap: balance;
  }

  /* A conversation that a reload cut off: its transcript, and below it the button that continues it. */
  .body {
    reading-flow: flex-visual;
  }
  .stage.welcome:has(~ .transcript:not([hidden])) {
    flex: none;
    order: 1;
    padding-block: 4px 12px;
  }
  .stage.welcome:has(~ .transcript:not([hidden])) > :is(.orb, .greeting, .about) {
    display: none;
  }
  .stage.welcome:has(~ .transcript:not([hidden])) > .primary {
    margin-block-start: 8px;
  }
  /* Without a transcript, the end is centred as one block. */
  .body:has(.transcript[hidden]):not(:has(.stage.call)) .stage:has(~ .ending) {
    margin-block-start: auto;
  }
  .body:has(.transcript[hidden]):not(:has(.stage.call)) .stage ~ .ending {
    margin-block-start: 4px;
  }
  /* A notice in a call takes the place of the agent's picture. */
  .stage.call:has(~ .notice) {
    padding-block: 8px 4px;
  }
  .stage.call:has(~ .notice) .orb.medium {
    --size: clamp(0px, 9 * (100cqb - 600px), 56px);
  }
  .stage.call:has(~ .notice) .status {
    margin-block-start: 10px;
  }
  .transcript:has(~ .notice) {
    min-block-size: 0;
  }
  /* In a low window, as at 200 % zoom, the picture is beside the status. */
  @container (max-height: 520px) {
    .stage.call {
      flex-direction: row;
      gap: 12px;
      justify-content: center;
      padding-block: 6px;
    }
    .stage.call .halo {
      display: none;
    }
    .stage.call .orb.medium {
      --size: 44px;
    }
    .stage.call .status {
      margin: 0;
    }
  }

  /* It takes no space: it lies over the end of the transcript. */
  .latest {
    position: relative;
    flex: none;
    block-size: 0;
  }
  .latest button {
    position: absolute;
    inset-block-end: 8px;
    inset-inline: 0;
    inline-size: max-content;
    max-inline-size: 90%;
    min-block-size: 36px;
    margin-inline: auto;
    color: var(--_ink);
    box-shadow: 0 4px 14px rgb(10 14 30 / 18%);
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
  }
  .choices .secondary {
    min-block-size: 44px;
  }
`;
