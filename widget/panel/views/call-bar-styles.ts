import { css } from "../../css.ts";

/** The controls of a call: an icon each with its word below it, or beside it in a low window. */
export const callBarStyles = css`
  .call-bar {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 12px clamp(4px, 3cqi, 16px);
    align-items: center;
    justify-content: center;
    padding: 12px 14px 6px;
  }
  .control {
    display: grid;
    flex: 1 1 auto;
    min-inline-size: 72px;
    gap: 6px;
    align-self: start;
    justify-items: center;
    max-inline-size: 136px;
    padding: 2px;
    border-radius: 16px;
  }
  .word {
    max-inline-size: 100%;
    font-size: var(--_small);
    line-height: 1.25;
    text-align: center;
  }

  /* In a low window, as above an on-screen keyboard, the transcript gets the space. */
  @container (max-height: 520px) {
    .header {
      padding-block: 8px 6px;
    }
    .call-bar {
      flex-wrap: nowrap;
      gap: 6px;
      padding-block: 6px 2px;
    }
    .control {
      grid-template-columns: auto minmax(0, auto);
      align-self: center;
      justify-content: start;
      align-items: center;
      text-align: start;
    }
    .control .round,
    .control .round .icon {
      inline-size: 36px;
      block-size: 36px;
    }
    .control .round .icon {
      padding: 8px;
    }
    .word {
      text-align: start;
    }
    .composer.composer {
      margin-block: 4px 8px;
    }
  }
`;
