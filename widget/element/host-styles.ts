import { css } from "../css.ts";

/**
 * The host's box and the launcher. `!important` inside a shadow root beats the page's rules, which reach the host alone;
 * `display`, `visibility` and `opacity` stay free, so that its owner can hide it.
 */
export const hostStyles = css`
  :host {
    display: block;
    /* Page overrides that have another name here, or that are derived from another token. */
    --_page-bg: var(--voice-widget-background);
    --_page-accent-edge: var(--voice-widget-accent);
    --_page-ink: var(--voice-widget-text);
  }
  /* White or black on the page's accent, whichever reads better by WCAG: its lightness hangs on the luminance alone, and one
     far outside of the gamut becomes white or black. Without an accent there is no value. */
  @supports (color: lab(from red l a b)) {
    :host {
      --_page-on-accent: lab(from var(--voice-widget-accent) calc((49.4 - l) * 999) 0 0);
    }
  }
  :host([hidden]) {
    display: none !important;
  }
  /* Hidden outside of opening hours where the owner wants that, and until the label is known: a button that grows would be
     less calm. */
  :host([data-wait]) {
    visibility: hidden !important;
  }
  /* Its box is for the page's scripts alone, and out of sight, whatever the page's rules make of it. */
  :host(:not([data-placement="inline"])) {
    position: fixed !important;
    inset: -999px auto auto -999px !important;
    z-index: var(--_z-index) !important;
    inline-size: 56px !important;
    block-size: 56px !important;
  }
  :host([data-placement="inline"]) {
    position: relative;
    inline-size: 100%;
    max-inline-size: var(--_width);
    block-size: var(--_height);
  }
  :host([data-placement="inline"]) .dock {
    display: none;
  }

  /* All that is seen stands here, in the top layer: nothing around the host moves, clips or covers it. */
  .root {
    all: initial;
    position: fixed;
    right: calc(var(--_offset) + env(safe-area-inset-right));
    bottom: calc(var(--_offset) + env(safe-area-inset-bottom));
    display: block;
    visibility: inherit;
    direction: ltr;
    font-family: var(--_font-family), sans-serif;
    color: var(--_text);
  }
  /* The top layer is outside of the host's own opacity. */
  .root:popover-open {
    opacity: inherit;
  }
  :host([data-placement="inline"]) .root {
    position: static;
    block-size: 100%;
  }
  :host([data-placement^="top"]) .root {
    top: calc(var(--_offset) + env(safe-area-inset-top));
    bottom: auto;
  }
  :host([data-placement$="left"]) .root {
    left: calc(var(--_offset) + env(safe-area-inset-left));
    right: auto;
  }
  /* "em" is the size that the visitor asked their browser for. */
  .root > * {
    font-size: var(--_font-size);
  }
  button {
    all: unset;
    box-sizing: border-box;
    cursor: pointer;
  }

  .launcher {
    display: flex;
    align-items: center;
    block-size: 56px;
    padding: 11px;
    /* In the text's colour, which is seen on every page on which the accent is not, and where the visitor has colours forced. */
    border: 1px solid;
    border-radius: var(--_launcher-radius);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    white-space: nowrap;
    box-shadow: 0 8px 24px -9px var(--_accent);
  }
  .label,
  ::slotted(*) {
    margin-inline: 12px;
  }
  .label {
    max-inline-size: min(320px, 60vw);
    overflow: hidden;
    text-overflow: ellipsis;
    unicode-bidi: plaintext;
    /* The press is the button's: WebKit makes no click of one on a text that is drawn anew before the release. */
    pointer-events: none;
  }
  /* A circle covers less of a small page: the visitor has read the words. */
  @media (max-width: 480px) {
    .scrolled .label {
      display: none;
    }
  }
  /* The agent's picture, as the panel draws it, at rest. */
  .mark {
    /* All of its size, so that no long label squeezes it. */
    padding: 15px;
    border: 1px solid;

    border-radius: 50%;
    background: radial-gradient(circle at 34% 22%, #fff, var(--_accent) 45%, rgb(0 0 0 / 40%));
  }
  [aria-busy="true"] {
    opacity: 0.6;
  }
  /* Two colours, so that it is visible on any page. */
  button:focus-visible {
    outline: 3px solid var(--_bg);
    box-shadow: 0 0 0 6px var(--_ink, var(--_accent));
  }

  @media print {
    :host {
      display: none;
    }
  }
`;
