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
  *::before,
  *::after {
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
    font-family: var(--_font-family);
    line-height: 1.5;
    text-align: start;
    -webkit-font-smoothing: antialiased;
    box-shadow:
      0 0 0 1px rgb(10 14 30 / 3%),
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
      transform: translateY(12px) scale(0.985);
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
    padding: 16px 16px 12px 18px;
    padding-inline: 18px 14px;
  }
  .avatar {
    display: block;
    flex: none;
    inline-size: 38px;
    block-size: 38px;
    border-radius: 50%;
    object-fit: cover;
  }
  /* Aligned with the panel's start, also for a name in another script. */
  .names {
    display: grid;
    flex: 1;
    grid-template-columns: minmax(0, 1fr);
    justify-items: start;
    min-inline-size: 0;
  }
  .title,
  .subtitle {
    max-inline-size: 100%;
    margin: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .title {
    font-size: 1.067em;
    font-weight: 650;
    line-height: 1.3;
    letter-spacing: -0.01em;
  }
  .subtitle {
    color: var(--_muted);
    font-size: var(--_small);
    line-height: 1.35;
  }
  .ai {
    flex: none;
    max-inline-size: 40%;
    margin: 0;
    padding: 2px 8px;
    border: 1px solid var(--_border);
    border-radius: 999px;
    color: var(--_muted);
    font-size: var(--_small);
    line-height: 1.35;
    text-align: center;
  }
  .close {
    margin-inline-start: auto;
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

  .notice {
    display: flex;
    gap: 12px;
    margin: 6px 16px 12px;
    padding: 14px 16px;
    border-radius: min(var(--_radius), 16px);
    border: 1px solid var(--_line);
    background: var(--_surface);
    font-size: var(--_less);
  }
  .notice .icon {
    flex: none;
    margin-block-start: 1px;
    color: var(--_danger-ink);
  }
  .notice[data-code="audio_blocked"] .icon {
    color: var(--_ink);
  }
  .notice p {
    margin: 0;
    color: var(--_muted);
  }
  .notice .what {
    color: var(--_text);
    font-weight: 600;
  }
  .notice button {
    margin-block-start: 12px;
  }
  .body:has(.transcript[hidden]):not(:has(.stage.call)) :is(.notice, .ending, .consent) {
    margin-block: auto;
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
  .footer a:hover {
    color: var(--_ink);
  }

  @media (max-width: 480px), (max-height: 420px) {
    dialog.panel {
      position: fixed;
      inset: var(--_visible-top, 0) 0 auto;
      inline-size: 100%;
      block-size: var(--_visible-height, 100dvh);
      padding-block: env(safe-area-inset-top, 0) env(safe-area-inset-bottom, 0);
      padding-inline: env(safe-area-inset-left, 0) env(safe-area-inset-right, 0);
      border: 0;
      border-radius: 0;
      box-shadow: none;
    }
    dialog.panel::backdrop {
      background: var(--_bg);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    dialog.panel[open] {
      animation: none;
    }
  }
`;
