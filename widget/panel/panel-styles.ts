import { css } from "../css.ts";

/**
 * The panel's box and its areas. Colours are the tokens' `--_*`: derived in shared/theme/derive.ts, written by
 * element/launcher-look.ts and page-colors.ts. Lengths are logical.
 */
export const panelStyles = css`
  :host {
    /* The edge of controls on the panel, visible on any background. */
    --_line: color-mix(in srgb, var(--_text) 18%, var(--_bg));
    --_gap: calc(var(--_offset) + 72px);
    position: absolute;
    inset-block-end: calc(100% + 16px);
    inset-inline-end: 0;
    display: block;
    direction: ltr;
    /* "auto" would be what the page has around the widget. */
    user-select: text;
  }
  :host([data-placement$="left"]) {
    inset-inline: 0 auto;
  }
  :host([data-placement^="top"]) {
    inset-block: calc(100% + 16px) auto;
  }
  :host([data-placement="inline"]) {
    position: static;
    block-size: 100%;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  .panel {
    position: static;
    display: flex;
    flex-direction: column;
    inline-size: min(var(--_width), 100vw - 2 * var(--_offset));
    block-size: min(var(--_height), 100dvh - var(--_gap) - var(--_offset));
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: 0;
    /* In a window at 400 % zoom not even the composer has room beside the settings. */
    overflow: hidden auto;
    container-type: size;
    /* Whatever the owner's size is, nothing is smaller. */
    --_small: max(13px, 0.867em);
    --_less: max(13px, 0.933em);
    border: 1px solid color-mix(in srgb, var(--_border) 70%, transparent);
    border-radius: var(--_radius);
    background: var(--_bg);
    color: var(--_text);
    font-family: var(--_font-family), sans-serif;
    line-height: 1.5;
    text-align: start;
    -webkit-font-smoothing: antialiased;
    box-shadow:
      0 4px 12px rgb(10 14 30 / 6%),
      0 24px 64px -12px rgb(10 14 30 / 28%);
    outline: none;
  }
  dialog.panel:not([open]) {
    display: none;
  }
  dialog.panel[open] {
    animation: rise 0.28s cubic-bezier(0.2, 0.9, 0.25, 1);
  }
  .panel.inline {
    inline-size: 100%;
    block-size: 100%;
    box-shadow: none;
    border-color: var(--_border);
  }
  @keyframes rise {
    from {
      opacity: 0;
      transform: translateY(8px);
    }
  }

  .panel:has(.welcome, .call) {
    background: radial-gradient(ellipse 95% 62% at 50% 26%, var(--_soft), transparent) var(--_bg);
  }
  .header {
    display: flex;
    flex: none;
    align-items: center;
    gap: 12px;
    padding: 14px 18px 4px;
  }
  .avatar {
    flex: none;
  }
  .avatar > * {
    display: block;
    inline-size: 38px;
    block-size: 38px;
    border-radius: 50%;
    object-fit: cover;
  }
  /* A wordmark is no face: shown whole. */
  .avatar .logo {
    inline-size: auto;
    max-inline-size: 112px;
    border-radius: 0;
    object-fit: contain;
  }
  .avatar img:not([hidden]) + * {
    display: none;
  }
  /* Aligned with the panel's start, also for a name in another script. */
  .names {
    display: grid;
    justify-items: start;
  }
  .names,
  .subtitle {
    flex: 1;
    overflow-wrap: anywhere;
  }
  /* However long a name is, the conversation has the room. */
  .title,
  .subtitle {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
    margin: 0;
    line-height: 1.2;
  }
  .title {
    -webkit-line-clamp: 2;
    font-size: 1.067em;
    font-weight: 650;
  }
  .subtitle {
    color: var(--_muted);
    font-size: var(--_small);
  }
  .header > button {
    margin-inline-end: -8px;
  }

  .body {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-block-size: min(96px, 40cqb);
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }

  .card {
    display: grid;
    gap: 10px;
    justify-items: center;
    margin: 14px 16px 12px;
    padding: 16px;
    border-radius: min(var(--_radius), 16px);
    background: var(--_surface);
    font-size: var(--_less);
    text-align: center;
  }
  .card :is(p, h2) {
    margin: 0;
    text-wrap: balance;
    color: var(--_muted);
  }
  .card :is(.what, h2) {
    color: var(--_text);
    font-size: 1.067em;
    font-weight: 600;
  }
  /* One agent, one picture; the large one leaves where there is no room for it. */
  .panel:has(.stage > .orb:not(.large)) .avatar:has(> .orb):not(:has(img:not([hidden]))) {
    display: none;
  }

  .footer {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 0 14px;
    align-items: center;
    justify-content: center;
    padding: 0 16px 10px;
    color: var(--_muted);
    font-size: var(--_small);
    text-align: center;
  }
  .footer a {
    display: inline-flex;
    align-items: center;
    padding-block: 4px;
    color: inherit;
    text-underline-offset: 2px;
  }

  @media (max-width: 480px), (max-height: 420px) {
    dialog.panel {
      position: fixed;
      inset: var(--_visible-top, 0) 0 auto;
      inline-size: 100%;
      block-size: var(--_visible-height, 100dvh);
      padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
      border: 0;
      border-radius: 0;
      box-shadow: none;
    }
    dialog.panel::backdrop {
      background: var(--_bg);
    }
  }
  /* Also of views that are loaded later. */
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after {
      animation: none !important;
      transition: none !important;
    }
  }
`;
