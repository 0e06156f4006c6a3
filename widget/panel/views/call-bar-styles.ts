import { css } from "../../css.ts";

/** The controls of a call: an icon each with its word below it, or beside it in a low window. */
export const callBarStyles = css`
  .call-bar {
    position: relative;
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 8px 4px;
    justify-content: center;
    padding: 6px 12px 8px;
  }
  .control {
    display: grid;
    flex: 1 1 64px;
    min-inline-size: min-content;
    gap: 4px;
    align-content: start;
    justify-items: center;
    max-inline-size: 112px;
    padding: 2px;
    border-radius: 16px;
  }
  .word {
    font-size: var(--_small);
    line-height: 1.25;
    text-align: center;
  }

  /* In a low window, as above an on-screen keyboard, the transcript gets the space. */
  @container (max-height: 520px) {
    .header {
      padding-block: 4px;
    }
    .call-bar {
      padding-block: 4px;
    }
    .control .round {
      inline-size: 36px;
      block-size: 36px;
    }
    .composer.composer {
      margin-block: 4px 8px;
    }
  }
  @container (max-height: 520px) and (min-width: 480px) {
    .control {
      display: flex;
      align-items: center;
    }
  }
`;
