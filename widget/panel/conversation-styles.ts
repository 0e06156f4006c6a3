// Long: one style sheet of one chunk, whose rules depend on their order.
import { css } from "lit";

/** Styles of conversation-views.ts: Markdown and tools in messages, devices, notices in a call, the end. */
export const conversationStyles = css`
  /* A conversation that a reload cut off: what was said, and below it the way on. */
  .body {
    reading-flow: flex-visual;
  }
  .stage.welcome:has(~ .transcript:not([hidden])) {
    flex: none;
    order: 1;
    padding-block: 4px 12px;
  }
  .stage.welcome:has(~ .transcript:not([hidden])) > :is(.orb, .greeting, .about) {
    display: none;
  }
  .stage.welcome:has(~ .transcript:not([hidden])) > .primary {
    margin-block-start: 8px;
  }
  /* With nothing said, the end stands in the middle as one. */
  .body:has(.transcript[hidden]):not(:has(.stage.call)) .stage:has(~ .ending) {
    margin-block-start: auto;
  }
  .body:has(.transcript[hidden]):not(:has(.stage.call)) .stage ~ .ending {
    margin-block-start: 4px;
  }
  /* What has to be done in a call takes the place of the agent's picture. */
  .stage.call:has(~ .notice) {
    padding-block: 8px 4px;
  }
  .stage.call:has(~ .notice) .orb.medium {
    --size: 56px;
  }
  .stage.call:has(~ .notice) .status {
    margin-block-start: 10px;
  }
  .transcript:has(~ .notice) {
    min-block-size: 0;
  }
  @container (max-height: 600px) {
    .stage.call:has(~ .notice) .orb {
      display: none;
    }
  }
  /* A low window, as at twice the size: the picture stands beside the status. */
  @container (max-height: 440px) {
    .stage.call {
      flex-direction: row;
      gap: 12px;
      justify-content: center;
      padding-block: 4px;
    }
    .stage.call .orb.medium {
      --size: 44px;
    }
    .stage.call .status {
      margin: 0;
    }
  }

  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
  }
  .choices .secondary {
    min-block-size: 44px;
  }

  /* In messages. */
  .text > :is(p, ol, ul) + :is(p, ol, ul) {
    margin-block-start: 0.5em;
  }
  .text :is(ol, ul) {
    padding-inline-start: 1.4em;
  }
  .text a {
    color: var(--_ink);
    text-underline-offset: 2px;
  }
  .text code {
    padding: 0.1em 0.3em;
    border-radius: 5px;
    background: var(--_bg);
    font-family: ui-monospace, monospace;
    font-size: 0.9em;
  }
  .starters,
  .sources {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 8px 0 0;
    padding: 0;
    list-style: none;
  }
  .starters {
    justify-content: center;
    margin-block-start: 12px;
  }
  .starters button {
    padding: 8px 12px;
    border: 1px solid var(--_border);
    border-radius: 18px;
    background: var(--_surface);
    color: inherit;
    font: inherit;
    font-size: 0.9em;
    text-align: start;
    cursor: pointer;
  }
  .starters button:hover {
    background: var(--_soft);
  }
  .sources a {
    font-size: 0.85em;
  }
  .note {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    align-self: center;
    max-inline-size: 90%;
    color: var(--_muted);
    font-size: 0.867em;
  }
  .note .icon {
    inline-size: 16px;
    block-size: 16px;
    color: var(--_ink);
  }

  .settings {
    display: grid;
    flex: 0 1 auto;
    min-block-size: 120px;
    overflow-y: auto;
    scrollbar-width: thin;
    gap: 10px;
    margin: 6px 14px 0;
    padding: 14px;
    border-radius: min(var(--_radius), 16px);
    background: var(--_surface);
    animation: appear 0.2s ease-out;
  }
  /* What was said stays in sight, and the picture of the agent gives its place to it. */
  .body:has(+ .settings) .orb {
    display: none;
  }
  .body:has(+ .settings) .stage.call {
    flex: none;
    padding-block: 0 4px;
  }
  .body:has(+ .settings) .stage.call .status {
    margin: 0;
  }
  .body:has(+ .settings) .transcript {
    min-block-size: 0;
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
    font-size: 0.933em;
  }
  .settings select {
    min-block-size: 40px;
    font-size: 1em;
  }
  .modes legend {
    float: inline-start;
    padding: 0;
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
  .modes input,
  .picker input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .modes label:focus-within:has(:focus-visible),
  .picker label:has(:focus-visible) {
    outline: 2px solid var(--_ink);
    outline-offset: 2px;
  }
  .check {
    display: flex;
    gap: 10px;
    align-items: center;
    min-block-size: 32px;
    font-size: 0.933em;
    line-height: 1.35;
    cursor: pointer;
  }
  .check input {
    flex: none;
    inline-size: 20px;
    block-size: 20px;
    margin: 0;
    accent-color: var(--_ink);
  }
  .meter {
    --in: 0;
    display: block;
    block-size: 8px;
    overflow: hidden;
    border-radius: 4px;
    background: color-mix(in srgb, var(--_text) 14%, var(--_bg));
  }
  .meter i {
    display: block;
    block-size: 100%;
    border-radius: 4px;
    background: var(--_ink);
    transform: scaleX(min(1, var(--in) * 1.4));
    transform-origin: 0 50%;
  }
  :dir(rtl) > .meter i {
    transform-origin: 100% 50%;
  }
  input[type="range"] {
    block-size: 32px;
    margin: 0;
    accent-color: var(--_ink);
  }

  .talk {
    touch-action: none;
    user-select: none;
    -webkit-touch-callout: none;
  }
  .call-bar .talk.filled {
    inline-size: 52px;
    block-size: 52px;
  }

  .consent {
    outline: none;
    padding: 12px 24px 24px;
  }
  .consent h3 {
    margin: 0 0 8px;
    font-size: 1.2em;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  .consent p {
    margin: 0 0 20px;
    color: var(--_muted);
  }

  .microphone-help {
    animation: appear 0.24s ease-out;
  }
  .microphone-help ol {
    display: grid;
    gap: 4px;
    margin: 6px 0 0;
    padding-inline-start: 1.3em;
    color: var(--_muted);
  }
  .microphone-help .choices {
    margin-block-start: 14px;
  }
  .microphone-help .choices > * {
    margin: 0;
    padding-inline: 16px;
  }
  .microphone-help a {
    display: inline-grid;
    place-items: center;
    color: inherit;
    text-decoration: none;
  }
  .microphone-result > div {
    flex: 1;
  }
  .microphone-result .icon {
    color: var(--_ink);
  }
  .microphone-result .meter {
    margin-block-start: 12px;
  }
  .why {
    inline-size: 100%;
    font-size: 0.933em;
    font-weight: 400;
    text-wrap: balance;
  }

  /* The list of agents gives way, so that the button below it stays in sight. */
  .stage.welcome:has(.picker) {
    flex: 1 1 auto;
    justify-content: safe center;
    min-block-size: 0;
    padding-block: 4px 12px;
  }
  .stage.welcome:has(.picker) > * {
    flex: none;
  }
  .stage.welcome > .picker {
    flex: 0 1 auto;
    min-block-size: 112px;
    max-block-size: max(132px, 34cqb);
  }
  .picker {
    display: grid;
    gap: 8px;
    inline-size: 100%;
    max-block-size: max(132px, 28cqb);
    margin: 14px 0 0;
    padding: 3px;
    overflow-y: auto;
    border: 0;
    text-align: start;
    scrollbar-width: thin;
  }
  .stage:has(.picker) .orb {
    --size: 84px;
  }
  .stage:has(.picker) :is(.greeting, .primary) {
    margin-block-start: 16px;
  }
  @container (max-height: 600px) {
    .stage:has(.picker) .orb {
      display: none;
    }
  }
  @container (max-height: 500px) {
    .stage.welcome:has(.picker) :is(.greeting, .hint) {
      display: none;
    }
  }
  .picker legend {
    padding: 0 0 8px;
    color: var(--_muted);
    font-size: 0.867em;
  }
  .picker label {
    position: relative;
    display: flex;
    gap: 12px;
    align-items: center;
    padding: 10px 14px;
    border: 1px solid var(--_edge);
    border-radius: 14px;
    background: var(--_bg);
    cursor: pointer;
  }
  .picker label:has(:checked) {
    border-color: var(--_ink);
    background: var(--_soft);
    box-shadow: inset 0 0 0 1px var(--_ink);
  }
  .picker label::before {
    content: "";
    flex: none;
    box-sizing: border-box;
    inline-size: 18px;
    block-size: 18px;
    border: 1.5px solid var(--_edge);
    border-radius: 50%;
    background: var(--_bg);
  }
  .picker label:has(:checked)::before {
    border: 5.5px solid var(--_ink);
  }
  .picker b,
  .picker small {
    display: block;
    overflow-wrap: anywhere;
    line-height: 1.3;
  }
  .picker b {
    font-weight: 600;
  }
  .picker small {
    color: var(--_muted);
    font-size: 0.867em;
  }
  .change {
    inline-size: 100%;
  }
  .change summary {
    min-block-size: 32px;
    color: var(--_muted);
    font-size: 0.867em;
    line-height: 32px;
    cursor: pointer;
  }
  .copied {
    color: var(--_muted);
    font-size: 0.867em;
  }

  .ending {
    display: grid;
    gap: 6px;
    justify-items: center;
    margin-block: 4px 0;
    padding: 8px 16px 20px;
    text-align: center;
  }
  .ending p {
    margin: 0;
    color: var(--_muted);
  }
  .ending .choices {
    flex-direction: column;
    align-items: center;
    margin-block-start: 8px;
  }
  .ending .copy {
    margin: 0;
  }
  .ending .copy:hover {
    color: var(--_ink);
  }
  .comment {
    display: grid;
    gap: 8px;
    justify-items: end;
    inline-size: 100%;
    text-align: start;
  }
  .comment label {
    justify-self: start;
    color: var(--_muted);
    font-size: 0.933em;
  }
  .comment textarea {
    inline-size: 100%;
    padding: 8px 12px;
    border: 1px solid var(--_edge);
    border-radius: 12px;
  }
  .comment textarea:focus-visible {
    border-color: var(--_ink);
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--_ink) 22%, transparent);
  }

  .stars {
    display: flex;
  }
  .star {
    padding: 6px;
    color: var(--_muted);
  }
  .star .icon {
    inline-size: 26px;
    block-size: 26px;
    stroke-width: 1.5;
  }
  /* Up to the one that is pointed at. */
  .stars:hover .star:not(.star:hover ~ .star),
  .star:focus-visible,
  .star:has(~ .star:focus-visible) {
    color: var(--_ink);
  }
  .stars:hover .star:not(.star:hover ~ .star) .icon,
  .star:focus-visible .icon,
  .star:has(~ .star:focus-visible) .icon {
    fill: currentcolor;
  }
  @media (prefers-reduced-motion: reduce) {
    .settings,
    .microphone-help {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .meter,
    .modes label:has(:checked),
    .picker label:has(:checked) {
      border: 2px solid Highlight;
    }
    .meter i {
      background: Highlight;
    }
    .notice,
    .settings {
      border: 1px solid CanvasText;
    }
    .dots i,
    .typing i {
      forced-color-adjust: none;
      background: CanvasText;
    }
  }
`;
