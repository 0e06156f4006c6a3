import { css } from "../../css.ts";

/** The push-to-talk button, as wide as the panel, so that a thumb finds it without looking. */
export const talkButtonStyles = css`
  .talk {
    display: flex;
    flex: 1 0 100%;
    gap: 10px;
    align-items: center;
    justify-content: center;
    min-block-size: 64px;
    padding: 8px 16px;
    border: 2px solid var(--_ink);
    border-radius: 22px;
    background: var(--_bg);
    color: var(--_ink);
    font-size: 1.067em;
    font-weight: 600;
    line-height: 1.25;
    touch-action: none;
    user-select: none;
    -webkit-touch-callout: none;
    transition:
      background 0.15s,
      color 0.15s;
  }
  .talk .icon {
    inline-size: 26px;
    block-size: 26px;
  }
  .talk[aria-pressed="true"] {
    border-color: var(--_accent-edge);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  @container (max-height: 520px) {
    .talk {
      flex: 3 1 0;
      min-block-size: 48px;
    }
  }
  @media (forced-colors: active) {
    .talk[aria-pressed="true"] {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      /* Else the browser puts the page's colour behind the words. */
      forced-color-adjust: none;
    }
    .talk[aria-pressed="true"]:focus-visible {
      outline-color: CanvasText;
    }
  }
`;
