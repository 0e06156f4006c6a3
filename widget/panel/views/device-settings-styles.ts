import { css } from "../../css.ts";

/** Devices, volume, and the ways to talk. */
export const deviceSettingsStyles = css`
  select {
    inline-size: 100%;
    min-block-size: 44px;
    padding: 8px 12px;
    border: 1px solid var(--_edge);
    border-radius: 12px;
    background: var(--_bg);
    color: var(--_text);
  }

  .settings {
    display: grid;
    flex: 0 1 auto;
    min-block-size: 120px;
    /* The status stays visible. */
    max-block-size: 58cqb;
    overflow-y: auto;
    scrollbar-width: thin;
    gap: 8px;
    margin: 6px 14px 0;
    padding: 12px;
    border: 1px solid var(--_line);
    border-radius: min(var(--_radius), 16px);
    background: var(--_surface);
    animation: appear 0.2s ease-out;
  }
  /* The transcript stays visible, in the place of the agent's picture. */
  .body:has(~ .settings) .orb {
    display: none;
  }
  .body:has(~ .settings) .stage.call {
    flex: none;
    padding-block: 0 4px;
  }
  .body:has(~ .settings) .stage.call .status {
    margin: 0;
  }
  .body:has(~ .settings) .transcript {
    min-block-size: 0;
  }
  /* After its button in the order of Tab, and seen above it. */
  .settings ~ :is(.composer, .end-chat, .footer),
  .call-bar:has(~ .settings) {
    order: 1;
  }
  .settings p {
    margin: 0;
    color: var(--_danger-ink);
    font-size: var(--_less);
  }
  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .acts button {
    display: flex;
    flex: 1 1 auto;
    gap: 8px;
    align-items: center;
    justify-content: center;
    min-block-size: 44px;
    padding-inline: 12px;
    line-height: 1.2;
  }
  .settings .row {
    display: grid;
    grid-template-columns: 7.5em minmax(0, 1fr);
    gap: 12px;
    align-items: center;
    margin: 0;
    hyphens: auto;
    overflow-wrap: break-word;
    padding: 0;
    border: 0;
    font-size: var(--_less);
  }
  .settings select {
    font-size: 1em;
  }
  @container (max-width: 350px) {
    .settings .modes {
      grid-template-columns: 1fr;
      gap: 6px;
    }
  }
  .modes div {
    display: grid;
    grid-template-columns: auto auto;
    gap: 3px;
    padding: 3px;
    border-radius: 12px;
    background: color-mix(in srgb, var(--_text) 8%, var(--_bg));
  }
  .modes label {
    position: relative;
    display: grid;
    place-items: center;
    min-block-size: 36px;
    padding: 2px 4px;
    border-radius: 9px;
    line-height: 1.25;
    text-align: center;
    cursor: pointer;
  }
  .modes label:has(:checked) {
    background: var(--_bg);
    box-shadow: 0 1px 3px rgb(10 14 30 / 22%);
    color: var(--_ink);
    font-weight: 600;
  }
  .modes input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .modes label:focus-within:has(:focus-visible) {
    outline: 2px solid var(--_ink);
    outline-offset: 2px;
  }
  .check {
    display: flex;
    gap: 10px;
    align-items: center;
    min-block-size: 32px;
    font-size: var(--_less);
    line-height: 1.35;
    cursor: pointer;
  }
  small {
    color: var(--_muted);
    font-size: var(--_small);
  }
  .check input {
    flex: none;
    inline-size: 24px;
    block-size: 24px;
    margin: 0;
    accent-color: var(--_ink);
  }
  input[type="range"] {
    block-size: 32px;
    margin: 0;
    accent-color: var(--_ink);
  }

  @media (pointer: coarse) {
    select {
      font-size: max(16px, 1em);
    }
    input {
      min-block-size: 44px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .settings {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .modes label:has(:checked) {
      border: 2px solid Highlight;
    }
  }
`;
