import { css } from "lit";

/** What parts/later.ts shows: the devices in a call, and the end of a conversation. */
export const laterStyles = css`
  .settings {
    display: grid;
    flex: none;
    gap: 10px;
    margin: 6px 14px 0;
    padding: 14px;
    border-radius: min(var(--_radius), 16px);
    background: var(--_surface);
    animation: appear 0.2s ease-out;
  }
  .settings label {
    display: grid;
    grid-template-columns: 6.2em minmax(0, 1fr);
    overflow-wrap: anywhere;
    gap: 12px;
    align-items: center;
    font-size: 0.933em;
  }
  .settings select {
    min-block-size: 40px;
    font-size: 1em;
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
  .copy[data-done] .label {
    display: none;
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
    .settings {
      animation: none;
    }
  }
`;
