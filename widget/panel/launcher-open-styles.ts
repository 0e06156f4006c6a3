import { css } from "../css.ts";

/**
 * The launcher under the pointer, when the panel is loaded, and while the panel is open, when it shows that a click closes it.
 * These rules come after element/host-styles.ts.
 */
export const launcherOpenStyles = css`
  /* Not in host-styles.ts, as the other overrides are: the launcher has no muted text. */
  :host {
    --_page-muted: var(--voice-widget-muted-text);
  }
  .root {
    color-scheme: inherit;
    -webkit-text-size-adjust: 100%;
  }
  button {
    -webkit-tap-highlight-color: transparent;
    user-select: none;
  }
  .launcher:hover {
    transform: translateY(-2px);
  }
  .launcher:active {
    transform: scale(0.97);
  }
  @media (prefers-reduced-motion: no-preference) {
    .launcher {
      transition: transform 0.2s cubic-bezier(0.2, 0.8, 0.2, 1);
    }
  }
  [data-status="failed"] .mark {
    filter: grayscale(1);
  }
  .launcher[aria-expanded="true"] {
    justify-content: center;
    inline-size: 56px;
    padding: 0;
  }
  .launcher[aria-expanded="true"] slot {
    display: none;
  }
  .launcher[aria-expanded="true"]::after {
    content: "";
    inline-size: 11px;
    block-size: 11px;
    margin-block-end: 6px;
    border: solid;
    border-width: 0 2px 2px 0;
    rotate: 45deg;
  }
  :host([data-placement^="top"]) .launcher::after {
    margin-block: 6px 0;
    rotate: 225deg;
  }
`;
