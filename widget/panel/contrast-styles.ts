import { css } from "../css.ts";

/** For visitors who asked their system for more contrast, or for its own colours. These rules come after all others. */
export const styles: string = css`
  @media (prefers-contrast: more) {
    .panel {
      --_muted: var(--_text);
      --_edge: var(--_text);
    }
  }
  @media (forced-colors: active) {
    .panel {
      border-color: CanvasText;
    }
    button:not(.control),
    .control .round {
      border: 1px solid ButtonText;
    }
    /* The border around all of them is each one's own. */
    .starters,
    .starters li + li {
      border: 0;
    }
    .starters li:first-child button {
      border-start-start-radius: 16px;
      border-start-end-radius: 16px;
    }
    .starters li:last-child button {
      border-end-start-radius: 16px;
      border-end-end-radius: 16px;
    }
    [aria-disabled="true"] {
      color: GrayText;
      opacity: 1;
    }
    .composer:focus-within {
      outline: 2px solid Highlight;
    }
    .card,
    .settings,
    .menu {
      border: 1px solid CanvasText;
    }
    .dots i {
      forced-color-adjust: none;
      background: CanvasText;
    }
    .meter {
      border: 2px solid Highlight;
    }
    .meter i {
      background: Highlight;
    }
    .orb {
      forced-color-adjust: none;
    }
  }
`;
