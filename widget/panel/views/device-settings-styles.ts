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

  /* Over the conversation, above its button. */
  .menu {
    position: absolute;
    inset-block-end: 100%;
    inset-inline: 14px;
    z-index: 1;
    display: grid;
    inline-size: fit-content;
    min-inline-size: 15em;
    margin-inline: auto;
    max-block-size: 60cqb;
    padding: 6px;
    overflow-y: auto;
    border-radius: min(var(--_radius), 16px);
    background: var(--_bg);
    box-shadow:
      0 0 0 1px var(--_line),
      0 12px 32px -8px rgb(10 14 30 / 34%);
    animation: rise 0.2s ease-out;
  }
  .menu button {
    display: flex;
    gap: 12px;
    align-items: center;
    min-block-size: 44px;
    padding: 8px 12px;
    border-radius: 10px;
    text-align: start;
  }
  .menu button:hover {
    background: var(--_surface);
  }

  /* A sheet in the place of all that is below the last two lines of the conversation. */
  .settings {
    display: grid;
    flex: 1 1 0;
    align-content: start;
    gap: 10px;
    min-block-size: 0;
    padding: 0 16px 16px;
    /* The head stays. */
    scroll-padding-block-start: 72px;
    overflow-y: auto;
    scrollbar-width: thin;
    border-start-start-radius: 20px;
    border-start-end-radius: 20px;
    background: var(--_bg);
    box-shadow:
      0 0 0 1px var(--_line),
      0 -12px 32px -12px rgb(10 14 30 / 24%);
    outline: none;
    animation: rise 0.2s ease-out;
  }
  /* As at 400 % zoom. */
  @container (max-height: 360px) {
    .body:has(~ .settings) {
      display: none;
    }
  }
  .settings-head {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: flex;
    gap: 12px;
    align-items: center;
    justify-content: space-between;
    padding-block: 12px 6px;
    background: inherit;
  }
  .settings-head h2 {
    margin: 0;
    font-size: 1.067em;
    font-weight: 650;
  }
  .panel:has(> .settings) > :is(.call-bar, .composer, .end-chat, .person-bar, .footer) {
    display: none;
  }
  .body:has(~ .settings) {
    flex: none;
    min-block-size: 0;
    max-block-size: 50%;
  }
  .body:has(~ .settings) .transcript {
    flex: none;
    block-size: calc(3em + 24px);
  }
  .body:has(~ .settings) > :is(.welcome, .card, .ending, .latest) {
    display: none;
  }
  .body.body:has(~ .settings) .orb {
    --size: 46px;
  }
  .settings p {
    margin: 0;
    color: var(--_danger-ink);
    font-size: var(--_less);
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
  .settings small {
    display: block;
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
  @media (forced-colors: active) {
    .modes label:has(:checked) {
      border: 2px solid Highlight;
    }
  }
`;
