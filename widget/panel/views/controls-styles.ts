import { css } from "../../css.ts";

/** Buttons, the text box, the select. Every target is 36 px or more; on touch screens 44. */
export const controlStyles = css`
  button,
  select,
  textarea {
    margin: 0;
    font: inherit;
    letter-spacing: inherit;
    color: inherit;
    -webkit-tap-highlight-color: transparent;
  }
  button {
    cursor: pointer;
    border: 0;
    background: none;
    touch-action: manipulation;
  }
  /* Without weight: the panel, which holds the focus where no control does, has no ring. */
  :where(:focus-visible) {
    outline: 2px solid var(--_ink);
    outline-offset: 2px;
  }
  .icon {
    display: block;
    flex: none;
    inline-size: 20px;
    block-size: 20px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.9;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .icon .solid {
    fill: currentcolor;
    stroke: none;
  }

  .primary {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-block-size: 52px;
    padding: 8px 28px;
    border-radius: 26px;
    background: var(--_accent);
    color: var(--_on-accent);
    font-size: 1.067em;
    font-weight: 600;
    box-shadow:
      0 8px 20px -8px color-mix(in srgb, var(--_accent) 70%, transparent),
      inset 0 0 0 1px var(--_accent-edge);
    transition: transform 0.18s;
  }
  .primary.small {
    min-block-size: 44px;
    padding-inline: 22px;
    font-size: 1em;
  }
  .primary:hover {
    filter: brightness(1.08);
    transform: translateY(-1px);
  }
  .primary:active {
    transform: scale(0.98);
  }
  .secondary {
    min-block-size: 44px;
    padding: 6px 18px;
    border: 1px solid var(--_edge);
    border-radius: 22px;
    background: var(--_bg);
    font-weight: 550;
  }
  .secondary:hover {
    border-color: var(--_ink);
    color: var(--_ink);
  }

  .round {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 48px;
    block-size: 48px;
    padding: 0;
    border-radius: 50%;
    background: color-mix(in srgb, var(--_text) 7%, var(--_bg));
    transition:
      background 0.18s,
      transform 0.18s;
  }
  button.round:hover,
  .control:hover .round {
    background: color-mix(in srgb, var(--_text) 13%, var(--_bg));
  }
  button.round:active,
  .control:active .round {
    transform: scale(0.94);
  }
  .round .icon {
    inline-size: 22px;
    block-size: 22px;
  }
  .round.quiet,
  .round.filled {
    inline-size: 36px;
    block-size: 36px;
  }
  .round.quiet {
    background: transparent;
    color: var(--_muted);
  }
  button.round.quiet:hover {
    background: var(--_surface);
    color: var(--_text);
  }
  .round.round.danger {
    background: var(--_danger);
    color: var(--_on-danger);
  }
  .round.danger .icon {
    inline-size: 26px;
    block-size: 26px;
  }
  .control:hover .danger,
  .round.filled:hover {
    filter: brightness(1.08);
  }
  .round.round.active {
    background: var(--_text);
    color: var(--_bg);
  }
  [aria-disabled="true"] {
    cursor: default;
    opacity: 0.45;
  }
  .round.round.filled {
    background: var(--_accent);
    color: var(--_on-accent);
    box-shadow: inset 0 0 0 1px var(--_accent-edge);
  }

  .composer {
    display: flex;
    flex: none;
    gap: 8px;
    align-items: end;
    margin: 8px 14px 14px;
    padding: 5px;
    border: 1px solid var(--_edge);
    border-radius: min(calc(var(--_radius) + 6px), 24px);
    background: var(--_bg);
  }
  .composer:focus-within {
    border-color: var(--_ink);
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--_ink) 22%, transparent);
  }
  textarea {
    flex: 1;
    min-inline-size: 0;
    max-block-size: 7.5em;
    padding: 7px 4px;
    padding-inline-start: 12px;
    border: 0;
    background: none;
    color: var(--_text);
    line-height: 1.45;
    resize: none;
    /* The composer around it shows the focus. */
    outline: none;
    scrollbar-width: thin;
  }
  /* An empty box with dir=auto counts as written from left to right. */
  [dir="rtl"] textarea:placeholder-shown {
    direction: rtl;
  }
  textarea::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .composer:has(textarea:placeholder-shown) .send {
    background: color-mix(in srgb, var(--_text) 8%, var(--_bg));
    color: var(--_muted);
    box-shadow: inset 0 0 0 1px var(--_edge);
  }
  .link {
    min-block-size: 32px;
    padding: 2px 12px;
    border-radius: 14px;
    color: var(--_muted);
    font-size: var(--_small);
    text-decoration: underline var(--_edge);
    text-underline-offset: 3px;
  }
  .link:hover,
  .footer a:hover {
    color: var(--_text);
  }
  .end-chat {
    align-self: center;
    margin-block: -6px 10px;
  }
  .end-chat:hover {
    color: var(--_danger-ink);
  }

  @media (pointer: coarse) {
    .panel :is(button:not(.control), select, textarea, summary, .check, .modes label, .agree, a) {
      min-inline-size: 44px;
      min-block-size: 44px;
    }
    /* Below 16 px a phone zooms into the page. */
    textarea {
      padding-block: 10px;
      font-size: max(16px, 1em);
    }
  }
`;
